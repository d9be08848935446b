import type { InvariantRun } from '@paidang/api/areas/admin-invariants'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { INVARIANTS } from '../../../invariants/invariants.ts'
import { enqueueJob } from '../../../jobs/enqueue-job.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { LOST_AFTER_MS } from './check-invariants.ts'
import { endLostRun, findRun, insertRun } from './check-queries.ts'
import { presentRun } from './present-check.ts'

/** The job that runs requested checks. */
const CHECK_JOB = 'check-invariants'

/**
 * Requests a check of all invariants. A job begins it within seconds.
 *
 * @throws ApiError check_under_way
 */
export async function requestCheck(
  db: Database,
  { actorId, now }: { actorId: string; now: Date },
): Promise<InvariantRun> {
  return db.transaction(async (tx) => {
    await endLostRun(tx, new Date(now.getTime() - LOST_AFTER_MS), now)
    const id = await insertRun(tx, { requestedBy: actorId, total: INVARIANTS.length, now })
    if (id === undefined) throw new ApiError('check_under_way')
    await enqueueJob(tx, CHECK_JOB)
    await recordAuditEvent(tx, { actorId, action: 'invariants.check', objectId: id, summary: '开始数据检查', now })
    const run = await findRun(tx, id)
    if (!run) throw new Error('a check vanished inside its transaction')
    return presentRun(run)
  })
}
