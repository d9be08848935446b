import { instantOf } from '../../../kernel/day.ts'
import { MATCH_TYPES } from './ball-status.ts'

/** The number of days after its end in which a game's result can be recorded. */
export const RESULT_DAYS = 7

/** The number of days after the end of the game in which a result can be agreed to or disputed. */
export const ANSWER_DAYS = 14

/** The most sets of one result. */
export const MAX_SETS = 5

const DAY_MS = 86_400_000

/** One set: games won by side A and by side B. */
export type GameSet = { a: number; b: number }

/** Which side won; undefined when both sides won as many sets, or when a set has no winner. */
export function winnerOf(sets: readonly GameSet[]): 'A' | 'B' | undefined {
  if (sets.some(({ a, b }) => a === b)) return undefined
  const wonByA = sets.filter(({ a, b }) => a > b).length
  if (wonByA * 2 === sets.length) return undefined
  return wonByA * 2 > sets.length ? 'A' : 'B'
}

/** A finished game as the result rules see it. `playerIds` are the players who came. */
export type PlayedGame = { matchType: number; playerIds: readonly string[] }

/** Who played against whom, and the sets. */
export type Score = { sideA: readonly string[]; sideB: readonly string[]; sets: readonly GameSet[] }

/**
 * Whether this result is possible. One plays one, or two play two, all among those who came, nobody twice. There are
 * one to five sets, of which one side won more.
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

/** Whether the result of a finished game can still be recorded. */
export const isResultInTime = (game: Ended, now: Date): boolean => isWithin(game, RESULT_DAYS, now)

/** Whether a recorded result can still be agreed to or disputed. */
export const isAnswerInTime = (game: Ended, now: Date): boolean => isWithin(game, ANSWER_DAYS, now)

/** Sets as text for the reader: 6-4 3-6 10-8. */
export function setsText(sets: readonly GameSet[]): string {
  return sets.map(({ a, b }) => `${a}-${b}`).join(' ')
}

/** Reads a text that setsText wrote. */
export function setsOf(text: string): GameSet[] {
  return text.split(' ').map((set) => {
    const [a = 0, b = 0] = set.split('-').map(Number)
    return { a, b }
  })
}
