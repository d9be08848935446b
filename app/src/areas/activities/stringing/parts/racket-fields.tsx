import type { Racket, RacketForm } from '@paidang/api/areas/activities/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { whyNotRacket } from '@paidang/domain/areas/activities/stringing/racket'
import { TENSION_LIMITS, TENSION_STEP } from '@paidang/domain/areas/activities/stringing/tension'
import { SPORT_NAMES, SPORTS, type Sport } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Card, CardHead } from '../../../../ui/card'
import { Field } from '../../../../ui/field'
import { Segmented } from '../../../../ui/segmented'
import { Switch } from '../../../../ui/switch'
import styles from '../racket-view.module.scss'

const SPORT_ITEMS = SPORTS.map((key) => ({ key, text: SPORT_NAMES[key] }))

type Props = {
  draft: RacketDraft
  onChange: (change: Partial<RacketDraft>) => void
  /** The user tried to save the draft, so every fault is shown. */
  wasSent: boolean
  /** The racket has orders, so its sport cannot change. */
  isSportFixed: boolean
  /** Why this is the main racket regardless of the input. */
  mainReason: string | undefined
}

/** The fields of a racket. A field is checked when the user leaves it, and then at each change. */
export function RacketFields({ draft, onChange, wasSent, isSportFixed, mainReason }: Props) {
  const [left, setLeft] = useState<readonly RacketField[]>([])
  const faults = racketFaults(draft)
  const field = (name: RacketField) => ({
    onBlur: () => setLeft((before) => [...before, name]),
    error: wasSent || left.includes(name) ? faults[name] : undefined,
  })
  return (
    <Card>
      <CardHead title="球拍资料" />
      {isSportFixed ? (
        <View className="mb-12 t-sub muted">{`${SPORT_NAMES[draft.sport]}拍，穿过线后不能改运动`}</View>
      ) : (
        <View className="mb-12">
          <Segmented items={SPORT_ITEMS} value={draft.sport} label="运动" onChange={(sport) => onChange({ sport })} />
        </View>
      )}
      <Field
        label="品牌"
        value={draft.brand}
        onInput={(brand) => onChange({ brand })}
        placeholder="例如 海岬"
        maxLength={20}
        {...field('brand')}
      />
      <Field
        label="型号"
        value={draft.model}
        onInput={(model) => onChange({ model })}
        placeholder="例如 疾风 98"
        maxLength={30}
        {...field('model')}
      />
      <View className={styles.pair}>
        <View className={styles.half}>
          <Field
            label="线床（选填）"
            value={draft.pattern}
            onInput={(pattern) => onChange({ pattern })}
            placeholder="例如 16×19"
            maxLength={10}
          />
        </View>
        <View className={styles.half}>
          <Field
            label="重量（克，选填）"
            value={draft.weight}
            onInput={(weight) => onChange({ weight })}
            placeholder="例如 305"
            type="number"
            maxLength={3}
            {...field('weight')}
          />
        </View>
      </View>
      <View className={styles.pair}>
        <View className={styles.half}>
          <Field
            label="手柄（选填）"
            value={draft.gripSize}
            onInput={(gripSize) => onChange({ gripSize })}
            placeholder={draft.sport === 'tennis' ? '例如 G2' : '例如 4U G5'}
            maxLength={10}
          />
        </View>
        <View className={styles.half}>
          <Field
            label="编号（选填）"
            value={draft.code}
            onInput={(code) => onChange({ code })}
            placeholder="例如 A-07"
            maxLength={20}
          />
        </View>
      </View>
      <View className={styles.pair}>
        <View className={styles.half}>
          <Field
            label="最低磅数（选填）"
            value={draft.minTension}
            onInput={(minTension) => onChange({ minTension })}
            type="digit"
            maxLength={4}
            {...field('limits')}
          />
        </View>
        <View className={styles.half}>
          <Field
            label="最高磅数（选填）"
            value={draft.maxTension}
            onInput={(maxTension) => onChange({ maxTension })}
            type="digit"
            maxLength={4}
            onBlur={field('limits').onBlur}
          />
        </View>
      </View>
      <View className="mb-4 t-caption muted">{`拍框上印的磅数范围；不填按${limitsOfSport(draft.sport)}`}</View>
      <Switch
        checked={draft.isMain || mainReason !== undefined}
        disabled={mainReason !== undefined}
        onChange={(isMain) => onChange({ isMain })}
      >
        主拍
      </Switch>
      <View className="mb-4 t-caption muted">{mainReason ?? '在这里上的课、打的球局，时长算在主拍上'}</View>
    </Card>
  )
}

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
type RacketField = 'brand' | 'model' | 'weight' | 'limits'

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
function limitsOfSport(sport: Sport): string {
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
