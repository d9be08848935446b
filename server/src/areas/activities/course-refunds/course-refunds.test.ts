import {
  answerObjection,
  cancelByCoach,
  confirmInvitation,
  createByPlayer,
  finishInvitation,
  objectToClass,
} from '@paidang/api/areas/activities/class-actions'
import * as api from '@paidang/api/areas/activities/course-refunds'
import { addToBlacklist } from '@paidang/api/areas/ground/blacklist'
import { enterOfflinePayment } from '@paidang/api/areas/money/admin-offline'
import { queryRefunds } from '@paidang/api/areas/money/admin-payments'
import { contractsOfUser, updateSessions } from '@paidang/api/areas/money/contracts'
import { buyPackage, managedPackages, remindOfRenewal } from '@paidang/api/areas/money/packages'
import { payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { analyticsHours, analyticsOverview } from '@paidang/api/areas/views/analytics'
import { courseRefundPlan } from '@paidang/domain/areas/money/contracts/course-refund'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { asc, desc, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { storedCards } from '../../../tables/cards.ts'
import { classObjections, invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { givenScene } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenPackage } from '../../../testing/given-package.ts'
import { race } from '../../../testing/race.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { moveHours } from '../../money/contracts/ledger.ts'
import { refundOrder, settleRefund } from '../../money/payments/refunds.ts'

const server = await startTestServer()
const { db, clock, signedInAs, asAdmin, asStaff } = server
const START = clock.now()

/** A club with a package of 20 hours and a gift at ¥420, and one of 9; its student has a card and no hours. */
async function givenShop() {
  clock.set(START)
  const scene = await givenScene(db)
  const { companyId, courseId, adminId, playerId } = scene
  await db.update(contracts).set({ expiryDate: '2026-04-30' }).where(eq(contracts.id, scene.contractId))
  const sold = { companyId, courseId, madeBy: adminId, validDays: 300 }
  const big = await givenPackage(db, { ...sold, hours: 20, giftHours: 1, priceFen: 840_000 })
  const small = await givenPackage(db, { ...sold, hours: 9, giftHours: 0, priceFen: 378_000 })
  const { cardId } = await givenCard(db, { userId: playerId, principalFen: 1_600_000 })
  return { ...scene, big, small, cardId }
}
type Shop = Awaited<ReturnType<typeof givenShop>>

async function order({ playerId }: Shop, packageId: string) {
  return (await signedInAs(playerId)(buyPackage, { body: { packageId, version: 1 } })).id
}
async function payByCard(shop: Shop, packageId: string) {
  const body = { orderId: await order(shop, packageId), method: 'CARD' as const, cardId: shop.cardId }
  await signedInAs(shop.playerId)(payOrder, { body })
}
async function begin({ playerId }: Shop, orderId: string) {
  const body = { orderId, method: 'WECHAT' as const, channel: 'NATIVE' as const }
  const { step } = await signedInAs(playerId)(payOrder, { body })
  if (step?.kind !== 'simulator') throw new Error('there is nothing to pay')
  return step.outTradeNo
}
const play = ({ playerId }: Shop, outTradeNo: string, notify: { delaySeconds?: number; times?: number } = {}) =>
  signedInAs(playerId)(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY', notify } })
const payByWechat = async (shop: Shop, packageId: string) => play(shop, await begin(shop, await order(shop, packageId)))

const contractsOf = ({ playerId: userId }: Shop) => signedInAs(userId)(contractsOfUser, { params: { userId } })
async function openContractOf(shop: Shop) {
  const [contract] = await contractsOf(shop)
  if (!contract) throw new Error('nothing was bought')
  return contract
}
const book = (
  { coachId, courseId, venueId: stadiumId, playerId }: Shop,
  courseDate: string,
  beginTimeSlot = 20,
  halves = 3,
) =>
  signedInAs(playerId)(createByPlayer, {
    body: {
      coachId,
      courseDesignId: courseId,
      stadiumId,
      courseDate,
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + halves,
    },
  })
const preview = ({ playerId }: Shop, id: string) => signedInAs(playerId)(api.previewCourseRefund, { params: { id } })

/** What the page would show when these classes are cancelled. */
function planOf({ purchases, lots, classes }: api.CourseRefundPreview, cancelledIds: readonly string[] = []) {
  const kept = classes.filter(({ id }) => !cancelledIds.includes(id))
  const keptHours = kept.reduce((sum, { hours }) => sum + hours, 0)
  const bought = purchases.map((one) => ({ ...one, paidAt: new Date(one.paidAt) }))
  return courseRefundPlan(bought, lots, { keptHours, now: clock.now() })
}
type Press = { cancelledIds: string[]; amountFen: number; seen: string }
const press = ({ playerId }: Shop, id: string, body: Press) =>
  signedInAs(playerId)(api.refundCourse, { params: { id }, body })
async function refund(shop: Shop, id: string, cancelledIds: string[] = []) {
  const seen = await preview(shop, id)
  return press(shop, id, { cancelledIds, amountFen: planOf(seen, cancelledIds).back.fen, seen: seen.seen })
}
const ledgerOf = (contractId: string) =>
  db
    .select({
      kind: lessonLedger.kind,
      hours: lessonLedger.remainingChange,
      held: lessonLedger.heldChange,
      fen: lessonLedger.unitPrice,
    })
    .from(lessonLedger)
    .where(eq(lessonLedger.contractId, contractId))
    .orderBy(asc(lessonLedger.seq))

test('two sources and a class that is kept: the sum is what was seen, by source, and the contract ends with the class', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.big)
  await payByCard(shop, shop.small)
  const { id } = await openContractOf(shop)
  const late = await book(shop, '2026-05-01', 40)
  const far = await book(shop, '2026-05-12')
  for (const one of [late, far]) await signedInAs(shop.coachId)(confirmInvitation, { params: { id: one.id }, body: {} })
  await db.update(companies).set({ forgivenLateCancels: 0 }).where(eq(companies.id, shop.companyId))
  const seen = await preview(shop, id)
  expect(seen.classes).toMatchObject([
    { id: late.id, hours: 1.5, lock: 'LATE', freeUntil: null },
    { id: far.id, hours: 1.5, lock: null },
  ])
  const wanted = { cancelledIds: [far.id], amountFen: 1_155_000, seen: seen.seen }
  const [made, again] = await Promise.allSettled([press(shop, id, wanted), press(shop, id, wanted)]).then((both) =>
    both.sort((a) => (a.status === 'fulfilled' ? -1 : 1)),
  )
  expect(made).toMatchObject({
    value: {
      hours: 27.5,
      giftHours: 1,
      amountFen: 1_155_000,
      parts: [
        { hours: 18.5, amountFen: 777_000, target: 'SOURCE' },
        { hours: 9, amountFen: 378_000, target: 'CARD' },
      ],
    },
  })
  expect(again).toMatchObject({ reason: { code: 'course_refund_changed' } })
  expect((await ledgerOf(id)).slice(-3)).toEqual([
    { kind: 'VOID', hours: 0, held: -1.5, fen: 42_000 },
    { kind: 'PAYBACK', hours: -27.5, held: 0, fen: 42_000 },
    { kind: 'PAYBACK', hours: -1, held: 0, fen: 0 },
  ])
  const [after] = (await contractsOf(shop)).filter((one) => one.id === id)
  expect(after).toMatchObject({
    heldSessions: 1.5,
    availableSessions: 0,
    contractStatus: 3,
    refundedAt: START.toISOString(),
  })
  expect(await db.select().from(invitations).where(eq(invitations.id, far.id))).toMatchObject([
    { invitationStatus: 'CANCELLED', cancelReason: '退课' },
  ])
  const told = await db.select().from(messages).where(eq(messages.title, '退课成功'))
  expect(told.at(-1)?.content).toContain('¥3,780 已退回储值卡，¥7,770 将原路退回。赠送的 1 课时失效')
  const admin = asAdmin({ userId: shop.adminId, companyId: shop.companyId })
  const { packages } = await admin(managedPackages, {})
  expect(packages.map(({ refundedHours, refundedFen }) => [refundedHours, refundedFen])).toEqual([
    [9, 378_000],
    [18.5, 777_000],
  ])
})

test('terms without a refund after 7 days: those hours stay, the others come back, and all do once nobody teaches', async () => {
  const shop = await givenShop()
  const { companyId, courseId, adminId } = shop
  const sold = { companyId, courseId, madeBy: adminId, validDays: 300, refundRule: 'FIRST_DAYS' } as const
  const firm = await givenPackage(db, { ...sold, hours: 9, giftHours: 1, priceFen: 378_000 })
  await payByCard(shop, shop.big)
  const body = { packageId: firm, version: 1, isForMinor: false }
  const { id: orderId } = await signedInAs(shop.playerId)(buyPackage, { body })
  await signedInAs(shop.playerId)(payOrder, { body: { orderId, method: 'CARD', cardId: shop.cardId } })
  const { id } = await openContractOf(shop)
  const comesBack = async () => planOf(await preview(shop, id)).back.fen
  clock.set(new Date(START.getTime() + 7 * 86_400_000))
  expect(await comesBack()).toBe(1_218_000)
  clock.set(new Date(START.getTime() + 7 * 86_400_000 + 1))
  expect(await comesBack()).toBe(840_000)
  await expectRefusal(
    db,
    async () => press(shop, id, { cancelledIds: [], amountFen: 1_218_000, seen: (await preview(shop, id)).seen }),
    { code: 'course_refund_changed' },
  )
  expect(await refund(shop, id)).toMatchObject({ hours: 20, giftHours: 1, amountFen: 840_000 })
  expect(await openContractOf(shop)).toMatchObject({ id, availableSessions: 10, refundedAt: null })
  await book(shop, '2026-05-12')
  const bare = await preview(shop, id)
  expect(bare.contract).toMatchObject({ id, courseId })
  await expectRefusal(db, () => press(shop, id, { cancelledIds: [], amountFen: 1, seen: bare.seen }), {
    code: 'course_refund_nothing',
  })
  clock.set(new Date(START.getTime() + 8 * 86_400_000))
  const taught = await db.select().from(coachCourses).where(eq(coachCourses.courseId, courseId))
  const targetId = shop.playerId
  await db.insert(blacklistEntries).values(taught.map(({ coachId: ownerId }) => ({ ownerId, targetId })))
  expect(await comesBack()).toBe(315_000)
  await db.delete(blacklistEntries)
  expect(await comesBack()).toBe(0)
  // Whom the buyer blocks afterwards could teach; whom they had blocked before they paid could not.
  for (const { coachId } of taught) await signedInAs(targetId)(addToBlacklist, { params: { id: coachId } })
  expect(await comesBack()).toBe(0)
  await db.update(blacklistEntries).set({ createdAt: new Date(START.getTime() - 1) })
  expect(await comesBack()).toBe(315_000)
  await db.delete(blacklistEntries)
  await db.update(courses).set({ delFlag: true }).where(eq(courses.id, courseId))
  expect(await comesBack()).toBe(315_000)
  await refund(shop, id)
  expect((await contractsOf(shop)).find((one) => one.id === id)).toMatchObject({ contractStatus: 3, heldSessions: 1.5 })
})

test('what is seen is what is decided: another state refuses with the new one, and others see nothing', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.big)
  const { id } = await openContractOf(shop)
  const { seen } = await preview(shop, id)
  const wanted = { cancelledIds: [], amountFen: 840_000, seen }
  for (const body of [
    { ...wanted, amountFen: 840_001 },
    { ...wanted, cancelledIds: ['987654321'] },
  ])
    await expectRefusal(db, () => press(shop, id, body), { code: 'course_refund_changed' })
  const { id: classId } = await book(shop, '2026-05-12')
  const refusal = { code: 'course_refund_changed', status: 409, message: '金额有变化，请再看一遍' }
  const data = { classes: [{ id: classId, hours: 1.5, lock: null }] }
  await expectRefusal(db, () => press(shop, id, wanted), { ...refusal, data })
  const other = { ...shop, playerId: shop.coachId }
  for (const call of [() => preview(other, id), () => press(other, id, wanted)])
    await expectRefusal(db, call, { code: 'contract_not_found', status: 404 })
})

test('a price that was lowered afterwards, and hours that expired', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.big)
  const { id } = await openContractOf(shop)
  const [{ id: orderId } = { id: '' }] = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, shop.playerId))
    .orderBy(desc(orders.id))
  const lowered = { amountFen: 84_000, cause: 'lowered', reason: '补差价', target: 'SOURCE' as const, now: START }
  await db.transaction((tx) => refundOrder(tx, { orderId, ...lowered }))
  const about = { invitationId: null, seatUserId: null, round: null, actorId: null, reason: '到期', now: START }
  await db.transaction((tx) =>
    moveHours(tx, { ...about, contractId: id, kind: 'EXPIRE', remainingChange: -5, heldChange: 0 }),
  )
  const plan = planOf(await preview(shop, id))
  expect(plan).toMatchObject({
    returned: { fen: 84_000 },
    expired: { hours: 5, fen: 189_000 },
    back: { hours: 15, fen: 567_000 },
  })
  expect(await refund(shop, id)).toMatchObject({ amountFen: 567_000, giftHours: 1 })
  await expectRefusal(db, () => refund(shop, id), { code: 'input_invalid' })
  const again = { cancelledIds: [], amountFen: 1, seen: (await preview(shop, id)).seen }
  await expectRefusal(db, () => press(shop, id, again), { code: 'course_refund_nothing', status: 409 })
})

test('after the last day of a contract nothing comes back', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.small)
  const { id } = await openContractOf(shop)
  clock.set(new Date('2027-02-27T12:00:00+08:00'))
  await expectRefusal(db, () => refund(shop, id), { code: 'course_refund_nothing' })
})

test('the club may be closed, and the source may be too old: then the money is on a card, which is told before', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.small)
  const { id } = await openContractOf(shop)
  await db.update(companies).set({ closedAt: START }).where(eq(companies.id, shop.companyId))
  await db.update(contracts).set({ expiryDate: '2027-12-31' }).where(eq(contracts.id, id))
  const [paidAt] = (await preview(shop, id)).purchases.map((one) => new Date(one.paidAt).getTime())
  clock.set(new Date((paidAt ?? 0) + 365 * 86_400_000))
  expect((await preview(shop, id)).purchases).toMatchObject([{ target: 'SOURCE' }])
  clock.set(new Date(clock.now().getTime() + 1))
  expect((await preview(shop, id)).purchases).toMatchObject([{ target: 'CARD', method: 'WECHAT' }])
  expect(await refund(shop, id)).toMatchObject({ parts: [{ target: 'CARD', amountFen: 378_000 }] })
  const cards = await db.select().from(storedCards).where(eq(storedCards.userId, shop.playerId))
  expect(cards.map(({ principalFen }) => principalFen)).toEqual([1_600_000 + 378_000])
  await db.update(companies).set({ closedAt: null }).where(eq(companies.id, shop.companyId))
})

test('who has no card gets one for money that its source does not take', async () => {
  clock.set(START)
  const scene = await givenScene(db)
  const { companyId, courseId, adminId } = scene
  const small = await givenPackage(db, {
    companyId,
    courseId,
    madeBy: adminId,
    hours: 9,
    giftHours: 0,
    priceFen: 378_000,
  })
  const shop = { ...scene, small, big: small, cardId: '' }
  await db.update(contracts).set({ expiryDate: '2026-04-30' }).where(eq(contracts.id, scene.contractId))
  await payByWechat(shop, small)
  const { id } = await openContractOf(shop)
  await db.update(contracts).set({ expiryDate: '2027-12-31' }).where(eq(contracts.id, id))
  clock.set(new Date(START.getTime() + 366 * 86_400_000))
  await refund(shop, id)
  const cards = await db.select().from(storedCards).where(eq(storedCards.userId, shop.playerId))
  expect(cards).toMatchObject([{ principalFen: 378_000, giftFen: 0 }])
})

test('a payer whose account at the source is closed: the refund waits for an operator, the hours are gone once', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.small)
  const { id } = await openContractOf(shop)
  await refund(shop, id)
  const isOurs = like(refunds.cause, 'course-refund:%')
  const [row] = await db.select().from(refunds).where(isOurs).orderBy(desc(refunds.id))
  await settleRefund(db, { outRefundNo: row?.outRefundNo ?? '', refund: { state: 'ABNORMAL' }, now: START })
  const query = { current: 1, rows: 9, state: 'STUCK' as const }
  const { rows } = await asStaff('operator')(queryRefunds, { query })
  expect(rows[0]?.refund).toMatchObject({ id: row?.id, amountFen: 378_000, state: 'STUCK' })
  expect((await contractsOf(shop)).find((one) => one.id === id)).toMatchObject({ remainingSessions: 0 })
})

test('what was paid at the desk waits there', async () => {
  const features = { ...ALL_FEATURES, wechat: false, wechatPay: false }
  const desk = await startTestServer({ features })
  const scene = await givenScene(desk.db)
  const { companyId, courseId, adminId, playerId } = scene
  const sold = { companyId, courseId, madeBy: adminId, hours: 2, giftHours: 0, priceFen: 60_000 }
  const packageId = await givenPackage(desk.db, sold)
  const player = desk.signedInAs(playerId)
  const { id: orderId } = await player(buyPackage, { body: { packageId, version: 1 } })
  const body = { amountFen: 60_000, way: 'CASH' as const, receiptNo: 'R-1', reason: '现金' }
  await desk.asStaff('operator')(enterOfflinePayment, { params: { id: orderId }, body })
  // Ten hours that the coach entered are spent first, and stay.
  const seen = await player(api.previewCourseRefund, { params: { id: scene.contractId } })
  expect(seen.lots.map(({ purchaseId, leftHours }) => [purchaseId === null, leftHours])).toEqual([
    [true, 10],
    [false, 2],
  ])
  const wanted = { cancelledIds: [], amountFen: 60_000, seen: seen.seen }
  const made = await player(api.refundCourse, { params: { id: scene.contractId }, body: wanted })
  expect(made.parts).toMatchObject([{ target: 'OFFLINE', hours: 2 }])
  const [after] = await player(contractsOfUser, { params: { userId: playerId } })
  expect(after).toMatchObject({ availableSessions: 10, refundedAt: null, contractStatus: 1 })
  expect(await desk.db.select().from(refunds).where(eq(refunds.orderId, orderId))).toMatchObject([
    { target: 'OFFLINE', state: 'WAITING', amountFen: 60_000 },
  ])
})

test('a kept class that the coach calls off brings money, not another class; a new purchase is a new contract', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.big)
  const { id } = await openContractOf(shop)
  const kept = await book(shop, '2026-05-12')
  expect(await refund(shop, id)).toMatchObject({ hours: 18.5, giftHours: 1, amountFen: 777_000 })
  const item = {
    id,
    userId: shop.playerId,
    courseDesignId: shop.courseId,
    settingSessions: 9,
    expiryDate: '2027-01-01',
  }
  const raise = () => signedInAs(shop.coachId)(updateSessions, { body: [item] })
  await expectRefusal(db, raise, { code: 'contract_refunded', status: 409 })
  await signedInAs(shop.coachId)(cancelByCoach, { params: { id: kept.id }, body: {} })
  const told = db.select({ content: messages.content }).from(messages).where(eq(messages.title, '还有课时可退'))
  expect(await told).toEqual([{ content: expect.stringContaining('退回 1.5 课时，合同已退课，可再退课取回') }])
  const renew = () => signedInAs(shop.coachId)(remindOfRenewal, { body: { contractId: id } })
  await expectRefusal(db, renew, { code: 'contract_refunded', status: 409 })
  expect((await book(shop, '2026-05-13')).needContract).toBe(true)
  expect(await refund(shop, id)).toMatchObject({ hours: 1.5, giftHours: 0, amountFen: 63_000 })
  await payByWechat(shop, shop.small)
  expect((await contractsOf(shop)).map((one) => [one.id === id, one.availableSessions])).toContainEqual([false, 9])
})

test('a coach takes no bought hours off, nor their days; what was not bought goes first, and keeps its contract', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.small)
  const { id, expiryDate } = await openContractOf(shop)
  const item = { id, userId: shop.playerId, courseDesignId: shop.courseId, expiryDate, isPhoneChecked: true }
  const set = (over: { settingSessions: number; expiryDate?: string }) =>
    signedInAs(shop.coachId)(updateSessions, { body: [{ ...item, ...over }] })
  await expectRefusal(db, () => set({ settingSessions: 8.5 }), { code: 'contract_hours_bought', status: 409 })
  const sooner = { settingSessions: 9, expiryDate: '2026-12-31' }
  await expectRefusal(db, () => set(sooner), { code: 'contract_hours_bought', status: 409 })
  await set({ settingSessions: 12 })
  await set({ settingSessions: 10 })
  expect(planOf(await preview(shop, id))).toMatchObject({ back: { hours: 9, fen: 378_000 }, stayingHours: 1 })

  // Other hours may come back of a kept class, so the contract goes on.
  const kept = await book(shop, '2026-05-12')
  expect(planOf(await preview(shop, id))).toMatchObject({ endsContract: false })
  await refund(shop, id)
  await signedInAs(shop.coachId)(cancelByCoach, { params: { id: kept.id }, body: {} })
  expect((await contractsOf(shop)).find((one) => one.id === id)).toMatchObject({ refundedAt: null })
  expect((await book(shop, '2026-05-13', 20, 2)).needContract).toBe(false)
})

test('what comes back in full takes the days that it brought: the contract ends as if it had not been bought', async () => {
  const shop = await givenShop()
  const { contractId: id } = shop
  const set = (expiryDate: string) => db.update(contracts).set({ expiryDate }).where(eq(contracts.id, id))
  const lastDay = async () => (await contractsOf(shop)).find((one) => one.id === id)?.expiryDate
  await set('2026-05-10')
  await payByCard(shop, shop.small)
  expect(await lastDay()).toBe('2027-02-25')
  expect((await preview(shop, id)).purchases).toMatchObject([{ expiryBefore: '2026-05-10', validUntil: '2027-02-25' }])
  await refund(shop, id)
  expect(await lastDay()).toBe('2026-05-10')
  const told = await db.select().from(messages).where(eq(messages.title, '退课成功'))
  expect(told.at(-1)?.content).toContain('。其余课时有效期回到 2026.05.10')

  // A class that is kept beyond that day keeps its hours, and the contract lasts until it.
  await payByCard(shop, shop.small)
  const { id: far } = await book(shop, '2026-05-12')
  await refund(shop, id)
  expect(await lastDay()).toBe('2026-05-12')
  expect((await preview(shop, id)).classes).toMatchObject([{ id: far, hours: 1.5 }])

  // What a coach set meanwhile stands, and so does what was paid back in part.
  await payByCard(shop, shop.small)
  const item = { id, userId: shop.playerId, courseDesignId: shop.courseId, isPhoneChecked: true }
  const body = [{ ...item, settingSessions: 20, expiryDate: '2027-02-25' }]
  await signedInAs(shop.coachId)(updateSessions, { body })
  await refund(shop, id)
  expect(await lastDay()).toBe('2027-02-25')
})

test('a class that was used and given back after the refund has the price that was paid for it', async () => {
  const shop = await givenShop()
  await payByWechat(shop, shop.big)
  const { id } = await openContractOf(shop)
  const about = { invitationId: null, seatUserId: null, round: null, actorId: null, reason: '测试', now: START }
  const move = (kind: 'ADJUST' | 'REFUND', remainingChange: number) =>
    db.transaction((tx) => moveHours(tx, { ...about, contractId: id, kind, remainingChange, heldChange: 0 }))
  const undo = new Error('nothing of it stays')
  await move('ADJUST', -2)
  await refund(shop, id)
  const returning = db.transaction(async (tx) => {
    await moveHours(tx, { ...about, contractId: id, kind: 'REFUND', remainingChange: 1, heldChange: 0 })
    const rows = await tx
      .select()
      .from(lessonLedger)
      .where(eq(lessonLedger.contractId, id))
      .orderBy(desc(lessonLedger.seq))
    expect(rows[0]).toMatchObject({ kind: 'REFUND', unitPrice: 42_000 })
    throw undo
  })
  await expect(returning).rejects.toBe(undo)
})

test('hours that were not bought and come back of a class from before the refund let the contract go on', async () => {
  const shop = await givenShop()
  const { contractId: id, playerId, coachId } = shop
  const item = { id, userId: playerId, courseDesignId: shop.courseId, isPhoneChecked: true }
  const body = [{ ...item, settingSessions: 1.5, expiryDate: '2026-12-31' }]
  await signedInAs(coachId)(updateSessions, { body })
  await payByCard(shop, shop.small)
  const taught = await book(shop, '2026-05-01', 28)
  await signedInAs(coachId)(confirmInvitation, { params: { id: taught.id }, body: {} })
  clock.set(new Date('2026-05-01T15:40:00+08:00'))
  await signedInAs(coachId)(finishInvitation, { params: { id: taught.id }, body: {} })
  await signedInAs(playerId)(objectToClass, { params: { id: taught.id }, body: { words: '那天没上' } })
  expect(await refund(shop, id)).toMatchObject({ hours: 9, amountFen: 378_000 })
  const own = async () => (await contractsOf(shop)).find((one) => one.id === id)
  expect(await own()).toMatchObject({ refundedAt: expect.any(String), availableSessions: 0 })

  const [objection] = await db.select().from(classObjections).where(eq(classObjections.invitationId, taught.id))
  const answer = { params: { id: objection?.id ?? '' }, body: { isRefunded: true } }
  await signedInAs(coachId)(answerObjection, answer)
  // No refund gives money for them, so they are for classes.
  expect(planOf(await preview(shop, id))).toMatchObject({ back: { hours: 0, fen: 0 }, stayingHours: 1.5 })
  expect(await own()).toMatchObject({ refundedAt: null, availableSessions: 1.5, contractStatus: 1 })
  const told = await db.select().from(messages).where(eq(messages.title, '课程合同已恢复'))
  expect(told).toMatchObject([
    { receiverId: playerId, content: expect.stringContaining('退回 1.5 课时，合同恢复，可继续约课') },
  ])
  expect((await book(shop, '2026-05-13')).needContract).toBe(false)
  expect((await contractsOf(shop)).find((one) => one.id === id)).toMatchObject({ heldSessions: 1.5 })
})

test('a purchase that is paid while its contract is paid back brings its hours once, there or on a new contract', async () => {
  for (let round = 0; round < raceRounds(50); round++) {
    const shop = await givenShop()
    await payByCard(shop, shop.big)
    const { id } = await openContractOf(shop)
    const outTradeNo = await begin(shop, await order(shop, shop.small))
    const seen = await preview(shop, id)
    const wanted = { cancelledIds: [], amountFen: 840_000, seen: seen.seen }
    const [, back] = await race(db, [() => play(shop, outTradeNo), () => press(shop, id, wanted)], (round % 5) - 2)
    const mine = (await contractsOf(shop)).filter(({ contractStatus }) => contractStatus === 1)
    expect(mine.map(({ availableSessions }) => availableSessions)).toEqual([back.status === 'fulfilled' ? 9 : 30])
  }
})

test('the last hour is booked or paid back, never both', async () => {
  for (let round = 0; round < raceRounds(50); round++) {
    const shop = await givenShop()
    await payByCard(shop, shop.small)
    const { id } = await openContractOf(shop)
    const about = { invitationId: null, seatUserId: null, round: null, actorId: null, reason: '测试', now: START }
    await db.transaction((tx) =>
      moveHours(tx, { ...about, contractId: id, kind: 'ADJUST', remainingChange: -8, heldChange: 0 }),
    )
    const wanted = { cancelledIds: [], amountFen: 42_000, seen: (await preview(shop, id)).seen }
    const both = [() => book(shop, '2026-05-12', 20, 2), () => press(shop, id, wanted)] as const
    const [booked, back] = await race(db, both, (round % 5) - 2)
    const isHeld = booked.status === 'fulfilled' && !booked.value.needContract
    expect([isHeld, back.status]).toEqual([isHeld, isHeld ? 'rejected' : 'fulfilled'])
  }
})

test('the figures of hours keep apart what was sold and paid back, of which the overview shows the net', async () => {
  const shop = await givenShop()
  const as = asAdmin({ userId: shop.adminId, companyId: shop.companyId })
  const query = { from: '2026-05-01', until: '2026-05-31' }
  const readMonth = async () => {
    const [month] = (await as(analyticsHours, { query })).months
    const { figures } = await as(analyticsOverview, { query })
    return { sold: month?.sold.sessions, refunded: month?.refunded.sessions, net: figures.soldSessions }
  }
  await payByCard(shop, shop.big)
  const before = await readMonth()
  expect(before).toEqual({ sold: before.net, refunded: 0, net: before.net })
  await refund(shop, (await openContractOf(shop)).id)
  expect(await readMonth()).toEqual({ sold: before.sold, refunded: 21, net: before.net - 21 })
})
