import type { Sport } from '../../kernel/sport.ts'
import { TENSION_LIMITS, tensionLimits } from './tension.ts'

/** How many rackets a player keeps here at most. */
export const MAX_RACKETS = 30

/** What the rules know of a racket; limits in pounds, null where only the sport's count. */
export type RacketSaid = {
  sport: Sport
  brand: string
  model: string
  minTension: number | null
  maxTension: number | null
}

export type RacketRefusal = 'racket_name_missing' | 'racket_limits_invalid'

/** Why a racket cannot be kept as it is said: it has no name, or limits that its sport does not have. */
export function whyNotRacket(racket: RacketSaid): RacketRefusal | undefined {
  if (racket.brand.trim() === '' || racket.model.trim() === '') return 'racket_name_missing'
  const { min, max } = tensionLimits(racket)
  const ofSport = TENSION_LIMITS[racket.sport]
  if (min < ofSport.min || max > ofSport.max || min > max) return 'racket_limits_invalid'
  return undefined
}
