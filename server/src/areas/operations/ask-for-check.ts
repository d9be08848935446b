import type { InvariantRun } from '@paidang/api/areas/admin-invariants'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { INVARIANTS } from '../../invariants/invariants.ts'
import { askForRun } from '../../jobs/ask-for-run.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { LOST_AFTER_MS } from './check-invariants.ts'
import { endLostRun, findRun, insertRun } from './check-queries.ts'
import { presentRun } from './present-check.ts'

/** The job that does what is asked for. */
const CHECK_JOB = 'check-invariants'

/**
 * Asks for a check of all invariants, which a job begins within seconds.
 *
 * @throws ApiError check_under_way
 */
export async function askForCheck(db: Database, { by, now }: { by: string; now: Date }): Promise<InvariantRun> {
  return db.transaction(async (tx) => {
    await endLostRun(tx, new Date(now.getTime() - LOST_AFTER_MS), now)
    const id = await insertRun(tx, { askedBy: by, total: INVARIANTS.length, now })
    if (id === undefined) throw new ApiError('check_under_way')
    await askForRun(tx, CHECK_JOB)
    await recordDeed(tx, { by, action: 'invariants.check', objectId: id, summary: '开始数据检查', now })
    const run = await findRun(tx, id)
    if (!run) throw new Error('a check vanished inside its transaction')
    return presentRun(run)
  })
}
