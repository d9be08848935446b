import type { ClientErrorReport } from '@paidang/api/client-errors'
import { desc, eq, lt, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { clientErrors } from '../../../tables/operations.ts'

type Counted = ClientErrorReport & { fingerprint: string; day: string }

/** Counts a failure. A kind that is new on its day is counted only while that day has fewer than `most` kinds. */
export async function countClientError(
  db: Database,
  { day, fingerprint, app, kind, message, stack, page, version, client }: Counted,
  { most, now }: { most: number; now: Date },
): Promise<void> {
  await db.execute(sql`
    insert into ${clientErrors} (day, fingerprint, app, kind, message, stack, page, version, client, last_at)
    select ${day}::date, ${fingerprint}, ${app}, ${kind}, ${message}, ${stack}, ${page}, ${version}, ${client},
      ${now.toISOString()}::timestamptz
    where (select count(*) from ${clientErrors} c where c.day = ${day}::date) < ${most}
      or exists (select 1 from ${clientErrors} c where c.day = ${day}::date and c.fingerprint = ${fingerprint})
    on conflict (day, fingerprint) do update
    set times = client_errors.times + 1, last_at = greatest(client_errors.last_at, excluded.last_at)`)
}

/** One page of failures in clients, latest first, of one app or of all. */
export async function pageClientErrors(
  db: Database,
  { app, limit, offset }: { app: ClientErrorReport['app'] | undefined; limit: number; offset: number },
) {
  const condition = app && eq(clientErrors.app, app)
  const rows = await db
    .select()
    .from(clientErrors)
    .where(condition)
    .orderBy(desc(clientErrors.lastAt), desc(clientErrors.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: clientErrors.id }).from(clientErrors).where(condition)) }
}

/** Deletes failures whose last occurrence was before then. */
export async function deleteClientErrors(db: Database, before: Date): Promise<void> {
  await db.delete(clientErrors).where(lt(clientErrors.lastAt, before))
}
