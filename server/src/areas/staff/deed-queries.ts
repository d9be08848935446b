import type { StaffDeed } from '@paidang/domain/areas/auth/staff-deeds'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
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

/** When one of two accounts last had one of these deeds done by the other; undefined where that never was. */
export async function findLastBetween(
  db: Database,
  [one, other]: readonly [string, string],
  actions: readonly StaffDeed[],
): Promise<Date | undefined> {
  const by = (staffId: string, objectId: string) =>
    and(eq(staffDeeds.objectKind, 'staff'), eq(staffDeeds.objectId, objectId), eq(staffDeeds.staffId, staffId))
  const [row] = await db
    .select({ at: staffDeeds.createdAt })
    .from(staffDeeds)
    .where(and(or(by(one, other), by(other, one)), inArray(staffDeeds.action, [...actions])))
    .orderBy(desc(staffDeeds.createdAt))
    .limit(1)
  return row?.at
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
