import type { InvariantFinding, InvariantRun } from '@paidang/api/areas/admin-invariants'
import type { Finding } from '../../invariants/check-all.ts'
import { MEANINGS } from '../../invariants/meanings.ts'
import type { RunRow } from './check-queries.ts'

/** A check as the console reads it. */
export function presentRun({ askedAt, begunAt, endedAt, ...run }: RunRow): InvariantRun {
  return {
    ...run,
    askedAt: askedAt.toISOString(),
    begunAt: begunAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** What came of an invariant, with its meaning in Chinese; one that has none any more keeps its own words. */
export function presentFinding({ holds, ...finding }: Finding): InvariantFinding {
  return { ...finding, meaning: MEANINGS[finding.name] ?? holds }
}
