import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contractAfterPurchase,
  contractToJoin,
  packageFaults,
  packageHourFen,
  packageSavingFen,
  packageToPropose,
  whyNotPackage,
} from './package.ts'

const TERMS = { hours: 20, giftHours: 1, priceFen: 760_000, validDays: 270 }

test.each([
  ['sound terms', {}, undefined],
  ['no hours', { hours: 0 }, 'package_hours_invalid'],
  ['half an hour', { hours: 0.5 }, 'package_hours_invalid'],
  ['more gifts than hours', { giftHours: 21 }, 'package_hours_invalid'],
  ['as many gifts as hours', { giftHours: 20 }, undefined],
  ['an hour of no whole fen', { hours: 3, priceFen: 100_000 }, 'package_price_invalid'],
  ['a price of nothing', { priceFen: 0 }, 'package_price_invalid'],
  ['fewer days than all comes back', { validDays: 6 }, 'package_days_invalid'],
  ['as many days', { validDays: 7 }, undefined],
  ['three years and a day', { validDays: 1_096 }, 'package_days_invalid'],
])('%s can be offered or say why not', (_case, over, refusal) => {
  expect(whyNotPackage({ ...TERMS, giftHours: 'hours' in over ? 0 : 1, ...over })).toBe(refusal)
})

test('each of the terms has its own fault, and the price is judged by sound hours alone', () => {
  expect(packageFaults(TERMS)).toEqual({})
  expect(packageFaults({ ...TERMS, giftHours: 21 })).toEqual({ giftHours: 'package_hours_invalid' })
  expect(packageFaults({ ...TERMS, hours: 0, priceFen: 1 })).toEqual({ hours: 'package_hours_invalid' })
  expect(packageFaults({ ...TERMS, priceFen: 1, validDays: 6 })).toEqual({
    priceFen: 'package_price_invalid',
    validDays: 'package_days_invalid',
  })
})

const terms = fc
  .record({
    hours: fc.integer({ min: 1, max: 500 }),
    gift: fc.nat(),
    hourFen: fc.integer({ min: 1, max: 90_000 }),
    validDays: fc.integer({ min: 7, max: 1_095 }),
  })
  .map(({ hours, gift, hourFen, validDays }) => ({
    ...{ hours, giftHours: gift % (hours + 1), priceFen: hours * hourFen, validDays },
  }))
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-05-${String(date).padStart(2, '0')}`)
const contract = fc
  .record({ id: fc.nat().map(String), left: fc.nat(60), held: fc.nat(60), expiryDate: day })
  .map(({ left, held, ...rest }) => ({
    ...rest,
    remainingSessions: left / 2,
    heldSessions: Math.min(held, left) / 2,
  }))

test('the price of an hour counts paid hours only: paid hours at it are the price to the fen, whatever the gift', () => {
  fc.assert(
    fc.property(terms, (sold) => {
      expect(whyNotPackage(sold)).toBeUndefined()
      expect(packageHourFen(sold) * sold.hours).toBe(sold.priceFen)
      expect(packageHourFen({ ...sold })).toBe(packageHourFen({ hours: sold.hours, priceFen: sold.priceFen }))
    }),
  )
})

test('a purchase never shortens a contract, and adds exactly its hours', () => {
  fc.assert(
    fc.property(terms, fc.option(contract, { nil: undefined }), day, (sold, joined, today) => {
      const after = contractAfterPurchase(joined, sold, today)
      const before = joined ? joined.remainingSessions - joined.heldSessions : 0
      expect(after.availableSessions).toBe(before + sold.hours + sold.giftHours)
      expect(after.expiryDate > today).toBe(true)
      if (joined) expect(after.expiryDate >= joined.expiryDate).toBe(true)
    }),
  )
})

test('a purchase joins a contract that lasts whenever there is one, and one with hours before an empty one', () => {
  fc.assert(
    fc.property(fc.array(contract, { maxLength: 6 }), day, (contracts, today) => {
      const lasting = contracts.filter(({ expiryDate }) => expiryDate >= today)
      const joined = contractToJoin(contracts, today)
      expect(joined === undefined).toBe(lasting.length === 0)
      if (!joined) return
      expect(lasting).toContain(joined)
      const withHours = lasting.filter(({ remainingSessions }) => remainingSessions > 0)
      const same = withHours.length > 0 ? withHours : lasting
      expect(same).toContain(joined)
      for (const { expiryDate } of same) expect(expiryDate >= joined.expiryDate).toBe(true)
    }),
  )
})

test('what is saved is against the single price of the paid hours, and never negative', () => {
  expect(packageSavingFen(TERMS, 42_000)).toBe(80_000)
  expect(packageSavingFen(TERMS, 38_000)).toBe(0)
  expect(packageSavingFen(TERMS, 30_000)).toBe(0)
})

test.each([
  [null, 5],
  [5, 10],
  [7, 10],
  [10, 20],
  [20, 20],
])('after %s hours the package of %i is proposed', (last, hours) => {
  const sold = [20, 5, 10].map((each) => ({ ...TERMS, hours: each }))
  expect(packageToPropose(sold, last)?.hours).toBe(hours)
})
