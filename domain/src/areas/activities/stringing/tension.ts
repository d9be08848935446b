import type { Sport } from '../../../kernel/sport.ts'

/** The tensions of a sport in pounds, both ends included. A racket may have narrower limits. */
export const TENSION_LIMITS: Record<Sport, { min: number; max: number }> = {
  tennis: { min: 30, max: 70 },
  badminton: { min: 16, max: 36 },
}

/** The default tensions, in pounds. */
export const DEFAULT_TENSION: Record<Sport, { mains: number; crosses: number }> = {
  tennis: { mains: 52, crosses: 50 },
  badminton: { mains: 24, crosses: 26 },
}

/** Tensions are in halves of a pound. */
export const TENSION_STEP = 0.5

/** One pound is exactly 0.45359237 kg; this many hundred-millionths. */
const KG_E8_PER_POUND = 45_359_237
const E8_PER_CENT = 1_000_000

/** The tension in kilograms as text, rounded half up from the exact value to two decimals: 52 lb is 23.59. */
export function kilogramsOf(pounds: number): string {
  const twiceExactE8 = Math.round(pounds * 2) * KG_E8_PER_POUND
  const cents = Math.floor((twiceExactE8 + E8_PER_CENT) / (2 * E8_PER_CENT))
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** The limits of a racket: its own where they are known, else those of its sport. */
export function tensionLimits({
  sport,
  minTension,
  maxTension,
}: {
  sport: Sport
  minTension: number | null
  maxTension: number | null
}): { min: number; max: number } {
  const limits = TENSION_LIMITS[sport]
  return { min: minTension ?? limits.min, max: maxTension ?? limits.max }
}

/** Whether this tension in pounds is within the limits of a racket. */
export function isTension(pounds: number, { min, max }: { min: number; max: number }): boolean {
  return pounds >= min && pounds <= max && Number.isInteger(pounds / TENSION_STEP)
}
