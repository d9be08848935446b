import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { usedRecords } from '../contracts/tables.ts'
import { classObjections } from './tables.ts'

export type ObjectionRow = typeof classObjections.$inferSelect

/** The objections to a class, oldest first; of one person if asked so. */
export async function listObjections(
  db: Database,
  { invitationId, userId }: { invitationId: string; userId?: string | undefined },
): Promise<ObjectionRow[]> {
  return db
    .select()
    .from(classObjections)
    .where(
      and(
        eq(classObjections.invitationId, invitationId),
        userId === undefined ? undefined : eq(classObjections.userId, userId),
      ),
    )
    .orderBy(asc(classObjections.id))
}

export async function findObjection(db: Database, id: string): Promise<ObjectionRow | undefined> {
  const [row] = await db.select().from(classObjections).where(eq(classObjections.id, id))
  return row
}

/** Writes an objection; the key allows one for each seat. */
export async function insertObjection(
  tx: Database,
  objection: Pick<ObjectionRow, 'invitationId' | 'userId' | 'words' | 'createdAt'>,
): Promise<string> {
  const [row] = await tx
    .insert(classObjections)
    .values({ ...objection, state: 'OPEN' })
    .returning({ id: classObjections.id })
  if (!row) throw new Error(`no objection to class ${objection.invitationId} was written`)
  return row.id
}

export async function updateObjection(
  tx: Database,
  id: string,
  answer: Pick<ObjectionRow, 'state' | 'answer' | 'answeredBy' | 'answeredAt'>,
): Promise<void> {
  await tx.update(classObjections).set(answer).where(eq(classObjections.id, id))
}

/** What a class consumed of one player's hours, and on which contract; undefined when nothing. */
export async function findUse(db: Database, { invitationId, userId }: { invitationId: string; userId: string }) {
  const [row] = await db
    .select({ contractId: usedRecords.contractId, usedSessions: usedRecords.usedSessions })
    .from(usedRecords)
    .where(and(eq(usedRecords.invitationId, invitationId), eq(usedRecords.userId, userId)))
  return row
}
