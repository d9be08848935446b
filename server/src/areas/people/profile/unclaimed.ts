import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { CLOSED_NICKNAME, users } from '../../../tables/identities.ts'

/** Adds people without an account, by these names. @returns their ids, in the order given */
export async function insertUnclaimed(tx: Database, names: readonly string[], now: Date): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('users', 'id'))::text as id from generate_series(1, ${names.length})`,
  )
  const numbered = names.map((nickname, at) => ({ id: rows[at]?.id, nickname }))
  await tx.execute(sql`
    insert into ${users} (id, nickname, unclaimed, created_at)
    select id, nickname, true, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as u(id bigint, nickname text) order by id`)
  return numbered.map(({ id = '' }) => id)
}

/** Locks people for the rest of the transaction, in the order of their ids. Nothing new begins for them meanwhile. */
export async function lockPeople(tx: Database, ids: readonly string[]) {
  return tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('update')
}

/** Ends people without an account who were claimed or taken back. What refers to them has gone over before. */
export async function endUnclaimed(tx: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const ended = { nickname: CLOSED_NICKNAME, closedAt: now }
  await tx
    .update(users)
    .set(ended)
    .where(inArray(users.id, [...ids]))
}
