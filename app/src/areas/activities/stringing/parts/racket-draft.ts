import type { Racket, RacketForm } from '@paidang/api/areas/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { whyNotRacket } from '@paidang/domain/areas/stringing/racket'
import { TENSION_LIMITS, TENSION_STEP } from '@paidang/domain/areas/stringing/tension'
import { SPORT_NAMES, type Sport } from '@paidang/domain/kernel/sport'

/** The input about a racket. Numbers are typed texts, empty where unknown. */
export type RacketDraft = {
  sport: Sport
  brand: string
  model: string
  pattern: string
  weight: string
  gripSize: string
  code: string
  minTension: string
  maxTension: string
  isMain: boolean
}

/** A field that can be wrong. The two limits are judged together. */
export type RacketField = 'brand' | 'model' | 'weight' | 'limits'

const MIN_GRAMS = 50
const MAX_GRAMS = 500

export const EMPTY_RACKET: RacketDraft = {
  sport: 'tennis',
  brand: '',
  model: '',
  pattern: '',
  weight: '',
  gripSize: '',
  code: '',
  minTension: '',
  maxTension: '',
  isMain: false,
}

/** Returns the draft with which the form of a racket begins. */
export function draftOfRacket(racket: Racket): RacketDraft {
  const { sport, brand, model, pattern, gripSize, code, isMain } = racket
  const typed = (value: number | null) => (value === null ? '' : String(value))
  return {
    ...{ sport, brand, model, pattern, gripSize, code, isMain },
    weight: typed(racket.weightGrams),
    minTension: typed(racket.minTension),
    maxTension: typed(racket.maxTension),
  }
}

/** Whether something was typed or chosen since. */
export function isRacketChanged(before: RacketDraft, now: RacketDraft): boolean {
  return (Object.keys(before) as (keyof RacketDraft)[]).some((key) => before[key] !== now[key])
}

/** Parses an optional number: null when it is empty, undefined when it is no number. */
function numberOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Returns what is wrong with each field, as messages. */
export function racketFaults(draft: RacketDraft): Partial<Record<RacketField, string>> {
  const faults: Partial<Record<RacketField, string>> = {}
  if (draft.brand.trim() === '') faults.brand = '请填写品牌'
  if (draft.model.trim() === '') faults.model = '请填写型号'
  const weight = numberOf(draft.weight)
  const isWeight =
    weight === null || (Number.isInteger(weight) && Number(weight) >= MIN_GRAMS && Number(weight) <= MAX_GRAMS)
  if (!isWeight) faults.weight = `请填写 ${MIN_GRAMS} 到 ${MAX_GRAMS} 的整数`
  if (!areLimits(draft)) faults.limits = `${errors.racket_limits_invalid.message}，${limitsOfSport(draft.sport)}`
  return faults
}

function areLimits({ sport, minTension, maxTension }: RacketDraft): boolean {
  const min = numberOf(minTension)
  const max = numberOf(maxTension)
  if (min === undefined || max === undefined) return false
  const isStepped = [min, max].every((pounds) => pounds === null || Number.isInteger(pounds / TENSION_STEP))
  return isStepped && !whyNotRacket({ sport, brand: '.', model: '.', minTension: min, maxTension: max })
}

/** Formats the tension range of a sport: 网球拍 30–70 lb. */
export function limitsOfSport(sport: Sport): string {
  const { min, max } = TENSION_LIMITS[sport]
  return `${SPORT_NAMES[sport]}拍 ${min}–${max} lb`
}

/** Returns the request body of a draft without faults. */
export function racketForm(draft: RacketDraft): RacketForm {
  const { sport, brand, model, pattern, gripSize, code, isMain } = draft
  return {
    sport,
    isMain,
    brand: brand.trim(),
    model: model.trim(),
    pattern: pattern.trim(),
    gripSize: gripSize.trim(),
    code: code.trim(),
    weightGrams: numberOf(draft.weight) ?? null,
    minTension: numberOf(draft.minTension) ?? null,
    maxTension: numberOf(draft.maxTension) ?? null,
  }
}
