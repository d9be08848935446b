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
