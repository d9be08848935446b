import type { ReconcileFinding, ReconcileRun } from '@paidang/api/areas/admin-reconcile'
import type { FindingForReader, RunForReader } from './queries.ts'

/** Presents a run for operators. */
export function presentRun({ run, requestedBy, findings, openFindings }: RunForReader): ReconcileRun {
  const { id, day, state, toCompare, compared, createdAt, endedAt } = run
  const times = { createTime: createdAt.toISOString(), endTime: endedAt?.toISOString() ?? null }
  return { id, day, state, requestedBy, toCompare, compared, findings, openFindings, ...times }
}

/** Presents a difference for operators. */
export function presentFinding({ finding, orderTitle }: FindingForReader): ReconcileFinding {
  const { id, kind, orderId, ours, theirs, settledAt } = finding
  return { id, kind, orderId, orderTitle, ours, theirs, settledTime: settledAt?.toISOString() ?? null }
}
