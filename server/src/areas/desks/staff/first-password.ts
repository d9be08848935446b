import { randomInt } from 'node:crypto'
import { passwordFault } from '@paidang/domain/areas/auth/credentials'

/** Without characters that are easily confused on a screen. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

/** Creates a random password for a person to type off a screen once. */
export function firstPassword(): string {
  const password = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return passwordFault(password) === undefined ? password : firstPassword()
}
