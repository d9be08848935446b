import { isTooLateToChange } from '../../kernel/last-change.ts'
import type { GenderRule } from './ball-status.ts'
import { isGenderFit, isLevelFit } from './seat-rules.ts'

export type ChangeRefusal = 'ball_change_too_late' | 'ball_rules_exclude_player'

/** When a game begins and whom it lets in; levels 1.0 to 7.0 in halves. */
export type BallRules = { startsAt: Date; levelFrom: number; levelTo: number; genderRule: GenderRule }

/**
 * Why the initiator may not change these rules of a game in which `others` play or pay for a seat. With others in it the new
 * start leaves them as much time as the old one. Nobody whom the old rules let in is excluded by the new ones.
 */
export function whyNotChange(
  {
    former,
    next,
    others,
  }: { former: BallRules; next: BallRules; others: readonly { level: number; gender: number }[] },
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
