/** So many requests of one player may wait with one coach, and in all, while nothing of theirs is held for the class. */
export const MAX_OPEN_WITHOUT_HOURS = { withCoach: 3, inAll: 6 } as const
/** So many in all of who has the hours for the class: each request holds its own. */
export const MAX_OPEN_WITH_HOURS = 10

/**
 * Why a player may not ask for one more class: too many wait for their coaches. Undefined when they may. The counts include
 * the new request. Source: decision record 031
 */
export function whyNotAskForMore({
  withCoach,
  inAll,
  needContract,
}: {
  withCoach: number
  inAll: number
  needContract: boolean
}): 'invitations_unconfirmed' | undefined {
  const isTooMany = needContract
    ? withCoach > MAX_OPEN_WITHOUT_HOURS.withCoach || inAll > MAX_OPEN_WITHOUT_HOURS.inAll
    : inAll > MAX_OPEN_WITH_HOURS
  return isTooMany ? 'invitations_unconfirmed' : undefined
}
