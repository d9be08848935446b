import type { BallDetail } from '@paidang/api/areas/balls'
import { errors } from '@paidang/api/catalogue/errors'
import { MATCH_TYPES } from '@paidang/domain/areas/balls/ball-status'
import {
  type GameSet,
  isPossibleResult,
  isResultInTime,
  MAX_SETS,
  type Score,
  winnerOf,
} from '@paidang/domain/areas/balls/result'

/** On which side another player was, from the reader's view. */
export type Part = 'mate' | 'rival' | 'none'

/** A result as the reader enters it. The reader's own games come first in each set. */
export type ResultForm = { parts: Record<string, Part>; sets: { mine: number; theirs: number }[] }

/** An upper limit above the games of any real set. */
export const MOST_GAMES = 99

const sizeOf = ({ matchType }: Pick<BallDetail, 'matchType'>) => (matchType === MATCH_TYPES.SINGLE ? 1 : 2)

/** Returns who came to a game, in the order of their seats. */
export function playersOf({ seats }: Pick<BallDetail, 'seats'>): BallDetail['seats'][number]['user'][] {
  return seats.filter(({ state, noShowAt }) => state === 'CONFIRMED' && noShowAt === null).map(({ user }) => user)
}

/**
 * Whether the reader can still record the result: they played, enough players came, and it is within the time limit.
 */
export function mayRecord(ball: BallDetail, now: Date): boolean {
  const players = playersOf(ball)
  const isIn = players.some(({ id }) => id === ball.viewer.userId)
  return ball.status === 'FINISHED' && isIn && players.length >= 2 * sizeOf(ball) && isResultInTime(ball, now)
}

/** Returns the form at its opening: one set without games. A single other player is the rival. */
export function emptyForm(ball: BallDetail): ResultForm {
  const others = playersOf(ball).filter(({ id }) => id !== ball.viewer.userId)
  const isClear = others.length === 1
  const parts = Object.fromEntries(others.map(({ id }) => [id, isClear ? 'rival' : 'none'] as const))
  return { parts, sets: [{ mine: 0, theirs: 0 }] }
}

/** Sets a player's part. In doubles with four, choosing the partner makes the other two the rivals. */
export function withPart(ball: BallDetail, form: ResultForm, id: string, part: Part): ResultForm {
  const parts = { ...form.parts, [id]: part }
  const ids = Object.keys(parts)
  const isFour = sizeOf(ball) === 2 && ids.length === 3
  if (part !== 'mate') return { ...form, parts }
  const rest = isFour ? ('rival' as const) : undefined
  // There is at most one partner.
  const partOf = (one: string): Part => rest ?? (parts[one] === 'rival' ? 'rival' : 'none')
  const changed = ids.filter((one) => one !== id).map((one) => [one, partOf(one)] as const)
  return { ...form, parts: { ...parts, ...Object.fromEntries(changed) } }
}

/** Adds a set, up to the maximum. */
export function withSet({ parts, sets }: ResultForm): ResultForm {
  return sets.length < MAX_SETS ? { parts, sets: [...sets, { mine: 0, theirs: 0 }] } : { parts, sets }
}

/** Returns the result as it is sent. The reader's side is A. */
export function scoreOf(
  ball: BallDetail,
  { parts, sets }: ResultForm,
): Score & { sideA: string[]; sideB: string[]; sets: GameSet[] } {
  const inPart = (part: Part) => Object.keys(parts).filter((id) => parts[id] === part)
  return {
    sideA: [ball.viewer.userId ?? '', ...inPart('mate')],
    sideB: inPart('rival'),
    sets: sets.map(({ mine, theirs }) => ({ a: mine, b: theirs })),
  }
}

/** Says what is still wrong with the form; undefined when it can be sent. */
export function formRefusal(ball: BallDetail, form: ResultForm): string | undefined {
  const score = scoreOf(ball, form)
  const size = sizeOf(ball)
  if (score.sideA.length !== size) return '请选择一位搭档'
  if (score.sideB.length !== size) return size === 1 ? '请选择对手' : '请选择两位对手'
  if (winnerOf(score.sets) === undefined) return '每盘都要分出胜负，并有一方赢的盘数更多'
  const game = { matchType: ball.matchType, playerIds: playersOf(ball).map(({ id }) => id) }
  return isPossibleResult(game, score) ? undefined : errors.ball_result_invalid.message
}
