import { withdrawTopUp } from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { expect, test } from 'vitest'
import { givenPlayer } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Many payments want the last fen of one card at once.

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { db, signedInAs } = server
const { card, movements, orderGame, payWithCard, topUp } = cardLife(server)

/**
 * Runs calls at once.
 *
 * @returns how many succeeded, and the codes of the others
 */
async function atOnce(calls: (() => Promise<unknown>)[]): Promise<{ done: number; codes: string[] }> {
  const answers = await Promise.allSettled(calls.map((call) => call()))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const codes = refused.map((reason) => (reason instanceof ApiError ? reason.code : String(reason)))
  return { done: answers.length - refused.length, codes }
}

test('of fifty payments for the last fen, exactly those that fit succeed', async () => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, principalFen: 9_000, giftFen: 1_099 })
  const orders: string[] = []
  for (let n = 0; n < 50; n++) orders.push(await orderGame(userId, 500))
  const { done, codes } = await atOnce(orders.map((orderId) => () => payWithCard(userId, orderId, cardId)))
  expect(done).toBe(20)
  expect(codes).toEqual(Array.from({ length: 30 }, () => 'card_balance_too_low'))
  expect(await card(userId)).toMatchObject({ principalFen: 0, giftFen: 99 })
  expect(await movements(userId, cardId)).toHaveLength(21)
})

test('one order that is paid fifty times at once is charged once', async () => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, principalFen: 9_000 })
  const orderId = await orderGame(userId, 500)
  const { done } = await atOnce(Array.from({ length: 50 }, () => () => payWithCard(userId, orderId, cardId)))
  expect(done).toBe(50)
  expect(await card(userId)).toMatchObject({ principalFen: 8_500 })
})

test('of a payment and a withdrawal of the same money, one gets it', async () => {
  for (let round = 0; round < 10; round++) {
    const userId = await givenPlayer(db)
    const orderId = await topUp(userId, '200')
    const { id: cardId } = await card(userId)
    const game = await orderGame(userId, 1)
    const { done, codes } = await atOnce([
      () => payWithCard(userId, game, cardId),
      () => signedInAs(userId)(withdrawTopUp, { body: { cardId, orderId, refundFen: 20_000 } }),
    ])
    expect(done).toBe(1)
    expect(['card_balance_too_low', 'card_withdrawal_changed']).toContain(codes[0])
    expect((await card(userId)).balanceFen).toBe(codes[0] === 'card_balance_too_low' ? 0 : 19_999)
  }
})

test('a card pays only its owner’s orders, and a payment over the balance leaves no trace', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const { cardId } = await givenCard(db, { userId: owner, principalFen: 9_000 })
  const [own, foreign] = [await orderGame(owner, 9_001), await orderGame(other, 1)]
  await expectRefusal(db, () => payWithCard(other, foreign, cardId), { code: 'card_not_found', status: 404 })
  await expectRefusal(db, () => payWithCard(owner, own, cardId), { code: 'card_balance_too_low', status: 409 })
})
