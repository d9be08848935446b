import { buyPackage, type CoursePackages, packagesOfCourse } from '@paidang/api/areas/money/packages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import {
  contractAfterPurchase,
  contractToJoin,
  PACKAGE_MINUTES_TO_PAY,
  packageHourFen,
} from '@paidang/domain/areas/money/contracts/package'
import { whyCapped } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { addDays, dayOf, firstOfMonth, formatDotDay, instantOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { packagePurchases, packages, packageVersions } from '../../../tables/packages.ts'
import { orders } from '../../../tables/payments.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { isSeenBy } from '../../places/companies/list-offers.ts'
import { capsOf, findCaps } from '../contracts/caps.ts'
import { isCorrected } from '../contracts/contracts.ts'
import { lockContractsOfSeats } from '../contracts/holds.ts'
import { insertContract, moveHours, openLots, updateExpiry } from '../contracts/ledger.ts'
import { type OrderEffect, type OrderRow, openOrder } from '../payments/order.ts'
import { presentOrder } from '../payments/present-order.ts'
import { selectPackages } from './rows.ts'

type Buyer = { userId: string; now: Date }

/** A course with its company and the person who leads it. */
async function findCourse(db: Database, courseId: string) {
  const [row] = await db
    .select({ course: courses, company: companies })
    .from(courses)
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .where(and(eq(courses.id, courseId), eq(courses.isTrial, false)))
  return row
}
type CourseOfCompany = NonNullable<Awaited<ReturnType<typeof findCourse>>>

async function listCoaches(db: Database, courseId: string) {
  const { id, nickname, avatar } = users
  return db
    .select({ id, nickname, avatar })
    .from(coachCourses)
    .innerJoin(users, eq(users.id, coachCourses.coachId))
    .where(eq(coachCourses.courseId, courseId))
    .orderBy(sql`${nickname} collate "zh-x-icu"`, id)
}

const isVersionOfPurchase = and(
  eq(packageVersions.packageId, packagePurchases.packageId),
  eq(packageVersions.version, packagePurchases.version),
)

/** The contracts of a buyer for a course that have not ended, nor were paid back. */
async function listContracts(db: Database, { course }: CourseOfCompany, { userId, now }: Buyer) {
  const { id, remainingSessions, heldSessions, expiryDate } = contracts
  return db
    .select({ id, remainingSessions, heldSessions, expiryDate })
    .from(contracts)
    .where(
      and(
        eq(contracts.userId, userId),
        eq(contracts.courseId, course.id),
        eq(contracts.companyId, course.companyId),
        gte(expiryDate, dayOf(now)),
        isNull(contracts.refundedAt),
      ),
    )
}

/** Whether somebody teaches a course whom the buyer can book. */
const isTaughtNow = async (db: Database, courseId: string, buyer: Buyer): Promise<boolean> =>
  (await db.$count(coachCourses, and(eq(coachCourses.courseId, courseId), isSeenBy(buyer)))) > 0

/** Why somebody cannot buy hours of a course. Hours are of use with a coach of the course, or on a contract that lasts. */
async function findObstacle(
  db: Database,
  { course, company }: CourseOfCompany,
  { userId, now }: Buyer,
): Promise<CoursePackages['obstacle']> {
  if (company.closedAt) return 'PAUSED'
  if (course.delFlag) return 'STOPPED'
  const taught = eq(coachCourses.courseId, course.id)
  const isOwn =
    company.adminId === userId || (await db.$count(coachCourses, and(taught, eq(coachCourses.coachId, userId))))
  if (isOwn) return 'OWN'
  if (!(await isTaughtNow(db, course.id, { userId, now }))) return 'STOPPED'
  const coaches = db.select({ id: coachCourses.coachId }).from(coachCourses).where(taught)
  const ofCoach = and(eq(studentRelations.playerId, userId), inArray(studentRelations.coachId, coaches))
  if ((await db.$count(studentRelations, ofCoach)) > 0) return null
  return (await listContracts(db, { course, company }, { userId, now })).length > 0 ? null : 'NO_COACH'
}

/** What a buyer got of a company this month, paid or waiting for its money, and of it for minors. */
async function readBought(db: Database, companyId: string, { userId, now }: Buyer): Promise<CoursePackages['bought']> {
  const { isForMinor } = packagePurchases
  const sumOf = (what: SQL, which: SQL) =>
    sql<number>`coalesce(sum(${what}) filter (where ${which}), 0)`.mapWith(Number)
  const bought = (which: SQL) => ({
    hours: sumOf(sql`${packageVersions.hours}`, which),
    fen: sumOf(sql`${packageVersions.priceFen}`, which),
  })
  const isOfMonth = gte(packagePurchases.createdAt, instantOf(firstOfMonth(dayOf(now)), 0))
  const [row] = await db
    .select({ all: bought(sql`true`), minor: bought(sql`${isForMinor}`) })
    .from(packagePurchases)
    .innerJoin(packages, and(eq(packages.id, packagePurchases.packageId), eq(packages.companyId, companyId)))
    .innerJoin(packageVersions, isVersionOfPurchase)
    .innerJoin(orders, and(eq(orders.kind, 'COURSE'), eq(orders.objectId, packagePurchases.id)))
    .where(and(eq(packagePurchases.userId, userId), isOfMonth, inArray(orders.state, ['UNPAID', 'PAID'])))
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

/** Whether the last purchase of somebody from a company was for a minor. Null without one. */
async function findLastLearner(db: Database, companyId: string, { userId }: Buyer): Promise<boolean | null> {
  const [last] = await db
    .select({ isForMinor: packagePurchases.isForMinor })
    .from(packagePurchases)
    .innerJoin(packages, and(eq(packages.id, packagePurchases.packageId), eq(packages.companyId, companyId)))
    .where(and(eq(packagePurchases.userId, userId), isNotNull(packagePurchases.capsVersion)))
    .orderBy(desc(packagePurchases.id))
    .limit(1)
  return last?.isForMinor ?? null
}

/** The packages of a course as they are now, for one who buys. @throws ApiError course_not_found */
async function readCoursePackages(db: Database, courseId: string, buyer: Buyer): Promise<CoursePackages> {
  const found = await findCourse(db, courseId)
  if (!found) throw new ApiError('course_not_found')
  const { course, company } = found
  const obstacle = await findObstacle(db, found, buyer)
  const rows = await selectPackages(db, and(eq(packages.courseId, courseId), eq(packageVersions.isOnSale, true)))
    .orderBy(asc(packageVersions.hours), asc(packageVersions.priceFen), asc(packages.id))
    .limit(50)
  const [last] = await db
    .select({ hours: packageVersions.hours })
    .from(packagePurchases)
    .innerJoin(packageVersions, isVersionOfPurchase)
    .innerJoin(packages, eq(packages.id, packagePurchases.packageId))
    .where(
      and(
        eq(packagePurchases.userId, buyer.userId),
        eq(packages.courseId, courseId),
        isNotNull(packagePurchases.contractId),
      ),
    )
    .orderBy(desc(packagePurchases.id))
    .limit(1)
  return {
    course: {
      id: course.id,
      courseName: course.courseName,
      sessionDuration: course.sessionDuration,
      pricePerSession: course.pricePerSession,
    },
    company: { id: company.id, companyName: company.companyName },
    coaches: await listCoaches(db, courseId),
    obstacle,
    contract: contractToJoin(await listContracts(db, found, buyer), dayOf(buyer.now)) ?? null,
    lastHours: last?.hours ?? null,
    lastForMinor: await findLastLearner(db, company.id, buyer),
    caps: capsOf(await findCaps(db, company.id)),
    bought: await readBought(db, company.id, buyer),
    openOrderId: (await findOpenOrder(db, buyer, eq(packages.courseId, courseId)))?.id ?? null,
    packages:
      obstacle === 'PAUSED' || obstacle === 'STOPPED'
        ? []
        : rows.map(({ id, version: { version, hours, giftHours, priceFen, validDays, refundRule } }) => ({
            ...{ id, version, hours, giftHours, priceFen, validDays, refundRule },
          })),
  }
}

/** The latest unpaid order of somebody for hours. */
async function findOpenOrder(
  tx: Database,
  { userId, now }: Buyer,
  which: SQL | undefined,
): Promise<OrderRow | undefined> {
  const [row] = await tx
    .select({ order: orders })
    .from(packagePurchases)
    .innerJoin(packages, eq(packages.id, packagePurchases.packageId))
    .innerJoin(orders, and(eq(orders.kind, 'COURSE'), eq(orders.objectId, packagePurchases.id)))
    .where(and(eq(packagePurchases.userId, userId), which, eq(orders.state, 'UNPAID'), gt(orders.expiresAt, now)))
    .orderBy(desc(orders.id))
    .limit(1)
  return row?.order
}

const MINUTE_MS = 60_000

/** The presses of one buyer come one after the other, under the lock of the person. */
function buy({ body, user: { id: userId }, db, now }: Handled<typeof buyPackage>) {
  const { packageId, version: seen, isForMinor } = body
  const buyer = { userId, now }
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const [found] = await selectPackages(tx, eq(packages.id, packageId))
    if (!found) throw new ApiError('package_not_found')
    const { course, company, version } = found
    const obstacle = await findObstacle(tx, found, buyer)
    if (obstacle === 'STOPPED') throw new ApiError('packages_paused', { message: '这门课暂停售课' })
    if (obstacle === 'PAUSED') throw new ApiError('packages_paused', { message: `${company.companyName}暂停售课` })
    if (obstacle === 'OWN') throw new ApiError('package_course_taught')
    if (obstacle === 'NO_COACH') throw new ApiError('package_needs_coach')
    const isGone = !version.isOnSale
    if (isGone || version.version !== seen) {
      const data = await readCoursePackages(tx, course.id, buyer)
      throw new ApiError(isGone ? 'package_off_sale' : 'package_changed', { data })
    }
    const asked = { packageId, version: seen, isForMinor: isForMinor ?? false }
    // A repeat goes on with the open order of the same version.
    const isSame = and(
      eq(packagePurchases.packageId, packageId),
      eq(packagePurchases.version, seen),
      eq(packagePurchases.isForMinor, asked.isForMinor),
    )
    const open = await findOpenOrder(tx, buyer, isSame)
    if (open) return presentOrder(tx, open)
    const capped = await findCaps(tx, company.id)
    const caps = capsOf(capped)
    if ((caps.minor || version.refundRule === 'FIRST_DAYS') && isForMinor === undefined)
      throw new ApiError('package_learner_unknown')
    // Other orders of the buyer wait for the lock, so what they have open counts.
    const met = whyCapped(version, asked.isForMinor, { caps, bought: await readBought(tx, company.id, buyer) })
    if (met) {
      const data = await readCoursePackages(tx, course.id, buyer)
      throw new ApiError('package_capped', { message: met, data })
    }
    const [row] = await tx
      .insert(packagePurchases)
      .values({ userId, ...asked, capsVersion: capped?.version ?? null, createdAt: now })
      .returning({ id: packagePurchases.id })
    if (!row) throw new Error('insert returned no row')
    const { hours, giftHours } = version
    const order = await openOrder(tx, {
      userId,
      kind: 'COURSE',
      objectId: row.id,
      title: `${company.companyName} ${course.courseName} · ${hours} 课时`,
      lines: [
        { label: '课时', quantity: hours, unitFen: packageHourFen(version) },
        ...(giftHours > 0 ? [{ label: '赠送课时', quantity: giftHours, unitFen: 0 }] : []),
      ],
      expiresAt: new Date(now.getTime() + PACKAGE_MINUTES_TO_PAY * MINUTE_MS),
    })
    return presentOrder(tx, order)
  })
}

/** Locks the buyer and then the purchase: two payments of one buyer for one course cannot both open a contract. */
async function lockPurchase(tx: Database, id: string): Promise<typeof packagePurchases.$inferSelect | undefined> {
  const isIt = eq(packagePurchases.id, id)
  const [seen] = await tx.select({ userId: packagePurchases.userId }).from(packagePurchases).where(isIt)
  if (seen) await tx.select({ id: users.id }).from(users).where(eq(users.id, seen.userId)).for('no key update')
  const [row] = await tx.select().from(packagePurchases).where(isIt).for('update')
  return row
}

/** Why hours are on a new contract though one would have been joined when they were ordered; empty if none would. */
async function whyNewContract(
  tx: Database,
  { course }: CourseOfCompany,
  { userId, createdAt }: typeof packagePurchases.$inferSelect,
): Promise<string> {
  const { refundedAt, expiryDate } = contracts
  const [lost] = await tx
    .select({ refundedAt, expiryDate, isCorrected })
    .from(contracts)
    .where(
      and(
        eq(contracts.userId, userId),
        eq(contracts.courseId, course.id),
        eq(contracts.companyId, course.companyId),
        gte(expiryDate, dayOf(createdAt)),
        or(isNull(refundedAt), gt(refundedAt, createdAt)),
      ),
    )
    .orderBy(desc(expiryDate), desc(contracts.id))
    .limit(1)
  if (!lost) return ''
  const ended = lost.isCorrected ? '已冲正' : lost.refundedAt ? '已退课' : `已于 ${formatDotDay(lost.expiryDate)} 到期`
  return `。原合同${ended}，课时记入新合同`
}

type Granting = {
  found: CourseOfCompany
  terms: typeof packageVersions.$inferSelect
  purchase: typeof packagePurchases.$inferSelect
  order: OrderRow
  now: Date
}

/** Puts the bought hours on the contract that lasts, or opens one. @returns the contract and the ledger's rows */
async function grant(tx: Database, { found, terms, purchase, order, now }: Granting) {
  const { course } = found
  const { id: orderId, userId } = order
  const { hours, giftHours, validDays } = terms
  const today = dayOf(now)
  await lockContractsOfSeats(tx, { userIds: [userId], courseId: course.id })
  const mine = await listContracts(tx, found, { userId, now })
  const joined = contractToJoin(mine, today)
  const { availableSessions, expiryDate } = contractAfterPurchase(joined, terms, today)
  const reason = `购买 ${lessonHoursText(hours)} 课时，订单 ${orderId}`
  const about = { actorId: userId, reason, now, invitationId: null }
  const ofNobody = { kind: 'GRANT' as const, heldChange: 0, seatUserId: null, round: null }
  const expiryBefore = joined?.expiryDate ?? null
  let contractId = joined?.id
  const whyNew = joined ? '' : await whyNewContract(tx, found, purchase)
  if (contractId) {
    await openLots(tx, contractId)
    const unitPrice = packageHourFen(terms)
    if (!(await moveHours(tx, { ...about, ...ofNobody, contractId, remainingChange: hours, unitPrice })))
      throw new Error(`contract ${contractId} refused bought hours`)
    await updateExpiry(tx, contractId, expiryDate)
  } else {
    const key = { userId, courseId: course.id, companyId: course.companyId, coachId: null }
    contractId = await insertContract(tx, {
      ...{ ...about, ...key, sessions: hours, unitPrice: packageHourFen(terms) },
      expiryDate: addDays(today, validDays),
    })
    await openLots(tx, contractId)
  }
  const grantSeq = await lastSeqOf(tx, contractId)
  const rows = { contractId, grantSeq, expiryBefore }
  const after = { availableSessions, expiryDate, whyNew }
  if (giftHours === 0) return { rows: { ...rows, giftSeq: null }, ...after }
  const gift = { remainingChange: giftHours, unitPrice: 0, reason: `赠送 ${giftHours} 课时，订单 ${orderId}` }
  if (!(await moveHours(tx, { ...about, ...ofNobody, contractId, ...gift })))
    throw new Error(`contract ${contractId} refused gift hours`)
  return { rows: { ...rows, giftSeq: grantSeq + 1 }, ...after }
}

async function lastSeqOf(tx: Database, contractId: string): Promise<number> {
  const [row] = await tx.select({ seq: contracts.seq }).from(contracts).where(eq(contracts.id, contractId))
  if (!row) throw new Error(`contract ${contractId} is gone`)
  return row.seq
}

/** The effect of a paid package. The money goes back where its course is gone by then, or its club is closed. */
export const packageEffect: OrderEffect = {
  lock: lockPurchase,
  async paid(tx, order, now) {
    const purchase = await lockPurchase(tx, order.objectId)
    if (!purchase || purchase.contractId) return 'refused'
    const isIt = and(eq(packageVersions.packageId, purchase.packageId), eq(packageVersions.version, purchase.version))
    // Who deletes the course waits for these hours, or these hours find it deleted.
    const [row] = await tx
      .select({ terms: packageVersions, course: courses })
      .from(packageVersions)
      .innerJoin(packages, eq(packages.id, packageVersions.packageId))
      .innerJoin(courses, eq(courses.id, packages.courseId))
      .where(isIt)
      .for('share', { of: courses })
    const found = row && (await findCourse(tx, row.course.id))
    if (!row || !found || row.course.delFlag || found.company.closedAt) return 'refused'
    if (!(await isTaughtNow(tx, row.course.id, { userId: order.userId, now }))) return 'refused'
    const { rows, ...after } = await grant(tx, { found, terms: row.terms, purchase, order, now })
    await tx.update(packagePurchases).set(rows).where(eq(packagePurchases.id, purchase.id))
    const { hours, giftHours } = row.terms
    const what = `${lessonHoursText(hours)} 课时${giftHours > 0 ? `，赠送 ${giftHours} 课时` : ''}`
    const { courseName } = found.course
    await notify(tx, {
      category: 'classNotice',
      about: { kind: 'contract', id: rows.contractId },
      receiverIds: [order.userId],
      senderId: null,
      title: '购课成功',
      content: `${courseName} ${what}。可用 ${lessonHoursText(after.availableSessions)} 课时，有效期至 ${formatDotDay(after.expiryDate)}${after.whyNew}`,
    })
    const [buyer] = await tx.select({ nickname: users.nickname }).from(users).where(eq(users.id, order.userId))
    await notify(tx, {
      category: 'systemNotice',
      about: { kind: 'company', id: found.company.id },
      receiverIds: [found.company.adminId],
      senderId: order.userId,
      title: '售出课包',
      content: `${buyer?.nickname} 购买了 ${courseName} ${what}，¥${yuanOf(order.amountFen)}`,
    })
    return 'done'
  },
  async closed() {
    // An unpaid purchase holds nothing, so there is nothing to release.
  },
}

export default plugin([
  handle(packagesOfCourse, ({ params: { id }, user, db, now }) => readCoursePackages(db, id, { userId: user.id, now })),

  handle(buyPackage, buy),
])
