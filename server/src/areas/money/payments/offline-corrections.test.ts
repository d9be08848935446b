import { handOverBall } from '@paidang/api/areas/activities/ball-changes'
import { createBall } from '@paidang/api/areas/activities/balls'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { previewCourseRefund } from '@paidang/api/areas/activities/course-refunds'
import { incomeOfMerchant } from '@paidang/api/areas/activities/merchant-income'
import { listShopOrders, shopOrdersForOperator } from '@paidang/api/areas/activities/shop-orders'
import { getStudent } from '@paidang/api/areas/activities/students'
import { askTrial, getTrial } from '@paidang/api/areas/activities/trial-lessons'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { searchAudit } from '@paidang/api/areas/ground/admin-audit'
import * as calls from '@paidang/api/areas/money/admin-offline'
import { queryOrders } from '@paidang/api/areas/money/admin-payments'
import { contractStatement, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { buyPackage, managedPackages } from '@paidang/api/areas/money/packages'
import { getOrder } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { courses } from '../../../tables/companies.ts'
import { messages } from '../../../tables/messages.ts'
import { offlineEntries, refunds } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM } from '../../../testing/ball-players.ts'
import {
  givenCoach,
  givenCompany,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenStaffLogin,
  givenVenue,
  only,
  TOMORROW,
} from '../../../testing/builders.ts'
import { cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { waitingOf } from '../../../testing/given-desks.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenPackage } from '../../../testing/given-package.ts'
import { givenProduct } from '../../../testing/given-shop.ts'
import { whileItWaits } from '../../../testing/race.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// A payment that staff entered for the wrong order: two people take it back, while nothing that it bought was used.

const server = await startTestServer({ features: { ...ALL_FEATURES, wechat: false, wechatPay: false } })
const { db, clock, clientOf, signedInAs, asAdmin, asStaff, staffTokenOf, tokenOfStaff } = server
const { orderTopUp, card, movements } = cardLife(server)
const { publish, payer, join, enroll, detail } = ballPlayers(server)

let operator: Call
let senior: Call
beforeEach(async () => {
  operator = clientOf(await staffTokenOf('operator'))
  senior = clientOf(await staffTokenOf('senior'))
})

type Ordered = { id: string; amountFen: number }
const enter = ({ id, amountFen }: Ordered, receiptNo = `SJ-${id}`) => {
  const body = { amountFen, way: 'CASH' as const, receiptNo, reason: '到店付现金' }
  return operator(calls.enterOfflinePayment, { params: { id }, body })
}
const correct = (id: string, by = operator) =>
  by(calls.correctOfflineEntry, { params: { id }, body: { reason: '登记到了别人的订单' } })
const decide = (id: string, approve = true, by = senior) =>
  by(calls.decideOfflineEntry, { params: { id }, body: { approve, note: '核对过' } })
const listed = async () => (await operator(calls.listOfflineEntries, { query: { current: 1, rows: 9 } })).rows
/** What the console knows beforehand of each entry: whether it is too late, and whether a correction waits. */
const known = async () =>
  (await listed()).map(({ kind, isUsed = false, correctionBy }) => ({ kind, isUsed, waits: correctionBy !== null }))
const audited = async (objectKind: string, objectId: string) =>
  (await operator(searchAudit, { query: { current: 1, rows: 50, objectKind, objectId } })).rows
const told = async (userId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, userId)).orderBy(asc(messages.id))).map(
    ({ title, content }) => `${title}｜${content}`,
  )

describe('whose role is taken while the verdict waits for the order', () => {
  test.each([
    ['no lead any more', { isLead: false }],
    ['disabled', { disabledAt: new Date(0) }],
  ])('decides nothing: %s', async (_, change) => {
    const userId = await givenPlayer(db)
    const order = await orderTopUp(userId, '500')
    const asked = await correct((await enter(order)).id)
    const { staffId } = await givenStaffLogin(db, { kind: 'operator', isLead: true })
    const degraded = clientOf(await tokenOfStaff(staffId))
    const hold = sql`select 1 from orders where id = ${order.id} for update`
    const verdict = () =>
      whileItWaits(
        db,
        hold,
        () => decide(asked.id, true, degraded),
        () => db.update(staff).set(change).where(eq(staff.id, staffId)),
      )
    await expect(verdict()).rejects.toMatchObject({ code: 'action_forbidden' })
    expect(await card(userId)).toMatchObject({ principalFen: 50_000 })
    expect(await decide(asked.id)).toMatchObject({ state: 'DONE' })
  })
})

describe('a top-up', () => {
  test('entered below the limit is taken back by two people, its owner is told, and its receipt is free again', async () => {
    const userId = await givenPlayer(db)
    const order = await orderTopUp(userId, '500')
    const entry = await enter(order, 'SJ-0001')
    expect(await card(userId)).toMatchObject({ principalFen: 50_000, giftFen: 2_000 })
    const asked = await correct(entry.id)
    expect(asked).toMatchObject({ kind: 'CORRECTION', state: 'WAITING', receiptNo: 'SJ-0001', limitFen: 0 })
    expect(await waitingOf(operator, 'OFFLINE_ENTRY')).toBe(1)
    const { items } = await operator(readInbox, { query: { kind: 'OFFLINE_ENTRY' } })
    expect(items).toMatchObject([{ about: '冲正：储值卡充值 ¥500' }])
    await expectRefusal(db, () => correct(entry.id), { code: 'money_request_waits' })
    expect(await listed()).toMatchObject([
      { kind: 'CORRECTION', correctionBy: null },
      { kind: 'PAYMENT', order: { kind: 'CARD_TOP_UP' }, correctionBy: asked.requestedBy },
    ])
    expect((await known()).map(({ isUsed }) => isUsed)).toEqual([false, false])
    expect(await card(userId)).toMatchObject({ principalFen: 50_000, giftFen: 2_000 })

    expect(await decide(asked.id)).toMatchObject({ state: 'DONE' })
    // The same verdict again answers what stands.
    expect(await decide(asked.id)).toMatchObject({ state: 'DONE' })
    expect(await card(userId)).toMatchObject({ principalFen: 0, giftFen: 0 })
    expect(await movements(userId, order.object.id)).toEqual([
      ['WITHDRAW', -52_000],
      ['TOP_UP', 52_000],
    ])
    const shown = await signedInAs(userId)(getOrder, { params: { id: order.id } })
    expect(shown).toMatchObject({
      state: 'PAID',
      refundedFen: 50_000,
      refunds: [{ target: 'CORRECTION', state: 'DONE', amountFen: 50_000, reason: '前台登记有误，已冲正' }],
    })
    expect((await told(userId)).at(-1)).toBe(
      '前台收款已冲正｜储值卡充值 ¥500：收款 ¥500（现金，收据号 SJ-0001）前台登记有误，已冲正，这笔订单买的内容已收回。原因：登记到了别人的订单',
    )
    expect((await listed()).map(({ kind, correctedTime }) => [kind, correctedTime !== null])).toEqual([
      ['CORRECTION', false],
      ['PAYMENT', true],
    ])
    expect((await db.select().from(staffAuditEvents)).map(({ action }) => action)).toEqual([
      'offline-entry.enter',
      'offline-entry.correct',
      'offline-entry.approve',
    ])
    await expectRefusal(db, () => correct(entry.id), { code: 'offline_entry_corrected' })

    const right = await givenPlayer(db)
    expect(await enter(await orderTopUp(right, '500'), 'sj0001')).toMatchObject({ state: 'DONE' })
    expect(await card(right)).toMatchObject({ principalFen: 50_000 })
    const third = await orderTopUp(right, '200')
    await expectRefusal(db, () => enter(third, 'SJ-0001'), { code: 'offline_receipt_used' })
  })

  test('stays while somebody else has not agreed, and its owner hears nothing of what did not count', async () => {
    const userId = await givenPlayer(db)
    const entry = await enter(await orderTopUp(userId, '500'))
    const before = await told(userId)
    const own = await correct(entry.id, senior)
    await expectRefusal(db, () => decide(own.id), { code: 'money_request_own' })
    await expectRefusal(db, () => decide(own.id, true, operator), { code: 'action_forbidden' })
    await decide(own.id, false, asStaff('senior'))
    const { id } = await correct(entry.id)
    await operator(calls.withdrawOfflineEntry, { params: { id } })
    expect(await card(userId)).toMatchObject({ principalFen: 50_000, giftFen: 2_000 })
    expect(await told(userId)).toEqual(before)
    // Neither a correction nor what does not count is taken back.
    for (const not of [own.id, id]) await expectRefusal(db, () => correct(not), { code: 'offline_entry_not_payment' })
    await expectRefusal(db, () => correct('987654321'), { code: 'offline_entry_not_found' })
  })

  test('of which some was spent stays, also where that was between the two people', async () => {
    const userId = await givenPlayer(db)
    const order = await orderTopUp(userId, '500')
    const entry = await enter(order)
    const { id } = await correct(entry.id)
    const { id: gameId } = await publish(await payer())
    await join({ id: userId, cardId: order.object.id }, gameId)
    await expectRefusal(db, () => decide(id), { code: 'offline_money_used' })
    expect(await known()).toEqual([
      { kind: 'CORRECTION', isUsed: true, waits: false },
      { kind: 'PAYMENT', isUsed: true, waits: true },
    ])
    await decide(id, false)
    await expectRefusal(db, () => correct(entry.id), { code: 'offline_money_used' })
    expect(await card(userId)).toMatchObject({ balanceFen: 47_000 })
  })
})

describe('a package of hours', () => {
  async function bought({ sessions, isNew = false }: { sessions: number; isNew?: boolean }) {
    const scene = await givenScene(db, { sessions })
    const { companyId, courseId, adminId, coachId } = scene
    const playerId = isNew ? await givenPlayer(db) : scene.playerId
    if (isNew) await givenRelation(db, coachId, playerId)
    const terms = { hours: 5, giftHours: 1, priceFen: 190_000, validDays: 270 }
    const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId, ...terms })
    const before = await hoursOf(playerId)
    const order = await signedInAs(playerId)(buyPackage, { body: { packageId, version: 1 } })
    return { ...scene, playerId, before, packageId, entry: await enter(order) }
  }
  const hoursOf = async (userId: string) =>
    (await signedInAs(userId)(contractsOfUser, { params: { userId } })).map(({ availableSessions, expiryDate }) => ({
      availableSessions,
      expiryDate,
    }))
  const book = ({ playerId, coachId, courseId, venueId: stadiumId }: Awaited<ReturnType<typeof bought>>) => {
    const at = { stadiumId, courseDate: TOMORROW, beginTimeSlot: 36, endTimeSlot: 39 }
    return signedInAs(playerId)(createByPlayer, { body: { coachId, courseDesignId: courseId, ...at } })
  }

  test('leaves its contract with its gifts and its days, and the club is told', async () => {
    const scene = await bought({ sessions: 10 })
    // A class for which the other hours are enough does not keep it.
    await book(scene)
    const [{ availableSessions = 0 } = {}] = scene.before
    expect(await hoursOf(scene.playerId)).toMatchObject([{ availableSessions: availableSessions + 4.5 }])
    expect(await known()).toEqual([{ kind: 'PAYMENT', isUsed: false, waits: false }])
    await decide((await correct(scene.entry.id)).id)
    expect(await hoursOf(scene.playerId)).toEqual([{ ...scene.before[0], availableSessions: availableSessions - 1.5 }])
    const ofClub = (await told(scene.adminId)).filter((text) => text.startsWith('售出的课包已冲正'))
    expect((await told(scene.playerId)).at(-1)).toMatch(
      /这笔订单买的内容已收回。其余课时有效期回到 2026\.\d\d\.\d\d。原因：/,
    )
    expect(ofClub).toEqual([expect.stringMatching(/6 课时已收回，¥1,900 没有收到：前台登记有误，已冲正$/)])
    expect(await told(scene.playerId)).not.toContainEqual(expect.stringContaining('退课'))
  })

  test('reads as taken back by the desk, not as given back by its buyer', async () => {
    const { entry, playerId, coachId, adminId, companyId, packageId } = await bought({ sessions: 1, isNew: true })
    const next = await signedInAs(playerId)(buyPackage, { body: { packageId, version: 1 } })
    clock.set(new Date(clock.now().getTime() + 60_000))
    await decide((await correct(entry.id)).id)
    // The payer has no other hours, so that no days of them changed.
    expect((await told(playerId)).at(-1)).not.toContain('有效期')
    const student = await signedInAs(coachId)(getStudent, { params: { playerId } })
    expect(student.userCourseContracts).toMatchObject([{ isRefunded: true, isCorrected: true }])
    const { packages } = await asAdmin({ userId: adminId, companyId })(managedPackages, {})
    expect(packages).toMatchObject([{ soldCount: 0, refundedHours: 0, refundedFen: 0 }])
    const { rows: orders } = await operator(queryOrders, { query: { current: 1, rows: 9 } })
    expect(orders).toMatchObject([{ id: next.id }, { id: entry.order.id, isCorrected: true }])
    const call = signedInAs(playerId)
    const [contract] = await call(contractsOfUser, { params: { userId: playerId } })
    expect(contract).toMatchObject({ isCorrected: true, totalSessions: 0 })
    const { rows } = await call(contractStatement, {
      params: { id: contract?.id ?? '' },
      query: { current: 1, rows: 9 },
    })
    expect((await audited('contract', contract?.id ?? '')).map(({ action }) => action)).not.toContain(
      'contract.PAYBACK',
    )
    const taken = rows.filter(({ kind }) => kind === 'PAYBACK')
    expect(taken.length).toBeGreaterThan(0)
    for (const { actorName, reason } of taken)
      expect({ actorName, reason }).toEqual({ actorName: null, reason: expect.stringMatching(/^前台登记有误，已冲正/) })
    const preview = await call(previewCourseRefund, { params: { id: contract?.id ?? '' } })
    expect(preview.contract).toMatchObject({ isCorrected: true })
    // Hours that were ordered before it ended are on another contract.
    await enter(next)
    expect(await told(playerId)).toContainEqual(expect.stringContaining('。原合同已冲正，课时记入新合同'))
  })

  test('stays while a class holds one of its hours', async () => {
    const scene = await bought({ sessions: 1 })
    await book(scene)
    expect(await known()).toEqual([{ kind: 'PAYMENT', isUsed: true, waits: false }])
    await expectRefusal(db, () => correct(scene.entry.id), { code: 'offline_money_used' })
  })
})

test('a seat is free again, its game stays, and its initiator is told', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  const player = await givenPlayer(db, { nickname: '小西' })
  const { viewer } = await enroll(player, id)
  if (!viewer.order) throw new Error('a seat of this game costs something')
  const entry = await enter(viewer.order)
  expect((await detail(player, id)).seats).toHaveLength(2)
  const { decidedBy } = await decide((await correct(entry.id)).id)
  expect((await detail(player, id)).seats).toHaveLength(1)
  expect((await told(initiator.id)).at(-1)).toContain('小西 的报名已取消，前台登记有误')
  // Not its player gave the seat up, but who agreed to the correction took it back.
  const ofBall = await audited('ball', id)
  expect(ofBall.map(({ action }) => action)).not.toContain('ball.leave')
  expect(ofBall.find(({ action }) => action === 'ball.correct')).toMatchObject({
    action: 'ball.correct',
    actor: { kind: 'staff', id: decidedBy?.id },
    reason: '前台登记有误，已冲正，名额属于 小西',
  })
  const ofOrder = await audited('order', viewer.order.id)
  expect(ofOrder.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['order.correct', 'order.corrected', 'offline-entry.enter', 'offline-entry.approve']),
  )
  expect(ofOrder.map(({ action }) => action)).not.toContain('order.refunded')
  expect((await enroll(player, id)).viewer.order?.state).toBe('UNPAID')
})

test('a seat is taken back until its game begins, and what waits can then only be refused', async () => {
  const { id } = await publish(await payer())
  const player = await givenPlayer(db)
  const { viewer } = await enroll(player, id)
  if (!viewer.order) throw new Error('a seat of this game costs something')
  const entry = await enter(viewer.order)
  const asked = await correct(entry.id)
  const begins = new Date(`${TOMORROW}T18:00:00+08:00`)
  for (const [at, isUsed] of [
    [new Date(begins.getTime() - 1), false],
    [begins, true],
  ] as const) {
    clock.set(at)
    ;[operator, senior] = [clientOf(await staffTokenOf('operator')), clientOf(await staffTokenOf('senior'))]
    expect((await known()).map((row) => row.isUsed)).toEqual([isUsed, isUsed])
  }
  await expectRefusal(db, () => decide(asked.id), { code: 'offline_money_used' })
  expect(await decide(asked.id, false)).toMatchObject({ state: 'REFUSED' })
  await expectRefusal(db, () => correct(entry.id), { code: 'offline_money_used' })
})

test('a published game is not taken back: its initiator calls it off', async () => {
  const userId = await givenPlayer(db)
  const { viewer } = await signedInAs(userId)(createBall, { body: FORM })
  if (!viewer.order) throw new Error('this game costs something')
  const entry = await enter(viewer.order)
  expect(entry.order.kind).toBe('BALL_PUBLISH')
  await expectRefusal(db, () => correct(entry.id), { code: 'offline_order_not_correctable' })
})

test('nor is the seat of who took a game over, also when the correction was asked for before', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  const heir = await givenPlayer(db)
  const { viewer } = await enroll(heir, id)
  if (!viewer.order) throw new Error('a seat of this game costs something')
  const entry = await enter(viewer.order)
  const asked = await correct(entry.id)
  await signedInAs(initiator.id)(handOverBall, { body: { id, userId: heir } })
  expect((await known()).map(({ isUsed }) => isUsed)).toEqual([false, false])
  await ballMessagesAndTime(server).agree(heir)
  expect((await known()).map(({ isUsed }) => isUsed)).toEqual([true, true])
  await expectRefusal(db, () => decide(asked.id), { code: 'offline_money_used' })
  await decide(asked.id, false)
  await expectRefusal(db, () => correct(entry.id), { code: 'offline_money_used' })
  expect(await detail(heir, id)).toMatchObject({ status: 'OPEN', initiatorId: heir, seatsTaken: 2 })
})

test('units of the shop return to the stock while they were not sent', async () => {
  const life = shopLife(server)
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  const before = await life.unitsOf(productId)
  const [first, second] = [await life.order(userId, { [productId]: 1 }), await life.order(userId, { [productId]: 1 })]
  const paymentOf = ({ paymentOrderId: id, totalFen }: typeof first) => ({ id, amountFen: totalFen })
  const entries = [await enter(paymentOf(first)), await enter(paymentOf(second))]
  await decide((await correct(entries[0]?.id ?? '')).id)
  expect(await life.read(userId, first.id)).toMatchObject({ status: 'REFUNDED', isCorrected: true })
  const own = await signedInAs(userId)(listShopOrders, { query: { current: 1, rows: 9 } })
  const managed = await operator(shopOrdersForOperator, {
    query: { current: 1, rows: 9, sort: 'createTime', sord: 'asc' },
  })
  for (const [one, other] of [own.rows.reverse(), managed.rows]) {
    expect(one).toMatchObject({ id: first.id, isCorrected: true })
    expect(other).not.toHaveProperty('isCorrected')
  }
  expect((await signedInAs(userId)(listShopOrders, { query: { current: 1, rows: 9, tab: 'refund' } })).total).toBe(0)
  expect(await life.unitsOf(productId)).toEqual({ stock: before.stock - 1, sales: before.sales + 1 })
  expect((await known()).map(({ isUsed }) => isUsed)).toEqual([false, false, false])
  await life.send(second.id)
  expect((await known()).map(({ isUsed }) => isUsed)).toEqual([false, true, false])
  await expectRefusal(db, () => correct(entries[1]?.id ?? ''), { code: 'offline_money_used' })
})

test('money of a cancelled order is fetched at the desk, also by a payer who has a card', async () => {
  const [shop, strings] = [shopLife(server), stringingLife(server)]
  const productId = await givenProduct(db)
  const owner = await strings.racketOwner()
  const { cardId } = await givenCard(db, { userId: owner.userId })
  const bought = await shop.order(owner.userId, { [productId]: 1 })
  const staffed = await strings.staffedShop()
  const strung = await strings.order(owner, strings.form(staffed, owner))
  for (const { paymentOrderId: id, totalFen: amountFen } of [bought, strung]) await enter({ id, amountFen })
  const before = await movements(owner.userId, cardId)
  const as = signedInAs(owner.userId)
  await shop.cancel(owner.userId, bought.id)
  await strings.cancel(owner, strung.id)
  for (const { paymentOrderId: id, totalFen: amountFen } of [bought, strung])
    expect(await as(getOrder, { params: { id } })).toMatchObject({
      refundedFen: amountFen,
      refunds: [{ target: 'OFFLINE', state: 'WAITING', amountFen }],
    })
  expect(await movements(owner.userId, cardId)).toEqual(before)
  const texts = (await told(owner.userId)).filter((text) => text.includes('取消'))
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(text).toContain('请到前台领取')
})

test('a stringing order ends while its racket has not come', async () => {
  const life = stringingLife(server)
  const [owner, shop] = [await life.racketOwner(), await life.staffedShop()]
  const order = await life.order(owner, life.form(shop, owner))
  const entry = await enter({ id: order.paymentOrderId, amountFen: order.totalFen })
  await decide((await correct(entry.id)).id)
  expect(await life.read(owner, order.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'CORRECTED' })
  // Nothing came in, and nothing went back.
  const { months } = await asStaff('owner', shop.shop.merchantId)(incomeOfMerchant, { query: { month: '2026-05' } })
  expect(months.every(({ jobs, refundedFen }) => jobs === 0 && refundedFen === 0)).toBe(true)
})

test('a trial lesson that waits for its coach ends, and the coach is told', async () => {
  const { companyId } = await givenCompany(db)
  const coachId = await givenCoach(db, { companyId })
  const trial = { companyId, courseName: '体验课', pricePerSession: 16_800, maxParticipants: 1, isTrial: true }
  const courseId = await givenCourse(db, { ...trial, coachIds: [coachId] })
  const { venueId: stadiumId } = await givenVenue(db, { coachIds: [coachId] })
  const userId = await givenPlayer(db)
  const wishes = [{ date: '2026-05-03', beginTimeSlot: 28, stadiumId }]
  const body = { coachId, courseId, wishes, words: '零基础', priceFen: 16_800 }
  const { id, orderId } = await signedInAs(userId)(askTrial, { body })
  const entry = await enter({ id: orderId ?? '', amountFen: 16_800 })
  await decide((await correct(entry.id)).id)
  expect(await signedInAs(userId)(getTrial, { params: { id } })).toMatchObject({
    state: 'WITHDRAWN',
    isCorrected: true,
  })
  expect((await told(coachId)).at(-1)).toMatch(/^体验课已撤回｜.*没有付款：前台登记有误，已冲正$/)
})

describe('money that bought nothing', () => {
  async function surplus() {
    const { companyId, courseId, adminId, playerId } = await givenScene(db, { sessions: 1 })
    const terms = { hours: 5, giftHours: 1, priceFen: 190_000, validDays: 270 }
    const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId, ...terms })
    const order = await signedInAs(playerId)(buyPackage, { body: { packageId, version: 1 } })
    await db.update(courses).set({ delFlag: true }).where(eq(courses.id, courseId))
    const entry = await enter(order)
    const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(entry.order.state).toBe('CLOSED')
    expect(refund).toMatchObject({ cause: 'surplus', target: 'OFFLINE', state: 'WAITING' })
    const giveBack = (receiptNo: string) =>
      operator(calls.enterOfflineRefund, {
        params: { id: refund?.id ?? '' },
        body: { amountFen: order.amountFen, way: 'CASH', receiptNo, reason: '本人领取' },
      })
    return { playerId, order, entry, giveBack }
  }

  test('is taken back while it waits to be fetched, and its payer reads that nothing waits', async () => {
    const { playerId, order, entry } = await surplus()
    expect(await known()).toEqual([{ kind: 'PAYMENT', isUsed: false, waits: false }])
    expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(1)
    const asked = await correct(entry.id)
    expect(await decide(asked.id)).toMatchObject({ state: 'DONE' })
    expect(await decide(asked.id)).toMatchObject({ state: 'DONE' })
    expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(0)
    expect(await signedInAs(playerId)(getOrder, { params: { id: order.id } })).toMatchObject({
      state: 'CLOSED',
      refunds: [{ target: 'CORRECTION', state: 'DONE', reason: '前台登记有误，已冲正' }],
    })
    expect((await told(playerId)).at(-1)).toMatch(
      /^前台收款已冲正｜.*前台登记有误，已冲正，没有待退还的钱，不用到前台领取。原因：登记到了别人的订单$/,
    )
    const ofOrder = (await audited('order', order.id)).map(({ action }) => action)
    expect(ofOrder).toEqual(expect.arrayContaining(['order.close', 'order.refund', 'order.corrected']))
    await expectRefusal(db, () => correct(entry.id), { code: 'offline_entry_corrected' })
    // The receipt is free for the right order.
    const right = await orderTopUp(await givenPlayer(db), '500')
    expect(await enter(right, entry.receiptNo)).toMatchObject({ state: 'DONE' })
  })

  test('is not given back while its correction waits for the verdict, and stays once it was given back', async () => {
    const { order, entry, giveBack } = await surplus()
    const asked = await correct(entry.id)
    await expectRefusal(db, () => giveBack('TK-1'), { code: 'money_request_waits' })
    // One item of the inbox: the correction.
    expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(0)
    expect(await waitingOf(operator, 'OFFLINE_ENTRY')).toBe(1)
    expect(await decide(asked.id, false)).toMatchObject({ state: 'REFUSED' })
    expect(await waitingOf(operator, 'OFFLINE_REFUND')).toBe(1)
    expect(await giveBack('TK-1')).toMatchObject({ state: 'DONE', order: { id: order.id } })
    await expectRefusal(db, () => correct(entry.id), { code: 'offline_money_used' })
  })

  test('stays while giving it back waits for the second person, and not when that was refused', async () => {
    const { order, entry, giveBack } = await surplus()
    await senior(calls.saveOfflineSettings, { body: { limitFen: 100_000, isAllowed: true, transferNote: '' } })
    const back = await giveBack('TK-2')
    expect(back.state).toBe('WAITING')
    await expectRefusal(db, () => correct(entry.id), { code: 'offline_money_used' })
    await decide(back.id, false)
    // A waiting entry of the refund and its correction never count together: the key has the last word.
    const asked = await correct(entry.id)
    const { id: _, ...refused } = only(await db.select().from(offlineEntries).where(eq(offlineEntries.id, back.id)))
    const open = { state: 'WAITING' as const, decidedBy: null, endedAt: null, receiptNo: 'TK-3' }
    await db.insert(offlineEntries).values({ ...refused, ...open })
    const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
    await expect(
      db.execute(sql`update offline_entries set state = 'DONE', refund_id = ${refund?.id}, ended_at = now(),
        decided_by = (select max(id) from staff where id <> requested_by) where id = ${asked.id}`),
    ).rejects.toMatchObject({ cause: { constraint: 'offline_entries_given_once' } })
    await expectRefusal(db, () => decide(asked.id), { code: 'offline_money_used' })
    await db.delete(offlineEntries).where(eq(offlineEntries.receiptNo, 'TK-3'))
    expect(await decide(asked.id)).toMatchObject({ state: 'DONE' })
  })
})
