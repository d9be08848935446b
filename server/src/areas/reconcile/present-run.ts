import type { ReconcileFinding, ReconcileRun } from '@paidang/api/areas/admin-reconcile'
import type { FindingForReader, RunForReader } from './queries.ts'

/** A run as operators see it. */
export function presentRun({ run, askedBy, findings, openFindings }: RunForReader): ReconcileRun {
  const { id, day, state, toCompare, compared, createdAt, endedAt } = run
  const times = { createTime: createdAt.toISOString(), endTime: endedAt?.toISOString() ?? null }
  return { id, day, state, askedBy, toCompare, compared, findings, openFindings, ...times }
}

/** A difference as operators see it. */
export function presentFinding({ finding, orderTitle }: FindingForReader): ReconcileFinding {
  const { id, kind, orderId, ours, theirs, settledAt } = finding
  return { id, kind, orderId, orderTitle, ours, theirs, settledTime: settledAt?.toISOString() ?? null }
}
