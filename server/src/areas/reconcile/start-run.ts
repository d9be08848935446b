import type { ReconcileRun } from '@paidang/api/areas/admin-reconcile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import type { JobContext } from '../../jobs/job.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { presentRun } from './present-run.ts'
import { findRun, findRunGoingOn, insertRun, isDayCompared } from './queries.ts'

/**
 * An operator wants the books of a day compared; the job begins within seconds. One of that day that goes on is answered
 * instead.
 *
 * @throws ApiError reconcile_day_ahead
 */
export async function startRun(
  db: Database,
  { day, by, now }: { day: Day; by: string; now: Date },
): Promise<ReconcileRun> {
  if (day > dayOf(now)) throw new ApiError('reconcile_day_ahead')
  return db.transaction(async (tx) => {
    const begun = await insertRun(tx, { day, askedBy: by, createdAt: now })
    const run = begun ?? (await findRunGoingOn(tx, day))
    const row = run && (await findRun(tx, run.id))
    // It ended between the two looks.
    if (!row) return startRun(tx, { day, by, now })
    if (begun)
      await recordDeed(tx, { by, action: 'reconcile.start', objectId: begun.id, summary: `开始对账 ${day}`, now })
    return presentRun(row)
  })
}

/** Each night the books of the day before are compared, once they are whole and unless that failed. */
export async function reconcileYesterday({ db, now }: JobContext): Promise<void> {
  const day = addDays(dayOf(now), -1)
  if (!(await isDayCompared(db, day))) await insertRun(db, { day, askedBy: null, createdAt: now })
}
