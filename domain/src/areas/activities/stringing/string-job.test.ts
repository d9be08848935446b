import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isTenths,
  type PricedJob,
  priceLinesOf,
  setsOf,
  stringOfLine,
  sumOfLines,
  tenthsBetween,
} from './string-job.ts'

const poly = { id: '1', label: '弦音 螺旋聚酯 1.25', halfPriceFen: 6_000 }
const multi = { id: '2', label: '弦音 柔芯 1.30', halfPriceFen: 8_000 }
const job: PricedJob = {
  labour: { name: '手工费', priceFen: 5_000 },
  extras: [],
  mains: null,
  crosses: null,
  courierFeeFen: null,
}

test('two strings, labour, extras and the courier are separate lines, in this order', () => {
  const extras = [{ name: '换护线条', priceFen: 2_000 }]
  const lines = priceLinesOf({ ...job, mains: poly, crosses: multi, extras, courierFeeFen: 1_500 })
  expect(lines).toEqual([
    { label: '主线 弦音 螺旋聚酯 1.25 半副', quantity: 1, unitFen: 6_000 },
    { label: '横线 弦音 柔芯 1.30 半副', quantity: 1, unitFen: 8_000 },
    { label: '手工费', quantity: 1, unitFen: 5_000 },
    { label: '换护线条', quantity: 1, unitFen: 2_000 },
    { label: '上门取送', quantity: 1, unitFen: 1_500 },
  ])
  expect(sumOfLines(lines)).toBe(22_500)
})

test('one string in both halves is one line of two halves', () => {
  expect(priceLinesOf({ ...job, mains: poly, crosses: { ...poly } })).toEqual([
    { label: '主横 弦音 螺旋聚酯 1.25 半副', quantity: 2, unitFen: 6_000 },
    { label: '手工费', quantity: 1, unitFen: 5_000 },
  ])
})

test('the player’s own string costs nothing: one half is the shop’s, or none', () => {
  expect(priceLinesOf({ ...job, crosses: multi })).toMatchObject([
    { label: '横线 弦音 柔芯 1.30 半副' },
    { label: '手工费' },
  ])
  expect(priceLinesOf({ ...job, mains: multi })).toMatchObject([
    { label: '主线 弦音 柔芯 1.30 半副' },
    { label: '手工费' },
  ])
  expect(priceLinesOf(job)).toEqual([{ label: '手工费', quantity: 1, unitFen: 5_000 }])
})

test('a free courier is still a line', () => {
  expect(priceLinesOf({ ...job, courierFeeFen: 0 }).at(-1)).toEqual({ label: '上门取送', quantity: 1, unitFen: 0 })
})

const price = fc.integer({ min: 0, max: 1_000_000 })
const string = fc.option(
  fc.record({ id: fc.constantFrom('1', '2'), label: fc.constant('线'), halfPriceFen: fc.constant(6_000) }),
)
const jobs = fc.record({
  labour: fc.record({ name: fc.constant('手工费'), priceFen: price }),
  extras: fc.array(fc.record({ name: fc.constant('加项'), priceFen: price }), { maxLength: 10 }),
  mains: string,
  crosses: string,
  courierFeeFen: fc.option(price),
})

test('the lines add up to the prices of the single things', () => {
  fc.assert(
    fc.property(jobs, (priced) => {
      const halves = [priced.mains, priced.crosses].reduce((sum, half) => sum + (half?.halfPriceFen ?? 0), 0)
      const extras = priced.extras.reduce((sum, { priceFen }) => sum + priceFen, 0)
      const total = halves + priced.labour.priceFen + extras + (priced.courierFeeFen ?? 0)
      expect(sumOfLines(priceLinesOf(priced))).toBe(total)
    }),
  )
})

test('every line has a name and a whole number of things', () => {
  fc.assert(
    fc.property(jobs, (priced) => {
      const lines = priceLinesOf(priced)
      expect(lines.every(({ label, quantity }) => label !== '' && Number.isInteger(quantity) && quantity > 0)).toBe(
        true,
      )
      expect(lines.filter(({ label }) => label === '手工费')).toHaveLength(1)
    }),
  )
})

test('lengths are written in tenths of a metre, and in rackets that they string', () => {
  expect([0, 0.1, 12.3, 200].every(isTenths)).toBe(true)
  expect([0.05, 12.34].some(isTenths)).toBe(false)
  expect([tenthsBetween(12.2, 12.3), tenthsBetween(0.3, 0.1), tenthsBetween(7.7, 7.7)]).toEqual([0.1, -0.2, 0])
  expect([setsOf(199.2, 'tennis'), setsOf(11.9, 'tennis'), setsOf(25, 'badminton')]).toEqual([16.6, 0.9, 2.5])
})

test('a line names its string, for either half', () => {
  const named = (half: Partial<PricedJob>) => priceLinesOf({ ...job, ...half }).map(({ label }) => stringOfLine(label))
  expect(named({ mains: poly, crosses: multi }).slice(0, 2)).toEqual([poly.label, multi.label])
  expect(named({ mains: poly, crosses: poly })[0]).toBe(poly.label)
})
