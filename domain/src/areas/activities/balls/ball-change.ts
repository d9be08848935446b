import { isTooLateToChange } from '../../../kernel/last-change.ts'
import { SPORT_NAMES, type Sport } from '../../../kernel/sport.ts'
import { type GenderRule, MATCH_TYPES } from './ball-status.ts'
import { isGenderFit, isLevelFit } from './seat-rules.ts'

export type ChangeRefusal = 'ball_change_too_late' | 'ball_rules_exclude_player'

/** The start of a game and its admission rules. Levels are 1.0 to 7.0 in halves. */
export type BallRules = { startsAt: Date; levelFrom: number; levelTo: number; genderRule: GenderRule }

/**
 * Why the initiator may not change these rules of a game; undefined when the initiator may. `others` play or pay for a
 * seat.
 * With others in the game, the new start must be as many hours ahead as the old one. The new rules must not exclude a
 * player whom the old rules admitted.
 */
export function whyNotChange(
  {
    former,
    next,
    others,
  }: { former: BallRules; next: BallRules; others: readonly { level: number; gender: number | null }[] },
  now: Date,
): ChangeRefusal | undefined {
  if (isTooLateToChange(former.startsAt, now)) return 'ball_change_too_late'
  if (others.length > 0 && isTooLateToChange(next.startsAt, now)) return 'ball_change_too_late'
  const isExcluded = others.some(
    ({ level, gender }) =>
      (isLevelFit(level, former) && !isLevelFit(level, next)) ||
      (isGenderFit(gender, former.genderRule) && !isGenderFit(gender, next.genderRule)),
  )
  return isExcluded ? 'ball_rules_exclude_player' : undefined
}

/**
 * What a player agrees to by taking a seat. The costs do not change once others are in. Levels are 1.0 to 7.0 in
 * halves.
 */
export type BallTerms = {
  activityDate: string
  beginTimeSlot: number
  endTimeSlot: number
  stadiumId: string | null
  courtId: string | null
  place: string
  sport: Sport
  matchType: number
  maxPlayers: number
  levelFrom: number
  levelTo: number
  genderRule: GenderRule
}

/**
 * Each term as a message names it. The text includes the new value if the game's facts in the message do not show it.
 */
const TERMS: readonly { fields: readonly (keyof BallTerms)[]; say: (terms: BallTerms) => string }[] = [
  { fields: ['activityDate', 'beginTimeSlot', 'endTimeSlot'], say: () => '时间' },
  { fields: ['stadiumId', 'courtId', 'place'], say: () => '地点' },
  { fields: ['sport'], say: ({ sport }) => `项目改为${SPORT_NAMES[sport]}` },
  {
    fields: ['matchType'],
    say: ({ matchType }) => `打法改为${matchType === MATCH_TYPES.SINGLE ? '单打' : '双打'}`,
  },
  { fields: ['maxPlayers'], say: ({ maxPlayers }) => `最多人数改为 ${maxPlayers} 人` },
  {
    fields: ['levelFrom', 'levelTo'],
    say: ({ levelFrom, levelTo }) => `等级改为 ${levelFrom.toFixed(1)}–${levelTo.toFixed(1)}`,
  },
  { fields: ['genderRule'], say: () => '性别要求' },
]

/** The changed terms of a game, as texts. When it is empty, its players have nothing to agree to. */
export function changedTerms(former: BallTerms, next: BallTerms): string[] {
  return TERMS.filter(({ fields }) => fields.some((field) => former[field] !== next[field])).map(({ say }) => say(next))
}
