import type { Sport } from '../../../kernel/sport.ts'
import { TENSION_LIMITS, tensionLimits } from './tension.ts'

/** The most rackets of a player. */
export const MAX_RACKETS = 30

/** The fields of a racket that the rules check. Limits are in pounds, null where only the sport's limits apply. */
export type RacketInput = {
  sport: Sport
  brand: string
  model: string
  minTension: number | null
  maxTension: number | null
}

export type RacketRefusal = 'racket_name_missing' | 'racket_limits_invalid'

/**
 * Why a racket cannot be saved with these values; undefined when it can. It needs a name and limits within those of its
 * sport.
 */
export function whyNotRacket(racket: RacketInput): RacketRefusal | undefined {
  if (racket.brand.trim() === '' || racket.model.trim() === '') return 'racket_name_missing'
  const { min, max } = tensionLimits(racket)
  const ofSport = TENSION_LIMITS[racket.sport]
  if (min < ofSport.min || max > ofSport.max || min > max) return 'racket_limits_invalid'
  return undefined
}
