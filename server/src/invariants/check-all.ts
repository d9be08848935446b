import { createClient } from '../db/pool.ts'
import { messageOf } from '../process/error-parts.ts'
import type { Finding } from '../tables/operations.ts'
import type { Invariant } from './invariant.ts'
import { INVARIANTS } from './invariants.ts'

/** Runs one query; `values` are $1, $2 … */
export type Query = (text: string, values: unknown[]) => Promise<{ id: string | number }[]>

/** A broken invariant, with the number of violations and the first five ids. */
export type Broken = Pick<Invariant, 'name' | 'severity' | 'holds'> & { count: number; ids: string[] }

const IDS_SHOWN = 5

/** Checks one invariant at `now`; undefined when it holds. */
export async function whereBroken(invariant: Invariant, query: Query, now: Date): Promise<Broken | undefined> {
  const rows = await query(invariant.sql, invariant.usesNow ? [now] : [])
  if (rows.length === 0) return undefined
  const { name, severity, holds } = invariant
  return { name, severity, holds, count: rows.length, ids: rows.slice(0, IDS_SHOWN).map(({ id }) => String(id)) }
}

/**
 * All invariants that are broken at `now`, warnings included. The queries run one after the other on one connection.
 * When others write meanwhile, the caller provides one snapshot (REPEATABLE READ).
 */
export async function findBroken(query: Query, now: Date): Promise<Broken[]> {
  const found: Broken[] = []
  for (const invariant of INVARIANTS) {
    const broken = await whereBroken(invariant, query, now)
    if (broken) found.push(broken)
  }
  return found
}

/** The default time limit of a query, for a large database. */
export const QUERY_TIMEOUT_SECONDS = 60

type Checking = {
  timeoutSeconds?: number
  /** Called for each invariant in turn. */
  onChecked: (finding: Finding) => void | Promise<void>
  /** When aborted, the check ends after the current invariant. */
  signal?: AbortSignal
}

/** Checks the given database. */
export type CheckAll = (checking: Checking) => Promise<void>

/**
 * Checks a database against every invariant, read-only. It uses one snapshot on a connection of its own, with a time
 * limit per query.
 * Source: invariants "Where they are checked"
 *
 * @throws what the connection fails with; a query that fails makes its invariant `unchecked`
 */
export async function checkAll(
  databaseUrl: string,
  { timeoutSeconds = QUERY_TIMEOUT_SECONDS, onChecked, signal }: Checking,
): Promise<void> {
  const client = createClient(databaseUrl, {
    applicationName: 'paidang-check-invariants',
    // Nobody waits for a check: a busy server may take its time to let it in.
    connectionTimeoutMs: timeoutSeconds * 1000,
    // The query in progress fails with the same error.
    onError: () => undefined,
  })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(`SET LOCAL statement_timeout = ${timeoutSeconds * 1000}`)
    const clock = await client.query<{ now: Date }>('SELECT now()')
    const now = clock.rows[0]?.now ?? new Date()
    for (const { name, severity, holds, ...invariant } of INVARIANTS) {
      if (signal?.aborted) break
      const begunAt = performance.now()
      const finding: Finding = { name, severity, holds, verdict: 'ok', count: 0, ids: [], error: null, tookMs: 0 }
      await client.query('SAVEPOINT one')
      try {
        const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
        const broken = await whereBroken({ name, severity, holds, ...invariant }, query, now)
        if (broken) Object.assign(finding, { verdict: 'broken', count: broken.count, ids: broken.ids })
      } catch (error) {
        Object.assign(finding, { verdict: 'unchecked', error: messageOf(error) })
        // A failed query must not abort the rest of the snapshot.
        await client.query('ROLLBACK TO one')
      }
      await onChecked({ ...finding, tookMs: Math.round(performance.now() - begunAt) })
    }
    await client.query('ROLLBACK')
  } finally {
    await client.end()
  }
}
