import { withdrawalsOfCard, withdrawTopUp } from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardLedger } from '../../../tables/cards.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { isExploring, modelRuns } from '../../../testing/model/model-runs.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { refundOrder } from '../payments/refunds.ts'

// Runs random actions on two cards with little money. Each answer is compared with a small model, and each balance with
// its ledger. A failure prints the seed and the shortest list of actions. MODEL_RUNS=1000 runs longer.

const ACTIONS_PER_RUN = 50
/** The minimum of actions in a default run, so that its success is meaningful. */
const ENOUGH_ACTIONS = 500
const RUNS = { usual: 25, long: 400 }
const DAY_MS = 86_400_000
const WITHDRAWAL_MS = 7 * DAY_MS
const MAX_FEN = 500_000
const PLANS = { '200': [20_000, 0], '500': [50_000, 2_000] } as const

type Money = { principal: number; gift: number }
type TopUp = Money & { orderId: string; paidAt: number }
type Paid = Money & { orderId: string; refunds: number }
/** A card according to the rules. `topUps` are ordered by payment, without the amounts that were withdrawn. */
type ModelCard = Money & { cardId: string; topUps: TopUp[]; paid: Paid[] }

type Action =
  | { do: 'topUp'; card: 0 | 1; planId: '200' | '500' }
  | { do: 'pay'; card: 0 | 1; fen: number }
  | { do: 'refund'; card: 0 | 1; which: number; percent: number }
  | { do: 'withdraw'; card: 0 | 1; which: number; astray: number }
  | { do: 'wait'; hours: number }

const card = fc.constantFrom(0 as const, 1 as const)
const which = fc.nat({ max: 20 })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('topUp' as const), card, planId: fc.constantFrom('200', '500') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pay' as const), card, fen: fc.integer({ min: 1, max: 30_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      card,
      which,
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      card,
      which,
      astray: fc.constantFrom(0, 0, 0, 1, -1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
)

const server = await startTestServer({ orderEffects: CARD_EFFECTS, rows: 'kept' })
const { db, clock, signedInAs } = server
const { begin, play, orderTopUp, orderGame, payWithCard, cards } = cardLife(server)

/** The code of a refusal, or `done`. */
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )

const sumOf = ({ principal, gift }: Money) => principal + gift
const at = <Item>(list: readonly Item[], n: number): Item | undefined => list[n % Math.max(list.length, 1)]

/**
 * The amounts of a card's top-ups that can be withdrawn. The remaining principal and gift belong to the latest top-ups
 * first. A top-up can be withdrawn for seven days.
 */
function offered(
  { principal, gift, topUps }: ModelCard,
  now: number,
): { orderId: string; refund: number; lost: number }[] {
  const rest = { principal, gift }
  const latestFirst = topUps.slice().reverse()
  const parts = latestFirst.map(({ orderId, paidAt, ...topUp }) => {
    const part = {
      orderId,
      paidAt,
      refund: Math.min(rest.principal, topUp.principal),
      lost: Math.min(rest.gift, topUp.gift),
    }
    rest.principal -= part.refund
    rest.gift -= part.lost
    return part
  })
  return parts
    .filter(({ refund, paidAt }) => refund > 0 && now < paidAt + WITHDRAWAL_MS)
    .map(({ orderId, refund, lost }) => ({ orderId, refund, lost }))
}

/** Applies an action to the server and to the model, and compares their results. */
async function perform(userId: string, model: readonly [ModelCard, ModelCard], todo: Action): Promise<void> {
  if (todo.do === 'wait') return clock.set(new Date(clock.now().getTime() + todo.hours * 3_600_000))
  const own = model[todo.card]
  const { cardId } = own
  const now = clock.now()
  if (todo.do === 'topUp') {
    const [principal, gift] = PLANS[todo.planId]
    if (sumOf(own) + principal + gift > MAX_FEN) {
      return expect(await codeOf(orderTopUp(userId, todo.planId, cardId))).toBe('card_too_full')
    }
    const { id: orderId } = await orderTopUp(userId, todo.planId, cardId)
    await play(userId, await begin(userId, orderId))
    own.topUps.push({ orderId, principal, gift, paidAt: now.getTime() })
    own.principal += principal
    own.gift += gift
  } else if (todo.do === 'pay') {
    const orderId = await orderGame(userId, todo.fen)
    const code = await codeOf(payWithCard(userId, orderId, cardId))
    if (todo.fen > sumOf(own)) return expect(code).toBe('card_balance_too_low')
    expect(code).toBe('done')
    const principal = Math.min(own.principal, todo.fen)
    const paid = { orderId, principal, gift: todo.fen - principal, refunds: 0 }
    own.paid.push(paid)
    own.principal -= paid.principal
    own.gift -= paid.gift
  } else if (todo.do === 'refund') {
    const paid = at(own.paid, todo.which)
    const amountFen = paid ? Math.ceil((sumOf(paid) * todo.percent) / 100) : 0
    if (!paid || amountFen === 0) return
    paid.refunds += 1
    const asked = { orderId: paid.orderId, amountFen, cause: `model:${paid.refunds}`, reason: '退款', now }
    await db.transaction((tx) => refundOrder(tx, { ...asked, target: 'CARD' }))
    const gift = Math.min(paid.gift, amountFen)
    paid.gift -= gift
    paid.principal -= amountFen - gift
    own.gift += gift
    own.principal += amountFen - gift
  } else {
    const offers = await signedInAs(userId)(withdrawalsOfCard, { params: { cardId } })
    const expected = offered(own, now.getTime())
    expect(offers.map(({ orderId, refundFen: refund, lostGiftFen: lost }) => ({ orderId, refund, lost }))).toEqual(
      expected,
    )
    const offer = at(expected, todo.which)
    const refundFen = (offer?.refund ?? 0) + todo.astray
    if (!offer || refundFen < 1) return
    const code = await codeOf(
      signedInAs(userId)(withdrawTopUp, { body: { cardId, orderId: offer.orderId, refundFen } }),
    )
    if (todo.astray !== 0) return expect(['done', 'card_withdrawal_changed']).toContain(code)
    expect(code).toBe('done')
    for (const topUp of own.topUps.filter(({ orderId }) => orderId === offer.orderId)) {
      topUp.principal -= offer.refund
      topUp.gift -= offer.lost
    }
    own.principal -= offer.refund
    own.gift -= offer.lost
  }
}

/** Checks that the balance of each card equals the model's, and the sum of its ledger rows. */
async function compare(userId: string, model: readonly ModelCard[]): Promise<void> {
  const shown = await cards(userId)
  for (const { cardId, principal, gift } of model) {
    const { principalFen, giftFen } = shown.find(({ id }) => id === cardId) ?? {}
    expect({ principalFen, giftFen }).toEqual({ principalFen: principal, giftFen: gift })
    const rows = await db.select().from(cardLedger).where(eq(cardLedger.cardId, cardId)).orderBy(asc(cardLedger.seq))
    const sum = { principal: 0, gift: 0 }
    for (const row of rows) {
      sum.principal += row.principalChange
      sum.gift += row.giftChange
      expect([row.principalAfter, row.giftAfter]).toEqual([sum.principal, sum.gift])
    }
    expect(sum).toEqual({ principal, gift })
  }
}

/** A new player with two cards of ¥200. */
async function begun(): Promise<{ userId: string; model: [ModelCard, ModelCard] }> {
  clock.set(TEST_NOW)
  const userId = await givenPlayer(db)
  const issue = async (): Promise<ModelCard> => {
    const { id: orderId, object } = await orderTopUp(userId, '200')
    await play(userId, await begin(userId, orderId))
    const topUps = [{ orderId, principal: 20_000, gift: 0, paidAt: TEST_NOW.getTime() }]
    return { cardId: object.id, principal: 20_000, gift: 0, topUps, paid: [] }
  }
  return { userId, model: [await issue(), await issue()] }
}

test('after any sequence of actions the balance of a card equals the model and the ledger, principal and gift separately', async () => {
  let done = 0
  const life = fc.asyncProperty(
    fc.array(action, { minLength: 20, maxLength: ACTIONS_PER_RUN, size: 'max' }),
    async (actions) => {
      const { userId, model } = await begun()
      for (const todo of actions) {
        await perform(userId, model, todo)
        done += 1
        await compare(userId, model)
      }
      expect(await server.brokenInvariants()).toEqual([])
    },
  )
  await fc.assert(life, modelRuns('cards', RUNS))
  if (!isExploring) expect(done).toBeGreaterThan(ENOUGH_ACTIONS)
})
