import { expect, test } from 'vitest'
import { capMet, LEGAL_MINOR_CAPS, NO_CAPS, whyCapped, whyNotCaps } from './purchase-caps.ts'

const terms = { hours: 20, giftHours: 1, priceFen: 400_000, validDays: 90, refundRule: 'UNUSED' } as const
const nothing = { hours: 0, fen: 0 }

test.each([
  ['nothing is capped', NO_CAPS, nothing, undefined],
  ['all fit to the last hour', { ...NO_CAPS, hours: 20 }, nothing, undefined],
  ['all fit to the last fen', { ...NO_CAPS, fen: 400_000 }, nothing, undefined],
  ['hours are left', { ...NO_CAPS, hours: 60 }, { hours: 50, fen: 0 }, '本月最多再买 10 课时'],
  ['no hours are left', { ...NO_CAPS, hours: 60 }, { hours: 60, fen: 0 }, '已到本月上限 60 课时'],
  ['money is left', { ...NO_CAPS, fen: 500_000 }, { hours: 0, fen: 150_000 }, '本月最多再买 ¥3,500'],
  ['no money is left', { ...NO_CAPS, fen: 500_000 }, { hours: 0, fen: 500_000 }, '已到本月上限 ¥5,000'],
  ['it lasts as long as the cap', { ...NO_CAPS, months: 3 }, nothing, undefined],
  ['it lasts longer', { ...NO_CAPS, months: 2 }, nothing, '有效期最多 2 个月'],
] as const)('a purchase meets a cap by its name: %s', (_what, caps, bought, met) => {
  expect(capMet(terms, caps, bought)).toBe(met)
})

test('what is for a minor meets the caps of minors first, and counts for its buyer', () => {
  const bought = { all: { hours: 45, fen: 0 }, minor: nothing }
  const room = { caps: { buyer: { ...NO_CAPS, hours: 60 }, minor: LEGAL_MINOR_CAPS }, bought }
  expect(whyCapped(terms, true, room)).toBe('本月最多再买 15 课时')
  expect(whyCapped({ ...terms, priceFen: 600_000 }, true, room)).toBe('本月最多再买 ¥5,000')
  expect(whyCapped({ ...terms, hours: 15, priceFen: 600_000 }, false, room)).toBeUndefined()
  const firm = { ...terms, hours: 1, refundRule: 'FIRST_DAYS' } as const
  expect([true, false].map((isForMinor) => whyCapped(firm, isForMinor, room))).toEqual(['未成年人不能买', undefined])
})

test.each([
  ['none', { buyer: NO_CAPS, minor: null }, undefined],
  ['those of the law', { buyer: NO_CAPS, minor: LEGAL_MINOR_CAPS }, undefined],
  [
    'stricter ones',
    { buyer: { months: 12, hours: 100, fen: null }, minor: { months: 1, hours: 20, fen: 1 } },
    undefined,
  ],
  ['more than the law', { buyer: NO_CAPS, minor: { ...LEGAL_MINOR_CAPS, hours: 61 } }, 'caps_above_law'],
  ['a part of the law', { buyer: NO_CAPS, minor: { ...LEGAL_MINOR_CAPS, fen: null } }, 'caps_above_law'],
  ['a cap of nothing', { buyer: { ...NO_CAPS, hours: 0 }, minor: null }, 'caps_invalid'],
] as const)('a club sets caps: %s', (_what, caps, refusal) => {
  expect(whyNotCaps(caps)).toBe(refusal)
})
