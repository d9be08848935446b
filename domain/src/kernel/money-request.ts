/** WAITING for a second person. DONE moved the money. REFUSED and WITHDRAWN did not. */
export const REQUEST_STATES = ['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Why money of a corrected entry counts no longer, as its payer reads it beside what it paid. */
export const CORRECTION_REASON = '前台登记有误，已冲正'

/** The fields of a request to move money that the decision rules need. */
export type WaitingRequest = { state: RequestState; requestedBy: string }

/** The number of days before a request in which requester and decider must not have given each other a password. */
export const DAYS_OF_OWN_PASSWORDS = 7

const DAY_MS = 86_400_000

/**
 * Why a staff member may not decide the request; undefined when they may.
 * Two people move money, never one. The decider must not be the requester. The decider and the requester must not have
 * been able to log in as each other.
 *
 * @param by `passwordGivenAt` is when they and the requester last gave one of them a password; null if never.
 * Source: decision record 021
 */
export function whyNotDecide(
  { state, requestedBy, createdAt }: WaitingRequest & { createdAt: Date },
  by: { id: string; passwordGivenAt: Date | null },
): 'money_request_own' | 'money_request_ended' | 'money_request_one_hand' | undefined {
  if (requestedBy === by.id) return 'money_request_own'
  if (state !== 'WAITING') return 'money_request_ended'
  const since = createdAt.getTime() - DAYS_OF_OWN_PASSWORDS * DAY_MS
  if (by.passwordGivenAt && by.passwordGivenAt.getTime() > since) return 'money_request_one_hand'
  return undefined
}

/** Why a staff member may not withdraw the request; undefined when they may. */
export function whyNotWithdraw(
  { state, requestedBy }: WaitingRequest,
  by: string,
): 'money_request_not_own' | 'money_request_ended' | undefined {
  if (requestedBy !== by) return 'money_request_not_own'
  if (state !== 'WAITING') return 'money_request_ended'
  return undefined
}
