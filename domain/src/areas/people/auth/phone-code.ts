import { LOGIN_TRIES } from './session.ts'

/** A code sent to a phone number: six digits that prove the number once, for five minutes. Source: decision record 060 */
export const CODE_DIGITS = 6
export const CODE_MINUTES = 5

/** The pause between two codes for one number, in seconds. */
export const RESEND_SECONDS = 60

/** How many codes a day brings to one number, and to the numbers that one address types. */
export const CODES_PER_DAY = { number: 10, address: 50 } as const

/**
 * From which send of a day on the sender reads a picture first. An address is shared by a club or a carrier, so it may
 * send more.
 */
export const PICTURE_FROM = { number: 3, address: 11 } as const

/** How long a picture can be answered, in minutes. */
export const PICTURE_MINUTES = 5

/**
 * How many tries of a code one window accepts. `pair`: one number from one address. `number`: one number from
 * everywhere. `address`: any number from one address.
 */
export const CODE_TRIES = { pair: LOGIN_TRIES, number: 20, address: 60 } as const

/**
 * The codes sent in this day, the one that is asked for included, and when the number got its last one; instants in
 * milliseconds.
 */
export type Sends = { number: number; address: number; all: number; lastAt: number | undefined }

export type SendRefusal = 'code_sent_lately' | 'codes_too_many' | 'picture_needed'

/** Why no code is sent now; undefined when one is. `dailyLimit` holds for all numbers of the deployment together. */
export function whyNotSend(
  { number, address, all, lastAt }: Sends,
  { hasPicture, dailyLimit, now }: { hasPicture: boolean; dailyLimit: number; now: number },
): SendRefusal | undefined {
  if (lastAt !== undefined && secondsToWait(lastAt, now) > 0) return 'code_sent_lately'
  if (number > CODES_PER_DAY.number || address > CODES_PER_DAY.address || all > dailyLimit) return 'codes_too_many'
  const isUsual = number < PICTURE_FROM.number && address < PICTURE_FROM.address
  return isUsual || hasPicture ? undefined : 'picture_needed'
}

/** The seconds until a number gets another code; instants in milliseconds. */
export function secondsToWait(lastAt: number, now: number): number {
  return Math.max(0, Math.ceil((lastAt + RESEND_SECONDS * 1000 - now) / 1000))
}

/** A typed code without the blanks that a keyboard adds; undefined for what is no code. */
export function plainCode(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/\s/g, '')
  return digits.length === CODE_DIGITS && /^[0-9]+$/.test(digits) ? digits : undefined
}

/**
 * What a proven number opens. CREATE: a new account, since nobody has the number. ENTER: the account that proved it
 * before. ASK: an account only claims it, and its password says whether it is the same person.
 */
export function entryOf(holder: { isVerified: boolean } | undefined): 'CREATE' | 'ENTER' | 'ASK' {
  if (!holder) return 'CREATE'
  return holder.isVerified ? 'ENTER' : 'ASK'
}
