import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { companies, courses } from '../tables/companies.ts'
import { packages, packageVersions, purchaseCaps } from '../tables/packages.ts'
import type { World } from './world.ts'
import type { Ids } from './write.ts'

/** Of each package: paid hours, gift hours, days, and how many per cent of the single price an hour costs. */
const SOLD = [
  [5, 0, 90, 100],
  [10, 0, 180, 95],
  [20, 1, 270, 90],
  [30, 2, 365, 88],
] as const

/** Writes the packages of hours that every company sells of its courses. */
export async function writePackages(tx: Database): Promise<void> {
  const offered = await tx
    .select({ course: courses, madeBy: companies.adminId })
    .from(courses)
    .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
    .where(and(eq(courses.delFlag, false), eq(courses.isTrial, false)))
    .orderBy(asc(courses.id))
  const sold = offered.flatMap(({ course, madeBy }) => SOLD.map((terms) => ({ course, madeBy, terms })))
  const made = await tx
    .insert(packages)
    .values(
      sold.map(({ course: { id: courseId, companyId, createdAt } }) => ({
        companyId,
        courseId,
        version: 1,
        createdAt,
      })),
    )
    .returning({ id: packages.id })
  const versions = sold.flatMap(({ course, madeBy, terms: [hours, giftHours, validDays, percent] }, at) => {
    const packageId = made[at]?.id
    if (packageId === undefined) throw new Error('a package was not written')
    const priceFen = Math.round((course.pricePerSession * percent) / 10_000) * 100 * hours
    const { createdAt } = course
    return { packageId, version: 1, hours, giftHours, priceFen, validDays, isOnSale: true, madeBy, createdAt }
  })
  await tx.insert(packageVersions).values(versions)
}

/** Writes the caps of the companies that have any. */
export async function writeCaps(tx: Database, { clubs }: World, ids: Ids): Promise<void> {
  const rows = clubs.companies.flatMap((company) => {
    const { caps, admin } = company
    if (!caps) return []
    const { buyer, minor } = caps
    return {
      ...{ companyId: ids.of(company), version: 1, madeBy: ids.of(admin), createdAt: admin.createdAt },
      ...{ buyerMonths: buyer.months, buyerHours: buyer.hours, buyerFen: buyer.fen },
      ...{ minorMonths: minor?.months, minorHours: minor?.hours, minorFen: minor?.fen },
    }
  })
  await tx.insert(purchaseCaps).values(rows)
}
