/** So many wrong codes are heard for a racket, then none for a while. Source: decision record 014 */
export const PICKUP_TRIES = 5

/** Minutes after the last wrong code in which none is forgotten; a pause lasts as long. */
export const PICKUP_PAUSE_MINUTES = 15

const MINUTE_MS = 60_000

/** Wrong codes that were said for a racket, and when they are forgotten; null where there is none. */
type WrongCodes = { wrongCodes: number; wrongCodesUntil: Date | null }

/** Whether no code is heard for a racket at the moment, not even the right one. */
export function isCodePaused({ wrongCodes, wrongCodesUntil }: WrongCodes, now: Date): boolean {
  return wrongCodesUntil !== null && wrongCodesUntil > now && wrongCodes >= PICKUP_TRIES
}

/** What is counted after one more wrong code. */
export function afterWrongCode({ wrongCodes, wrongCodesUntil }: WrongCodes, now: Date): WrongCodes {
  const isForgotten = wrongCodesUntil !== null && wrongCodesUntil <= now
  return {
    wrongCodes: isForgotten ? 1 : wrongCodes + 1,
    wrongCodesUntil: new Date(now.getTime() + PICKUP_PAUSE_MINUTES * MINUTE_MS),
  }
}
