/**
 * The most open requests of one player, with one coach and in total. It applies while no hours are held for the class.
 */
export const MAX_OPEN_WITHOUT_HOURS = { withCoach: 3, inAll: 6 } as const
/** The most open requests in total of a player who has the hours for the class. Each request holds its own hours. */
export const MAX_OPEN_WITH_HOURS = 10

/**
 * Why a player may not request one more class: too many wait for their coaches. Undefined when the player may. The
 * counts include the new request. Source: decision record 031
 */
export function whyNotRequestMore({
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
