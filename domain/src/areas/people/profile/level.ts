/** Levels are 1.0 to 7.0 in halves. The underlying rating moves in hundredths. Source: specification §3 "User info" */
export const LEVELS = { least: 1, most: 7, step: 0.5, usual: 3 } as const

/** The source of a level: the player stated it, a coach assessed it, or results changed it. */
export type LevelSource = 'SELF' | 'COACH' | 'RESULTS'

/** Why a level cannot be stated. */
export type LevelRefusal = 'level_invalid' | 'level_assessed'

/** Whether a number is a level. */
export function isLevel(level: number): boolean {
  return level >= LEVELS.least && level <= LEVELS.most && Number.isInteger(level / LEVELS.step)
}

/** Whether players may still state their own level. They may not once a coach or results determined it. */
export function isOwnToState(sources: readonly LevelSource[]): boolean {
  return sources.every((source) => source === 'SELF')
}

/** Why a player may not state this level; undefined when they may. */
export function whyNotStateLevel(level: number, sources: readonly LevelSource[]): LevelRefusal | undefined {
  if (!isLevel(level)) return 'level_invalid'
  return isOwnToState(sources) ? undefined : 'level_assessed'
}

/** The most that one game moves a rating, in hundredths. The result of a single reveals more about each player. */
const MOST_MOVED = { single: 10, double: 6 } as const
export type Discipline = keyof typeof MOST_MOVED

/** A player whose rating is higher by this much is expected to win ten times as often. */
const SPREAD = 0.5
/**
 * A level changes once the rating is a tenth past the middle to the next half. Between the two middles it does not
 * change.
 */
const STAYS_WITHIN_HUNDREDTHS = 35
const HUNDREDTHS = 100

const inHundredths = (rating: number) => Math.round(rating * HUNDREDTHS)
const meanOf = (ratings: readonly number[]) => ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length

/** The new moves of both sides, each in the order of its players' ratings. */
export type RatingChanges = { a: number[]; b: number[] }

/**
 * The rating changes by a game's result, in hundredths.
 * The winners gain what the losers lose. The gain is smaller when the win was more likely. A side counts as the mean of
 * its players. Ratings stay within 1.00 and 7.00. Only at these limits the gain is smaller than the loss.
 */
export function ratingChanges(
  sideA: readonly number[],
  sideB: readonly number[],
  winner: 'A' | 'B',
  discipline: Discipline,
): RatingChanges {
  const [won, lost] = winner === 'A' ? [sideA, sideB] : [sideB, sideA]
  const expected = 1 / (1 + 10 ** ((meanOf(lost) - meanOf(won)) / SPREAD))
  const moved = Math.round(MOST_MOVED[discipline] * (1 - expected))
  const changesOf = (ratings: readonly number[], by: number) => ratings.map((rating) => moveWithin(rating, by))
  return {
    a: changesOf(sideA, winner === 'A' ? moved : -moved),
    b: changesOf(sideB, winner === 'B' ? moved : -moved),
  }
}

/** The actual move of a rating for a requested number of hundredths. */
function moveWithin(rating: number, hundredths: number): number {
  const from = inHundredths(rating)
  const to = Math.min(inHundredths(LEVELS.most), Math.max(inHundredths(LEVELS.least), from + hundredths))
  return (to - from) / HUNDREDTHS
}

/** The rating after a move, in exact hundredths. */
export function ratingAfter(rating: number, change: number): number {
  return (inHundredths(rating) + inHundredths(change)) / HUNDREDTHS
}

/**
 * The level that is shown for a rating. `present` is the level shown before. It stays until the rating is clearly
 * nearer to another level. So it does not alternate around a middle.
 */
export function levelOf(rating: number, present: number): number {
  const apart = Math.abs(inHundredths(rating) - inHundredths(present))
  if (apart < STAYS_WITHIN_HUNDREDTHS) return present
  return Math.round(rating / LEVELS.step) * LEVELS.step
}
