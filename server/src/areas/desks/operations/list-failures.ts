import type { JobFailure } from '@paidang/api/areas/admin-jobs'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { listStates, pageFailures } from '../../../jobs/run-queries.ts'

type Asked = { current: number; rows: number; name?: string | undefined; isOpen: boolean }

/** One page of failures in jobs, latest first. */
export async function listFailures(
  db: Database,
  { current, rows: limit, name, isOpen }: Asked,
): Promise<{ rows: JobFailure[]; total: number }> {
  const page = await pageFailures(db, { name, isOpen, limit, offset: offsetOf({ current, rows: limit }) })
  const doneAt = new Map((await listStates(db)).map((state) => [state.name, state.doneAt]))
  const rows = page.rows.map(({ firstAt, lastAt, retriedAt, ...failure }) => ({
    ...failure,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    retriedAt: retriedAt?.toISOString() ?? null,
    isOver: (doneAt.get(failure.name)?.getTime() ?? 0) > lastAt.getTime(),
  }))
  return { rows, total: page.total }
}
