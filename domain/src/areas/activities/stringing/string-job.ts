import type { Fen } from '../../../kernel/fen.ts'
import type { Sport } from '../../../kernel/sport.ts'

/** The materials of strings. */
export const STRING_MATERIALS = ['POLY', 'NYLON', 'MULTI', 'GUT'] as const
export type StringMaterial = (typeof STRING_MATERIALS)[number]

export const MATERIAL_NAMES: Record<StringMaterial, string> = {
  POLY: '聚酯',
  NYLON: '尼龙',
  MULTI: '多芯',
  GUT: '羊肠',
}

/** The two halves of a string bed. */
export const STRING_PARTS = ['mains', 'crosses'] as const
export type StringPart = (typeof STRING_PARTS)[number]

export const PART_NAMES: Record<StringPart, string> = { mains: '主线', crosses: '横线' }

/** The sources of a string: the player brings it, or the shop has it. */
export const STRING_SOURCES = ['OWN', 'SHOP'] as const
export type StringSource = (typeof STRING_SOURCES)[number]

/** The highest price of a service, or of half a string bed: ¥100,000. */
export const MAX_JOB_FEN = 10_000_000
/** The most of a string that a shop can have, or take in at once. */
export const MAX_STRING_METRES = 10_000

/** The metres of string that each half of a bed takes. */
export const METRES: Record<Sport, Record<StringPart, number>> = {
  tennis: { mains: 6.5, crosses: 5.5 },
  badminton: { mains: 5.5, crosses: 4.5 },
}

/** Whether metres are in tenths. 0.1 and 12.3 have no exact binary form, so the nearest number counts. */
export function isTenths(metres: number): boolean {
  return Math.round(metres * 10) / 10 === metres
}

/** The exact difference of two lengths in tenths of a metre, with its sign. From 12.2 to 12.3 it is 0.1. */
export function tenthsBetween(from: number, to: number): number {
  return Math.round((to - from) * 10) / 10
}

/** The number of rackets that a length can string, with one decimal. */
export function setsOf(metres: number, sport: Sport): number {
  const { mains, crosses } = METRES[sport]
  const tenths = Math.round(metres * 10)
  return Math.floor(tenths / (mains + crosses)) / 10
}

/** The number of knots that tie off a string bed. */
export const KNOTS = [2, 4] as const
/** The percentages by which a string is stretched before stringing. */
export const PRE_STRETCHES = [0, 5, 10] as const

export const MAX_NOTES = 200

/** How a racket comes to the shop and back. */
export const HAND_INS = ['DROP_OFF', 'COURIER'] as const
export type HandIn = (typeof HAND_INS)[number]

export const HAND_IN_NAMES: Record<HandIn, string> = { DROP_OFF: '到店送取', COURIER: '上门取送' }

/** A price line of an order. */
export type PriceLine = { label: string; quantity: number; unitFen: Fen }

type PricedString = { id: string; label: string; halfPriceFen: Fen }

/** The priced parts of an order. A string of the player's own is null. */
export type PricedJob = {
  labour: { name: string; priceFen: Fen }
  extras: readonly { name: string; priceFen: Fen }[]
  mains: PricedString | null
  crosses: PricedString | null
  courierFeeFen: Fen | null
}

/**
 * The price lines of a stringing order, in reading order: strings by the half set, labour, extras, courier. One string
 * in both halves is one line of two halves.
 */
export function priceLinesOf({ labour, extras, mains, crosses, courierFeeFen }: PricedJob): PriceLine[] {
  const isOneString = mains !== null && crosses !== null && mains.id === crosses.id
  const halfLine = (part: StringPart, string: PricedString | null): PriceLine[] =>
    string ? [{ label: `${PART_NAMES[part]} ${string.label} 半副`, quantity: 1, unitFen: string.halfPriceFen }] : []
  const strings = isOneString
    ? [{ label: `主横 ${mains.label} 半副`, quantity: 2, unitFen: mains.halfPriceFen }]
    : [...halfLine('mains', mains), ...halfLine('crosses', crosses)]
  return [
    ...strings,
    { label: labour.name, quantity: 1, unitFen: labour.priceFen },
    ...extras.map(({ name, priceFen }) => ({ label: name, quantity: 1, unitFen: priceFen })),
    ...(courierFeeFen === null ? [] : [{ label: '上门取送', quantity: 1, unitFen: courierFeeFen }]),
  ]
}

/** The name of a string in its price line, without the half of the bed. */
export function stringOfLine(label: string): string {
  return label.replace(/^(主线|横线|主横) | 半副$/g, '')
}

/** The sum of the lines, in fen. */
export function sumOfLines(lines: readonly PriceLine[]): Fen {
  return lines.reduce((sum, { quantity, unitFen }) => sum + quantity * unitFen, 0)
}
