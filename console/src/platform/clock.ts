/** How far the server's clock is ahead of this computer's, in milliseconds. */
let aheadMs = 0

/** Sets the clock by the `date` header of an answer, which is exact to the second. */
export function setClockBy(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now()
  // Within a few seconds both are right, and the time on screen does not jump.
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < 5_000 ? 0 : ahead
}

/** The server's time. What is due or late is compared with it: the clock of a computer may be wrong. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}
