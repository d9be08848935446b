import { topUpCard } from '@paidang/api/areas/money/cards'
import { checkOrder, getOrder } from '@paidang/api/areas/money/payments'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storedCards } from '../../../tables/cards.ts'
import { messages } from '../../../tables/messages.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { db, clock, signedInAs, request, tokenOf } = server
const { begin, play, orderTopUp, topUp, card, cards, movements } = cardLife(server)

const orderNow = (userId: string, id: string) => signedInAs(userId)(getOrder, { params: { id } })

test('a first top-up issues a card once it is paid, with principal and gift separate, and its owner is notified', async () => {
  const userId = await givenPlayer(db)
  const order = await orderTopUp(userId, '500')
  expect(order).toMatchObject({
    kind: 'CARD_TOP_UP',
    state: 'UNPAID',
    amountFen: 50_000,
    lines: [
      { label: '充值本金', amountFen: 50_000 },
      { label: '赠送 ¥20', amountFen: 0 },
    ],
    expiresAt: new Date(clock.now().getTime() + 30 * 60_000).toISOString(),
  })
  expect(await cards(userId)).toEqual([])

  await play(userId, await begin(userId, order.id))
  expect(await card(userId)).toMatchObject({
    id: order.object.id,
    name: '拍档储值卡',
    balanceFen: 52_000,
    principalFen: 50_000,
    giftFen: 2_000,
  })
  expect(await db.select().from(messages).where(eq(messages.objectKind, 'card'))).toMatchObject([
    { receiverId: userId, title: '储值卡充值成功', content: '充值 ¥500，赠送 ¥20', objectId: order.object.id },
  ])
})

test('a card is topped up; a top-up cannot be paid with a card, since the money must come from outside', async () => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, principalFen: 100_000 })
  await topUp(userId, '200', cardId)
  expect(await movements(userId, cardId)).toEqual([
    ['TOP_UP', 20_000],
    ['TOP_UP', 100_000],
  ])
  const { id } = await orderTopUp(userId, '200', cardId)
  const { payWithCard } = cardLife(server)
  await expectRefusal(db, () => payWithCard(userId, id, cardId), { code: 'order_kind_without_card' })
})

test('a payment that is settled twice at once tops up once', async () => {
  const userId = await givenPlayer(db)
  const { id } = await orderTopUp(userId, '200')
  const outTradeNo = await begin(userId, id)
  const check = () => signedInAs(userId)(checkOrder, { params: { id } })
  await Promise.all([play(userId, outTradeNo), ...Array.from({ length: 20 }, check)])
  await check()
  expect(await card(userId)).toMatchObject({ balanceFen: 20_000 })
})

test('a top-up that would exceed the maximum of ¥5,000 is refused before it is ordered', async () => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, principalFen: 480_000, giftFen: 1 })
  await expectRefusal(db, () => orderTopUp(userId, '200', cardId), { code: 'card_too_full', status: 409 })
  await expectRefusal(db, () => orderTopUp(userId, '300', cardId), { code: 'card_plan_unknown', status: 400 })
})

test('of two top-ups that together exceed the maximum, the later one is refunded in full', async () => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, principalFen: 280_000 })
  const [first, second] = [await orderTopUp(userId, '2000', cardId), await orderTopUp(userId, '2000', cardId)]
  const numbers = [await begin(userId, first.id), await begin(userId, second.id)]
  await Promise.all(numbers.map((outTradeNo) => play(userId, outTradeNo)))
  expect(await card(userId)).toMatchObject({ balanceFen: 496_000 })
  const ended = [await orderNow(userId, first.id), await orderNow(userId, second.id)]
  expect(ended.map(({ state }) => state).sort()).toEqual(['CLOSED', 'PAID'])
  expect(ended.find(({ state }) => state === 'CLOSED')?.refunds).toMatchObject([
    { amountFen: 200_000, target: 'SOURCE' },
  ])
})

test('nobody tops up another person’s card', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const { cardId } = await givenCard(db, { userId: owner })
  for (const id of [cardId, '987654321'])
    await expectRefusal(db, () => orderTopUp(other, '200', id), { code: 'card_not_found', status: 404 })
})

test('an order that reserves a card issues none before it is paid', async () => {
  const userId = await givenPlayer(db)
  const order = await orderTopUp(userId, '200')
  await expectRefusal(db, () => orderTopUp(userId, '200', order.object.id), { code: 'card_not_found' })
  expect(await db.$count(storedCards)).toBe(0)
})

test('two calls with one key create one order', async () => {
  const userId = await givenPlayer(db)
  const headers = { authorization: `Bearer ${await tokenOf(userId)}`, 'idempotency-key': 'one-press-of-a-button' }
  const press = () => request({ method: 'POST', url: `/aaapi${topUpCard.path}`, headers, payload: { planId: '200' } })
  const answers = [await press(), await press()]
  expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1)
})
