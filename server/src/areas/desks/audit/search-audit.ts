import type { AuditEntry } from '@paidang/api/areas/admin-audit'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { type AuditFilter, type AuditRow, pageAudit } from './audit-queries.ts'
import { namesOf } from './name-queries.ts'

type Search = Omit<AuditFilter, 'since' | 'until'> & {
  current: number
  rows: number
  /** Days, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** One page of actions with actor and object, latest first, with the present names of people and things. */
export async function searchAudit(
  db: Database,
  { current, rows: limit, from, to, ...filter }: Search,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const since = from === undefined ? undefined : instantOf(from, 0)
  const until = to === undefined ? undefined : instantOf(addDays(to, 1), 0)
  const page = await pageAudit(db, { ...filter, since, until, limit, offset: offsetOf({ current, rows: limit }) })
  const names = await namesIn(db, page.rows)
  return { rows: page.rows.map((row) => presentRow(row, names)), total: page.total }
}

type Names = Map<string, Map<string, string>>

async function namesIn(db: Database, rows: readonly AuditRow[]): Promise<Names> {
  const input = new Map<string, Set<string>>()
  const want = (kind: string, id: string | null) => {
    if (id !== null) input.set(kind, (input.get(kind) ?? new Set()).add(id))
  }
  for (const row of rows) {
    want(row.actor_kind, row.actor_id)
    want(row.object_kind, row.object_id)
  }
  const names: Names = new Map()
  for (const [kind, ids] of input) names.set(kind, await namesOf(db, kind, [...ids]))
  return names
}

function presentRow(row: AuditRow, names: Names): AuditEntry {
  const { key, at, action, unit, reason, summary } = row
  const nameOf = (kind: string, id: string | null) => (id === null ? null : (names.get(kind)?.get(id) ?? null))
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  return {
    key,
    at,
    action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: nameOf(row.actor_kind, row.actor_id) },
    object: { kind: row.object_kind, id: row.object_id, name: nameOf(row.object_kind, row.object_id) },
    about: row.about_kind !== null && row.about_id !== null ? { kind: row.about_kind, id: row.about_id } : null,
    from: row.from_state,
    to: row.to_state,
    amount: numberOf(row.amount),
    after: numberOf(row.after),
    unit,
    reason,
    summary,
  }
}
