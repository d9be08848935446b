import { and, eq, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { packages, packageVersions } from '../../../tables/packages.ts'

/** Packages in their present version, with their course and company. */
export function selectPackages(db: Database, wanted: SQL | undefined) {
  return db
    .select({ id: packages.id, version: packageVersions, course: courses, company: companies })
    .from(packages)
    .innerJoin(
      packageVersions,
      and(eq(packageVersions.packageId, packages.id), eq(packageVersions.version, packages.version)),
    )
    .innerJoin(courses, eq(courses.id, packages.courseId))
    .innerJoin(companies, eq(companies.id, packages.companyId))
    .where(wanted)
    .$dynamic()
}

/** Locks a package, so that its versions are made one after the other. Orders of it need not wait. */
export async function lockPackage(tx: Database, id: string): Promise<typeof packages.$inferSelect | undefined> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, id)).for('no key update')
  return row
}
