import { randomInt } from 'node:crypto'
import { dayOf } from '@paidang/domain/kernel/day'

const DIGITS = 8
const CODES = 10_000

/** Creates a readable order number: CX, the day, and eight random digits. A unique key refuses duplicates. */
export function newOrderNo(now: Date): string {
  return `CX${dayOf(now).split('-').join('')}${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`
}

/** Draws four random digits other than these codes. Undefined when all are taken. */
export function newPickupCode(used: readonly string[]): string | undefined {
  const taken = new Set(used)
  const free = Array.from({ length: CODES }, (_, code) => String(code).padStart(4, '0')).filter(
    (code) => !taken.has(code),
  )
  return free.length > 0 ? free[randomInt(free.length)] : undefined
}
