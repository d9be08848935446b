import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations, isToCome } from '../../../tables/classes.ts'

/** Which classes: those of any source, if `also` holds. Each source is a condition with an index. */
export type NearestQuery = { sources: readonly SQL[]; also?: SQL | undefined; now: Date }

type Window = { limit: number; offset: number }

/** One page of classes. Those to come are first, the nearest on top. All others follow, the latest first. */
export async function pageNearestIds(
  db: Database,
  { sources, also = sql`true`, now }: NearestQuery,
  { limit, offset }: Window,
): Promise<{ ids: string[]; total: number }> {
  const toCome = sql`${isToCome(now)} and ${also}`
  const over = sql`not ${isToCome(now)} and ${also}`
  const [ahead, total] = await Promise.all([countOf(db, sources, toCome), countOf(db, sources, also)])
  const first = offset < ahead ? await idsOf(db, sources, toCome, sql`asc`, { limit, offset }) : []
  const rest = limit - first.length
  const second =
    rest > 0 ? await idsOf(db, sources, over, sql`desc`, { limit: rest, offset: Math.max(0, offset - ahead) }) : []
  return { ids: [...first, ...second], total }
}

/** Each source returns at most what the page can need, in its order. */
async function idsOf(
  db: Database,
  sources: readonly SQL[],
  condition: SQL,
  way: SQL,
  { limit, offset }: Window,
): Promise<string[]> {
  const { id, courseDate, beginTimeSlot } = invitations
  const parts = sources.map(
    (source) => sql`(select ${id} as id, ${courseDate} as course_date, ${beginTimeSlot} as begin_time_slot
      from ${invitations} where ${source} and ${condition}
      order by ${courseDate} ${way}, ${beginTimeSlot} ${way}, ${id} ${way} limit ${limit + offset})`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id::text as id from (${sql.join(parts, sql` union `)}) own
    order by own.course_date ${way}, own.begin_time_slot ${way}, own.id ${way} limit ${limit} offset ${offset}`)
  return rows.map((row) => row.id)
}

async function countOf(db: Database, sources: readonly SQL[], condition: SQL): Promise<number> {
  const parts = sources.map(
    (source) => sql`select ${invitations.id} from ${invitations} where ${source} and ${condition}`,
  )
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${sql.join(parts, sql` union `)}) own`,
  )
  return rows[0]?.total ?? 0
}
