/** How long a request for another password waits for an operator, in days. Source: decision record 030 */
export const PASSWORD_REQUEST_DAYS = 14

/**
 * How many requests a window answers: for one name from one address, of an address, and for a name from everywhere. A name
 * counts as it was typed, so that no limit tells whether there is an account. Source: decision record 030
 */
export const REQUEST_TRIES = { pair: 3, address: 10, name: 20 } as const

/**
 * A request waits for an operator, who gives a one-time password or refuses. It lapses when nobody decides, and is withdrawn
 * when its owner set a password without it.
 */
export const PASSWORD_REQUEST_STATES = ['WAITING', 'GIVEN', 'REFUSED', 'LAPSED', 'WITHDRAWN'] as const

/** What somebody says who asks for another password. */
export type PasswordRequestForm = { account: string; contact: string; proof: string }

type PasswordRequestFault = 'request_account_missing' | 'request_contact_missing' | 'request_proof_missing'

/** What a request lacks, by field; nothing is lacking where the answer is empty. */
export function passwordRequestFaults(
  form: PasswordRequestForm,
): Partial<Record<keyof PasswordRequestForm, PasswordRequestFault>> {
  return {
    ...(form.account.trim() === '' && { account: 'request_account_missing' as const }),
    ...(form.contact.trim() === '' && { contact: 'request_contact_missing' as const }),
    ...(form.proof.trim() === '' && { proof: 'request_proof_missing' as const }),
  }
}

/** The last instant that a request may have been made at to lapse now. */
export function lapsesIfMadeBy(now: Date): Date {
  return new Date(now.getTime() - PASSWORD_REQUEST_DAYS * 86_400_000)
}
