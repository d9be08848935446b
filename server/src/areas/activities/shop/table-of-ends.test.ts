import * as calls from '@paidang/api/areas/activities/shop-orders'
import { payOrder } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import type { ShopStatus } from '@paidang/domain/areas/activities/shop/order-status'
import { eq } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { products, shopOrders } from '../../../tables/shop.ts'
import { givenPlayer, givenStaffLogin, only, TEST_NOW } from '../../../testing/builders.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { type GivenShopOrder, givenCategory, givenProduct, givenShopOrder } from '../../../testing/given-shop.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Tests table-of-ends.tsv: how an order ends, who ends it until when, and what happens to money and units.

const server = await startTestServer({ rows: 'kept' })
const { db, clientOf } = server

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const PARCEL = { carrier: '顺丰速运', trackingNo: 'SF100001' }

type GivenParcel = GivenShopOrder & {
  productId: string
  cardId: string
  people: Record<string, string>
  operator: string
}

/** Two units at ¥99. The buyer has a card with enough money. */
async function arrange(name: string): Promise<GivenParcel> {
  const [status, wish] = name.split(' ')
  const buyer = await givenPlayer(db)
  const productId = await givenProduct(db, { categoryId: await givenCategory(db), stock: 50 })
  const order = await givenShopOrder(db, {
    userId: buyer,
    items: [{ productId, quantity: 2 }],
    status: status as ShopStatus,
    ...(wish === 'asked' && { wish }),
  })
  return {
    ...order,
    productId,
    cardId: (await givenCard(db, { userId: buyer })).cardId,
    people: { buyer, 'other player': await givenPlayer(db) },
    operator: (await givenStaffLogin(db, { kind: 'operator' })).staffId,
  }
}

async function clientOfActor({ people, operator }: GivenParcel, actor: string): Promise<Call> {
  const person = people[actor]
  return clientOf(person ? await server.tokenOf(person) : await server.tokenOfStaff(operator))
}

const at =
  (instant: number, ms = 0) =>
  () =>
    new Date(instant + ms)
/** An order was paid three hours ago, sent one hour after its payment, and received one hour later. */
const PAID = TEST_NOW.getTime() - 3 * HOUR_MS + MINUTE_MS
const SENT = PAID + HOUR_MS
const RECEIVED = SENT + HOUR_MS
const COUNTS = SENT + 10 * DAY_MS
const now = { 'some time': at(TEST_NOW.getTime()) }
const sent = {
  'before it counts as received': at(COUNTS, -1),
  'it counts as received': at(COUNTS),
  'last of the return days': at(COUNTS, 7 * DAY_MS - 1),
  'return days are over': at(COUNTS, 7 * DAY_MS),
}
const received = {
  'last of the return days': at(RECEIVED, 7 * DAY_MS - 1),
  'return days are over': at(RECEIVED, 7 * DAY_MS),
}

checkEveryCell<GivenParcel>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: {
    UNPAID: {
      'in time': at(TEST_NOW.getTime(), 30 * MINUTE_MS - 1),
      'time is up': at(TEST_NOW.getTime(), 30 * MINUTE_MS),
    },
    PAID: { 'before the limit': at(PAID, 14 * DAY_MS - 1), 'the limit': at(PAID, 14 * DAY_MS) },
    SENT: sent,
    'SENT asked': sent,
    RECEIVED: received,
    'RECEIVED asked': received,
    REFUNDED: now,
    CLOSED: now,
  },
  actors: ['buyer', 'other player', 'operator'],
  actions: {
    pay: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(payOrder, {
        body: { orderId: parcel.paymentOrderId, method: 'CARD', cardId: parcel.cardId },
      }),
    cancel: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.cancelShopOrder, { params: { id: parcel.id }, body: {} }),
    receive: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.receiveShopOrder, { params: { id: parcel.id } }),
    askRefund: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.requestShopRefund, {
        params: { id: parcel.id },
        body: { reason: '尺码不合适' },
      }),
    send: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.sendShopOrder, { params: { id: parcel.id }, body: PARCEL }),
    correct: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.correctShopParcel, {
        params: { id: parcel.id },
        body: { ...PARCEL, trackingNo: 'SF200002' },
      }),
    callOff: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.cancelUnsentShopOrder, {
        params: { id: parcel.id },
        body: { reason: '缺货' },
      }),
    agree: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.decideShopRefund, {
        params: { id: parcel.id },
        body: { agrees: true, restocks: true },
      }),
    deny: async (parcel, actor) =>
      (await clientOfActor(parcel, actor))(calls.decideShopRefund, {
        params: { id: parcel.id },
        body: { agrees: false, answer: '已使用' },
      }),
  },
  runJobs: () =>
    runNamedJobs(server, JOBS, [
      'close-unpaid-orders',
      'poll-payments',
      'end-unsent-shop-orders',
      'receive-shop-orders',
    ]),
  async stateOf({ id, paymentOrderId, productId }) {
    const order = only(await db.select().from(shopOrders).where(eq(shopOrders.id, id)))
    const product = only(await db.select().from(products).where(eq(products.id, productId)))
    const came = await db.select().from(payments).where(eq(payments.orderId, paymentOrderId))
    const back = await db.select().from(refunds).where(eq(refunds.orderId, paymentOrderId))
    const sum = (amounts: (number | null)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
    return {
      status: order.status,
      sums: {
        fen: sum(came.map(({ receivedFen }) => receivedFen)) - sum(back.map(({ amountFen }) => amountFen)),
        units: product.stock,
      },
    }
  },
})
