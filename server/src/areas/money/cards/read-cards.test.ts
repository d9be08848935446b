import { cardsOfUser, monthsOfCard, topUpPlans, transactionsOfCard } from '@paidang/api/areas/money/cards'
import { payOrder } from '@paidang/api/areas/money/payments'
import { expect, test } from 'vitest'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard, givenOrder, watchedEffects } from '../../../testing/given-money.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer({ orderEffects: watchedEffects().effects })
const { db, clock, signedInAs } = server

const cardsOf = (userId: string, actorId = userId) => signedInAs(actorId)(cardsOfUser, { params: { userId } })
const movementsOf = (actorId: string, cardId: string, query: { month?: string; direction?: 'IN' | 'OUT' } = {}) =>
  signedInAs(actorId)(transactionsOfCard, { params: { cardId }, query: { current: 1, rows: 20, ...query } })

/**
 * Pays an order of this many fen with a card at the given time.
 *
 * @returns the order's id
 */
async function pay(userId: string, cardId: string, unitFen: number, at = TEST_NOW) {
  clock.set(at)
  const orderId = await givenOrder(db, {
    userId,
    objectId: '7',
    lines: [{ label: '报名费', quantity: 1, unitFen }],
    expiresAt: new Date(at.getTime() + 60_000),
  })
  await signedInAs(userId)(payOrder, { body: { orderId, method: 'CARD', cardId } })
  return orderId
}

test('a person sees their own cards, highest balance first, principal and gift separately', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const { cardId: small } = await givenCard(db, { userId: owner, principalFen: 20_000 })
  const { cardId: large } = await givenCard(db, { userId: owner, principalFen: 50_000, giftFen: 2_000 })
  await givenCard(db, { userId: other })
  expect(await cardsOf(owner)).toMatchObject([
    { id: large, balanceFen: 52_000, principalFen: 50_000, giftFen: 2_000, cardNo: expect.stringMatching(/^\d{16}$/) },
    { id: small, balanceFen: 20_000, principalFen: 20_000, giftFen: 0 },
  ])
  expect(await cardsOf(await givenPlayer(db))).toEqual([])
  await expectRefusal(db, () => cardsOf(owner, other), { code: 'data_of_others', status: 403 })
})

test('movements show the balance after each and its order, and can be narrowed to one direction', async () => {
  const owner = await givenPlayer(db)
  const { cardId, orderId: topUp } = await givenCard(db, { userId: owner, principalFen: 10_000, giftFen: 2_000 })
  const paid = await pay(owner, cardId, 11_000)
  const all = await movementsOf(owner, cardId)
  expect(all.total).toBe(2)
  expect(all.rows).toMatchObject([
    {
      seq: 2,
      kind: 'PAY',
      amountFen: -11_000,
      principalChange: -10_000,
      giftChange: -1_000,
      balanceAfterFen: 1_000,
      principalAfter: 0,
      giftAfter: 1_000,
      order: { id: paid, title: '周末双打', object: { kind: 'ball', id: '7' } },
      createTime: TEST_NOW.toISOString(),
    },
    { seq: 1, kind: 'TOP_UP', amountFen: 12_000, order: { id: topUp, object: { kind: 'card', id: cardId } } },
  ])
  const kindsOf = async (direction: 'IN' | 'OUT') =>
    (await movementsOf(owner, cardId, { direction })).rows.map(({ kind }) => kind)
  expect([await kindsOf('IN'), await kindsOf('OUT')]).toEqual([['TOP_UP'], ['PAY']])
})

test('months are those of Shanghai, with the sums in and out; a page has the requested number of rows', async () => {
  const owner = await givenPlayer(db)
  const paidAt = new Date('2026-03-31T15:59:59Z')
  const { cardId } = await givenCard(db, { userId: owner, principalFen: 30_000, giftFen: 1_000, paidAt })
  await pay(owner, cardId, 700, new Date('2026-03-31T16:00:00Z'))
  await pay(owner, cardId, 800, new Date('2026-04-30T15:59:59Z'))
  await pay(owner, cardId, 900, new Date('2026-04-30T16:00:00Z'))
  expect(await signedInAs(owner)(monthsOfCard, { params: { cardId } })).toEqual([
    { month: '2026-05', inFen: 0, outFen: 900 },
    { month: '2026-04', inFen: 0, outFen: 1_500 },
    { month: '2026-03', inFen: 31_000, outFen: 0 },
  ])
  const april = await movementsOf(owner, cardId, { month: '2026-04' })
  expect(april.rows.map(({ amountFen }) => amountFen)).toEqual([-800, -700])
  expect(await movementsOf(owner, cardId, { month: '2026-12' })).toEqual({ rows: [], total: 0 })
  const second = await signedInAs(owner)(transactionsOfCard, { params: { cardId }, query: { current: 2, rows: 3 } })
  expect(second).toMatchObject({ rows: [{ kind: 'TOP_UP' }], total: 4 })
})

test('nobody reads another person’s card, and an absent one gets the same answer', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const { cardId } = await givenCard(db, { userId: owner })
  for (const id of [cardId, '987654321']) {
    await expectRefusal(db, () => movementsOf(other, id), { code: 'card_not_found', status: 404 })
    await expectRefusal(db, () => signedInAs(other)(monthsOfCard, { params: { cardId: id } }), {
      code: 'card_not_found',
    })
  }
})

test('a plan is identified by its price, and a larger plan has a larger gift', async () => {
  const plans = await signedInAs(await givenPlayer(db))(topUpPlans, {})
  expect(plans.map(({ id, principalFen, giftFen }) => [id, principalFen, giftFen])).toEqual([
    ['200', 20_000, 0],
    ['500', 50_000, 2_000],
    ['1000', 100_000, 6_000],
    ['2000', 200_000, 16_000],
  ])
})
