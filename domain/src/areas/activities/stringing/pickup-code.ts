/** After this many wrong codes for a racket, no code is accepted for a while. Source: decision record 014 */
export const PICKUP_TRIES = 5

/** The minutes after the last wrong code until the count resets. A pause lasts as long. */
export const PICKUP_PAUSE_MINUTES = 15

const MINUTE_MS = 60_000

/** The number of wrong codes for a racket, and when it resets; null when there is none. */
type WrongCodes = { wrongCodes: number; wrongCodesUntil: Date | null }

/** Whether no code is accepted for a racket at the moment, not even the correct one. */
export function isCodePaused({ wrongCodes, wrongCodesUntil }: WrongCodes, now: Date): boolean {
  return wrongCodesUntil !== null && wrongCodesUntil > now && wrongCodes >= PICKUP_TRIES
}

/** The count after one more wrong code. */
export function afterWrongCode({ wrongCodes, wrongCodesUntil }: WrongCodes, now: Date): WrongCodes {
  const isForgotten = wrongCodesUntil !== null && wrongCodesUntil <= now
  return {
    wrongCodes: isForgotten ? 1 : wrongCodes + 1,
    wrongCodesUntil: new Date(now.getTime() + PICKUP_PAUSE_MINUTES * MINUTE_MS),
  }
}
