import { updateProduct } from '@paidang/api/areas/activities/shop'
import type { ShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/activities/shop/order-status'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { givenCategory, givenProduct } from '../../../testing/given-shop.ts'
import { isExploring, modelRuns } from '../../../testing/model/model-runs.ts'
import { runJob } from '../../../testing/run-job.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders } from '../../money/payments/ask-provider.ts'
import { receiveSentOrders } from './end-orders.ts'

// Runs random actions on two products with few units each. After every action, stock, sales and money must equal those
// of a small model without a database. A failure prints the seed and the shortest list of actions. MODEL_RUNS=1000 runs
// longer.

const ACTIONS_PER_RUN = 25
const RUNS = { usual: 8, long: 100 }
/** The minimum that a default run must cause, so that its success is meaningful. */
const ENOUGH_ORDERS = 30
const HOUR_MS = 3_600_000
const FIRST_STOCK = 8
const PRICES = [9_900, 1] as const

const which = fc.noBias(fc.nat({ max: 5 }))
const units = fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 3 }))

type Action =
  | { do: 'order'; units: [number, number] }
  | { do: 'pay' | 'cancel' | 'send' | 'receive' | 'ask'; which: number }
  | { do: 'decide'; which: number; agrees: boolean; restocks: boolean }
  | { do: 'stock'; product: 0 | 1; stock: number }
  | { do: 'wait'; hours: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ do: fc.constant('order' as const), units }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['pay', 'pay', 'pay', 'cancel', 'send', 'send', 'receive', 'ask', 'ask'] as const)),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      agrees: fc.constantFrom(true, true, false),
      restocks: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stock' as const),
      product: fc.constantFrom(0 as const, 1 as const),
      stock: fc.integer({ min: 3, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 24, 240) }) },
)

const server = await startTestServer({ rows: 'kept' })
const { db, clock, asStaff } = server
const life = shopLife(server)

/** An order according to the rules. `keptFen` is the amount in fen that the shop keeps. */
type ModelOrder = {
  id: string
  paymentOrderId: string
  units: [number, number]
  status: ShopOrder['status']
  isAsked: boolean
  keptFen: number
  /** When the order changes by itself, and until when its goods can be returned. */
  dueAt: number
  returnBy: number
}
type Model = { stock: [number, number]; sales: [number, number]; orders: ModelOrder[] }
type Scene = { userId: string; productIds: [string, string]; categoryId: string; model: Model }

const shift = (counts: [number, number], by: readonly [number, number], sign: 1 | -1) => {
  counts[0] += sign * by[0]
  counts[1] += sign * by[1]
}
const costOf = ([first, second]: readonly [number, number]) => first * PRICES[0] + second * PRICES[1]

/** Whether the call succeeded. A failed call must be a refusal because of the current state. */
const isDone = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && [400, 409].includes(error.status)) return false
      throw error
    },
  )

let parcels = 0

/** Refunds an order in the model. */
function undo(model: Model, order: ModelOrder, restocks: boolean): void {
  shift(model.sales, order.units, -1)
  if (restocks) shift(model.stock, order.units, 1)
  Object.assign(order, { status: 'REFUNDED', keptFen: 0, isAsked: false, dueAt: Number.POSITIVE_INFINITY })
}

async function placeOrder({ userId, productIds, model }: Scene, input: [number, number]): Promise<void> {
  const now = clock.now().getTime()
  const named = productIds.flatMap((id, index) => (input[index] ? [[id, input[index]] as const] : []))
  const isThere = input.every((count, index) => count <= (model.stock[index] ?? 0)) && named.length > 0
  if (!isThere) return expect(await isDone(life.order(userId, Object.fromEntries(named)))).toBe(false)
  const { id, paymentOrderId } = await life.order(userId, Object.fromEntries(named))
  shift(model.stock, input, -1)
  const times = { dueAt: now + HOUR_MS / 2, returnBy: Number.POSITIVE_INFINITY }
  model.orders.push({ id, paymentOrderId, units: input, status: 'UNPAID', isAsked: false, keptFen: 0, ...times })
}

type OfOrder = Exclude<Action, { do: 'order' | 'stock' | 'wait' }>

/** Applies an action to one order, and to the model if the action is allowed. */
async function handle({ userId, model }: Scene, todo: OfOrder): Promise<void> {
  const order = model.orders[todo.which % Math.max(model.orders.length, 1)]
  if (!order) return
  const now = clock.now().getTime()
  const { id, status } = order
  if (todo.do === 'pay') {
    if (!maySucceed('pay', status)) return
    await life.pay(userId, order)
    shift(model.sales, order.units, 1)
    Object.assign(order, { status: 'PAID', keptFen: costOf(order.units), dueAt: Number.POSITIVE_INFINITY })
  } else if (todo.do === 'cancel') {
    const hasEndedSo = status === 'CLOSED' || (status === 'REFUNDED' && order.returnBy === Number.POSITIVE_INFINITY)
    const isOpen = maySucceed('close', status) || maySucceed('cancel', status)
    expect(await isDone(life.cancel(userId, id))).toBe(isOpen || hasEndedSo)
    if (status === 'PAID') undo(model, order, true)
    else if (isOpen) close(model, order)
  } else if (todo.do === 'send') {
    expect(await isDone(life.send(id, `parcel ${++parcels}`))).toBe(maySucceed('send', status))
    // `returnBy` marks the order as sent, so that the model can tell a return from a cancellation.
    if (status === 'PAID') Object.assign(order, { status: 'SENT', dueAt: now + 240 * HOUR_MS, returnBy: 1e18 })
  } else if (todo.do === 'receive') {
    expect(await isDone(life.receive(userId, id))).toBe(maySucceed('receive', status) || status === 'RECEIVED')
    if (status === 'SENT') receive(order, now)
  } else if (todo.do === 'ask') {
    const may = order.isAsked || (maySucceed('askRefund', status) && now < order.returnBy)
    expect(await isDone(life.ask(userId, id))).toBe(may)
    order.isAsked = may
  } else if (todo.do === 'decide') {
    const { agrees, restocks } = todo
    const before = (await life.read(userId, id)).refundChoice
    const isRepeat = before === (agrees ? 'AGREED' : 'DENIED')
    expect(await isDone(life.decide(id, { agrees, restocks }))).toBe(order.isAsked || isRepeat)
    if (order.isAsked && agrees) undo(model, order, restocks)
    order.isAsked = false
  }
}

function close(model: Model, order: ModelOrder): void {
  shift(model.stock, order.units, 1)
  Object.assign(order, { status: 'CLOSED', dueAt: Number.POSITIVE_INFINITY })
}

function receive(order: ModelOrder, now: number): void {
  Object.assign(order, { status: 'RECEIVED', dueAt: Number.POSITIVE_INFINITY, returnBy: now + 168 * HOUR_MS })
}

async function perform(scene: Scene, todo: Action): Promise<void> {
  const { model, productIds, categoryId } = scene
  if (todo.do === 'order') return placeOrder(scene, todo.units)
  if (todo.do === 'stock') {
    const params = { id: productIds[todo.product] }
    const body = { categoryId, name: '网球', priceFen: PRICES[todo.product], stock: todo.stock }
    await asStaff('operator')(updateProduct, { params, body })
    model.stock[todo.product] = todo.stock
    return
  }
  if (todo.do !== 'wait') return handle(scene, todo)
  const now = clock.now().getTime() + todo.hours * HOUR_MS
  clock.set(new Date(now))
  expect(await runJob(server, closeUnpaidOrders)).toEqual([])
  expect(await runJob(server, receiveSentOrders)).toEqual([])
  for (const order of model.orders) {
    if (order.dueAt > now) continue
    if (order.status === 'UNPAID') close(model, order)
    else receive(order, now)
  }
}

/** Compares stock, sales, statuses and money with the model. */
async function compare({ userId, productIds, model }: Scene): Promise<void> {
  for (const [index, id] of productIds.entries()) {
    expect(await life.unitsOf(id)).toEqual({ stock: model.stock[index], sales: model.sales[index] })
  }
  for (const { id, status, keptFen } of model.orders) {
    const shown = await life.read(userId, id)
    const kept = shown.order.state === 'PAID' ? shown.order.amountFen - shown.order.refundedFen : 0
    expect([shown.status, kept]).toEqual([status, keptFen])
  }
}

async function begun(): Promise<Scene> {
  clock.set(TEST_NOW)
  const [userId, categoryId] = [await givenPlayer(db), await givenCategory(db)]
  const made = { categoryId, stock: FIRST_STOCK }
  const productIds: [string, string] = [
    await givenProduct(db, { ...made, priceFen: PRICES[0] }),
    await givenProduct(db, { ...made, priceFen: PRICES[1] }),
  ]
  return {
    userId,
    categoryId,
    productIds,
    model: { stock: [FIRST_STOCK, FIRST_STOCK], sales: [0, 0], orders: [] },
  }
}

test('after any sequence of actions the stock, the sales and the money match the model', async () => {
  let orders = 0
  const life = fc.asyncProperty(
    fc.array(action, { minLength: 15, maxLength: ACTIONS_PER_RUN, size: 'max' }),
    async (actions) => {
      const scene = await begun()
      for (const todo of actions) await perform(scene, todo)
      await compare(scene)
      orders += scene.model.orders.length
      expect(await server.brokenInvariants()).toEqual([])
    },
  )
  await fc.assert(life, modelRuns('the shop', RUNS))
  if (!isExploring) expect(orders).toBeGreaterThan(ENOUGH_ORDERS)
})
