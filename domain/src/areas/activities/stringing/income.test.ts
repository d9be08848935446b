import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extrasOf, INCOME_KINDS, incomeByMonth, kindOfLine, monthOf, monthsUpTo } from './income.ts'
import { type PricedJob, priceLinesOf } from './string-job.ts'

const fen = fc.integer({ min: 0, max: 100_000 })
const named = fc.record({ name: fc.string(), priceFen: fen })
const string = fc.option(fc.record({ id: fc.constantFrom('1', '2'), label: fc.string(), halfPriceFen: fen }))

test('the kind of each price line follows from its position, whatever its label', () => {
  const job: fc.Arbitrary<PricedJob> = fc
    .record({
      labour: named,
      extras: fc.array(named, { maxLength: 4 }),
      mains: string,
      crosses: string,
      courierFeeFen: fc.option(fen),
    })
    // One string costs the same in both halves.
    .map(({ crosses, ...rest }) => ({ ...rest, crosses: crosses?.id === rest.mains?.id ? rest.mains : crosses }))
  fc.assert(
    fc.property(job, (priced) => {
      const { labour, extras, mains, crosses, courierFeeFen } = priced
      const lines = priceLinesOf(priced)
      const stringLines = new Set([mains, crosses].flatMap((half) => (half ? [half.id] : []))).size
      const paid = { labour: 0, strings: 0, extras: 0, courier: 0 }
      for (const [position, { quantity, unitFen }] of lines.entries()) {
        const hasCourier = courierFeeFen !== null
        paid[kindOfLine({ position, lines: lines.length, stringLines, hasCourier })] += quantity * unitFen
      }
      expect(paid).toEqual({
        labour: labour.priceFen,
        strings: (mains?.halfPriceFen ?? 0) + (crosses?.halfPriceFen ?? 0),
        extras: extras.reduce((sum, { priceFen }) => sum + priceFen, 0),
        courier: courierFeeFen ?? 0,
      })
      const half = (of: typeof mains) => ({ stringId: of?.id ?? null })
      const handIn = courierFeeFen === null ? 'DROP_OFF' : 'COURIER'
      const named = extrasOf({ lines, mains: half(mains), crosses: half(crosses), handIn })
      expect(named).toEqual(extras.map(({ name }) => name))
    }),
  )
})

test('a shop sees twelve months, across the turn of a year', () => {
  const months = monthsUpTo('2027-02')
  expect([months[0], months[10], months[11], months.length]).toEqual(['2026-03', '2027-01', '2027-02', 12])
  expect(monthOf('2026-11-22')).toBe('2026-11')
})

test('a month is its payments minus its refunds, whenever the refunded jobs were paid', () => {
  const [october, november] = incomeByMonth(['2026-10', '2026-11'], {
    taken: [
      { month: '2026-10', kind: 'labour', paidFen: 10_000 },
      { month: '2026-10', kind: 'strings', paidFen: 12_001 },
      { month: '2026-09', kind: 'strings', paidFen: 99_999 },
    ],
    booked: [
      { month: '2026-10', jobs: 2, refundedFen: 0 },
      { month: '2026-11', jobs: 0, refundedFen: 5_000 },
    ],
  })
  const nothing = { labourFen: 0, stringsFen: 0, extrasFen: 0, courierFen: 0 }
  expect(october).toEqual({
    ...nothing,
    ...{ month: '2026-10', labourFen: 10_000, stringsFen: 12_001, paidFen: 22_001, refundedFen: 0, netFen: 22_001 },
    ...{ jobs: 2, averageFen: 11_001 },
  })
  const without = { month: '2026-11', paidFen: 0, refundedFen: 5_000, netFen: -5_000, jobs: 0, averageFen: null }
  expect(november).toEqual({ ...nothing, ...without })
})

test('no fen is lost between the kinds, the months and their sum', () => {
  const months = ['2026-09', '2026-10', '2026-11']
  const taken = fc.record({
    month: fc.constantFrom(...months),
    kind: fc.constantFrom(...INCOME_KINDS),
    paidFen: fen,
  })
  const booked = fc.record({ month: fc.constantFrom(...months), jobs: fc.nat(9), refundedFen: fen })
  fc.assert(
    fc.property(fc.array(taken), fc.array(booked), (takings, bookings) => {
      const income = incomeByMonth(months, { taken: takings, booked: bookings })
      const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
      expect(sum(income.map(({ paidFen }) => paidFen))).toBe(sum(takings.map(({ paidFen }) => paidFen)))
      expect(sum(income.map(({ netFen }) => netFen))).toBe(
        sum(takings.map(({ paidFen }) => paidFen)) - sum(bookings.map(({ refundedFen }) => refundedFen)),
      )
    }),
  )
})
