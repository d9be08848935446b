/** Levels run from 1.0 to 7.0 in halves; the rating behind one moves in hundredths. Source: specification §3 "User info" */
export const LEVELS = { least: 1, most: 7, step: 0.5, usual: 3 } as const

/** What a level rests on: the player said so, a coach assessed him, or results moved it. */
export type LevelSource = 'SELF' | 'COACH' | 'RESULTS'

/** Why a level cannot be stated. */
export type LevelRefusal = 'level_invalid' | 'level_assessed'

/** Whether a number is a level. */
export function isLevel(level: number): boolean {
  return level >= LEVELS.least && level <= LEVELS.most && Number.isInteger(level / LEVELS.step)
}

/** Whether a player may still say his level himself: once a coach or results did, their word stands. */
export function isOwnToState(sources: readonly LevelSource[]): boolean {
  return sources.every((source) => source === 'SELF')
}

/** Why a player may not state this level himself; undefined when he may. */
export function whyNotStateLevel(level: number, sources: readonly LevelSource[]): LevelRefusal | undefined {
  if (!isLevel(level)) return 'level_invalid'
  return isOwnToState(sources) ? undefined : 'level_assessed'
}

/** The most that one game moves a rating, in hundredths: of a single the result says more about each of the two. */
const MOST_MOVED = { single: 10, double: 6 } as const
export type Discipline = keyof typeof MOST_MOVED

/** Who is this much stronger is expected to win ten times as often. */
const SPREAD = 0.5
/** A level moves once the rating has passed the middle to the next half by a tenth: what lies between both middles moves none. */
const STAYS_WITHIN_HUNDREDTHS = 35
const HUNDREDTHS = 100

const inHundredths = (rating: number) => Math.round(rating * HUNDREDTHS)
const meanOf = (ratings: readonly number[]) => ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length

/** Both sides' new moves, each in the order of its players' ratings. */
export type RatingChanges = { a: number[]; b: number[] }

/**
 * What a game's result does to the ratings of its players, in hundredths: who wins takes from who loses, the less the surer
 * he was to win; a side counts as the mean of its players. Nobody leaves 1.00 to 7.00, and only there less is given than is
 * taken.
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

/** How far a rating moves when so many hundredths are wanted. */
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
 * The level that is shown for a rating, when `present` was shown before: it stays until the rating is clearly nearer to another
 * one, so that it does not swing to and fro around a middle.
 */
export function levelOf(rating: number, present: number): number {
  const apart = Math.abs(inHundredths(rating) - inHundredths(present))
  if (apart < STAYS_WITHIN_HUNDREDTHS) return present
  return Math.round(rating / LEVELS.step) * LEVELS.step
}
