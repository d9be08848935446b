import type { Order } from '@paidang/api/areas/payments'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * The later one of two states of an order. An order never becomes unpaid again, so an unpaid answer can be outdated.
 */
export function furthest(known: Order | undefined, answer: Order): Order {
  return known && known.state !== 'UNPAID' && answer.state === 'UNPAID' ? known : answer
}

/** The delay before the next poll for a payment of this age, both in ms. It grows from 2 s to 5 s to 10 s. */
export function pollDelay(age: number): number {
  const seconds = age < 20 * SECOND_MS ? 2 : age < 2 * MINUTE_MS ? 5 : 10
  return seconds * SECOND_MS
}
