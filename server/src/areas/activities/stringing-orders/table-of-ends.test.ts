import {
  decideStringingRefund,
  loseRacketOfOrder,
  recordPickupOfOrder,
  requestStringingRefund,
} from '@paidang/api/areas/activities/admin-stringing'
import { payOrder } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import { isInShop, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { eq } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { merchantStrings } from '../../../tables/stringing.ts'
import { stringingOrders, stringingRefunds } from '../../../tables/stringing-orders.ts'
import { givenPlayer, givenStaff, givenStaffLogin, only, TEST_NOW } from '../../../testing/builders.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenMerchant, givenRacket, givenShop } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { cancelAs, SHOP_ACTIONS } from '../../../testing/stringing-life.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// How a stringing order ends, who ends it, and what happens to money, string and racket: table-of-ends.tsv.

const server = await startTestServer({ rows: 'kept' })
const { db, clientOf } = server

const MINUTE_MS = 60_000
const CODE = '0042'
const at = (ms: number) => () => new Date(TEST_NOW.getTime() + ms)

type GivenJob = {
  id: string
  paymentOrderId: string
  stringId: string
  cardId: string
  /** The waiting refund request. Without one, an unused id. */
  requestId: string
  players: Record<string, string>
  staff: Record<string, string>
}

/**
 * Creates an order with mains of the shop. Its player has a card that can pay it. With RETURN the racket is in the
 * shop.
 */
async function arrange(name: string): Promise<GivenJob> {
  const [word, isAsked] = [name.split(' ')[0] ?? '', name.endsWith(' asked')]
  const status = (word === 'RETURN' ? 'CANCELLED' : word) as StringingStatus
  const player = await givenPlayer(db)
  const shop = await givenShop(db)
  const { merchantId, polyId: stringId } = shop
  const order = await givenStringingOrder(db, {
    userId: player,
    merchantId,
    racketId: await givenRacket(db, { userId: player }),
    mains: { stringId },
    status,
    pickupCode: CODE,
    wasReceived: word === 'RETURN',
  })
  const asked = {
    orderId: order.id,
    cause: 'RACKET_BROKEN' as const,
    isRacketLost: false,
    reason: '拍框断裂',
    requestedBy: await givenStaff(db, { kind: 'operator' }),
    createdAt: TEST_NOW,
  }
  const requests = isAsked ? await db.insert(stringingRefunds).values(asked).returning({ id: stringingRefunds.id }) : []
  const staffOf = async (over: Parameters<typeof givenStaffLogin>[1]) => (await givenStaffLogin(db, over)).staffId
  return {
    ...order,
    stringId,
    cardId: (await givenCard(db, { userId: player })).cardId,
    requestId: requests[0]?.id ?? '987654321987',
    players: { player, 'other player': await givenPlayer(db) },
    staff: {
      shop: await staffOf({ kind: 'merchant', merchantId }),
      'other shop': await staffOf({ kind: 'merchant', merchantId: await givenMerchant(db) }),
      operator: await staffOf({ kind: 'operator' }),
      senior: await staffOf({ kind: 'operator', isLead: true }),
    },
  }
}

async function clientOfActor({ players, staff }: GivenJob, actor: string): Promise<Call> {
  const player = players[actor]
  return clientOf(player ? await server.tokenOf(player) : await server.tokenOfStaff(staff[actor] ?? ''))
}

const ofShop = (action: keyof typeof SHOP_ACTIONS) => async (job: GivenJob, actor: string) =>
  SHOP_ACTIONS[action](await clientOfActor(job, actor), job.id, CODE)

const someTime = { 'some time': at(0), 'a month later': at(30 * 24 * 60 * MINUTE_MS) }

checkEveryCell<GivenJob>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: {
    SUBMITTED: { 'in time': at(30 * MINUTE_MS - 1), 'time is up': at(30 * MINUTE_MS) },
    PAID: someTime,
    'PAID asked': someTime,
    RECEIVED: someTime,
    'RECEIVED asked': someTime,
    STRINGING: someTime,
    'STRINGING asked': { 'some time': at(0) },
    READY: someTime,
    'READY asked': { 'some time': at(0) },
    COMPLETED: { 'some time': at(0) },
    'COMPLETED asked': { 'some time': at(0) },
    CANCELLED: { 'some time': at(0) },
    RETURN: someTime,
  },
  actors: ['player', 'other player', 'shop', 'other shop', 'operator', 'senior'],
  actions: {
    pay: async (job, actor) =>
      (await clientOfActor(job, actor))(payOrder, {
        body: { orderId: job.paymentOrderId, method: 'CARD', cardId: job.cardId },
      }),
    cancel: async (job, actor) => cancelAs(await clientOfActor(job, actor), job.id),
    accept: ofShop('accept'),
    receive: ofShop('receive'),
    start: ofShop('start'),
    ready: ofShop('ready'),
    handOver: ofShop('handOver'),
    refuse: ofShop('refuse'),
    giveBack: ofShop('giveBack'),
    askRefund: async (job, actor) =>
      (await clientOfActor(job, actor))(requestStringingRefund, {
        params: { id: job.id },
        body: { cause: 'SHOP_GONE', reason: '店铺已搬空', isRacketLost: false },
      }),
    loseRacket: async (job, actor) =>
      (await clientOfActor(job, actor))(loseRacketOfOrder, { params: { id: job.id }, body: { reason: '店铺已搬空' } }),
    pickUp: async (job, actor) =>
      (await clientOfActor(job, actor))(recordPickupOfOrder, {
        params: { id: job.id },
        body: { reason: '顾客已取走' },
      }),
    approveRefund: async (job, actor) =>
      (await clientOfActor(job, actor))(decideStringingRefund, {
        params: { id: job.requestId },
        body: { approve: true },
      }),
  },
  runJobs: () =>
    runNamedJobs(server, JOBS, ['close-unpaid-orders', 'poll-payments', 'end-waiting-stringing-orders', 'remind']),
  async stateOf({ id, paymentOrderId, stringId }) {
    const order = only(await db.select().from(stringingOrders).where(eq(stringingOrders.id, id)))
    const came = await db.select().from(payments).where(eq(payments.orderId, paymentOrderId))
    const back = await db.select().from(refunds).where(eq(refunds.orderId, paymentOrderId))
    const string = only(await db.select().from(merchantStrings).where(eq(merchantStrings.id, stringId)))
    const sum = (amounts: (number | null)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
    return {
      status: order.status,
      sums: {
        fen: sum(came.map(({ receivedFen }) => receivedFen)) - sum(back.map(({ amountFen }) => amountFen)),
        metres: string.stockMetres,
        racket: isInShop(order) ? 1 : 0,
      },
    }
  },
})
