import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { userSuspensions } from '../../../tables/auth.ts'
import { staff } from '../../../tables/staff-identities.ts'

/** Marks suspensions of a user that expired by themselves as ended, so that another can begin. */
export async function endExpired(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(userSuspensions)
    .set({ endedAt: sql`${userSuspensions.until}` })
    .where(
      and(
        eq(userSuspensions.userId, userId),
        isNull(userSuspensions.endedAt),
        sql`${userSuspensions.until} <= ${now}::timestamptz`,
      ),
    )
}

/** Inserts a suspension. */
export async function insertSuspension(tx: Database, row: typeof userSuspensions.$inferInsert): Promise<void> {
  await tx.insert(userSuspensions).values(row)
}

/** Ends a suspension on behalf of a staff member. */
export async function endSuspension(
  tx: Database,
  { id, staffId, now }: { id: string; staffId: string; now: Date },
): Promise<void> {
  await tx.update(userSuspensions).set({ endedAt: now, endedBy: staffId }).where(eq(userSuspensions.id, id))
}

/** All suspensions of a user, with who gave and who ended them, the latest first. */
export async function listSuspensions(db: Database, userId: string) {
  const ender = alias(staff, 'ender')
  const { id, reason, createdAt, until, endedAt } = userSuspensions
  return db
    .select({ id, reason, createdAt, until, endedAt, byName: staff.nickname, endedByName: ender.nickname })
    .from(userSuspensions)
    .innerJoin(staff, eq(staff.id, userSuspensions.staffId))
    .leftJoin(ender, eq(ender.id, userSuspensions.endedBy))
    .where(eq(userSuspensions.userId, userId))
    .orderBy(desc(userSuspensions.id))
}
