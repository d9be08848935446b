import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { staff } from '../auth/tables.ts'
import { staffDeeds } from './tables.ts'

/** Writes down what somebody of the staff did. */
export async function insertDeed(tx: Database, deed: typeof staffDeeds.$inferInsert): Promise<void> {
  await tx.insert(staffDeeds).values(deed)
}

/** The name of who did something to a thing last, or one of these deeds. */
export async function findLastDoer(
  db: Database,
  { kind, id, actions }: { kind: string; id: string; actions?: readonly string[] | undefined },
): Promise<string | undefined> {
  const [row] = await db
    .select({ nickname: staff.nickname })
    .from(staffDeeds)
    .innerJoin(staff, eq(staff.id, staffDeeds.staffId))
    .where(
      and(
        eq(staffDeeds.objectKind, kind),
        eq(staffDeeds.objectId, id),
        actions && inArray(staffDeeds.action, [...actions]),
      ),
    )
    .orderBy(desc(staffDeeds.id))
    .limit(1)
  return row?.nickname
}

/** What was done to a thing and by whom, the latest first. */
export async function listDeedsOf(
  db: Database,
  { kind, id: objectId, limit }: { kind: string; id: string; limit: number },
) {
  const { id, action, summary, createdAt } = staffDeeds
  return db
    .select({ id, action, summary, createdAt, byName: staff.nickname })
    .from(staffDeeds)
    .innerJoin(staff, eq(staff.id, staffDeeds.staffId))
    .where(and(eq(staffDeeds.objectKind, kind), eq(staffDeeds.objectId, objectId)))
    .orderBy(desc(staffDeeds.id))
    .limit(limit)
}
