import { randomInt } from 'node:crypto'
import { dayOf } from '@paidang/domain/kernel/day'

const DIGITS = 8
const CODES = 10_000

/** A number for an order that is read and told: CX, its day, eight digits of chance. Two alike are refused by a key. */
export function newOrderNo(now: Date): string {
  return `CX${dayOf(now).split('-').join('')}${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`
}

/** Four digits of chance that are none of these; undefined when all are taken. */
export function newPickupCode(used: readonly string[]): string | undefined {
  const taken = new Set(used)
  const free = Array.from({ length: CODES }, (_, code) => String(code).padStart(4, '0')).filter(
    (code) => !taken.has(code),
  )
  return free.length > 0 ? free[randomInt(free.length)] : undefined
}
