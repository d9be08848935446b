import { exportIncomeOfMerchant, incomeOfMerchant } from '@paidang/api/areas/activities/merchant-income'
import type { Call } from '@paidang/api/client'
import { beforeEach, expect, test } from 'vitest'
import { type GivenShop, givenShop } from '../../../testing/given-stringing.ts'
import { type GivenStringingOrder, givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { type RacketOwner, stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer({ now: new Date('2026-11-22T12:00:00+08:00') })
const { db, asStaff } = server
const life = stringingLife(server)

let shop: GivenShop
let racketOwner: RacketOwner
let owner: Call
beforeEach(async () => {
  shop = await givenShop(db)
  racketOwner = await life.racketOwner()
  owner = asStaff('owner', shop.merchantId)
})

const given = (over: Partial<GivenStringingOrder>) =>
  givenStringingOrder(db, { ...racketOwner, merchantId: shop.merchantId, ...over })
const income = (month = '2026-11') => owner(incomeOfMerchant, { query: { month } })
/** An instant of Shanghai. Orders are paid five minutes after they are made. */
const at = (text: string) => new Date(`${text}+08:00`)

test('a month shows what was paid in it by kind, less the refunds of that month', async () => {
  const mains = { stringId: shop.polyId }
  await given({ createdAt: at('2026-11-02T10:00:00'), mains, crosses: mains, handIn: 'COURIER' })
  await given({ createdAt: at('2026-11-03T10:00:00'), mains, crosses: { stringId: shop.multiId } })
  await given({ createdAt: at('2026-11-04T10:00:00'), status: 'CANCELLED' })
  await given({ createdAt: at('2026-11-05T10:00:00'), status: 'CANCELLED', cancelReason: 'UNPAID' })
  const { months, services, strings } = await income()
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({
    month: '2026-11',
    labourFen: 15_000,
    stringsFen: 26_000,
    extrasFen: 0,
    courierFen: 1_500,
    paidFen: 42_500,
    refundedFen: 5_000,
    netFen: 37_500,
    jobs: 3,
    averageFen: 14_167,
  })
  expect(services).toEqual([
    { name: '手工费', count: 3, paidFen: 15_000 },
    { name: '上门取送', count: 1, paidFen: 1_500 },
  ])
  expect(strings).toEqual([
    { name: '弦音 螺旋聚酯', count: 3, paidFen: 18_000 },
    { name: '弦音 柔芯', count: 1, paidFen: 8_000 },
  ])
})

test('a payment counts in its month of Shanghai, a refund in the month of its decision', async () => {
  await given({ createdAt: at('2026-10-31T23:54:59') })
  await given({ createdAt: at('2026-10-31T23:55:00') })
  // Paid on the last evening, cancelled two and a half hours later.
  await given({ createdAt: at('2026-10-31T22:30:00'), status: 'CANCELLED' })
  const [october, november] = (await income()).months.slice(-2)
  expect(october).toMatchObject({ month: '2026-10', paidFen: 10_000, refundedFen: 0, jobs: 2 })
  expect(november).toMatchObject({ month: '2026-11', paidFen: 5_000, refundedFen: 5_000, netFen: 0, jobs: 1 })
  expect((await income('2026-10')).months.at(-1)).toEqual(october)
})

test('the income excludes the jobs of other shops', async () => {
  const rival = await givenShop(db)
  await givenStringingOrder(db, { ...racketOwner, merchantId: rival.merchantId, createdAt: at('2026-11-02T10:00:00') })
  expect((await income()).months.at(-1)).toMatchObject({ paidFen: 0, jobs: 0, averageFen: null })
})

test('the same months can be exported as a file that spreadsheets open with correct Chinese', async () => {
  await given({ createdAt: at('2026-11-02T10:00:00') })
  const query = { month: '2026-11', format: 'csv' as const }
  const { fileName, base64 } = await owner(exportIncomeOfMerchant, { query })
  const text = Buffer.from(base64, 'base64').toString()
  expect(fileName).toBe('穿线收入-2026-11.csv')
  expect(text.startsWith('\uFEFF月份,手工费（元）')).toBe(true)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(13)
  expect(lines.at(-1)).toMatch(/^2026-11,50\.00,0\.00,0\.00,0\.00,50\.00,0\.00,50\.00,/)
})
