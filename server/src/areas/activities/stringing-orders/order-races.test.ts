import { moveString, stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import { deleteRacket, getMerchant } from '@paidang/api/areas/activities/stringing'
import { receiveStringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import type { Call } from '@paidang/api/client'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refunds } from '../../../tables/payments.ts'
import { stringingOrders, stringingReviews, stringingSteps } from '../../../tables/stringing-orders.ts'
import { givenString } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { atOnce, ofShop, SHOP_ACTIONS, stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Many callers who want one thing at the same moment. After each round the invariants are checked as well.

const server = await startTestServer()
const { db, call, signedInAs, asStaff } = server
const life = stringingLife(server)

const ROUNDS = raceRounds(6)

/** Runs `make` several times in sequence. Only what follows is concurrent. */
async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n += 1) made.push(await make())
  return made
}
const statusOf = async (id: string) =>
  (await db.select().from(stringingOrders).where(eq(stringingOrders.id, id)))[0]?.status

test('of twenty who order the last set of a string one gets it', async () => {
  const shop = await life.staffedShop()
  const last = await givenString(db, { merchantId: shop.shop.merchantId, name: '最后一副', stockMetres: 12 })
  const owners = await times(20, life.racketOwner)
  const bed = { mains: ofShop(last), crosses: ofShop(last) }
  const { done, codes } = await atOnce(
    owners.map((owner) => () => life.order(owner, { ...life.form(shop, owner), ...bed })),
  )
  expect(done).toBe(1)
  expect(codes).toEqual(Array.from({ length: 19 }, () => 'stringing_string_short'))
  expect(await db.$count(stringingOrders)).toBe(1)
})

test('of twenty orders for halves of two strings exactly those that fit succeed, in any sequence', async () => {
  const shop = await life.staffedShop()
  const { merchantId } = shop.shop
  const [one, other] = [
    await givenString(db, { merchantId, name: '甲', stockMetres: 26 }),
    await givenString(db, { merchantId, name: '乙', stockMetres: 26 }),
  ]
  const owners = await times(20, life.racketOwner)
  const { done, codes } = await atOnce(
    owners.map((owner, n) => () => {
      const bed =
        n % 2 === 0 ? { mains: ofShop(one), crosses: ofShop(other) } : { mains: ofShop(other), crosses: ofShop(one) }
      return life.order(owner, { ...life.form(shop, owner), ...bed })
    }),
  )
  expect(new Set(codes)).toEqual(new Set(['stringing_string_short']))
  expect(done).toBe(4)
})

test('when a racket is ordered and retired at once, one of the two happens', async () => {
  const shop = await life.staffedShop()
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await life.racketOwner()
    const { done, codes } = await atOnce([
      () => life.order(owner, life.form(shop, owner)),
      () => signedInAs(owner.userId)(deleteRacket, { params: { id: owner.racketId } }),
    ])
    expect(done).toBe(1)
    expect(['racket_in_use', 'racket_not_found']).toContain(codes[0])
  }
})

test('an order is either begun or cancelled, never both', async () => {
  const shop = await life.staffedShop()
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await life.racketOwner()
    const given = { ...owner, merchantId: shop.shop.merchantId, mains: { stringId: shop.shop.polyId } }
    const { id } = await givenStringingOrder(db, { ...given, status: 'RECEIVED' })
    const calls = [
      () => life.cancel(owner, id),
      () => SHOP_ACTIONS.start(shop.staff, id),
      () => SHOP_ACTIONS.refuse(shop.staff, id),
    ]
    const { done } = await atOnce(round % 2 === 0 ? calls : calls.reverse())
    expect(done).toBe(1)
    expect(['STRINGING', 'CANCELLED']).toContain(await statusOf(id))
  }
})

test('money that comes while an order is cancelled is refunded in full, whichever was first', async () => {
  const shop = await life.staffedShop()
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await life.racketOwner()
    const { id, paymentOrderId } = await life.order(owner, life.form(shop, owner))
    const outTradeNo = await life.begin(owner.userId, paymentOrderId)
    const calls = [() => life.cancel(owner, id), () => life.play(owner.userId, outTradeNo)]
    await atOnce(round % 2 === 0 ? calls : calls.reverse())
    expect(await statusOf(id)).toBe('CANCELLED')
    const back = await db.select().from(refunds).where(eq(refunds.orderId, paymentOrderId))
    expect(back.map(({ amountFen }) => amountFen)).toEqual([17_000])
  }
})

test('concurrent handovers of one racket take effect once', async () => {
  const shop = await life.staffedShop()
  const owner = await life.racketOwner()
  const given = { ...owner, merchantId: shop.shop.merchantId, pickupCode: '0042' }
  const { id } = await givenStringingOrder(db, { ...given, status: 'READY' })
  const colleague = asStaff('merchant', shop.shop.merchantId)
  const { done } = await atOnce(
    [shop.staff, colleague, shop.staff, colleague].map((staff) => () => SHOP_ACTIONS.handOver(staff, id, '0042')),
  )
  expect(done).toBe(4)
  const steps = await db.select().from(stringingSteps).where(eq(stringingSteps.orderId, id))
  expect(steps.filter(({ action }) => action === 'handOver')).toHaveLength(1)
})

test('when two colleagues receive one racket with different texts, one succeeds and the other is refused', async () => {
  const shop = await life.staffedShop()
  const shops: Call[] = [shop.staff, asStaff('merchant', shop.shop.merchantId)]
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await life.racketOwner()
    const { id } = await givenStringingOrder(db, { ...owner, merchantId: shop.shop.merchantId, status: 'PAID' })
    const words = ['拍框完好', '拍头有裂纹']
    const receive = (staff: Call, condition: string) =>
      staff(receiveStringingOrder, { params: { id }, body: { condition, photos: [] } })
    const { done, codes } = await atOnce(shops.map((staff, n) => () => receive(staff, words[n] ?? '')))
    expect([done, codes]).toEqual([1, ['stringing_done_otherwise']])
    const [step] = await db
      .select()
      .from(stringingSteps)
      .where(and(eq(stringingSteps.orderId, id), eq(stringingSteps.action, 'receive')))
    expect(words).toContain(step?.remark)
    // The one who succeeded may repeat it, and it stays one step.
    await receive(shop.staff, step?.remark ?? '')
    expect(
      await db.$count(stringingSteps, and(eq(stringingSteps.orderId, id), eq(stringingSteps.action, 'receive'))),
    ).toBe(1)
  }
})

test('when two start two jobs with string for one, one begins and the other waits for more', async () => {
  const shop = await life.staffedShop()
  const { merchantId } = shop.shop
  const colleague = asStaff('merchant', merchantId)
  for (let round = 0; round < ROUNDS; round += 1) {
    const stringId = await givenString(db, { merchantId, name: `第 ${round} 盘`, stockMetres: 20 })
    const owners = await times(2, life.racketOwner)
    const jobs = []
    for (const owner of owners) {
      const bed = { mains: { stringId }, crosses: {} }
      jobs.push((await givenStringingOrder(db, { ...owner, merchantId, ...bed, status: 'RECEIVED' })).id)
    }
    const [first = '', second = ''] = jobs
    const counted = { kind: 'COUNT' as const, metres: 6.6, reason: '盘点' }
    await shop.staff(moveString, { params: { id: stringId }, body: counted })
    const { done, codes } = await atOnce([
      () => SHOP_ACTIONS.start(shop.staff, first),
      () => SHOP_ACTIONS.start(colleague, second),
    ])
    expect([done, codes]).toEqual([1, ['string_stock_too_low']])
    const waiting = (await statusOf(first)) === 'RECEIVED' ? first : second
    const message = expect.stringMatching(/^球线库存不足：主线 .+ 还差 6\.4 米$/)
    await expect(SHOP_ACTIONS.start(shop.staff, waiting)).rejects.toMatchObject({ message })
    await shop.staff(moveString, { params: { id: stringId }, body: { kind: 'IN', metres: 6.4, reason: '补货' } })
    expect(await SHOP_ACTIONS.start(shop.staff, waiting)).toMatchObject({ status: 'STRINGING' })
    const strings = await shop.staff(stringsOfMerchant, {})
    expect(strings.find(({ id }) => id === stringId)).toMatchObject({ stockMetres: 0, freeMetres: 0 })
  }
})

test('a job is reviewed once, and the rating of its shop matches the stored reviews', async () => {
  const shop = await life.staffedShop()
  const { merchantId } = shop.shop
  const owners = await times(4, life.racketOwner)
  const jobs: (() => Promise<unknown>)[] = []
  for (const owner of owners) {
    const { id } = await givenStringingOrder(db, { ...owner, merchantId })
    for (const stars of [1, 3, 5]) jobs.push(() => life.rate(owner, id, stars))
  }
  const { done, codes } = await atOnce(jobs)
  expect([done, new Set(codes)]).toEqual([4, new Set(['stringing_rated'])])
  const kept = await db.select().from(stringingReviews)
  const { rating, ratingCount } = await call(getMerchant, { params: { id: merchantId }, query: {} })
  const mean = kept.reduce((sum, { stars }) => sum + stars, 0) / 4
  expect([rating, ratingCount]).toEqual([Math.round(mean * 10) / 10, 4])
})
