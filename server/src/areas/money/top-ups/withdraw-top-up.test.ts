import { withdrawalsOfCard, withdrawTopUp } from '@paidang/api/areas/money/cards'
import { getOrder } from '@paidang/api/areas/money/payments'
import { expect, test } from 'vitest'
import { refunds } from '../../../tables/payments.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { refundOrder, retryRefunds } from '../payments/refunds.ts'

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { db, clock, signedInAs } = server
const { topUp, card, movements, orderGame, payWithCard } = cardLife(server)

const DAY_MS = 86_400_000
const offers = (userId: string, cardId: string) => signedInAs(userId)(withdrawalsOfCard, { params: { cardId } })
const withdraw = (userId: string, body: { cardId: string; orderId: string; refundFen: number }) =>
  signedInAs(userId)(withdrawTopUp, { body })
const CHANGED = { code: 'card_withdrawal_changed', status: 409 }

/** A player with a new card, topped up with ¥500 and a gift of ¥20. */
async function givenTopUp() {
  const userId = await givenPlayer(db)
  const orderId = await topUp(userId, '500')
  const { id: cardId } = await card(userId)
  return { userId, cardId, orderId }
}
async function spend(userId: string, cardId: string, fen: number) {
  const orderId = await orderGame(userId, fen)
  await payWithCard(userId, orderId, cardId)
  return orderId
}

test('unused principal is refunded to its source and the gift is lost, as shown before', async () => {
  const { userId, cardId, orderId } = await givenTopUp()
  await spend(userId, cardId, 8_000)
  const until = new Date(TEST_NOW.getTime() + 7 * DAY_MS).toISOString()
  expect(await offers(userId, cardId)).toEqual([
    { orderId, refundFen: 42_000, lostGiftFen: 2_000, target: 'SOURCE', until },
  ])

  expect(await withdraw(userId, { cardId, orderId, refundFen: 42_000 })).toMatchObject({ balanceFen: 0 })
  expect(await movements(userId, cardId)).toEqual([
    ['WITHDRAW', -44_000],
    ['PAY', -8_000],
    ['TOP_UP', 52_000],
  ])
  expect(await offers(userId, cardId)).toEqual([])
  const order = () => signedInAs(userId)(getOrder, { params: { id: orderId } })
  expect(await order()).toMatchObject({
    state: 'PAID',
    refundedFen: 42_000,
    refunds: [{ target: 'SOURCE', state: 'WAITING', amountFen: 42_000 }],
  })
  await runJob(server, retryRefunds)
  expect((await order()).refunds).toMatchObject([
    { amountFen: 42_000, state: expect.stringMatching(/PROCESSING|DONE/) },
  ])
})

test('repeating a withdrawal returns the current card and refunds nothing twice', async () => {
  const { userId, cardId, orderId } = await givenTopUp()
  const body = { cardId, orderId, refundFen: 50_000 }
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(userId, body)))
  expect(answers.map(({ balanceFen }) => balanceFen)).toEqual(answers.map(() => 0))
  expect(await withdraw(userId, body)).toMatchObject({ balanceFen: 0 })
  expect([await db.$count(refunds), (await movements(userId, cardId)).length]).toEqual([1, 2])
})

test('another amount than the withdrawable one is refused and leaves no trace', async () => {
  const { userId, cardId, orderId } = await givenTopUp()
  for (const refundFen of [1, 49_999, 50_001])
    await expectRefusal(db, () => withdraw(userId, { cardId, orderId, refundFen }), CHANGED)
  await spend(userId, cardId, 1)
  await expectRefusal(db, () => withdraw(userId, { cardId, orderId, refundFen: 50_000 }), CHANGED)
})

test('a top-up cannot be withdrawn seven days after its payment', async () => {
  const { userId, cardId, orderId } = await givenTopUp()
  clock.set(new Date(TEST_NOW.getTime() + 7 * DAY_MS - 1))
  expect(await offers(userId, cardId)).toHaveLength(1)
  clock.set(new Date(TEST_NOW.getTime() + 7 * DAY_MS))
  expect(await offers(userId, cardId)).toEqual([])
  await expectRefusal(db, () => withdraw(userId, { cardId, orderId, refundFen: 50_000 }), CHANGED)
})

test('principal that a game returns after a withdrawal can be withdrawn too, but never more than was paid', async () => {
  const { userId, cardId, orderId } = await givenTopUp()
  const game = await spend(userId, cardId, 10_000)
  await withdraw(userId, { cardId, orderId, refundFen: 40_000 })
  const back = { orderId: game, amountFen: 10_000, cause: 'cancelled', reason: '球局取消', target: 'CARD' as const }
  await db.transaction((tx) => refundOrder(tx, { ...back, now: clock.now() }))
  expect(await offers(userId, cardId)).toMatchObject([{ orderId, refundFen: 10_000, lostGiftFen: 0 }])
  expect(await withdraw(userId, { cardId, orderId, refundFen: 10_000 })).toMatchObject({ balanceFen: 0 })
  expect(await withdraw(userId, { cardId, orderId, refundFen: 10_000 })).toMatchObject({ balanceFen: 0 })
  expect((await db.select().from(refunds)).map(({ target, amountFen }) => [target, amountFen]).sort()).toEqual([
    ['CARD', 10_000],
    ['SOURCE', 10_000],
    ['SOURCE', 40_000],
  ])
})

test('nobody withdraws from another person’s card, or with a top-up of another card', async () => {
  const { userId, cardId, orderId } = await givenTopUp()
  const { cardId: second, orderId: ofSecond } = await givenCard(db, { userId, principalFen: 10_000 })
  const other = await givenPlayer(db)
  for (const id of [cardId, '987654321']) {
    await expectRefusal(db, () => withdraw(other, { cardId: id, orderId, refundFen: 50_000 }), {
      code: 'card_not_found',
      status: 404,
    })
    await expectRefusal(db, () => offers(other, id), { code: 'card_not_found' })
  }
  await expectRefusal(db, () => withdraw(userId, { cardId: second, orderId, refundFen: 50_000 }), CHANGED)
  await expectRefusal(db, () => withdraw(userId, { cardId, orderId: ofSecond, refundFen: 10_000 }), CHANGED)
})
