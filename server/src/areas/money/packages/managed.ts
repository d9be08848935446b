import * as api from '@paidang/api/areas/money/packages'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import { type PackageTerms, packageHourFen, whyNotPackage } from '@paidang/domain/areas/money/contracts/package'
import { whyNotCaps } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, exists, gt, gte, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import {
  courseRefundParts,
  hourLots,
  packagePurchases,
  packages,
  packageVersions,
  purchaseCaps,
} from '../../../tables/packages.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { lockOwnCompany } from '../../places/companies/lock-own-company.ts'
import { capsOf, findCaps } from '../contracts/caps.ts'
import { lockPackage, selectPackages } from './rows.ts'

/** More than a company has. */
const MAX_PACKAGES = 300

const { id: courseId, courseName, pricePerSession } = courses

/** Whether staff had entered the payment of a purchase by mistake, so that it was neither sold nor paid back. */
const isCorrected = sql`exists (select 1 from ${orders} o join ${refunds} f on f.order_id = o.id
  where o.kind = 'COURSE' and o.object_id = ${packagePurchases.id} and f.target = 'CORRECTION')`

/** The versions of packages with how many of each were paid, the latest first. */
async function listVersions(db: Database, ids: readonly string[]) {
  const isSold = and(
    eq(packagePurchases.packageId, packageVersions.packageId),
    eq(packagePurchases.version, packageVersions.version),
    sql`${packagePurchases.contractId} is not null and not ${isCorrected}`,
  )
  return db
    .select({
      row: packageVersions,
      madeBy: users.nickname,
      soldCount: sql<number>`(select count(*) from ${packagePurchases} where ${isSold})`.mapWith(Number),
    })
    .from(packageVersions)
    .innerJoin(users, eq(users.id, packageVersions.madeBy))
    .where(inArray(packageVersions.packageId, [...ids]))
    .orderBy(asc(packageVersions.packageId), desc(packageVersions.version))
}

/** How many orders of each package wait for their payment. */
async function countOpenOrders(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: packagePurchases.packageId, open: sql<number>`count(*)`.mapWith(Number) })
    .from(orders)
    .innerJoin(packagePurchases, eq(packagePurchases.id, orders.objectId))
    .where(and(eq(orders.state, 'UNPAID'), eq(orders.kind, 'COURSE'), inArray(packagePurchases.packageId, [...ids])))
    .groupBy(packagePurchases.packageId)
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** How many hours of each package were paid back, and their money. */
async function sumRefunds(db: Database, ids: readonly string[]) {
  const { hours, amountFen } = courseRefundParts
  const rows = await db
    .select({
      id: packagePurchases.packageId,
      refundedHours: sql<number>`sum(${hours})`.mapWith(Number),
      refundedFen: sql<number>`sum(${amountFen})`.mapWith(Number),
    })
    .from(packagePurchases)
    .innerJoin(courseRefundParts, eq(courseRefundParts.purchaseId, packagePurchases.id))
    .where(and(inArray(packagePurchases.packageId, [...ids]), sql`not ${isCorrected}`))
    .groupBy(packagePurchases.packageId)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** How many purchases of each package still have hours that can be used. */
async function countUsed(db: Database, ids: readonly string[], today: Day): Promise<Map<string, number>> {
  const { contractId, grantSeq, giftSeq } = packagePurchases
  const lasts = and(eq(contracts.id, contractId), gte(contracts.expiryDate, today))
  const ownLots = and(
    eq(hourLots.contractId, contractId),
    or(eq(hourLots.seq, grantSeq), eq(hourLots.seq, giftSeq)),
    gt(hourLots.leftHours, 0),
  )
  const rows = await db
    .select({ id: packagePurchases.packageId, used: sql<number>`count(*)`.mapWith(Number) })
    .from(packagePurchases)
    .innerJoin(contracts, lasts)
    .where(and(inArray(packagePurchases.packageId, [...ids]), exists(db.select().from(hourLots).where(ownLots))))
    .groupBy(packagePurchases.packageId)
  return new Map(rows.map(({ id, used }) => [id, used]))
}

const NOTHING_REFUNDED = { refundedHours: 0, refundedFen: 0 }

async function listManaged(
  db: Database,
  { companyId, id, today }: { companyId: string; id?: string; today: Day },
): Promise<api.ManagedPackage[]> {
  const isWanted = id === undefined ? undefined : eq(packages.id, id)
  const found = await selectPackages(db, and(eq(packages.companyId, companyId), isWanted))
    .orderBy(sql`${courseName} collate "zh-x-icu"`, courseId, asc(packageVersions.hours), asc(packages.id))
    .limit(MAX_PACKAGES)
  const ids = found.map((one) => one.id)
  const versions = ids.length > 0 ? await listVersions(db, ids) : []
  const open = ids.length > 0 ? await countOpenOrders(db, ids) : new Map<string, number>()
  const refunded = ids.length > 0 ? await sumRefunds(db, ids) : undefined
  const used = ids.length > 0 ? await countUsed(db, ids, today) : new Map<string, number>()
  return found.map(({ id, version, course }) => {
    const own = versions.filter(({ row }) => row.packageId === id)
    const sum = (of: (terms: Pick<PackageTerms, 'hours' | 'priceFen'>) => number) =>
      own.reduce((total, { row, soldCount }) => total + of(row) * soldCount, 0)
    return {
      id,
      course: {
        ...{ id: course.id, courseName: course.courseName, pricePerSession: course.pricePerSession },
        isDeleted: course.delFlag,
      },
      version: version.version,
      ...termsOf(version),
      isOnSale: version.isOnSale && !course.delFlag,
      soldCount: sum(() => 1),
      soldHours: sum((terms) => terms.hours),
      soldFen: sum((terms) => packageHourFen(terms) * terms.hours),
      ...(refunded?.get(id) ?? NOTHING_REFUNDED),
      usedCount: used.get(id) ?? 0,
      openOrders: open.get(id) ?? 0,
      versions: own.map(({ row, madeBy, soldCount }) => ({
        version: row.version,
        ...termsOf(row),
        ...{ soldCount, madeBy },
        createTime: row.createdAt.toISOString(),
      })),
    }
  })
}

async function readManaged(
  db: Database,
  wanted: { companyId: string; id: string; today: Day },
): Promise<api.ManagedPackage> {
  const [one] = await listManaged(db, wanted)
  if (!one) throw new ApiError('package_not_found')
  return one
}

type Form = Omit<Received<typeof api.createPackage>['body'], 'courseId'>

function assertSound(form: Form): void {
  const refusal = whyNotPackage(form)
  if (refusal) throw new ApiError(refusal)
}

const termsOf = ({ hours, giftHours, priceFen, validDays, refundRule, isOnSale }: Form) => ({
  ...{ hours, giftHours, priceFen, validDays, refundRule, isOnSale },
})

/** Refuses to sell the same terms of a course twice. The caller holds the lock of the company. */
async function assertOther(tx: Database, courseId: string, form: Form, id?: string): Promise<void> {
  const terms = JSON.stringify(termsOf(form))
  const others = await selectPackages(tx, and(eq(packages.courseId, courseId), id ? ne(packages.id, id) : undefined))
  if (form.isOnSale && others.some(({ version }) => JSON.stringify(termsOf(version)) === terms))
    throw new ApiError('package_taken')
}

/** Courses of a company that can have packages. A trial lesson has one price. */
const isOfferedBy = (companyId: string) =>
  and(eq(courses.companyId, companyId), eq(courses.delFlag, false), eq(courses.isTrial, false))

/** More versions than anybody reads. */
const MAX_CAPS_SHOWN = 50

async function readCaps(db: Database, companyId: string): Promise<api.ManagedCaps> {
  const rows = await db
    .select({ row: purchaseCaps, madeBy: users.nickname })
    .from(purchaseCaps)
    .innerJoin(users, eq(users.id, purchaseCaps.madeBy))
    .where(eq(purchaseCaps.companyId, companyId))
    .orderBy(desc(purchaseCaps.version))
    .limit(MAX_CAPS_SHOWN)
  const versions = rows.map(({ row, madeBy }) => ({
    ...{ version: row.version, caps: capsOf(row), madeBy },
    createTime: row.createdAt.toISOString(),
  }))
  return { version: versions[0]?.version ?? 0, caps: capsOf(rows[0]?.row), versions }
}

export default plugin([
  handle(api.managedCaps, ({ admin: { companyId }, db }) => readCaps(db, companyId)),

  handle(api.changeCaps, ({ body: { version: seen, ...caps }, admin, db, now }) => {
    const refusal = whyNotCaps(caps)
    if (refusal) throw new ApiError(refusal)
    return db.transaction(async (tx) => {
      const { id: companyId } = await lockOwnCompany(tx, admin.companyId, admin.id)
      const before = await findCaps(tx, companyId)
      if (JSON.stringify(capsOf(before)) === JSON.stringify(caps)) return readCaps(tx, companyId)
      const version = before?.version ?? 0
      if (version !== seen) throw new ApiError('caps_changed', { data: await readCaps(tx, companyId) })
      const { buyer, minor } = caps
      await tx.insert(purchaseCaps).values({
        ...{ companyId, version: version + 1, madeBy: admin.id, createdAt: now },
        ...{ buyerMonths: buyer.months, buyerHours: buyer.hours, buyerFen: buyer.fen },
        ...{ minorMonths: minor?.months, minorHours: minor?.hours, minorFen: minor?.fen },
      })
      return readCaps(tx, companyId)
    })
  }),

  handle(api.managedPackages, async ({ admin: { companyId }, db, now }) => ({
    packages: await listManaged(db, { companyId, today: dayOf(now) }),
    courses: await db
      .select({ id: courseId, courseName, pricePerSession })
      .from(courses)
      .where(isOfferedBy(companyId))
      .orderBy(sql`${courseName} collate "zh-x-icu"`, courseId),
  })),

  handle(api.createPackage, ({ body: { courseId: ofCourse, ...form }, admin, db, now }) => {
    assertSound(form)
    return db.transaction(async (tx) => {
      const { id: companyId } = await lockOwnCompany(tx, admin.companyId, admin.id)
      const isIt = and(isOfferedBy(companyId), eq(courses.id, ofCourse))
      if ((await tx.$count(courses, isIt)) === 0) throw new ApiError('course_not_found')
      await assertOther(tx, ofCourse, form)
      const made = { companyId, courseId: ofCourse, version: 1, createdAt: now }
      const [row] = await tx.insert(packages).values(made).returning({ id: packages.id })
      if (!row) throw new Error('insert returned no row')
      const version = { packageId: row.id, version: 1, ...termsOf(form), madeBy: admin.id, createdAt: now }
      await tx.insert(packageVersions).values(version)
      return readManaged(tx, { companyId, id: row.id, today: dayOf(now) })
    })
  }),

  handle(api.changePackage, ({ params: { id }, body: { version: seen, ...form }, admin, db, now }) => {
    assertSound(form)
    return db.transaction(async (tx) => {
      const { id: companyId } = await lockOwnCompany(tx, admin.companyId, admin.id)
      const row = await lockPackage(tx, id)
      if (row?.companyId !== companyId) throw new ApiError('package_not_found')
      const wanted = { companyId, id, today: dayOf(now) }
      const before = await readManaged(tx, wanted)
      if (JSON.stringify(termsOf(before)) === JSON.stringify(termsOf(form))) return before
      if (row.version !== seen) throw new ApiError('package_changed', { data: before })
      const isIt = and(isOfferedBy(companyId), eq(courses.id, row.courseId))
      if (form.isOnSale && (await tx.$count(courses, isIt)) === 0) throw new ApiError('course_not_found')
      await assertOther(tx, row.courseId, form, id)
      const version = row.version + 1
      await tx
        .insert(packageVersions)
        .values({ packageId: id, version, ...termsOf(form), madeBy: admin.id, createdAt: now })
      await tx.update(packages).set({ version }).where(eq(packages.id, id))
      return readManaged(tx, wanted)
    })
  }),
])
