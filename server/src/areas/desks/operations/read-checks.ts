import type { InvariantRun, RunWithFindings } from '@paidang/api/areas/admin-invariants'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { findFailedRun, findLastRun, findOpenRun, findRun, type RunRow, readFindings } from './check-queries.ts'
import { presentFinding, presentRun } from './present-check.ts'

type Checks = { running: InvariantRun | null; last: RunWithFindings | null; failed: InvariantRun | null }

/** The check in progress, the last complete one with its findings, and the latest one after it that broke off. */
export async function readChecks(db: Database): Promise<Checks> {
  const [running, last] = [await findOpenRun(db), await findLastRun(db)]
  const failed = await findFailedRun(db, last?.endedAt ?? undefined)
  return {
    running: running ? presentRun(running) : null,
    last: last ? await withFindings(db, last) : null,
    failed: failed ? presentRun(failed) : null,
  }
}

/**
 * One check with its findings.
 *
 * @throws ApiError check_not_found
 */
export async function readCheck(db: Database, id: string): Promise<RunWithFindings> {
  const run = await findRun(db, id)
  if (!run) throw new ApiError('check_not_found')
  return withFindings(db, run)
}

async function withFindings(db: Database, run: RunRow): Promise<RunWithFindings> {
  return { run: presentRun(run), findings: (await readFindings(db, run.id)).map(presentFinding) }
}
