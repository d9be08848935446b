import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { userSuspensions } from '../../../tables/auth.ts'

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
