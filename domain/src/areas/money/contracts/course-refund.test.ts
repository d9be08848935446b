import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../../../kernel/day.ts'
import {
  courseRefundPlan,
  expiryAfterRefund,
  type LeftHours,
  type PurchasedDays,
  type RefundablePurchase,
  whyNotRefundCourse,
} from './course-refund.ts'
import { contractAfterPurchase } from './package.ts'

const now = new Date('2026-11-22T12:10:00+08:00')
const first: RefundablePurchase = {
  id: '1',
  paidAt: new Date('2026-08-14T12:00:00+08:00'),
  hours: 20,
  paidFen: 840_000,
  returnedFen: 0,
  refundedHours: 0,
  refundedFen: 0,
  expiredHours: 0,
  isBound: false,
}
const second = { ...first, id: '2', paidAt: new Date('2026-10-13T12:00:00+08:00'), hours: 9, paidFen: 378_000 }
const lots: LeftHours[] = [
  { purchaseId: '1', isGift: false, leftHours: 5.5 },
  { purchaseId: '2', isGift: false, leftHours: 9 },
  { purchaseId: '1', isGift: true, leftHours: 1 },
]

test('first bought is first spent: the class that is kept takes of the first, and the subtraction is the sum by source', () => {
  expect(courseRefundPlan([first, second], lots, { keptHours: 1.5, now })).toEqual({
    paid: { hours: 29, fen: 1_218_000 },
    returned: { hours: 0, fen: 0 },
    refunded: { hours: 0, fen: 0 },
    used: { hours: 14.5, fen: 609_000 },
    expired: { hours: 0, fen: 0 },
    kept: { hours: 1.5, fen: 63_000 },
    bound: { hours: 0, fen: 0 },
    boundGiftHours: 0,
    back: { hours: 13, fen: 546_000 },
    giftHours: 1,
    endsContract: true,
    stayingHours: 0,
    parts: [
      { purchaseId: '1', hours: 4, giftHours: 1, amountFen: 168_000 },
      { purchaseId: '2', hours: 9, giftHours: 0, amountFen: 378_000 },
    ],
    isWhole: false,
  })
})

const untouched: LeftHours[] = [{ purchaseId: '2', isGift: false, leftHours: 9 }]

test.each([
  ['to the minute', new Date('2026-10-20T12:00:00+08:00'), untouched, 0, 378_000, true],
  ['a moment after seven days', new Date('2026-10-20T12:00:00.001+08:00'), untouched, 0, 378_000, false],
  ['with a class that is kept', second.paidAt, untouched, 1, 336_000, false],
] as const)('what nobody used comes back whole within seven days: %s', (_when, at, left, keptHours, fen, isWhole) => {
  const plan = courseRefundPlan([second], left, { keptHours, now: at })
  expect([plan.back.fen, plan.isWhole]).toEqual([fen, isWhole])
})

const bound = { ...second, isBound: true }
test.each([
  ['to the minute', new Date('2026-10-20T12:00:00+08:00'), untouched, 0, [9, 0]],
  ['a moment after its days', new Date('2026-10-20T12:00:00.001+08:00'), untouched, 0, [0, 9]],
  ['used within its days', bound.paidAt, [{ purchaseId: '2', isGift: false, leftHours: 8.5 }], 0, [0, 8.5]],
  ['with a class that is kept', bound.paidAt, untouched, 1, [0, 8]],
] as const)('terms that give back only within the first days: %s', (_when, at, left, keptHours, hours) => {
  const { back, bound: stays, endsContract } = courseRefundPlan([bound], left, { keptHours, now: at })
  expect([back.hours, stays.hours]).toEqual(hours)
  expect(endsContract).toBe(stays.hours === 0)
})

test('what such terms hold back stays on the contract with its gifts, and what was bought otherwise comes back', () => {
  const left: LeftHours[] = [...lots, { purchaseId: '2', isGift: true, leftHours: 0.5 }]
  expect(courseRefundPlan([first, bound], left, { keptHours: 1.5, now })).toMatchObject({
    bound: { hours: 9, fen: 378_000 },
    boundGiftHours: 0.5,
    back: { hours: 4, fen: 168_000 },
    giftHours: 1,
    endsContract: false,
    parts: [{ purchaseId: '1', hours: 4, giftHours: 1, amountFen: 168_000 }],
  })
})

test('a price that was lowered afterwards is the price of each hour', () => {
  const plan = courseRefundPlan(
    [{ ...first, returnedFen: 84_000 }],
    [{ ...untouched[0], purchaseId: '1' } as LeftHours],
    {
      keptHours: 0,
      now,
    },
  )
  expect(plan).toMatchObject({ back: { hours: 9, fen: 340_200 }, used: { hours: 11, fen: 415_800 } })
})

test('expired hours and gifts bring nothing, hours from elsewhere stay and are spent in their turn', () => {
  const left: LeftHours[] = [
    { purchaseId: null, isGift: false, leftHours: 2 },
    { purchaseId: '1', isGift: false, leftHours: 4 },
    { purchaseId: '1', isGift: true, leftHours: 1 },
  ]
  expect(courseRefundPlan([{ ...first, expiredHours: 10 }], left, { keptHours: 1.5, now })).toMatchObject({
    used: { hours: 6, fen: 252_000 },
    expired: { hours: 10, fen: 420_000 },
    kept: { hours: 0, fen: 0 },
    back: { hours: 4, fen: 168_000 },
    giftHours: 1,
    stayingHours: 0.5,
  })
  const lasting = { expiryDate: '2026-11-22' }
  const whyNot = (lots: LeftHours[], keptHours: number, today = '2026-11-22') =>
    whyNotRefundCourse(courseRefundPlan([first], lots, { keptHours, now }), lasting, today)
  expect(whyNot(left.slice(2), 0)).toBe('course_refund_nothing')
  expect(whyNot(left, 6)).toBe('course_refund_nothing')
  expect(whyNot(left, 5.5)).toBeUndefined()
  expect(whyNot(left, 0, '2026-11-23')).toBe('course_refund_nothing')
})

const halves = (max: number) => fc.integer({ min: 0, max: max * 2 }).map((count) => count / 2)
/** A purchase whose hours are somewhere: used, expired, paid back, or left. */
const anyPurchase = fc
  .record({
    hours: fc.integer({ min: 1, max: 60 }),
    hourFen: fc.integer({ min: 1, max: 90_001 }),
    returned: fc.double({ min: 0, max: 1, noNaN: true }),
    refunded: halves(20),
    expired: halves(20),
    used: halves(20),
    gift: halves(10),
    isBound: fc.boolean(),
  })
  .map(({ hours, hourFen, returned, refunded, expired, used, gift, isBound }) => {
    const paidFen = hours * hourFen
    const returnedFen = Math.floor((paidFen * returned) / 2)
    const refundedHours = Math.min(refunded, hours)
    const refundedFen = Math.floor(((paidFen - returnedFen) * refundedHours) / hours)
    const expiredHours = Math.min(expired, hours - refundedHours)
    const leftHours = Math.max(0, hours - refundedHours - expiredHours - used)
    return { hours, paidFen, returnedFen, refundedHours, refundedFen, expiredHours, leftHours, gift, isBound }
  })

test('whatever happened before: lines add up, sources add up, nothing exceeds what was paid, gifts bring nothing', () => {
  fc.assert(
    fc.property(
      fc.array(anyPurchase, { minLength: 1, maxLength: 4 }),
      halves(15),
      halves(40),
      (bought, entered, kept) => {
        const purchases = bought.map((one, at) => ({ ...one, id: String(at), paidAt: now }))
        const left: LeftHours[] = [
          { purchaseId: null, isGift: false, leftHours: entered },
          ...bought.map(({ leftHours }, at) => ({ purchaseId: String(at), isGift: false, leftHours })),
          ...bought.map(({ gift }, at) => ({ purchaseId: String(at), isGift: true, leftHours: gift })),
        ]
        const there = left.reduce((sum, { leftHours }) => sum + leftHours, 0)
        const keptHours = Math.min(kept, there)
        const plan = courseRefundPlan(purchases, left, { keptHours, now })
        const { paid, returned, refunded, used, expired, kept: held, bound: stays, back } = plan
        expect(paid.fen - returned.fen - refunded.fen - used.fen - expired.fen - held.fen - stays.fen).toBe(back.fen)
        expect(paid.hours - refunded.hours - used.hours - expired.hours - held.hours - stays.hours).toBe(back.hours)
        for (const line of [used, expired, held, stays, back])
          expect(Math.min(line.fen, line.hours)).toBeGreaterThanOrEqual(0)
        expect(plan.parts.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(back.fen)
        for (const { purchaseId, hours, amountFen } of plan.parts) {
          const { paidFen, returnedFen, refundedFen } = purchases[Number(purchaseId)] as (typeof purchases)[number]
          expect(amountFen).toBeLessThanOrEqual(paidFen - returnedFen - refundedFen)
          if (hours === 0) expect(amountFen).toBe(0)
        }
        // Everything that was there is kept, comes back, lapses or stays.
        const stayingHours = plan.stayingHours + stays.hours + plan.boundGiftHours
        expect(keptHours + back.hours + plan.giftHours + stayingHours).toBe(there)
        if (plan.endsContract) expect(stayingHours).toBe(0)
        // Keeping more never brings more.
        const more = courseRefundPlan(purchases, left, { keptHours: Math.min(keptHours + 0.5, there), now })
        expect(more.back.fen).toBeLessThanOrEqual(back.fen)
      },
    ),
    { numRuns: 300 },
  )
})

const days: PurchasedDays = {
  id: '1',
  hours: 9,
  refundedHours: 0,
  expiryBefore: '2026-12-01',
  validUntil: '2027-06-01',
}
const whole = { endsContract: false, parts: [{ purchaseId: '1', hours: 9, giftHours: 0, amountFen: 1 }] }
const part = { ...whole, parts: [{ purchaseId: '1', hours: 8.5, giftHours: 0, amountFen: 1 }] }
const at = { expiryDate: '2027-06-01', lastKeptDay: null, today: '2026-11-22' }
type Case = [
  string,
  Parameters<typeof expiryAfterRefund>[0],
  PurchasedDays,
  Parameters<typeof expiryAfterRefund>[2],
  Day,
]
test.each<Case>([
  ['all of it came back', whole, days, at, '2026-12-01'],
  ['some of it was used', part, days, at, '2027-06-01'],
  ['the rest of it came back', part, { ...days, refundedHours: 0.5 }, at, '2026-12-01'],
  ['it opened the contract, or a coach set it since', whole, { ...days, expiryBefore: null }, at, '2027-06-01'],
  ['the contract ends', { ...whole, endsContract: true }, days, at, '2027-06-01'],
  ['a class is kept beyond', whole, days, { ...at, lastKeptDay: '2026-12-24' }, '2026-12-24'],
  ['the earlier day is over', whole, days, { ...at, today: '2027-01-05' }, '2027-01-05'],
  ['the earlier day was the later one', whole, { ...days, expiryBefore: '2027-06-01' }, at, '2027-06-01'],
])('the last day of a contract when %s', (_what, plan, purchase, contract, day) => {
  expect(expiryAfterRefund(plan, [purchase], contract)).toBe(day)
})

test('whatever comes back in full, in whatever order: the last day is as if it had never been bought', () => {
  const anyTerms = fc.record({
    hours: fc.integer({ min: 1, max: 20 }),
    validDays: fc.integer({ min: 7, max: 400 }),
    boughtAfter: fc.integer({ min: 0, max: 40 }),
    comesBack: fc.constantFrom(0, 1, 2),
  })
  fc.assert(
    fc.property(fc.array(anyTerms, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 300 }), (bought, own) => {
      const first = '2026-01-01'
      const today = addDays(first, 200)
      const grow = (expiryDate: Day, hours: number, validDays: number, day: Day) =>
        contractAfterPurchase(
          { remainingSessions: 0, heldSessions: 0, expiryDate },
          { hours, giftHours: 0, validDays },
          day,
        ).expiryDate
      const begin = addDays(first, own)
      let expiryDate = begin
      let without = begin
      const purchases: PurchasedDays[] = []
      for (const [index, { hours, validDays, boughtAfter, comesBack }] of bought.entries()) {
        const day = addDays(first, boughtAfter)
        const validUntil = addDays(day, validDays)
        purchases.push({ id: String(index), hours, refundedHours: 0, expiryBefore: expiryDate, validUntil })
        expiryDate = grow(expiryDate, hours, validDays, day)
        if (comesBack === 0) without = grow(without, hours, validDays, day)
      }
      const bound = expiryDate
      // Two refunds, one after the other.
      for (const turn of [1, 2]) {
        const back = purchases.filter((_one, index) => bought[index]?.comesBack === turn)
        const parts = back.map(({ id, hours }) => ({ purchaseId: id, hours, giftHours: 0, amountFen: 1 }))
        const contract = { expiryDate, lastKeptDay: null, today }
        const next = expiryAfterRefund({ parts, endsContract: false }, purchases, contract)
        expect(next <= expiryDate).toBe(true)
        expiryDate = next
        for (const one of back) one.refundedHours = one.hours
      }
      const isBack = bought.some(({ comesBack }) => comesBack > 0)
      const expected = without > today || !isBack ? without : today
      expect([expiryDate]).toEqual([expected, bound].sort().slice(0, 1))
    }),
    { numRuns: 500 },
  )
})
