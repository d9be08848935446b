/** How long a request for another password waits for an operator, in days. Source: decision record 030 */
export const PASSWORD_REQUEST_DAYS = 14

/**
 * How many requests one window answers. `pair` is for one name from one address, `address` for an address, and `name`
 * for a name from all addresses. A name counts as it was typed, so that no limit reveals whether an account exists.
 * Source: decision record 030
 */
export const REQUEST_TRIES = { pair: 3, address: 10, name: 20 } as const

/**
 * A request waits for an operator, who gives a one-time password or refuses. It expires when nobody decides. It is
 * withdrawn when its owner sets a password without it.
 */
export const PASSWORD_REQUEST_STATES = ['WAITING', 'GIVEN', 'REFUSED', 'EXPIRED', 'WITHDRAWN'] as const

/** The fields of a request for another password. */
export type PasswordRequestForm = { account: string; contact: string; proof: string }

type PasswordRequestFault = 'request_account_missing' | 'request_contact_missing' | 'request_proof_missing'

/** The faults of a request, by field. It is empty when the request is complete. */
export function passwordRequestFaults(
  form: PasswordRequestForm,
): Partial<Record<keyof PasswordRequestForm, PasswordRequestFault>> {
  return {
    ...(form.account.trim() === '' && { account: 'request_account_missing' as const }),
    ...(form.contact.trim() === '' && { contact: 'request_contact_missing' as const }),
    ...(form.proof.trim() === '' && { proof: 'request_proof_missing' as const }),
  }
}

/** The latest creation time of a request that expires now. */
export function expiresIfMadeBy(now: Date): Date {
  return new Date(now.getTime() - PASSWORD_REQUEST_DAYS * 86_400_000)
}
