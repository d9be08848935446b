import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as calls from '@paidang/api/areas/money/admin-offline'
import { getManagedOrder, queryOrders, queryRefunds } from '@paidang/api/areas/money/admin-payments'
import { closeOrder, getOrder, payOrder, readDesk } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { messages } from '../../../tables/messages.ts'
import { offlineEntries, orders, payments as paymentRows, refunds, refundUrgency } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { givenPlayer, only, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { waitingOf } from '../../../testing/given-desks.ts'
import { givenCard, givenOrder, givenStuckRefund, watchedEffects } from '../../../testing/given-money.ts'
import { openLive } from '../../../testing/live-client.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders } from './ask-provider.ts'
import { refundOrder, retryRefunds } from './refunds.ts'

// Money at the front desk of a club without WeChat Pay: what staff enter pays an order once, above a limit by two people.

const { effects, actions, soldOut } = watchedEffects()
const features = { ...ALL_FEATURES, wechat: false, wechatPay: false }
const server = await startTestServer({ orderEffects: effects, features })
const { db, clock, clientOf, signedInAs, staffTokenOf } = server

const LIMIT_FEN = 200_000
const ROUNDS = raceRounds(12)

let payer: string
let operator: Call
let senior: Call
let otherSenior: Call
beforeEach(async () => {
  actions.length = 0
  soldOut.clear()
  payer = await givenPlayer(db)
  operator = clientOf(await staffTokenOf('operator'))
  senior = clientOf(await staffTokenOf('senior'))
  otherSenior = clientOf(await staffTokenOf('senior'))
})

const later = (minutes: number) => clock.set(new Date(TEST_NOW.getTime() + minutes * 60_000))
const order = (amountFen = 5_000) =>
  givenOrder(db, { userId: payer, lines: [{ label: '报名费', quantity: 1, unitFen: amountFen }] })
const typed = (amountFen: number, receiptNo = 'A-001') => ({
  amountFen,
  way: 'CASH' as const,
  receiptNo,
  reason: '前台现金',
})
const enter = (id: string, body = typed(5_000), by = operator) =>
  by(calls.enterOfflinePayment, { params: { id }, body })
const giveBack = (id: string, body = typed(5_000, 'B-001'), by = operator) =>
  by(calls.enterOfflineRefund, { params: { id }, body })
const decide = (id: string, approve: boolean, by = senior) =>
  by(calls.decideOfflineEntry, { params: { id }, body: { approve, note: '点过' } })
const orderNow = (id: string) => signedInAs(payer)(getOrder, { params: { id } })
const contents = async () =>
  (await db.select().from(messages).where(eq(messages.receiverId, payer)).orderBy(messages.id)).map(
    ({ content }) => content,
  )
const offline = (id: string) => db.select().from(paymentRows).where(eq(paymentRows.orderId, id))

/** Pays an order at the desk, and gives all of it back. @returns order and refund */
async function refunded(amountFen = 5_000): Promise<{ orderId: string; refundId: string }> {
  const orderId = await order(amountFen)
  const { id, state } = await enter(orderId, typed(amountFen, `P-${orderId}`))
  if (state === 'WAITING') await decide(id, true)
  const giving = { orderId, amountFen, cause: 'left', reason: '退出', target: 'SOURCE' as const, now: clock.now() }
  const refund = await db.transaction((tx) => refundOrder(tx, giving))
  return { orderId, refundId: refund.id }
}

test('what staff enter pays the order like any payment, and its payer is told', async () => {
  const id = await order()
  const entry = await enter(id, { ...typed(5_000), receiptNo: ' a-001 ' })
  expect(entry).toMatchObject({ kind: 'PAYMENT', state: 'DONE', decidedBy: null, receiptNo: 'A-001', way: 'CASH' })
  expect(entry.order).toMatchObject({ id, state: 'PAID' })
  expect(actions).toEqual([{ what: 'paid', orderId: id }])
  expect(await orderNow(id)).toMatchObject({ state: 'PAID', method: 'OFFLINE' })
  expect(await contents()).toEqual(['周末双打：前台已收款 ¥50（现金，收据号 A-001）'])
  expect((await operator(getManagedOrder, { params: { id } })).payments).toMatchObject([
    { provider: 'OFFLINE', transactionId: 'A-001', state: 'SETTLED', receivedFen: 5_000 },
  ])
  const events = await db.select().from(staffAuditEvents)
  expect(events.map(({ summary }) => summary)).toEqual([`收款 ¥50（订单 ${id}，现金，收据 A-001），前台现金`])
})

test.each([
  [LIMIT_FEN - 1, 'DONE'],
  [LIMIT_FEN, 'DONE'],
  [LIMIT_FEN + 1, 'WAITING'],
])('%i fen at a limit of ¥2000: %s', async (amountFen, state) => {
  const id = await order(amountFen)
  expect(await enter(id, typed(amountFen))).toMatchObject({ state, limitFen: LIMIT_FEN })
  expect(await orderNow(id)).toMatchObject({ state: state === 'DONE' ? 'PAID' : 'UNPAID' })
})

describe('above the limit', () => {
  const BIG = LIMIT_FEN + 1

  test('nothing counts before another person agrees, and that person is not the first one', async () => {
    const id = await order(BIG)
    const entry = await enter(id, typed(BIG), senior)
    await expectRefusal(db, () => decide(entry.id, true, senior), { code: 'money_request_own' })
    await expectRefusal(db, () => decide(entry.id, true, operator), { code: 'action_forbidden' })
    expect(await waitingOf(operator, 'OFFLINE_ENTRY')).toBe(1)
    // After its time the order takes no money any more.
    const { items } = await operator(readInbox, { query: { kind: 'OFFLINE_ENTRY' } })
    expect(items).toMatchObject([{ limitAt: (await orderNow(id)).expiresAt }])
    expect(await decide(entry.id, true, otherSenior)).toMatchObject({ state: 'DONE', order: { state: 'PAID' } })
    // The same verdict again answers what stands.
    expect(await decide(entry.id, true, otherSenior)).toMatchObject({ state: 'DONE' })
    await expectRefusal(db, () => decide(entry.id, false, otherSenior), { code: 'money_request_ended' })
    expect(await waitingOf(operator, 'OFFLINE_ENTRY')).toBe(0)
    expect(actions).toEqual([{ what: 'paid', orderId: id }])
  })

  test('a refused or withdrawn entry pays nothing, and its receipt can be entered again', async () => {
    const id = await order(BIG)
    await decide((await enter(id, typed(BIG))).id, false)
    const withdrawn = await enter(id, typed(BIG))
    await expectRefusal(db, () => senior(calls.withdrawOfflineEntry, { params: { id: withdrawn.id } }), {
      code: 'money_request_not_own',
    })
    await operator(calls.withdrawOfflineEntry, { params: { id: withdrawn.id } })
    await expectRefusal(db, () => decide(withdrawn.id, true), { code: 'money_request_ended' })
    expect(await orderNow(id)).toMatchObject({ state: 'UNPAID' })
    await decide((await enter(id, typed(BIG))).id, true)
    expect(await orderNow(id)).toMatchObject({ state: 'PAID' })
  })

  test('its payer reads that it waits, until it is agreed to, refused or withdrawn', async () => {
    const id = await order(BIG)
    const other = await order(BIG)
    const client = await openLive(server.app)
    client.send({ type: 'hello', token: await server.tokenOf(payer) })
    await client.next('welcome')
    client.send({ type: 'watch', topics: [{ kind: 'order', id }] })
    await client.next('watching')
    for (const end of [
      (entryId: string) => decide(entryId, false),
      (entryId: string) => operator(calls.withdrawOfflineEntry, { params: { id: entryId } }),
      (entryId: string) => decide(entryId, true),
    ]) {
      expect(await orderNow(id)).not.toHaveProperty('isEnteredAtDesk')
      const entry = await enter(id, typed(BIG))
      expect(await orderNow(id)).toMatchObject({ isEnteredAtDesk: true })
      expect(await orderNow(other)).not.toHaveProperty('isEnteredAtDesk')
      await client.next('changed')
      await end(entry.id)
      await client.next('changed')
    }
    expect(await orderNow(id)).not.toHaveProperty('isEnteredAtDesk')
  })

  test('its payer is told once when it does not count, and the closed order says that money was at the desk', async () => {
    const id = await order(BIG)
    const first = await enter(id, typed(BIG))
    await signedInAs(payer)(closeOrder, { params: { id } })
    expect(await orderNow(id)).toMatchObject({ state: 'CLOSED', isEnteredAtDesk: true })
    const closedText = '周末双打：订单已关闭，前台登记的收款 ¥2,000.01 没有生效。付过的钱请到前台取回'
    expect(await contents()).toEqual([closedText])
    await decide(first.id, false)
    expect(await contents()).toEqual([closedText])
    const sum = '周末双打：前台登记的收款 ¥2,000.01（现金）'
    const refused = await enter(await order(BIG), typed(BIG))
    await decide(refused.id, false)
    expect((await contents()).at(-1)).toBe(`${sum}没有通过复核。付过的钱请到前台取回`)
    const closed = await orderNow(id)
    expect(closed).toMatchObject({ state: 'CLOSED', wasEnteredAtDesk: true })
    expect(closed).not.toHaveProperty('isEnteredAtDesk')

    const other = await order(BIG)
    const again = await enter(other, typed(BIG))
    for (const _twice of [1, 2]) await operator(calls.withdrawOfflineEntry, { params: { id: again.id } })
    expect((await contents()).slice(2)).toEqual([`${sum}已由前台撤回。付过的钱请到前台取回`])
    await enter(other, typed(BIG))
    expect(await orderNow(other)).not.toHaveProperty('wasEnteredAtDesk')
    // One with nothing at the desk ends without a word about it.
    const told = await contents()
    await signedInAs(payer)(closeOrder, { params: { id: await order(BIG) } })
    expect(await contents()).toEqual(told)

    // So does one that was paid by card too late for what it buys.
    const { cardId } = await givenCard(db, { userId: payer, principalFen: BIG })
    const late = await order(BIG)
    const lying = await enter(late, typed(BIG, 'C-1'))
    soldOut.add(only(await db.select().from(orders).where(eq(orders.id, late))).objectId)
    await signedInAs(payer)(payOrder, { body: { orderId: late, method: 'CARD', cardId } })
    soldOut.clear()
    await operator(calls.withdrawOfflineEntry, { params: { id: lying.id } })
    expect((await contents()).slice(told.length)).toEqual([closedText, expect.stringContaining('退')])

    const { refundId } = await refunded(BIG)
    await decide((await giveBack(refundId, typed(BIG, 'B-9'))).id, false)
    expect((await contents()).at(-1)).toBe(
      '周末双打：前台登记的退还 ¥2,000.01（现金）没有通过复核。这笔退款仍待到前台领取',
    )
  })

  test('an order that ended meanwhile is not paid by an approval: it was closed, paid by card, or its time is over', async () => {
    const { cardId } = await givenCard(db, { userId: payer, principalFen: 400_000 })
    const [closed, paid, past] = [await order(BIG), await order(BIG), await order(BIG)]
    const entries = await Promise.all(
      [closed, paid, past].map((id, place) => enter(id, typed(BIG, `A-${place}`)).then((entry) => entry.id)),
    )
    await signedInAs(payer)(closeOrder, { params: { id: closed } })
    await signedInAs(payer)(payOrder, { body: { orderId: paid, method: 'CARD', cardId } })
    await expectRefusal(db, () => decide(entries[0] ?? '', true), { code: 'order_closed' })
    await expectRefusal(db, () => decide(entries[1] ?? '', true), { code: 'order_paid' })
    later(15)
    await expectRefusal(db, () => decide(entries[2] ?? '', true), { code: 'order_closed' })
    for (const id of entries) await decide(id, false)
    expect(await offline(closed)).toEqual([])
  })

  test('a top-up waits a day for the second person, because it holds nothing; a seat does not wait', async () => {
    const topUp = { kind: 'CARD_TOP_UP' as const, lines: [{ label: '充值本金', quantity: 1, unitFen: BIG }] }
    const ids = [await givenOrder(db, { userId: payer, ...topUp }), await order(BIG)]
    for (const [place, id] of ids.entries()) await enter(id, typed(BIG, `A-${place}`))
    later(20)
    await runJob(server, closeUnpaidOrders)
    const states = await Promise.all(ids.map(async (id) => (await orderNow(id)).state))
    expect(states).toEqual(['UNPAID', 'CLOSED'])
    later(24 * 60)
    await runJob(server, closeUnpaidOrders)
    const [stored] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, ids[0] ?? ''))
    expect(stored).toMatchObject({ state: 'CLOSED', closedAt: clock.now() })
  })

  test('of two verdicts at once one stands', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await order(BIG)
      const entry = await enter(id, typed(BIG, `A-${round}`))
      const both = await Promise.allSettled([decide(entry.id, true, senior), decide(entry.id, false, otherSenior)])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await offline(id)).length).toBe(both[0].status === 'fulfilled' ? 1 : 0)
    }
  })
})

test('20 entries of one order at once pay it once; so do 20 orders with one receipt', async () => {
  const id = await order()
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, place) => enter(id, typed(5_000, `A-${place}`))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await offline(id)).toHaveLength(1)
  expect(actions).toEqual([{ what: 'paid', orderId: id }])

  const ids = await Promise.all(Array.from({ length: 20 }, () => order()))
  const same = await Promise.allSettled(ids.map((one) => enter(one, typed(5_000, 'SAME'))))
  expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = same.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set(['offline_receipt_used']))
})

test('a card and the desk at once pay an order once, and no money is counted twice', async () => {
  const { cardId } = await givenCard(db, { userId: payer, principalFen: 400_000 })
  for (let round = 0; round < ROUNDS; round++) {
    const id = await order()
    const both = await Promise.allSettled([
      enter(id, typed(5_000, `A-${round}`)),
      signedInAs(payer)(payOrder, { body: { orderId: id, method: 'CARD', cardId } }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await offline(id)).toMatchObject([{ state: 'SETTLED' }])
  }
})

test('what staff saw is what is settled: another sum, an ended order, a used or odd receipt are refused', async () => {
  const id = await order()
  await expectRefusal(db, () => enter(id, typed(4_999)), { code: 'offline_amount_differs' })
  await expectRefusal(db, () => enter(id, typed(5_000, '收据1')), { code: 'offline_receipt_invalid' })
  await expectRefusal(db, () => enter(id, { ...typed(5_000), reason: ' ' }), { code: 'money_request_reason_missing' })
  await expectRefusal(db, () => enter('987654321'), { code: 'order_not_found' })
  await enter(id)
  await expectRefusal(db, () => enter(id, typed(5_000, 'A-2')), { code: 'order_paid' })
  const next = await order()
  for (const same of ['A-001', 'a 001', 'A001'])
    await expectRefusal(db, () => enter(next, typed(5_000, same)), { code: 'offline_receipt_used' })
  later(15)
  await expectRefusal(db, () => enter(next, typed(5_000, 'A-2')), { code: 'order_closed' })
  await runJob(server, closeUnpaidOrders)
  await expectRefusal(db, () => enter(next, typed(5_000, 'A-2')), { code: 'order_closed' })
})

test('a receipt that was entered before there was one form is found by each, and not entered again', async () => {
  const { id: clerk } = only(await db.select({ id: staff.id }).from(staff).where(eq(staff.kind, 'operator')).limit(1))
  const before = { ...typed(5_000, 'SJ0001'), orderId: await order(), limitFen: 0, requestedBy: clerk }
  const [entry] = await db
    .insert(offlineEntries)
    .values({ ...before, createdAt: TEST_NOW })
    .returning()
  for (const receiptNo of ['SJ0001', 'sj 0001', 'SJ-0001']) {
    const { rows } = await operator(calls.listOfflineEntries, { query: { current: 1, rows: 10, receiptNo } })
    expect(rows).toMatchObject([{ id: entry?.id, receiptNo: 'SJ0001' }])
  }
  const next = await order()
  await expectRefusal(db, () => enter(next, typed(5_000, 'sj-0001')), { code: 'offline_receipt_used' })
  const none = await operator(calls.listOfflineEntries, { query: { current: 1, rows: 10, receiptNo: '收据' } })
  expect(none).toMatchObject({ total: 0 })
})

test('money for what is gone is kept as what it is, and waits at the desk to be given back', async () => {
  const id = await order()
  soldOut.add('987654321')
  expect(await enter(id)).toMatchObject({ state: 'DONE', order: { state: 'CLOSED' } })
  expect(await contents()).toEqual(['周末双打：订单已关闭，¥50 请到前台领取'])
  expect((await orderNow(id)).refunds).toMatchObject([{ target: 'OFFLINE', state: 'WAITING', amountFen: 5_000 }])
  expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(1)
})

describe('a refund of what was paid at the desk', () => {
  test('waits for staff, is asked of no provider, and ends with how it was given back', async () => {
    const { orderId, refundId } = await refunded()
    clock.set(new Date(TEST_NOW.getTime() + 4 * 86_400_000))
    // The log-in of before is over by then.
    operator = clientOf(await staffTokenOf('operator'))
    expect(await runJob(server, retryRefunds)).toEqual([])
    expect((await orderNow(orderId)).refunds).toMatchObject([{ target: 'OFFLINE', state: 'WAITING', doneTime: null }])
    expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(1)
    expect(await waitingOf(operator, 'REFUND_OPEN')).toBe(0)

    await expectRefusal(db, () => giveBack(refundId, typed(4_999, 'B-1')), { code: 'offline_amount_differs' })
    await expectRefusal(db, () => giveBack(refundId, typed(5_000, `P-${orderId}`)), { code: 'offline_receipt_used' })
    expect(await giveBack(refundId)).toMatchObject({ kind: 'REFUND', refundId, state: 'DONE' })
    await expectRefusal(db, () => giveBack(refundId, typed(5_000, 'B-2')), { code: 'refund_done' })
    expect((await orderNow(orderId)).refunds).toMatchObject([{ state: 'DONE', doneTime: clock.now().toISOString() }])
    expect((await contents()).at(-1)).toBe('周末双打：¥50 已在前台退还（现金，单号 B-001）')
    expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(0)
  })

  test('above the limit two people give it back, once', async () => {
    const { orderId, refundId } = await refunded(LIMIT_FEN + 1)
    const waiting = async () => [
      await waitingOf(operator, 'OFFLINE_REFUND'),
      await waitingOf(operator, 'OFFLINE_ENTRY'),
    ]
    const listed = async () => {
      const { rows } = await operator(queryOrders, { query: { current: 1, rows: 9, keyword: orderId } })
      return rows.map(({ refundedFen, refundingFen }) => [refundedFen, refundingFen])
    }
    expect(await waiting()).toEqual([1, 0])
    await decide((await giveBack(refundId, typed(LIMIT_FEN + 1, 'B-0'))).id, false)
    expect(await waiting()).toEqual([1, 0])
    const entry = await giveBack(refundId, typed(LIMIT_FEN + 1, 'B-1'))
    // One return is one task.
    expect(await waiting()).toEqual([0, 1])
    expect(await listed()).toEqual([[LIMIT_FEN + 1, LIMIT_FEN + 1]])
    await expectRefusal(db, () => giveBack(refundId, typed(LIMIT_FEN + 1, 'B-2')), { code: 'money_request_waits' })
    expect(await db.select().from(refunds)).toMatchObject([{ state: 'WAITING' }])
    const ends = await Promise.allSettled([decide(entry.id, true, senior), decide(entry.id, true, otherSenior)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.select().from(refunds)).toMatchObject([{ state: 'DONE' }])
    expect(await waiting()).toEqual([0, 0])
    expect(await listed()).toEqual([[LIMIT_FEN + 1, 0]])
  })

  test('20 entries at once give it back once', async () => {
    const { refundId } = await refunded()
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) => giveBack(refundId, typed(5_000, `B-${place}`))),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.$count(offlineEntries, eq(offlineEntries.refundId, refundId))).toBe(1)
  })

  test('of money that goes back another way nothing is entered', async () => {
    const { cardId } = await givenCard(db, { userId: payer })
    const orderId = await order()
    await signedInAs(payer)(payOrder, { body: { orderId, method: 'CARD', cardId } })
    const giving = {
      orderId,
      amountFen: 5_000,
      cause: 'left',
      reason: '退出',
      target: 'SOURCE' as const,
      now: TEST_NOW,
    }
    const { id } = await db.transaction((tx) => refundOrder(tx, giving))
    await expectRefusal(db, () => giveBack(id), { code: 'refund_not_offline' })
  })
})

test('the list of refunds begins with what people have to do: stuck, then to be given back at the desk', async () => {
  const at = (minutes: number, act: () => Promise<string>) => {
    later(minutes)
    return act()
  }
  const { cardId } = await givenCard(db, { userId: payer })
  const stuck = await at(0, () => givenStuckRefund(db, payer))
  const [first, second] = [
    await at(1, async () => (await refunded()).refundId),
    await at(2, async () => (await refunded()).refundId),
  ]
  const onCard = await at(3, async () => {
    const orderId = await order()
    await signedInAs(payer)(payOrder, { body: { orderId, method: 'CARD', cardId } })
    const giving = { orderId, amountFen: 5_000, cause: 'left', reason: '退出', target: 'CARD' as const }
    return (await db.transaction((tx) => refundOrder(tx, { ...giving, now: clock.now() }))).id
  })
  const pages = [1, 2].map((current) => operator(queryRefunds, { query: { current, rows: 2 } }))
  const ids = (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ refund }) => refund.id))
  expect(ids).toEqual([stuck, second, first, onCard])
})

test('no table is sorted to list refunds by what people have to do', async () => {
  await refunded()
  const order = sql`${refundUrgency(refunds)} desc, ${refunds.createdAt} desc, ${refunds.id} desc`
  const plans: string[] = []
  const reading = db.transaction(async (tx) => {
    await tx.execute(sql`insert into refunds (order_id, payment_id, out_refund_no, amount_fen, cause, reason, target, state, done_at)
      select order_id, payment_id, 'M' || n, 1, 'many' || n, '', 'SOURCE', 'DONE', now()
      from generate_series(1, 3000) n, (select * from refunds limit 1) one`)
    await tx.execute(sql`analyze refunds`)
    const { rows } = await tx.execute(sql`explain select id from ${refunds} order by ${order} limit 20 offset 40`)
    plans.push(JSON.stringify(rows))
    tx.rollback()
  })
  await expect(reading).rejects.toThrow()
  expect(plans).toEqual([expect.stringMatching(/^(?!.*Sort).*refunds_urgent_first/)])
})

describe('where WeChat Pay is on', () => {
  let app: Awaited<ReturnType<typeof server.another>>
  const desk = async () => {
    const headers = { authorization: `Bearer ${await server.tokenOf(payer)}` }
    const response = await app.inject({ url: '/aaapi/offline-payments', headers })
    return response.json().data
  }
  const save = (isAllowed: boolean) =>
    senior(calls.saveOfflineSettings, {
      body: { limitFen: LIMIT_FEN, isAllowed, transferNote: '户名 青杉体育', revision: isAllowed ? 0 : 1 },
    })

  test('the desk takes money only where the operators allow it', async () => {
    app = await server.another({ orderEffects: effects, features: ALL_FEATURES })
    expect(await signedInAs(payer)(readDesk, {})).toEqual({ isOffered: true, transferNote: '' })
    expect(await desk()).toEqual({ isOffered: false, transferNote: '' })
    const id = await order()
    const response = await app.inject({
      method: 'POST',
      url: `/aaapi/admin/offline-entries/pay/${id}`,
      headers: { authorization: `Bearer ${await staffTokenOf('operator')}`, 'idempotency-key': 'a-key-of-this-test' },
      payload: typed(5_000),
    })
    expect(response.json().code).toBe('offline_payments_off')
    await save(true)
    expect(await desk()).toEqual({ isOffered: true, transferNote: '户名 青杉体育' })
    await expectRefusal(db, () => save(true), { code: 'revision_outdated' })
    await save(false)
    expect(await desk()).toEqual({ isOffered: false, transferNote: '' })
  })
})

test('the limit is data: entries keep the one under which they were made', async () => {
  const body = { limitFen: 4_999, isAllowed: false, transferNote: '', revision: 0 }
  await expectRefusal(db, () => operator(calls.saveOfflineSettings, { body }), { code: 'action_forbidden' })
  expect(await senior(calls.saveOfflineSettings, { body })).toMatchObject({ limitFen: 4_999, revision: 1 })
  const entry = await enter(await order())
  expect(entry).toMatchObject({ state: 'WAITING', limitFen: 4_999 })
  await senior(calls.saveOfflineSettings, { body: { ...body, limitFen: 5_000, revision: 1 } })
  expect(await decide(entry.id, true)).toMatchObject({ state: 'DONE', limitFen: 4_999 })
})

test('without WeChat Pay nobody begins such a payment, and nothing is simulated', async () => {
  const id = await order()
  const pay = () => signedInAs(payer)(payOrder, { body: { orderId: id, method: 'WECHAT', channel: 'NATIVE' } })
  await expectRefusal(db, pay, { code: 'wechat_pay_off' })
  const notice = await server.request({ method: 'POST', url: '/aaapi/payments/notify/simulator', payload: {} })
  expect(notice.statusCode).toBe(404)
})
