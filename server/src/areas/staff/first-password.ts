import { randomInt } from 'node:crypto'
import { passwordFault } from '@paidang/domain/areas/auth/credentials'

/** Without those that are taken for each other when read from a screen. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

/** A password that nobody guesses, for somebody to type off a screen once. */
export function firstPassword(): string {
  const password = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return passwordFault(password) === undefined ? password : firstPassword()
}
