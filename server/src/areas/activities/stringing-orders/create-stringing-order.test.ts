import { getMerchant, type NewStringingOrder } from '@paidang/api/areas/activities/stringing'
import { createStringingOrder, stringingOrdersOfUser } from '@paidang/api/areas/activities/stringing-orders'
import { isRunning, STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '../../../tables/addresses.ts'
import { merchants, rackets } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenAddress } from '../../../testing/given-people.ts'
import { givenRacket, givenService, givenString } from '../../../testing/given-stringing.ts'
import { givenStringingOrder, pickupCodeOf } from '../../../testing/given-stringing-order.ts'
import {
  atOnce,
  OWN,
  ofShop,
  type RacketOwner,
  SHOP_ACTIONS,
  type StaffedShop,
  stringingLife,
} from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, call, clock, request, signedInAs, tokenOf } = server
const life = stringingLife(server)

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS).toISOString()

let owner: RacketOwner
let shop: StaffedShop
beforeEach(async () => {
  owner = await life.racketOwner()
  shop = await life.staffedShop()
})

const order = (over: Partial<NewStringingOrder> = {}) => life.order(owner, { ...life.form(shop, owner), ...over })
const freeMetres = async () => {
  const { strings } = await call(getMerchant, { params: { id: shop.shop.merchantId }, query: {} })
  return strings.find(({ id }) => id === shop.shop.polyId)?.freeMetres
}

test('an order records its choices and its price, and reserves its strings', async () => {
  const { shop: offered } = shop
  const made = await order({
    extraIds: [offered.extraId],
    mains: ofShop(offered.polyId, 54.5),
    crosses: { source: 'OWN', name: ' 天然羊肠 ', tension: 52 },
    preStretch: 10,
    knots: 4,
    notes: ' 请尽量拉齐 ',
    dueAt: inHours(30),
    totalFen: 13_000,
  })
  expect(made).toMatchObject({
    status: 'SUBMITTED',
    merchantId: offered.merchantId,
    racketId: owner.racketId,
    racketName: '海德 速度 MP',
    sport: 'tennis',
    mains: {
      source: 'SHOP',
      stringId: offered.polyId,
      name: '弦音 螺旋聚酯',
      material: 'POLY',
      gauge: 1.25,
      tension: 54.5,
    },
    crosses: { source: 'OWN', stringId: null, name: '天然羊肠', material: null, gauge: null, tension: 52 },
    preStretch: 10,
    knots: 4,
    notes: '请尽量拉齐',
    handIn: 'DROP_OFF',
    address: null,
    dueAt: inHours(30),
    totalFen: 13_000,
    isRated: false,
    lines: [
      { label: '主线 弦音 螺旋聚酯 半副', quantity: 1, unitFen: 6_000, amountFen: 6_000 },
      { label: '手工费', quantity: 1, unitFen: 5_000, amountFen: 5_000 },
      { label: '换护线条', quantity: 1, unitFen: 2_000, amountFen: 2_000 },
    ],
    order: { kind: 'STRINGING', object: { kind: 'stringing', id: made.id }, state: 'UNPAID', expiresAt: inHours(0.5) },
    customer: { id: owner.userId },
  })
  expect(made.orderNo).toMatch(/^CX20260501\d{8}$/)
  expect(made.pickupCode).toMatch(/^\d{4}$/)
  expect(await freeMetres()).toBe(93.5)
})

test('a courier comes to the address as it was then, at the price of the shop', async () => {
  const addressId = await givenAddress(db, { userId: owner.userId, regionCode: '310115', detail: '世纪大道 100 号' })
  const made = await order({ handIn: 'COURIER', addressId, totalFen: 18_500 })
  const address = { region: '上海市 浦东新区', detail: '世纪大道 100 号' }
  expect(made).toMatchObject({ handIn: 'COURIER', address })
  await db.update(addresses).set({ detail: '另一处' }).where(eq(addresses.id, addressId))
  expect(await life.read(owner, made.id)).toMatchObject({ address })
})

test('an order that is dropped off stores no address, even if one is sent', async () => {
  const addressId = await givenAddress(db, { userId: owner.userId })
  expect(await order({ addressId })).toMatchObject({ address: null, totalFen: 17_000 })
})

test('an order keeps names and prices when the shop changes them', async () => {
  const { id } = await order()
  await db.update(merchants).set({ name: '新名' })
  await db.update(rackets).set({ brand: '新拍' })
  expect(await life.read(owner, id)).toMatchObject({ racketName: '海德 速度 MP', totalFen: 17_000 })
})

test.each<[string, string, () => Partial<NewStringingOrder> | Promise<Partial<NewStringingOrder>>]>([
  ['a racket of another', 'racket_not_found', async () => ({ racketId: (await life.racketOwner()).racketId })],
  [
    'a racket that was put away',
    'racket_not_found',
    async () => ({
      racketId: await givenRacket(db, { userId: owner.userId, retiredAt: TEST_NOW }),
    }),
  ],
  ['a shop that is not there', 'merchant_not_found', () => ({ merchantId: '987654321' })],
  [
    'a shop that nobody sees',
    'merchant_not_found',
    async () => ({
      merchantId: (await life.staffedShop({ isPublished: false })).shop.merchantId,
    }),
  ],
  ['labour of another sport', 'stringing_service_unfit', () => ({ serviceId: shop.shop.badmintonLabourId })],
  [
    'labour of another shop',
    'stringing_service_unfit',
    async () => ({ serviceId: (await life.staffedShop()).shop.labourId }),
  ],
  [
    'labour that is offered no more',
    'stringing_service_unfit',
    async () => ({
      serviceId: await givenService(db, { merchantId: shop.shop.merchantId, isOffered: false }),
    }),
  ],
  ['an extra for labour', 'stringing_service_unfit', () => ({ serviceId: shop.shop.extraId })],
  ['a string of another sport', 'stringing_string_unfit', () => ({ mains: ofShop(shop.shop.badmintonStringId) })],
  [
    'a string of another shop',
    'stringing_string_unfit',
    async () => ({ crosses: ofShop((await life.staffedShop()).shop.polyId) }),
  ],
  [
    'a string that is sold no more',
    'stringing_string_unfit',
    async () => ({
      mains: ofShop(await givenString(db, { merchantId: shop.shop.merchantId, isOffered: false })),
    }),
  ],
  [
    'more string than there is',
    'stringing_string_short',
    async () => ({
      mains: ofShop(await givenString(db, { merchantId: shop.shop.merchantId, stockMetres: 6.4 })),
    }),
  ],
  [
    'an own string without a name',
    'stringing_string_missing',
    () => ({ crosses: { ...OWN, name: ' ' } as typeof OWN }),
  ],
  ['too much tension', 'stringing_tension_invalid', () => ({ crosses: { ...OWN, tension: 70.5 } })],
  ['a courier to nowhere', 'address_missing', () => ({ handIn: 'COURIER', totalFen: 18_500 })],
  [
    'a courier to another’s address',
    'address_not_found',
    async () => ({
      handIn: 'COURIER',
      totalFen: 18_500,
      addressId: await givenAddress(db, { userId: (await life.racketOwner()).userId }),
    }),
  ],
  [
    'a courier where none is',
    'stringing_without_courier',
    async () => {
      await db.update(merchants).set({ courierFeeFen: null })
      return { handIn: 'COURIER', addressId: await givenAddress(db, { userId: owner.userId }) }
    },
  ],
  ['a time that the shop cannot keep', 'stringing_due_invalid', () => ({ dueAt: inHours(23) })],
  ['a time at which the shop is closed', 'stringing_due_invalid', () => ({ dueAt: inHours(35) })],
  ['another price than it has', 'revision_outdated', () => ({ totalFen: 16_999 })],
])('%s is refused, and changes nothing', async (_case, code, over) => {
  const body = { ...life.form(shop, owner), ...(await over()) }
  await expectRefusal(db, () => life.order(owner, body), { code })
})

test('a racket with tension limits of its own is strung within these', async () => {
  await db.update(rackets).set({ minTension: 45, maxTension: 51.5 })
  await expectRefusal(db, () => order(), { code: 'stringing_tension_invalid' })
  expect(await order({ mains: ofShop(shop.shop.polyId, 51.5) })).toMatchObject({ mains: { tension: 51.5 } })
})

test('one idempotency key creates one order', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(owner.userId)}`, 'idempotency-key': 'the-only-order' }
  const url = `/aaapi${createStringingOrder.path}`
  const send = () => request({ method: 'POST', url, headers, payload: life.form(shop, owner) })
  const [first, second] = [await send(), await send()]
  expect(second.body).toBe(first.body)
  expect(await db.$count(stringingOrders)).toBe(1)
})

test('a racket in work cannot be ordered again, and the refusal names its order', async () => {
  const { id, orderNo } = await order()
  await expectRefusal(db, () => order(), {
    status: 409,
    code: 'racket_in_use',
    message: `该球拍有进行中的穿线订单 ${orderNo}`,
    data: { orderId: id, orderNo },
  })
  const elsewhere = await life.staffedShop()
  await expectRefusal(db, () => life.order(owner, life.form(elsewhere, owner)), { code: 'racket_in_use' })
  const other = await givenRacket(db, { userId: owner.userId })
  await order({ racketId: other })
  await life.cancel(owner, id)
  await order()
})

test.each(STRINGING_STATUSES)('a racket whose order is %s can be ordered again if that is over', async (status) => {
  await givenStringingOrder(db, { ...owner, merchantId: shop.shop.merchantId, status, createdAt: TEST_NOW })
  if (isRunning(status)) await expectRefusal(db, () => order(), { status: 409, code: 'racket_in_use' })
  else expect((await order()).status).toBe('SUBMITTED')
})

test('a racket in a shop cannot be ordered again until it is picked up or reported lost', async () => {
  const given = { ...owner, merchantId: shop.shop.merchantId, status: 'CANCELLED', wasReceived: true } as const
  const { id } = await givenStringingOrder(db, given)
  const elsewhere = await life.staffedShop()
  const { orderNo } = await life.read(owner, id)
  const [{ name } = { name: '' }] = await db.select().from(merchants).where(eq(merchants.id, shop.shop.merchantId))
  await expectRefusal(db, () => life.order(owner, life.form(elsewhere, owner)), {
    status: 409,
    code: 'racket_in_shop',
    message: `球拍还在「${name}」，取回后再下单`,
    data: { orderId: id, orderNo },
  })
  await SHOP_ACTIONS.giveBack(shop.staff, id, pickupCodeOf(id))
  expect((await order()).status).toBe('SUBMITTED')
})

test('an unpaid order past its time blocks no new order, even before the job has closed it', async () => {
  const { id } = await order()
  clock.set(new Date(TEST_NOW.getTime() + 30 * 60_000 - 1))
  await expectRefusal(db, () => order(), { code: 'racket_in_use' })
  clock.set(new Date(TEST_NOW.getTime() + 30 * 60_000))
  expect((await order()).status).toBe('SUBMITTED')
  expect(await life.read(owner, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID' })
})

test('of two concurrent orders of one racket, at two shops, one is made', async () => {
  const elsewhere = await life.staffedShop()
  for (let round = 0; round < 5; round += 1) {
    const racket = await life.racketOwner()
    const calls = [shop, elsewhere].map((at) => () => life.order(racket, life.form(at, racket)))
    expect(await atOnce(calls)).toEqual({ done: 1, codes: ['racket_in_use'] })
  }
})

test('pickup codes of a shop are unique among its running orders', async () => {
  const codes = new Set<string | null>()
  for (let n = 0; n < 8; n += 1) {
    const racketId = await givenRacket(db, { userId: owner.userId })
    codes.add((await order({ racketId })).pickupCode)
  }
  expect(codes.size).toBe(8)
})

test('own orders are listed by tab, the last changed first, page by page, and for one racket', async () => {
  const { merchantId } = shop.shop
  const racketId = await givenRacket(db, { userId: owner.userId, model: '另一支' })
  const at = (minutes: number) => new Date(TEST_NOW.getTime() - minutes * 60_000)
  const given = { ...owner, merchantId }
  const ids = {
    SUBMITTED: (await givenStringingOrder(db, { ...given, status: 'SUBMITTED', createdAt: at(20) })).id,
    PAID: (await givenStringingOrder(db, { ...given, status: 'PAID', createdAt: at(30) })).id,
    STRINGING: (await givenStringingOrder(db, { ...given, racketId, status: 'STRINGING', createdAt: at(300) })).id,
    READY: (await givenStringingOrder(db, { ...given, status: 'READY', createdAt: at(400) })).id,
    COMPLETED: (await givenStringingOrder(db, { ...given, stars: 5 })).id,
    CANCELLED: (await givenStringingOrder(db, { ...given, status: 'CANCELLED' })).id,
  }
  await givenStringingOrder(db, { ...(await life.racketOwner()), merchantId })
  const list = (query: object) =>
    signedInAs(owner.userId)(stringingOrdersOfUser, {
      params: { userId: owner.userId },
      query: { current: 1, rows: 10, ...query },
    })
  const listed = async (query: object) => (await list(query)).rows.map(({ id }) => id)
  const { SUBMITTED, PAID, STRINGING, READY, COMPLETED, CANCELLED } = ids
  const all = [SUBMITTED, PAID, STRINGING, READY, COMPLETED, CANCELLED]
  const times = (await list({})).rows.map(({ responseTime }) => responseTime)
  expect(times).toEqual([...times].sort().reverse())
  expect((await listed({})).sort()).toEqual([...all].sort())
  expect(await listed({ responseStatus: 'all' })).toEqual(await listed({}))
  expect(await listed({ responseStatus: 'unpaid' })).toEqual([SUBMITTED])
  expect(await listed({ responseStatus: 'running' })).toEqual([PAID, STRINGING])
  expect(await listed({ responseStatus: 'ready' })).toEqual([READY])
  expect(await listed({ responseStatus: 'completed' })).toEqual([COMPLETED])
  expect(await listed({ responseStatus: 'cancelled' })).toEqual([CANCELLED])
  expect(await listed({ racketId })).toEqual([STRINGING])
  const second = await list({ current: 2, rows: 4 })
  expect([second.rows.length, second.total]).toEqual([2, 6])
  expect((await list({ responseStatus: 'completed' })).rows).toMatchObject([
    { isRated: true, merchantName: expect.any(String) },
  ])
  const others = { params: { userId: (await life.racketOwner()).userId }, query: { current: 1, rows: 10 } }
  await expect(signedInAs(owner.userId)(stringingOrdersOfUser, others)).rejects.toMatchObject({
    code: 'data_of_others',
  })
})
