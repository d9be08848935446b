import { expect, test } from 'vitest'
import {
  linesOfForm,
  metresOf,
  type StringForm,
  type StringOffer,
  type StrungRacket,
  whyNotString,
} from './string-form.ts'

const now = new Date('2026-11-20T12:00:00+08:00')
const hoursOn = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const offer: StringOffer = {
  turnaroundHours: 2,
  openFrom: 20,
  openTo: 42,
  courierFeeFen: 1_500,
  services: [
    { id: '1', kind: 'LABOUR', sport: 'tennis', name: '手工费', priceFen: 5_000 },
    { id: '2', kind: 'EXTRA', sport: 'tennis', name: '换护线条', priceFen: 2_000 },
    { id: '3', kind: 'LABOUR', sport: 'badminton', name: '手工费', priceFen: 3_000 },
    { id: '4', kind: 'LABOUR', sport: 'tennis', name: '免费体验', priceFen: 0 },
  ],
  strings: [
    { id: '11', sport: 'tennis', brand: '弦音', name: '螺旋', halfPriceFen: 6_000, freeMetres: 12 },
    { id: '12', sport: 'tennis', brand: '弦音', name: '柔芯', halfPriceFen: 8_000, freeMetres: 5.5 },
    { id: '13', sport: 'badminton', brand: '弦音', name: '高弹', halfPriceFen: 2_500, freeMetres: 100 },
  ],
}
const racket: StrungRacket = { sport: 'tennis', minTension: null, maxTension: null }
const own = { source: 'OWN' as const, name: '自己的线', tension: 52 }
const poly = { source: 'SHOP' as const, stringId: '11', tension: 52 }
const multi = { source: 'SHOP' as const, stringId: '12', tension: 50 }

const form: StringForm = {
  serviceId: '1',
  extraIds: ['2'],
  mains: poly,
  crosses: multi,
  handIn: 'DROP_OFF',
  hasAddress: false,
  dueAt: undefined,
}
const refusal = (over: Partial<StringForm>, of: Partial<StringOffer> = {}, limits: Partial<StrungRacket> = {}) =>
  whyNotString({ ...form, ...over }, { ...racket, ...limits }, { ...offer, ...of }, now)

test.each<[string, Partial<StringForm>]>([
  ['strings of the shop and an extra', {}],
  ['one string in both halves, the last twelve metres', { crosses: poly }],
  ['both strings his own, nothing else', { mains: own, crosses: own, extraIds: [] }],
  ['a courier to an address', { handIn: 'COURIER', hasAddress: true }],
  ['the first moment at which it can be ready', { dueAt: hoursOn(2) }],
  [
    'tensions at the ends of what the sport takes',
    { mains: { ...poly, tension: 30 }, crosses: { ...multi, tension: 70 } },
  ],
])('a shop accepts it: %s', (_case, over) => {
  expect(refusal(over)).toBeUndefined()
})

test.each<[string, Partial<StringForm>, string]>([
  ['labour of another sport', { serviceId: '3' }, 'stringing_service_unfit'],
  ['an extra for labour', { serviceId: '2' }, 'stringing_service_unfit'],
  ['labour that costs nothing', { serviceId: '4' }, 'stringing_service_unfit'],
  ['a service that the shop does not have', { serviceId: '9' }, 'stringing_service_unfit'],
  ['labour for an extra', { extraIds: ['1'] }, 'stringing_service_unfit'],
  ['an extra twice', { extraIds: ['2', '2'] }, 'stringing_service_unfit'],
  ['a string of another sport', { mains: { ...poly, stringId: '13' } }, 'stringing_string_unfit'],
  ['a string that the shop does not have', { crosses: { ...poly, stringId: '9' } }, 'stringing_string_unfit'],
  ['a string of his own without a name', { crosses: { ...own, name: ' ' } }, 'stringing_string_missing'],
  ['less than the sport takes', { mains: { ...poly, tension: 29.5 } }, 'stringing_tension_invalid'],
  ['more than the sport takes', { crosses: { ...own, tension: 70.5 } }, 'stringing_tension_invalid'],
  ['a quarter of a pound', { crosses: { ...own, tension: 52.25 } }, 'stringing_tension_invalid'],
  ['a courier to nowhere', { handIn: 'COURIER' }, 'address_missing'],
  ['before the shop can have it ready', { dueAt: hoursOn(1) }, 'stringing_due_invalid'],
  ['more string than lies there', { mains: multi }, 'stringing_string_short'],
])('a shop refuses it: %s', (_case, over, code) => {
  expect(refusal(over)).toBe(code)
})

test('a racket with its own limits is strung within these', () => {
  const limits = { minTension: 45, maxTension: 50.5 }
  expect(refusal({}, {}, limits)).toBe('stringing_tension_invalid')
  expect(refusal({ mains: { ...poly, tension: 50.5 } }, {}, limits)).toBeUndefined()
})

test('without a courier service no courier comes, whatever the address', () => {
  expect(refusal({ handIn: 'COURIER', hasAddress: true }, { courierFeeFen: null })).toBe('stringing_without_courier')
})

test('one string for both halves is short when it is enough for only one half', () => {
  const strings = offer.strings.map((string) => ({ ...string, freeMetres: 11.9 }))
  expect(refusal({ crosses: poly }, { strings })).toBe('stringing_string_short')
  expect(refusal({}, { strings })).toBeUndefined()
})

test('metres are summed by string, and the player’s own string takes none from the shop', () => {
  expect([...metresOf({ mains: poly, crosses: multi }, 'tennis')]).toEqual([
    ['11', 6.5],
    ['12', 5.5],
  ])
  expect([...metresOf({ mains: poly, crosses: poly }, 'badminton')]).toEqual([['11', 10]])
  expect(metresOf({ mains: own, crosses: own }, 'tennis').size).toBe(0)
})

test('the price lines are the chosen things, in reading order', () => {
  expect(linesOfForm({ ...form, handIn: 'COURIER' }, offer)).toEqual([
    { label: '主线 弦音 螺旋 半副', quantity: 1, unitFen: 6_000 },
    { label: '横线 弦音 柔芯 半副', quantity: 1, unitFen: 8_000 },
    { label: '手工费', quantity: 1, unitFen: 5_000 },
    { label: '换护线条', quantity: 1, unitFen: 2_000 },
    { label: '上门取送', quantity: 1, unitFen: 1_500 },
  ])
  expect(linesOfForm({ ...form, mains: own, crosses: own, extraIds: [] }, offer)).toEqual([
    { label: '手工费', quantity: 1, unitFen: 5_000 },
  ])
  expect(linesOfForm({ ...form, serviceId: '9' }, offer)).toEqual([])
})
