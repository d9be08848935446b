import { instantOf } from '../../kernel/day.ts'
import { MATCH_TYPES } from './ball-status.ts'

/** How a game can be written down for so many days after its end. */
export const RESULT_DAYS = 7

/** What was written down can be agreed to, or disputed, for so many days after the end of the game. */
export const ANSWER_DAYS = 14

/** A game is written down with so many sets at most. */
export const MAX_SETS = 5

const DAY_MS = 86_400_000

/** One set: games won by side A and by side B. */
export type GameSet = { a: number; b: number }

/** Which side won; undefined when as many sets went to either, or one of them to none. */
export function winnerOf(sets: readonly GameSet[]): 'A' | 'B' | undefined {
  if (sets.some(({ a, b }) => a === b)) return undefined
  const wonByA = sets.filter(({ a, b }) => a > b).length
  if (wonByA * 2 === sets.length) return undefined
  return wonByA * 2 > sets.length ? 'A' : 'B'
}

/** A finished game as far as a result is concerned; `playerIds` are those who came. */
export type PlayedGame = { matchType: number; playerIds: readonly string[] }

/** Who played against whom, and the sets. */
export type Score = { sideA: readonly string[]; sideB: readonly string[]; sets: readonly GameSet[] }

/**
 * Whether this can have happened: one against one or two against two of those who came, nobody twice, one to five sets of
 * which one side won more.
 */
export function isPossibleResult({ matchType, playerIds }: PlayedGame, { sideA, sideB, sets }: Score): boolean {
  const perSide = matchType === MATCH_TYPES.SINGLE ? 1 : 2
  const players = [...sideA, ...sideB]
  if (sideA.length !== perSide || sideB.length !== perSide) return false
  if (new Set(players).size !== players.length || !players.every((id) => playerIds.includes(id))) return false
  return sets.length >= 1 && sets.length <= MAX_SETS && winnerOf(sets) !== undefined
}

type Ended = { activityDate: string; endTimeSlot: number }

const isWithin = ({ activityDate, endTimeSlot }: Ended, days: number, now: Date) =>
  now.getTime() <= instantOf(activityDate, endTimeSlot).getTime() + days * DAY_MS

/** Whether a finished game can still be written down. */
export const isResultInTime = (game: Ended, now: Date): boolean => isWithin(game, RESULT_DAYS, now)

/** Whether what was written down can still be agreed to, or disputed. */
export const isAnswerInTime = (game: Ended, now: Date): boolean => isWithin(game, ANSWER_DAYS, now)

/** Sets as one reads them: 6-4 3-6 10-8. */
export function setsText(sets: readonly GameSet[]): string {
  return sets.map(({ a, b }) => `${a}-${b}`).join(' ')
}

/** What setsText wrote. */
export function setsOf(text: string): GameSet[] {
  return text.split(' ').map((set) => {
    const [a = 0, b = 0] = set.split('-').map(Number)
    return { a, b }
  })
}
