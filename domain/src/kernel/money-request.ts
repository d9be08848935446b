/** WAITING for a second person; DONE moved the money; REFUSED and WITHDRAWN did not. */
export const REQUEST_STATES = ['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** A request that money moves, as far as its end goes. */
export type WaitingRequest = { state: RequestState; askedBy: string }

/** Days before a request in which who decides it neither gave the asker a password, nor got one from them. */
export const DAYS_OF_OWN_PASSWORDS = 7

const DAY_MS = 86_400_000

/**
 * Why somebody of the staff may not decide it; undefined when they may. Two people move money, never one: neither one who asked
 * themselves, nor one who could have logged in as the other.
 *
 * @param by `passwordGivenAt` is when they and the asker last gave one of them a password; null where neither ever did
 * Source: decision record 021
 */
export function whyNotDecide(
  { state, askedBy, createdAt }: WaitingRequest & { createdAt: Date },
  by: { id: string; passwordGivenAt: Date | null },
): 'money_request_own' | 'money_request_ended' | 'money_request_one_hand' | undefined {
  if (askedBy === by.id) return 'money_request_own'
  if (state !== 'WAITING') return 'money_request_ended'
  const since = createdAt.getTime() - DAYS_OF_OWN_PASSWORDS * DAY_MS
  if (by.passwordGivenAt && by.passwordGivenAt.getTime() > since) return 'money_request_one_hand'
  return undefined
}

/** Why somebody of the staff may not take it back; undefined when they may. */
export function whyNotWithdraw(
  { state, askedBy }: WaitingRequest,
  by: string,
): 'money_request_not_own' | 'money_request_ended' | undefined {
  if (askedBy !== by) return 'money_request_not_own'
  if (state !== 'WAITING') return 'money_request_ended'
  return undefined
}
