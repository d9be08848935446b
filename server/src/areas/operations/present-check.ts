import type { InvariantFinding, InvariantRun } from '@paidang/api/areas/admin-invariants'
import { MEANINGS } from '../../invariants/meanings.ts'
import type { Finding } from '../../tables/operations.ts'
import type { RunRow } from './check-queries.ts'

/** A check as the console shows it. */
export function presentRun({ askedAt, begunAt, endedAt, ...run }: RunRow): InvariantRun {
  return {
    ...run,
    askedAt: askedAt.toISOString(),
    begunAt: begunAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** A finding with its meaning in Chinese. An invariant without a meaning keeps its own text. */
export function presentFinding({ holds, ...finding }: Finding): InvariantFinding {
  return { ...finding, meaning: MEANINGS[finding.name] ?? holds }
}
