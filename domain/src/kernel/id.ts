/**
 * The app's id of a guest in requests for usual courses. It is never a stored user. Source: specification §9, decision
 * "People".
 */
export const GUEST_ID = '123456'
/**
 * The app's id of a guest in requests for a profile. It is never a stored user. Source: specification §9, decision
 * "People".
 */
export const DEFAULT_USER_ID = 'defaultUserId'

/** 2^63 - 1, the largest bigint of the database. */
const MAX_ID = '9223372036854775807'

/** Whether the text has the form of a stored id: digits without a leading zero, 1 to 2^63 - 1. Source: decision "People". */
export function isId(text: string): boolean {
  // Texts of equal length sort like their numbers. So the mini-program needs no BigInt.
  return /^[1-9]\d{0,18}$/.test(text) && (text.length < MAX_ID.length || text <= MAX_ID)
}
