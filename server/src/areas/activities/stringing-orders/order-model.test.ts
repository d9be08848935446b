import { moveString, stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import { getMerchant } from '@paidang/api/areas/activities/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  isRunning,
  maySucceed,
  RESERVING_STRINGING,
  STRINGING_TRANSITIONS,
  type StringingAction,
  type StringingStatus,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JOBS } from '../../../jobs-of-areas.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { isExploring, modelRuns } from '../../../testing/model/model-runs.ts'
import { runJob } from '../../../testing/run-job.ts'
import {
  OWN,
  ofShop,
  type RacketOwner,
  SHOP_ACTIONS,
  type StaffedShop,
  stringingLife,
} from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Random lives of stringing orders at one shop with little string. A small model predicts each answer. At the end all
// metres and all money agree with the model. A failure prints the seed and the shortest list of actions that shows it.
// MODEL_RUNS=1000 runs longer; MODEL_SEED=… repeats a run.

const RUNS = { usual: 4, long: 60 }
const ACTIONS_PER_RUN = 45
/** A usual run must do at least this much to be meaningful. */
const ENOUGH_ACTIONS = 120
const OWNERS = 6
const MINUTE_MS = 60_000
const MINUTES_TO_PAY = 30
const [MAINS, CROSSES] = [6.5, 5.5]
/** The initial metres of each string: enough for three whole beds. */
const STOCK = 36.2

type Bed = 'both' | 'mains' | 'own'
const METRES: Record<Bed, number> = { both: MAINS + CROSSES, mains: MAINS, own: 0 }
const PRICES: Record<Bed, number> = { both: 17_000, mains: 11_000, own: 5_000 }

type ShopAction = keyof typeof SHOP_ACTIONS
type Action =
  | { do: 'order'; owner: number; bed: Bed }
  | { do: 'pay' | 'cancel' | 'rate'; which: number }
  | { do: ShopAction; which: number }
  | { do: 'move'; kind: 'IN' | 'COUNT'; tenths: number }
  | { do: 'wait'; minutes: number }

const which = fc.nat({ max: 7 })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      owner: fc.nat({ max: OWNERS - 1 }),
      bed: fc.constantFrom<Bed>('both', 'both', 'mains', 'own'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'rate' as const), which }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constantFrom<ShopAction>(
        ...(['accept', 'receive', 'receive', 'start', 'start', 'ready', 'handOver', 'refuse', 'giveBack'] as const),
      ),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      kind: fc.constantFrom('IN' as const, 'COUNT' as const),
      tenths: fc.integer({ min: -80, max: 120 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }) },
)

const server = await startTestServer({ rows: 'kept' })
const { db, call, clock } = server
const life = stringingLife(server)

/** An order in the model. */
type ModelOrder = {
  id: string
  paymentOrderId: string
  code: string
  owner: RacketOwner
  bed: Bed
  fen: number
  status: StringingStatus
  last: 'submit' | StringingAction
  isInShop: boolean
  isCalledOff: boolean
  madeAt: number
  isRated: boolean
}
/** A shop in the model. Metres are in tenths, so that they are exact. */
type ModelShop = { shop: StaffedShop; owners: RacketOwner[]; stock: number; orders: ModelOrder[] }

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return error.code
      throw error
    },
  )
const tenths = (metres: number) => Math.round(metres * 10)
const promised = ({ orders }: ModelShop) =>
  orders
    .filter(({ status }) => RESERVING_STRINGING.some((one) => one === status))
    .reduce((sum, { bed }) => sum + tenths(METRES[bed]), 0)

function move(order: ModelOrder, done: StringingAction): void {
  order.status = STRINGING_TRANSITIONS[done].to
  order.last = done
  if (done === 'receive') order.isInShop = true
  if (done === 'handOver' || done === 'giveBack') order.isInShop = false
  if (done === 'cancel') order.isCalledOff = true
}

/** Predicts the answer to an action of the shop or of a player, and applies it to the model. */
function foretell(model: ModelShop, order: ModelOrder, todo: ShopAction | 'cancel'): string {
  const wasPaid = order.last !== 'submit' && order.last !== 'expire' && !(order.last === 'cancel' && order.fen === 0)
  if (todo !== 'cancel' && !wasPaid) return 'stringing_not_found'
  // A repeated cancellation by the player changes nothing, even after the racket was returned.
  if (order.last === todo || (todo === 'cancel' && order.isCalledOff)) return 'done'
  if (!maySucceed(todo, order.status) || (todo === 'giveBack' && !order.isInShop)) {
    const isBegun = order.status === 'STRINGING' || order.status === 'READY'
    return todo === 'cancel' && isBegun ? 'stringing_started' : 'stringing_settled'
  }
  const metres = tenths(METRES[order.bed])
  if (todo === 'start' && metres > model.stock) return 'string_stock_too_low'
  if (todo === 'start') model.stock -= metres
  // An order cancelled before it was paid never brings money.
  if (todo === 'cancel' && order.status === 'SUBMITTED') order.fen = 0
  move(order, todo)
  return 'done'
}

async function perform(model: ModelShop, todo: Action): Promise<void> {
  const { shop, owners, orders } = model
  const { polyId } = shop.shop
  if (todo.do === 'wait') {
    clock.set(new Date(clock.now().getTime() + todo.minutes * MINUTE_MS))
    const close = JOBS.find(({ name }) => name === 'close-unpaid-orders')
    expect(await runJob(server, close?.run ?? (() => Promise.reject(new Error('no such job'))))).toEqual([])
    const isOver = ({ madeAt }: ModelOrder) => madeAt + MINUTES_TO_PAY * MINUTE_MS <= clock.now().getTime()
    for (const order of orders) if (order.status === 'SUBMITTED' && isOver(order)) move(order, 'expire')
    return
  }
  if (todo.do === 'move') {
    const { kind } = todo
    const body = { kind, metres: todo.tenths / 10, reason: '盘点' }
    const code = await codeOf(shop.staff(moveString, { params: { id: polyId }, body }))
    if (todo.tenths < 0) return expect(code).toBe('input_invalid')
    if (todo.tenths === 0 && kind === 'IN') return expect(code).toBe('string_move_invalid')
    expect(code).toBe('done')
    model.stock = kind === 'IN' ? model.stock + todo.tenths : todo.tenths
    return
  }
  if (todo.do === 'order') {
    const owner = owners[todo.owner % owners.length] as RacketOwner
    const { bed } = todo
    const halves = {
      both: {},
      mains: { crosses: OWN },
      own: { mains: OWN, crosses: OWN },
    }[bed]
    const form = { ...life.form(shop, owner), mains: ofShop(polyId), ...halves, totalFen: PRICES[bed] }
    if (orders.some((one) => one.owner === owner && isRunning(one.status)))
      return expect(await codeOf(life.order(owner, form))).toBe('racket_in_use')
    if (orders.some((one) => one.owner === owner && one.isInShop))
      return expect(await codeOf(life.order(owner, form))).toBe('racket_in_shop')
    const isShort = tenths(METRES[bed]) > 0 && tenths(METRES[bed]) > model.stock - promised(model)
    if (isShort) return expect(await codeOf(life.order(owner, form))).toBe('stringing_string_short')
    const { id, paymentOrderId, pickupCode } = await life.order(owner, form)
    const known = { id, paymentOrderId, code: pickupCode ?? '', owner, bed, fen: PRICES[bed] }
    orders.push({
      ...known,
      status: 'SUBMITTED',
      last: 'submit',
      isInShop: false,
      isCalledOff: false,
      madeAt: clock.now().getTime(),
      isRated: false,
    })
    return
  }
  const order = orders[todo.which % Math.max(orders.length, 1)]
  if (!order) return
  if (todo.do === 'pay') {
    if (order.status !== 'SUBMITTED') return
    await life.pay(order.owner, order)
    move(order, 'pay')
  } else if (todo.do === 'rate') {
    const code = await codeOf(life.rate(order.owner, order.id))
    expect(code).toBe(order.status === 'COMPLETED' ? 'done' : 'stringing_settled')
    if (code === 'done') order.isRated = true
  } else if (todo.do === 'cancel') {
    const foretold = foretell(model, order, 'cancel')
    expect(await codeOf(life.cancel(order.owner, order.id))).toBe(foretold)
  } else {
    const foretold = foretell(model, order, todo.do)
    expect([todo.do, await codeOf(SHOP_ACTIONS[todo.do](shop.staff, order.id, order.code))]).toEqual([
      todo.do,
      foretold,
    ])
  }
}

/** Compares every metre, status and fen with the model. */
async function compare(model: ModelShop): Promise<void> {
  const { shop, orders } = model
  const strings = await shop.staff(stringsOfMerchant, {})
  const string = strings.find(({ id }) => id === shop.shop.polyId)
  expect([tenths(string?.stockMetres ?? -1), tenths(string?.freeMetres ?? -1)]).toEqual([
    model.stock,
    model.stock - promised(model),
  ])
  for (const { id, owner, status, isRated, isInShop } of orders) {
    expect(await life.read(owner, id)).toMatchObject({ status, isRated, isInShop })
  }
  const ids = orders.map(({ paymentOrderId }) => paymentOrderId)
  const came = ids.length > 0 ? await db.select().from(payments).where(inArray(payments.orderId, ids)) : []
  const back = ids.length > 0 ? await db.select().from(refunds).where(inArray(refunds.orderId, ids)) : []
  const kept = orders.filter(({ status }) => !['SUBMITTED', 'CANCELLED'].includes(status))
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  expect(sum(came.map(({ receivedFen }) => receivedFen ?? 0)) - sum(back.map(({ amountFen }) => amountFen))).toBe(
    sum(kept.map(({ fen }) => fen)),
  )
  const { ratingCount } = await call(getMerchant, { params: { id: shop.shop.merchantId }, query: {} })
  expect(ratingCount).toBe(orders.filter((order) => order.isRated).length)
}

async function begun(): Promise<ModelShop> {
  clock.set(TEST_NOW)
  const { shop: offered } = await life.staffedShop()
  // Each call uses a new log-in, because the clock may move past the end of a session.
  const shop = {
    shop: offered,
    get staff() {
      return server.asStaff('merchant', offered.merchantId)
    },
  }
  const { polyId } = offered
  await shop.staff(moveString, { params: { id: polyId }, body: { kind: 'COUNT', metres: STOCK, reason: '盘点' } })
  const owners: RacketOwner[] = []
  while (owners.length < OWNERS) owners.push(await life.racketOwner())
  return { shop, owners, stock: tenths(STOCK), orders: [] }
}

test('orders, metres and money agree with the model after any actions of players and shops', async () => {
  let done = 0
  const lives = fc.asyncProperty(
    fc.array(action, { minLength: 25, maxLength: ACTIONS_PER_RUN, size: 'max' }),
    async (actions) => {
      const model = await begun()
      for (const todo of actions) {
        await perform(model, todo)
        done += 1
      }
      await compare(model)
      expect(await server.brokenInvariants()).toEqual([])
    },
  )
  await fc.assert(lives, modelRuns('stringing orders', RUNS))
  if (!isExploring) expect(done).toBeGreaterThan(ENOUGH_ACTIONS)
})
