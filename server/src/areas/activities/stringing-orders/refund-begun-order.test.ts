import * as admin from '@paidang/api/areas/activities/admin-stringing'
import { listStringingRefunds, withdrawStringingRefund } from '@paidang/api/areas/activities/admin-stringing'
import { boardOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import { getStringingOrderOfMerchant } from '@paidang/api/areas/activities/stringing-orders'
import { closeAccount } from '@paidang/api/areas/desks/accounts'
import { payOrder } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import type { Input } from '@paidang/api/endpoint'
import type { StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { storedCards } from '../../../tables/cards.ts'
import { messages } from '../../../tables/messages.ts'
import { refunds } from '../../../tables/payments.ts'
import { merchants, stringLedger } from '../../../tables/stringing.ts'
import { givenStaffLogin } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenString } from '../../../testing/given-stringing.ts'
import { givenStringingOrder, pickupCodeOf } from '../../../testing/given-stringing-order.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import {
  atOnce,
  type RacketOwner,
  SHOP_ACTIONS,
  type StaffedShop,
  stringingLife,
} from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Two people refund a begun order: an operator requests it, and a different senior operator decides.

const server = await startTestServer()
const { db, clientOf, signedInAs } = server
const life = stringingLife(server)

const ROUNDS = raceRounds(20)
/** The pickup code of a created order. */
const PRICE = 11_000

let owner: RacketOwner
let shop: StaffedShop
/** Enough string for all rounds. */
let stringId: string
let operator: Call
let senior: Call
let otherSenior: Call
beforeEach(async () => {
  owner = await life.racketOwner()
  shop = await life.staffedShop()
  stringId = await givenString(db, { merchantId: shop.shop.merchantId, stockMetres: 1_000 })
  // Create all of them first, because a refusal must leave no row behind.
  operator = clientOf(await server.staffTokenOf('operator'))
  senior = clientOf(await server.staffTokenOf('senior'))
  otherSenior = clientOf(await server.staffTokenOf('senior'))
})

const given = async (status: StringingStatus = 'STRINGING', over: { handIn?: 'COURIER' } = {}) =>
  (
    await givenStringingOrder(db, {
      ...owner,
      merchantId: shop.shop.merchantId,
      mains: { stringId },
      status,
      ...over,
    })
  ).id
type Wish = { cause: 'RACKET_BROKEN' | 'SHOP_GONE' | 'OTHER'; reason: string; isRacketLost: boolean }
const ask = (id: string, over: Partial<Wish> = {}, by = operator) =>
  by(admin.requestStringingRefund, {
    params: { id },
    body: { cause: 'RACKET_BROKEN', reason: '拍框断裂', isRacketLost: false, ...over },
  })
const decide = (id: string, approve: boolean, by = senior) =>
  by(admin.decideStringingRefund, { params: { id }, body: { approve, note: '已核对' } })
const lose = (id: string, reason = '店铺已搬空') =>
  operator(admin.loseRacketOfOrder, { params: { id }, body: { reason } })
const withdraw = (id: string, by = operator) => by(withdrawStringingRefund, { params: { id } })
const waiting = async () =>
  (await operator(listStringingRefunds, { query: { current: 1, rows: 20, state: 'WAITING' } })).rows
const moneyBack = () => db.select().from(refunds).orderBy(asc(refunds.id))
const told = async () =>
  (await db.select().from(messages).where(eq(messages.receiverId, owner.userId)).orderBy(asc(messages.id))).map(
    ({ title, content }) => `${title} ${content}`,
  )

test('a request moves nothing; approval ends the order, refunds the money, and notifies all concerned', async () => {
  const id = await given()
  const asked = await ask(id)
  expect(asked).toMatchObject({ state: 'WAITING', order: { id, status: 'STRINGING', totalFen: PRICE } })
  expect([await moneyBack(), (await life.read(owner, id)).status]).toEqual([[], 'STRINGING'])
  expect(await operator(admin.getManagedStringingOrder, { params: { id } })).toMatchObject({ hasWaitingRefund: true })

  const approved = await decide(asked.id, true)
  expect(approved).toMatchObject({ state: 'DONE', note: '已核对', order: { status: 'CANCELLED', isInShop: true } })
  expect(await moneyBack()).toMatchObject([
    { amountFen: PRICE, target: 'SOURCE', state: 'WAITING', cause: 'refunded', reason: '平台退款：球拍损坏：拍框断裂' },
  ])
  const ended = await life.read(owner, id)
  expect(ended).toMatchObject({ status: 'CANCELLED', cancelReason: 'PLATFORM', isInShop: true, isRacketLost: false })
  expect(ended.steps.at(-1)).toMatchObject({ action: 'refund', actor: 'OPERATOR', remark: '球拍损坏：拍框断裂' })
  expect(await told()).toEqual([
    expect.stringMatching(/^平台已退款 .*：球拍损坏：拍框断裂，¥110 将原路退回，球拍在店里，凭取拍码 \d{4} 取回$/),
  ])
  expect((await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(({ action }) => action)).toEqual([
    'stringing-refund.ask',
    'stringing-refund.approve',
  ])
})

test('money from a card goes back to it at once, gift and principal as they were taken', async () => {
  const { cardId } = await givenCard(db, { userId: owner.userId, principalFen: 20_000, giftFen: 3_000 })
  const { id, paymentOrderId } = await life.order(owner, life.form(shop, owner))
  await signedInAs(owner.userId)(payOrder, { body: { orderId: paymentOrderId, method: 'CARD', cardId } })
  for (const action of ['receive', 'start', 'ready'] as const) await SHOP_ACTIONS[action](shop.staff, id)
  await decide((await ask(id, { cause: 'OTHER' })).id, true)
  const [card] = await db.select().from(storedCards).where(eq(storedCards.id, cardId))
  expect(card).toMatchObject({ principalFen: 20_000, giftFen: 3_000 })
  expect((await told()).at(-1)).toContain('¥170 已退回储值卡')
})

test('used strings stay drawn from the stock', async () => {
  const id = await given('READY')
  const before = await db.select().from(stringLedger).orderBy(asc(stringLedger.stringId), asc(stringLedger.seq))
  await decide((await ask(id)).id, true)
  expect(await db.select().from(stringLedger).orderBy(asc(stringLedger.stringId), asc(stringLedger.seq))).toEqual(
    before,
  )
})

describe('the racket', () => {
  const columns = async () =>
    (await shop.staff(boardOfMerchant, { query: {} })).flatMap(({ column, total }) => (total > 0 ? [column] : []))

  test('that is still at the shop is returned to its player, and binds the shop until then', async () => {
    const id = await given('READY')
    await decide((await ask(id)).id, true)
    expect(await columns()).toEqual(['RETURN'])
    expect(await shop.staff(getStringingOrderOfMerchant, { params: { id } })).toMatchObject({
      status: 'CANCELLED',
      steps: expect.arrayContaining([expect.objectContaining({ action: 'refund', remark: '球拍损坏：拍框断裂' })]),
    })
    await expect(signedInAs(owner.userId)(closeAccount, { body: { confirm: '注销' } })).rejects.toThrow()
    await SHOP_ACTIONS.giveBack(shop.staff, id, pickupCodeOf(id))
    expect(await columns()).toEqual([])
    expect(await life.read(owner, id)).toMatchObject({ status: 'CANCELLED', isInShop: false })
  })

  test('that is lost is recorded so, nobody waits for it, and it does not keep an account open', async () => {
    const id = await given()
    await decide((await ask(id, { cause: 'SHOP_GONE', reason: '店铺已搬空', isRacketLost: true })).id, true)
    expect(await columns()).toEqual([])
    expect(await life.read(owner, id)).toMatchObject({ isRacketLost: true, isInShop: false })
    expect((await told()).at(-1)).toMatch(/店铺停业或失联：店铺已搬空，¥110 将原路退回，球拍无法归还$/)
    await expectRefusal(db, () => SHOP_ACTIONS.giveBack(shop.staff, id, pickupCodeOf(id)), {
      code: 'stringing_settled',
    })
  })

  test('that is left after a refund can be lost later: an operator records it, with a reason and once', async () => {
    const id = await given()
    await decide((await ask(id)).id, true)
    await expectRefusal(db, () => lose(id, ' '), { code: 'money_request_reason_missing', status: 400 })
    expect(await lose(id)).toMatchObject({ status: 'CANCELLED', isInShop: false, isRacketLost: true })
    const before = await told()
    expect(await lose(id, '又找了一遍')).toMatchObject({ isRacketLost: true })
    expect(before.at(-1)).toMatch(/^球拍遗失 .*：店铺已搬空，球拍无法归还$/)
    expect(await told()).toEqual(before)
    expect(await server.brokenInvariants()).toEqual([])
  })

  test('of an order that its player cancelled binds nobody once it is lost', async () => {
    const { paymentOrderId, id } = await life.order(owner, life.form(shop, owner))
    const { cardId } = await givenCard(db, { userId: owner.userId, principalFen: 20_000 })
    await signedInAs(owner.userId)(payOrder, { body: { orderId: paymentOrderId, method: 'CARD', cardId } })
    await SHOP_ACTIONS.receive(shop.staff, id)
    await expectRefusal(db, () => lose(id), { code: 'stringing_settled', status: 409 })
    await life.cancel(owner, id)
    expect(await columns()).toEqual(['RETURN'])
    await lose(id)
    expect(await columns()).toEqual([])
    const ended = await life.read(owner, id)
    expect(ended).toMatchObject({ cancelReason: 'PLAYER', isInShop: false, isRacketLost: true })
    expect(ended.steps.at(-1)).toMatchObject({ action: 'lose', actor: 'OPERATOR', remark: '店铺已搬空' })
    await expectRefusal(db, () => SHOP_ACTIONS.giveBack(shop.staff, id, '0000'), { code: 'stringing_settled' })
    const actions = await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)
    expect(actions.map(({ action }) => action)).toEqual(['stringing-order.lose'])
  })

  test('that was returned, or has no cancelled order, cannot be lost', async () => {
    const id = await given()
    await decide((await ask(id)).id, true)
    await SHOP_ACTIONS.giveBack(shop.staff, id, pickupCodeOf(id))
    await expectRefusal(db, () => lose(id), { code: 'stringing_settled', status: 409 })
    await expectRefusal(db, () => lose('999999'), { code: 'stringing_not_found', status: 404 })
  })

  test('that was collected by courier is to be sent back', async () => {
    const id = await given('STRINGING', { handIn: 'COURIER' })
    await decide((await ask(id)).id, true)
    expect((await told()).at(-1)).toMatch(/，球拍将寄回$/)
  })
})

test.each<[StringingStatus, string]>([
  ['SUBMITTED', 'stringing_not_paid'],
  ['COMPLETED', 'stringing_delivered'],
  ['CANCELLED', 'stringing_settled'],
])('of an order that is %s no refund can be requested', async (status, code) => {
  const id = await given(status)
  await expectRefusal(db, () => ask(id), { code, status: 409 })
})

test('a reason is needed, and only one request per order can wait', async () => {
  const id = await given()
  await expectRefusal(db, () => ask(id, { reason: ' ' }), { code: 'money_request_reason_missing', status: 400 })
  const first = await ask(id)
  await expectRefusal(db, () => ask(id), { code: 'money_request_waits', status: 409 })
  expect(await decide(first.id, false)).toMatchObject({ state: 'REFUSED' })
  const second = await ask(id, {}, senior)
  await expectRefusal(db, () => withdraw(second.id), { code: 'money_request_not_own', status: 403 })
  expect(await withdraw(second.id, senior)).toMatchObject({ state: 'WITHDRAWN' })
  expect(await withdraw(second.id, senior)).toMatchObject({ state: 'WITHDRAWN' })
  await expectRefusal(db, () => withdraw('999999'), { code: 'stringing_refund_not_found', status: 404 })
  await expectRefusal(db, () => ask('999999'), { code: 'stringing_not_found', status: 404 })
  expect([await waiting(), await moneyBack(), (await life.read(owner, id)).status]).toEqual([[], [], 'STRINGING'])
})

test('a requester, an operator, or a senior operator with a given password cannot decide', async () => {
  const id = await given()
  const own = await ask(id, {}, senior)
  await expectRefusal(db, () => decide(own.id, true), { code: 'money_request_own', status: 403 })
  await expectRefusal(db, () => decide(own.id, true, operator), { code: 'action_forbidden', status: 403 })
  const colleague = await givenStaffLogin(db, { kind: 'operator' })
  const { staffId } = await givenStaffLogin(db, { kind: 'operator', isLead: true, passwordBy: colleague.staffId })
  const newcomer = clientOf(await server.tokenOfStaff(staffId))
  await expectRefusal(db, () => decide(own.id, true, newcomer), { code: 'staff_password_given', status: 403 })
  const other = await given()
  await expectRefusal(db, () => ask(other, {}, newcomer), { code: 'staff_password_given', status: 403 })
})

test('a decision is final, and a repeat of the same verdict returns it', async () => {
  const { id } = await ask(await given())
  await decide(id, true)
  expect(await decide(id, true)).toMatchObject({ state: 'DONE' })
  expect(await moneyBack()).toHaveLength(1)
  const ended = { code: 'money_request_ended', status: 409 } as const
  await expectRefusal(db, () => decide(id, false), ended)
  await expectRefusal(db, () => decide(id, true, otherSenior), ended)
  await expectRefusal(db, () => withdraw(id), ended)
})

test('an order that went on can be refunded; a delivered one cannot, and its request can only be refused', async () => {
  const id = await given()
  const request = await ask(id)
  await SHOP_ACTIONS.ready(shop.staff, id)
  expect(await waiting()).toMatchObject([{ order: { status: 'READY' } }])
  await SHOP_ACTIONS.handOver(shop.staff, id, pickupCodeOf(id))
  await expectRefusal(db, () => decide(request.id, true), { code: 'stringing_delivered', status: 409 })
  expect(await waiting()).toHaveLength(1)
  expect(await decide(request.id, false)).toMatchObject({ state: 'REFUSED', order: { status: 'COMPLETED' } })
  expect(await moneyBack()).toEqual([])

  const other = await given()
  const second = await ask(other)
  await SHOP_ACTIONS.ready(shop.staff, other)
  expect(await decide(second.id, true)).toMatchObject({ state: 'DONE', order: { status: 'CANCELLED' } })
})

test('a closed shop does not prevent a refund', async () => {
  const id = await given()
  await db.update(merchants).set({ isPublished: false }).where(eq(merchants.id, shop.shop.merchantId))
  await decide((await ask(id, { cause: 'SHOP_GONE', isRacketLost: true })).id, true)
  expect((await life.read(owner, id)).status).toBe('CANCELLED')
})

describe('concurrently', () => {
  test('of two seniors who approve one succeeds, and the money is refunded once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await ask(await given())
      expect(await atOnce([() => decide(id, true), () => decide(id, true, otherSenior)])).toEqual({
        done: 1,
        codes: ['money_request_ended'],
      })
      expect(await moneyBack()).toHaveLength(round + 1)
    }
  })

  test('of an approval and a withdrawal one happens', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const order = await given()
      const { id } = await ask(order)
      const before = (await moneyBack()).length
      expect((await atOnce([() => decide(id, true), () => withdraw(id)])).done).toBe(1)
      const isCancelled = (await life.read(owner, order)).status === 'CANCELLED'
      expect(await moneyBack()).toHaveLength(before + (isCancelled ? 1 : 0))
    }
  })

  test('of an approval and a handover one happens', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const order = await given('READY')
      const { id } = await ask(order)
      const before = (await moneyBack()).length
      const { done, codes } = await atOnce([
        () => decide(id, true),
        () => SHOP_ACTIONS.handOver(shop.staff, order, pickupCodeOf(order)),
      ])
      const { status, isInShop } = await life.read(owner, order)
      expect([done, codes.every((code) => ['stringing_delivered', 'stringing_settled'].includes(code))]).toEqual([
        1,
        true,
      ])
      expect([status, isInShop]).toEqual(
        codes[0] === 'stringing_delivered' ? ['COMPLETED', false] : ['CANCELLED', true],
      )
      expect(await moneyBack()).toHaveLength(before + (status === 'CANCELLED' ? 1 : 0))
      if (isInShop) await SHOP_ACTIONS.giveBack(shop.staff, order, pickupCodeOf(order))
    }
  })

  test('one request of an order waits, however many are made', async () => {
    const id = await given()
    expect((await atOnce(Array.from({ length: 6 }, () => () => ask(id)))).done).toBe(1)
  })
})

test('operators find an order of any shop by number, player, shop, status and location of its racket', async () => {
  const left = await givenStringingOrder(db, {
    ...owner,
    merchantId: shop.shop.merchantId,
    status: 'CANCELLED',
    wasReceived: true,
  })
  const id = await given()
  const other = await life.racketOwner()
  const idsOf = async (input: Partial<Input<typeof admin.listManagedStringingOrders>['query']>) => {
    const query = { current: 1, rows: 10, ...input }
    const { rows, total } = await operator(admin.listManagedStringingOrders, { query })
    expect(total).toBe(rows.length)
    return rows.map((row) => row.id)
  }
  expect(await idsOf({})).toEqual([id, left.id])
  const { orderNo } = await life.read(owner, left.id)
  expect(await idsOf({ orderNo: ` ${orderNo.toLowerCase()} ` })).toEqual([left.id])
  expect(await idsOf({ userId: owner.userId, isInShop: true })).toEqual([id, left.id])
  expect(await idsOf({ userId: other.userId })).toEqual([])
  expect(await idsOf({ merchantId: shop.shop.merchantId, status: 'CANCELLED' })).toEqual([left.id])
  await lose(left.id)
  expect(await idsOf({ isInShop: true })).toEqual([id])
  expect(await idsOf({ isInShop: false })).toEqual([left.id])
})
