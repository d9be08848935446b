import { isMobile, plainPhone } from '../../../kernel/phone.ts'

const USERNAME_FORM = /^(?![0-9]+$)[A-Za-z0-9_]{4,32}$/
const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128

/** How long a one-time password from support opens a log-in, in hours. */
export const ONE_TIME_HOURS = 24

/** A user name as it is compared and stored: in lower case. A mobile number in any spelling becomes its digits. */
export function plainUsername(username: string): string {
  const phone = plainPhone(username)
  return isMobile(phone) ? phone : username.trim().toLowerCase()
}

/**
 * Why this cannot be a user name; undefined when it can. A name of digits only is a phone number.
 * Source: decision record 017
 */
export function usernameFault(username: string): 'username_missing' | 'username_invalid' | undefined {
  const text = username.trim()
  if (text === '') return 'username_missing'
  return USERNAME_FORM.test(text) ? undefined : 'username_invalid'
}

/** Why this cannot be a password; undefined when it can. Source: decision record 017 */
export function passwordFault(password: string): 'password_weak' | undefined {
  const { length } = password
  const isStrong = length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH
  return isStrong && /[A-Za-z]/.test(password) && /[0-9]/.test(password) ? undefined : 'password_weak'
}
