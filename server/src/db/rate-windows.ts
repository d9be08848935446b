import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { rateWindows } from './machinery-tables.ts'

/** What a host counted in a window since it last told; `endsAt` in milliseconds since 1970. */
export type Counted = { key: string; endsAt: number; calls: number }
type Session = { execute(query: SQL): PromiseLike<{ rows: Record<string, unknown>[] }> }

/** Addresses and accounts are nobody's to read here. */
export const hashOfCaller = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/**
 * Adds the calls of this host to those of the others, and deletes windows that are over.
 *
 * @returns all calls of each window, in the order of the windows
 */
export async function addToWindows(db: Session, windows: readonly Counted[]): Promise<number[]> {
  // In one order everywhere, so that two hosts wait for each other and never deadlock.
  const rows = windows.map(({ key, ...counted }) => ({ ...counted, key: hashOfCaller(key) })).sort(byKey)
  const column = (values: readonly unknown[]) => sql.param(values)
  const { rows: added } = await db.execute(sql`
    with over as (
      delete from ${rateWindows} where key in (
        select key from ${rateWindows} where ends_at < now() order by ends_at limit 1000 for update skip locked)
        and key <> all (${column(rows.map(({ key }) => key))}::text[]))
    insert into ${rateWindows} as known (key, calls, ends_at)
    select key, calls, to_timestamp(ends_ms / 1000.0) from unnest(
      ${column(rows.map(({ key }) => key))}::text[], ${column(rows.map(({ calls }) => calls))}::int[],
      ${column(rows.map(({ endsAt }) => endsAt))}::float8[]) as one (key, calls, ends_ms)
    on conflict (key) do update set ends_at = greatest(known.ends_at, excluded.ends_at),
      calls = excluded.calls + case when known.ends_at < excluded.ends_at then 0 else known.calls end
    returning key, calls`)
  const totals = new Map(added.map(({ key, calls }) => [key, Number(calls)]))
  return windows.map(({ key, calls }) => totals.get(hashOfCaller(key)) ?? calls)
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
