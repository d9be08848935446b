import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import * as offline from '@paidang/api/areas/money/admin-offline'
import { queryOrders } from '@paidang/api/areas/money/admin-payments'
import { transactionsOfCard } from '@paidang/api/areas/money/cards'
import { contractStatement, contractsOfUser } from '@paidang/api/areas/money/contracts'
import * as api from '@paidang/api/areas/money/packages'
import { checkOrder, getOrder, payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { deleteCourse } from '@paidang/api/areas/places/companies'
import { LEGAL_MINOR_CAPS, type PurchaseCaps } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { userSuspensions } from '../../../tables/auth.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { hourLots, packagePurchases, packageVersions, purchaseCaps } from '../../../tables/packages.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import {
  givenCompany,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenStaff,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenPackage } from '../../../testing/given-package.ts'
import { race } from '../../../testing/race.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { moveHours } from '../contracts/ledger.ts'

const server = await startTestServer()
const { db, clock, signedInAs, asAdmin, asStaff } = server

const TERMS = { hours: 20, giftHours: 1, priceFen: 760_000, validDays: 270, refundRule: 'UNUSED' } as const

/** A club with a package of 20 + 1 hours for ¥7,600, and its student with a card of ¥9,000 and 10 hours at ¥300. */
async function givenShop({ sessions = 10 } = {}) {
  const scene = await givenScene(db, { sessions })
  const { companyId, courseId, adminId } = scene
  const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId })
  const { cardId } = await givenCard(db, { userId: scene.playerId, principalFen: 1_600_000 })
  return { ...scene, packageId, cardId }
}
type Shop = Awaited<ReturnType<typeof givenShop>>

const offerTo = (userId: string, { courseId }: Shop) =>
  signedInAs(userId)(api.packagesOfCourse, { params: { id: courseId } })
const buy = ({ playerId, packageId }: Shop, version = 1, userId = playerId) =>
  signedInAs(userId)(api.buyPackage, { body: { packageId, version } })
const payByCard = ({ playerId, cardId }: Shop, orderId: string) =>
  signedInAs(playerId)(payOrder, { body: { orderId, method: 'CARD', cardId } })
async function begin(userId: string, orderId: string) {
  const body = { orderId, method: 'WECHAT' as const, channel: 'NATIVE' as const }
  const { step } = await signedInAs(userId)(payOrder, { body })
  if (step?.kind !== 'simulator') throw new Error(`order ${orderId} has no payment to be made`)
  return step.outTradeNo
}
const play = (userId: string, outTradeNo: string, notify: { delaySeconds?: number; times?: number } = {}) =>
  signedInAs(userId)(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY', notify } })
const admin = ({ adminId: userId, companyId }: Shop) => asAdmin({ userId, companyId })
const change = (shop: Shop, over: object, version = 1) =>
  admin(shop)(api.changePackage, {
    params: { id: shop.packageId },
    body: { version, ...TERMS, isOnSale: true, ...over },
  })
async function singlePriceOf({ courseId }: Shop): Promise<number> {
  const [row] = await db.select().from(courses).where(eq(courses.id, courseId))
  return row?.pricePerSession ?? 0
}
const contractsOf = (userId: string) => signedInAs(userId)(contractsOfUser, { params: { userId } })
const grantsOf = (userId: string) =>
  db
    .select({ hours: lessonLedger.remainingChange, unitPrice: lessonLedger.unitPrice })
    .from(lessonLedger)
    .innerJoin(contracts, eq(contracts.id, lessonLedger.contractId))
    .where(and(eq(contracts.userId, userId), eq(lessonLedger.kind, 'GRANT')))
    .orderBy(asc(lessonLedger.contractId), asc(lessonLedger.seq))

test('a package joins the live contract: hours together, the later expiry, each hour at what was paid for it', async () => {
  const shop = await givenShop()
  const { playerId } = shop
  const offer = await offerTo(playerId, shop)
  expect(offer).toMatchObject({ obstacle: null, contract: { id: shop.contractId }, lastHours: null })
  expect(offer.packages).toEqual([{ id: shop.packageId, version: 1, ...TERMS }])
  const order = await buy(shop)
  expect(order).toMatchObject({ kind: 'COURSE', amountFen: 760_000, state: 'UNPAID', object: { kind: 'package' } })
  // A course's name can end with a number.
  expect(order.title).toMatch(/ · 20 课时$/)
  expect(order.lines).toMatchObject([
    { label: '课时', quantity: 20, unitFen: 38_000 },
    { label: '赠送课时', quantity: 1, unitFen: 0 },
  ])
  expect(await payByCard(shop, order.id)).toMatchObject({
    order: { state: 'PAID', method: 'CARD', object: { kind: 'package', contractId: shop.contractId } },
  })
  const old = await singlePriceOf(shop)
  const about = { id: shop.contractId, availableSessions: 31, expiryDate: '2027-01-26', contractStatus: 1 }
  const priceRange = { min: Math.min(old, 38_000), max: Math.max(old, 38_000) }
  expect(await contractsOf(playerId)).toMatchObject([{ ...about, priceRange }])
  const page = await signedInAs(playerId)(transactionsOfCard, {
    params: { cardId: shop.cardId },
    query: { current: 1, rows: 9 },
  })
  expect(page.rows[0]?.order?.object).toMatchObject({ kind: 'package', contractId: shop.contractId })
  expect((await grantsOf(playerId)).slice(1)).toEqual([
    { hours: 20, unitPrice: 38_000 },
    { hours: 1, unitPrice: 0 },
  ])
  expect(await offerTo(playerId, shop)).toMatchObject({ lastHours: 20 })
  const told = await db.select().from(messages).where(eq(messages.receiverId, playerId))
  expect(told.map(({ title }) => title)).toContain('购课成功')
  const query = { current: 1, rows: 9 }
  const { rows } = await signedInAs(playerId)(contractStatement, { params: { id: shop.contractId }, query })
  expect(rows.slice(0, 2)).toMatchObject([
    { kind: 'GRANT', remainingChange: 1, unitPrice: 0 },
    { kind: 'GRANT', remainingChange: 20, unitPrice: 38_000 },
  ])
})

test('without a contract that lasts a new one is opened, and a class can be booked with it at once', async () => {
  const shop = await givenShop()
  await db.update(contracts).set({ expiryDate: '2026-04-30' })
  const order = await buy(shop)
  await payByCard(shop, order.id)
  const mine = await contractsOf(shop.playerId)
  expect(mine).toMatchObject([
    { availableSessions: 21, unitPrice: 38_000, expiryDate: '2027-01-26' },
    { id: shop.contractId, availableSessions: 10 },
  ])
  const body = {
    coachId: shop.coachId,
    courseDesignId: shop.courseId,
    stadiumId: shop.venueId,
    courseDate: '2026-05-03',
    beginTimeSlot: 20,
    endTimeSlot: 22,
  }
  await signedInAs(shop.playerId)(createByPlayer, { body })
  expect((await contractsOf(shop.playerId))[0]).toMatchObject({ heldSessions: 1, availableSessions: 20 })
})

test('an order that is paid after its contract ended opens a new one, and the message says so', async () => {
  const shop = await givenShop()
  clock.set(new Date('2026-05-01T23:59:00+08:00'))
  await db.update(contracts).set({ expiryDate: '2026-05-01' })
  expect(await offerTo(shop.playerId, shop)).toMatchObject({ contract: { id: shop.contractId } })
  const order = await buy(shop)
  clock.set(new Date('2026-05-02T00:00:30+08:00'))
  const { order: paid } = await payByCard(shop, order.id)
  expect(paid.object.contractId).not.toBe(shop.contractId)
  const told = await db.select().from(messages).where(eq(messages.receiverId, shop.playerId))
  const content = expect.stringContaining('原合同已于 2026.05.01 到期，课时记入新合同')
  expect(told).toContainEqual(expect.objectContaining({ title: '购课成功', content }))
})

test('hours are spent oldest first at the price that was paid for them, and gifts last', async () => {
  const shop = await givenShop()
  await payByCard(shop, (await buy(shop)).id)
  const { contractId, playerId: actorId } = shop
  const old = await singlePriceOf(shop)
  const undo = new Error('nothing of it stays')
  const moving = db.transaction(async (tx) => {
    const move = async (kind: 'ADJUST' | 'REFUND', remainingChange: number) => {
      const about = { actorId, reason: '测试', now: clock.now(), invitationId: null, seatUserId: null, round: null }
      await moveHours(tx, { ...about, contractId, kind, remainingChange, heldChange: 0 })
      const isIt = eq(lessonLedger.contractId, contractId)
      const [row] = await tx.select().from(lessonLedger).where(isIt).orderBy(desc(lessonLedger.seq)).limit(1)
      return row?.unitPrice
    }
    expect(await move('ADJUST', -9.5)).toBe(old)
    expect(await move('ADJUST', -1)).toBe((old + 38_000) / 2)
    expect(await move('ADJUST', -19.5)).toBe(38_000)
    expect(await move('ADJUST', -1)).toBe(0)
    // What comes back was spent last.
    expect(await move('REFUND', 2)).toBe(19_000)
    expect(await move('ADJUST', 3)).toBe(old)
    expect(await move('ADJUST', -5)).toBe(Math.round((38_000 + 3 * old) / 5))
    expect(await tx.$count(hourLots, and(eq(hourLots.contractId, contractId), gt(hourLots.leftHours, 0)))).toBe(0)
    throw undo
  })
  await expect(moving).rejects.toBe(undo)
})

test('WeChat pays once, however often and late its news comes', async () => {
  const shop = await givenShop()
  const order = await buy(shop)
  const outTradeNo = await begin(shop.playerId, order.id)
  await Promise.all([play(shop.playerId, outTradeNo, { times: 3 }), play(shop.playerId, outTradeNo, { times: 2 })])
  expect(await grantsOf(shop.playerId)).toHaveLength(3)
  expect(await signedInAs(shop.playerId)(getOrder, { params: { id: order.id } })).toMatchObject({
    state: 'PAID',
    method: 'WECHAT',
    refundedFen: 0,
  })
})

test('money that comes after the order was closed goes back in full, and brings no hours', async () => {
  const shop = await givenShop()
  const order = await buy(shop)
  const outTradeNo = await begin(shop.playerId, order.id)
  await play(shop.playerId, outTradeNo, { times: 0 })
  const closedAt = clock.now()
  await db.update(orders).set({ state: 'CLOSED', closedAt }).where(eq(orders.id, order.id))
  await signedInAs(shop.playerId)(checkOrder, { params: { id: order.id } })
  expect(await grantsOf(shop.playerId)).toHaveLength(1)
  expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toMatchObject([
    { amountFen: 760_000, cause: 'surplus' },
  ])
})

test('at the front desk an order above the limit waits a day for the second person', async () => {
  const features = { ...ALL_FEATURES, wechat: false, wechatPay: false }
  const desk = await startTestServer({ features })
  const scene = await givenScene(desk.db)
  const { companyId, courseId, adminId, playerId } = scene
  const packageId = await givenPackage(desk.db, { companyId, courseId, madeBy: adminId })
  const order = await desk.signedInAs(playerId)(api.buyPackage, { body: { packageId, version: 1 } })
  const body = { amountFen: 760_000, way: 'TRANSFER' as const, receiptNo: 'K-1', reason: '转账' }
  const entry = await desk.asStaff('operator')(offline.enterOfflinePayment, { params: { id: order.id }, body })
  expect(entry.state).toBe('WAITING')
  desk.clock.set(new Date(desk.clock.now().getTime() + 3_600_000))
  await desk.asStaff('senior')(offline.decideOfflineEntry, {
    params: { id: entry.id },
    body: { approve: true, note: '' },
  })
  const query = { params: { userId: playerId } }
  expect(await desk.signedInAs(playerId)(contractsOfUser, query)).toMatchObject([{ availableSessions: 31 }])
})

test('a repeat before the payment answers the same order', async () => {
  const shop = await givenShop()
  const [first, second] = await Promise.all([buy(shop), buy(shop)])
  expect(second.id).toBe(first.id)
})

test('two purchases paid at the same moment open one contract, and both bring their hours', async () => {
  for (let round = 0; round < raceRounds(8); round++) {
    const shop = await givenShop()
    await db.update(contracts).set({ expiryDate: '2026-04-30' })
    const { companyId, courseId, adminId, playerId } = shop
    const small = { hours: 5, giftHours: 0, priceFen: 210_000, validDays: 90 }
    const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId, ...small })
    const ids = [(await buy(shop)).id, (await buy({ ...shop, packageId })).id]
    const [one, other] = [await begin(playerId, ids[0] ?? ''), await begin(playerId, ids[1] ?? '')]
    await race(db, [() => play(playerId, one), () => play(playerId, other)], (round % 5) - 2)
    const open = (await contractsOf(playerId)).filter(({ contractStatus }) => contractStatus === 1)
    expect(open).toMatchObject([{ availableSessions: 26, expiryDate: '2027-01-26' }])
  }
})

test('what changed meanwhile is shown before anything is ordered', async () => {
  const shop = await givenShop()
  await change(shop, { priceFen: 780_000 })
  const data = { packages: [{ version: 2, priceFen: 780_000 }] }
  const message = '价格刚更新，请再看一遍'
  await expectRefusal(db, () => buy(shop), { code: 'package_changed', status: 409, message, data })
  await change(shop, { priceFen: 780_000, isOnSale: false }, 2)
  await expectRefusal(db, () => buy(shop, 3), { code: 'package_off_sale', status: 409 })
  expect((await offerTo(shop.playerId, shop)).packages).toEqual([])
})

test('an order keeps the version with which it was made, also where it was taken off sale', async () => {
  const shop = await givenShop()
  const order = await buy(shop)
  await change(shop, { priceFen: 800_000, isOnSale: false })
  await payByCard(shop, order.id)
  expect((await grantsOf(shop.playerId)).slice(1)).toMatchObject([{ unitPrice: 38_000 }, { unitPrice: 0 }])
  const { packages } = await admin(shop)(api.managedPackages, {})
  expect(packages).toMatchObject([
    { version: 2, isOnSale: false, soldCount: 1, soldHours: 20, soldFen: 760_000, openOrders: 0 },
  ])
  expect(packages[0]?.versions.map(({ version, soldCount }) => [version, soldCount])).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test('the money goes back where the club closed while the order waited, and a closed club sells nothing', async () => {
  const shop = await givenShop({ sessions: 1 })
  const order = await buy(shop)
  await db.update(courses).set({ delFlag: true }).where(eq(courses.id, shop.courseId))
  await db.update(companies).set({ closedAt: clock.now() }).where(eq(companies.id, shop.companyId))
  await play(shop.playerId, await begin(shop.playerId, order.id))
  expect(await signedInAs(shop.playerId)(getOrder, { params: { id: order.id } })).toMatchObject({
    state: 'CLOSED',
    refunds: [{ amountFen: 760_000 }],
  })
  expect(await offerTo(shop.playerId, shop)).toMatchObject({ obstacle: 'PAUSED', packages: [] })
  const message = expect.stringMatching(/.暂停售课$/)
  await expectRefusal(db, () => buy(shop), { code: 'packages_paused', status: 409, message })
  await db.update(companies).set({ closedAt: null }).where(eq(companies.id, shop.companyId))
  await db.update(courses).set({ delFlag: false }).where(eq(courses.id, shop.courseId))
})

test('a course is deleted or paid for, never both', async () => {
  for (let round = 0; round < raceRounds(8); round++) {
    const shop = await givenShop()
    await db.update(contracts).set({ expiryDate: '2026-04-30' })
    const outTradeNo = await begin(shop.playerId, (await buy(shop)).id)
    const erase = () => signedInAs(shop.adminId)(deleteCourse, { params: { id: shop.courseId }, query: {} })
    const [, erased] = await race(db, [() => play(shop.playerId, outTradeNo), erase], (round % 5) - 2)
    const bought = (await contractsOf(shop.playerId)).filter(({ contractStatus }) => contractStatus === 1)
    expect(bought.length).toBe(erased.status === 'fulfilled' ? 0 : 1)
  }
})

test('who teaches the course or leads the club does not buy it, nor who is no student of its coaches', async () => {
  const shop = await givenShop()
  for (const userId of [shop.adminId, shop.coachId])
    await expectRefusal(db, () => buy(shop, 1, userId), { code: 'package_course_taught', status: 409 })
  const stranger = await givenPlayer(db)
  await expectRefusal(db, () => buy(shop, 1, stranger), { code: 'package_needs_coach', status: 409 })
  expect(await offerTo(stranger, shop)).toMatchObject({ obstacle: 'NO_COACH', contract: null })
  await givenRelation(db, shop.coachId, stranger)
  expect(await buy(shop, 1, stranger)).toMatchObject({ state: 'UNPAID' })
  await expectRefusal(db, () => buy({ ...shop, packageId: '987654321' }), { code: 'package_not_found', status: 404 })
})

test('nothing is sold where nobody can teach the buyer, and what is paid then goes back', async () => {
  const shop = await givenShop()
  const order = await buy(shop)
  const staffId = await givenStaff(db, { kind: 'operator' })
  const taught = await db.select().from(coachCourses).where(eq(coachCourses.courseId, shop.courseId))
  for (const { coachId: userId } of taught)
    await db.insert(userSuspensions).values({ userId, reason: '爽约', staffId, createdAt: TEST_NOW })
  expect(await offerTo(shop.playerId, shop)).toMatchObject({ obstacle: 'STOPPED', packages: [] })
  await expectRefusal(db, () => buy(shop), { code: 'packages_paused', message: '这门课暂停售课' })
  await play(shop.playerId, await begin(shop.playerId, order.id))
  expect(await signedInAs(shop.playerId)(getOrder, { params: { id: order.id } })).toMatchObject({
    refunds: [{ amountFen: 760_000 }],
  })
})

test('the admin sells packages of own courses alone, and sound ones', async () => {
  const shop = await givenShop()
  const { courseId } = shop
  const create = (over: object) =>
    admin(shop)(api.createPackage, { body: { courseId, ...TERMS, isOnSale: true, ...over } })
  const made = await create({ hours: 5, giftHours: 0, priceFen: 210_000, validDays: 90 })
  expect(made).toMatchObject({ version: 1, hours: 5, soldCount: 0, versions: [{ version: 1 }] })
  for (const [over, code] of [
    [{ hours: 0 }, 'package_hours_invalid'],
    [{ giftHours: 21 }, 'package_hours_invalid'],
    [{ hours: 3, priceFen: 100_000, giftHours: 0 }, 'package_price_invalid'],
    [{ validDays: 0 }, 'package_days_invalid'],
  ] as const)
    await expectRefusal(db, () => create(over), { code, status: 400 })
  const other = await givenCompany(db)
  const foreign = await givenCourse(db, { companyId: other.companyId, coachIds: [other.adminId] })
  await expectRefusal(db, () => create({ courseId: foreign }), { code: 'course_not_found', status: 404 })
  const trial = { companyId: shop.companyId, coachIds: [shop.coachId], isTrial: true, maxParticipants: 1 }
  const trialId = await givenCourse(db, trial)
  await expectRefusal(db, () => create({ courseId: trialId }), { code: 'course_not_found' })
  const theirs = asAdmin({ userId: other.adminId, companyId: other.companyId })
  const body = { version: 1, ...TERMS, isOnSale: false }
  const take = () => theirs(api.changePackage, { params: { id: shop.packageId }, body })
  await expectRefusal(db, take, { code: 'package_not_found', status: 404 })
  await change(shop, { priceFen: 780_000 })
  expect(await change(shop, { priceFen: 780_000 })).toMatchObject({ version: 2 })
  await expectRefusal(db, () => change(shop, { priceFen: 800_000 }), { code: 'package_changed', status: 409 })
})

test('the same terms of a course are sold once, also when they are added twice at once', async () => {
  const shop = await givenShop()
  const { companyId, coachId, courseId } = shop
  const terms = { ...TERMS, hours: 5, giftHours: 0, priceFen: 210_000, isOnSale: true }
  const create = (over: object = {}) => admin(shop)(api.createPackage, { body: { courseId, ...terms, ...over } })
  const taken = { code: 'package_taken', status: 409 }
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => create()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(taken)
  await expectRefusal(db, () => change(shop, terms), taken)
  const { id, version } = await create({ isOnSale: false })
  const sell = (over: object) =>
    admin(shop)(api.changePackage, { params: { id }, body: { version, ...terms, ...over } })
  await expectRefusal(db, () => sell({}), taken)
  expect(await sell({ validDays: 60 })).toMatchObject({ isOnSale: true })
  await create({ courseId: await givenCourse(db, { companyId, coachIds: [coachId] }) })
})

test('a version that was made never changes, nor does a paid purchase', async () => {
  const shop = await givenShop()
  await payByCard(shop, (await buy(shop)).id)
  for (const rewrite of [
    () => db.update(packageVersions).set({ priceFen: 20 }),
    () => db.delete(packageVersions),
    () => db.update(packagePurchases).set({ grantSeq: 1 }),
    () => db.delete(packagePurchases).where(eq(packagePurchases.packageId, shop.packageId)),
  ])
    await expect(rewrite()).rejects.toThrow()
})

test('operators find the order by its kind', async () => {
  const shop = await givenShop()
  await buy(shop)
  const query = { current: 1, rows: 50, kind: 'COURSE' as const, userId: shop.playerId }
  expect((await asStaff('operator')(queryOrders, { query })).rows).toMatchObject([{ kind: 'COURSE' }])
})

const NONE = { months: null, hours: null, fen: null }
const setCaps = (shop: Shop, caps: Partial<PurchaseCaps>, version = 0) =>
  admin(shop)(api.changeCaps, { body: { version, buyer: NONE, minor: null, ...caps } })

test('where a club caps what minors get, the buyer states who learns, and a refusal names the cap', async () => {
  const shop = await givenShop()
  const { playerId, packageId, companyId, courseId, adminId } = shop
  await setCaps(shop, { minor: LEGAL_MINOR_CAPS })
  const order = (isForMinor?: boolean, id = packageId) =>
    signedInAs(playerId)(api.buyPackage, {
      body: { packageId: id, version: 1, ...(isForMinor !== undefined && { isForMinor }) },
    })
  await expectRefusal(db, () => order(), { code: 'package_learner_unknown', status: 400 })
  await expectRefusal(db, () => order(true), { code: 'package_capped', message: '有效期最多 3 个月' })
  const short = { companyId, courseId, madeBy: adminId, hours: 10, giftHours: 0, priceFen: 300_000, validDays: 90 }
  const small = await givenPackage(db, short)
  const bought = await order(true, small)
  expect(await order(true, small)).toMatchObject({ id: bought.id })
  await payByCard(shop, bought.id)
  const dear = await order(true, small).catch((error) => error)
  expect(dear).toMatchObject({ code: 'package_capped', message: '本月最多再买 ¥2,000' })
  expect(dear.data).toMatchObject({ lastForMinor: true, bought: { minor: { hours: 10, fen: 300_000 } } })
  expect(await order(false)).toMatchObject({ state: 'UNPAID' })
  clock.set(new Date('2026-06-01T04:00:00Z'))
  expect(await order(true, small)).toMatchObject({ state: 'UNPAID' })
  clock.set(TEST_NOW)
})

test('hours that are not given back: who learns is stated, and no minor gets them by any way', async () => {
  const shop = await givenShop()
  const { playerId, packageId } = shop
  await change(shop, { refundRule: 'FIRST_DAYS' })
  const order = (isForMinor?: boolean) => {
    const stated = isForMinor === undefined ? {} : { isForMinor }
    return signedInAs(playerId)(api.buyPackage, { body: { packageId, version: 2, ...stated } })
  }
  await expectRefusal(db, () => order(), { code: 'package_learner_unknown', status: 400 })
  await expectRefusal(db, () => order(true), { code: 'package_capped', message: '未成年人不能买' })
  const row = { userId: playerId, packageId, version: 2, isForMinor: true }
  await expect(db.insert(packagePurchases).values(row)).rejects.toMatchObject({
    cause: { constraint: 'package_purchases_for_minor' },
  })
  await payByCard(shop, (await order(false)).id)
  const managed = async () => (await admin(shop)(api.managedPackages, {})).packages
  expect(await managed()).toMatchObject([
    { refundRule: 'FIRST_DAYS', soldCount: 1, usedCount: 1, versions: [{ soldCount: 1 }, { refundRule: 'UNUSED' }] },
  ])
  await db.update(contracts).set({ expiryDate: '2026-04-30' })
  await db.update(courses).set({ delFlag: true }).where(eq(courses.id, shop.courseId))
  expect(await managed()).toMatchObject([{ usedCount: 0, isOnSale: false, course: { isDeleted: true } }])
})

test('two devices that buy to the cap at the same moment: one order, and the other reads what is left', async () => {
  for (let round = 0; round < raceRounds(8); round++) {
    const shop = await givenShop()
    const { companyId, courseId, adminId } = shop
    await setCaps(shop, { buyer: { ...NONE, hours: 30 } })
    const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId, hours: 19 })
    const [one, other] = await race(db, [() => buy(shop), () => buy({ ...shop, packageId })], (round % 5) - 2)
    const lost = [one, other].filter(({ status }) => status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatchObject({ reason: { code: 'package_capped', message: /^本月最多再买 1[01] 课时$/ } })
  }
})

test('caps are versions of the admin: what was seen is changed, the law is never exceeded, no row is rewritten', async () => {
  const shop = await givenShop()
  expect(await admin(shop)(api.managedCaps, {})).toEqual({
    version: 0,
    caps: { buyer: NONE, minor: null },
    versions: [],
  })
  const above = { minor: { ...LEGAL_MINOR_CAPS, hours: 61 } }
  await expectRefusal(db, () => setCaps(shop, above), { code: 'caps_above_law', status: 400 })
  await setCaps(shop, { minor: LEGAL_MINOR_CAPS })
  expect(await setCaps(shop, { minor: LEGAL_MINOR_CAPS })).toMatchObject({ version: 1 })
  await expectRefusal(db, () => setCaps(shop, {}), { code: 'caps_changed', status: 409 })
  expect(await setCaps(shop, {}, 1)).toMatchObject({
    version: 2,
    caps: { minor: null },
    versions: [{}, { version: 1 }],
  })
  await expect(db.delete(purchaseCaps)).rejects.toThrow()
})
