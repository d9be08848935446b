import type { Order } from '@paidang/api/areas/payments'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** An order never becomes unpaid again: an answer that was on its way while it was settled is older than what is known. */
export function furthest(known: Order | undefined, answer: Order): Order {
  return known && known.state !== 'UNPAID' && answer.state === 'UNPAID' ? known : answer
}

/** How long to wait until the server is asked again, so long after the payment began (both in ms): 2 s, then 5 s, then 10 s. */
export function pollDelay(age: number): number {
  const seconds = age < 20 * SECOND_MS ? 2 : age < 2 * MINUTE_MS ? 5 : 10
  return seconds * SECOND_MS
}
