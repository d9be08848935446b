import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/database.ts'
import { staff, userSuspensions } from '../auth/tables.ts'

/** The active suspension of a user at `now`; undefined for a user who may log in. */
export async function findSuspension(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ id: string; until: Date | null } | undefined> {
  const { id, until, endedAt } = userSuspensions
  const [row] = await db
    .select({ id, until })
    .from(userSuspensions)
    .where(and(eq(userSuspensions.userId, userId), isNull(endedAt), or(isNull(until), gt(until, now))))
  return row
}

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
