import type { ReconcileRun } from '@paidang/api/areas/admin-reconcile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { presentRun } from './present-run.ts'
import { findRun, findRunGoingOn, insertRun, isDayCompared } from './queries.ts'

/**
 * Requests a comparison of a day's books for an operator. The job begins within seconds. If one of that day goes on, it
 * is returned instead.
 *
 * @throws ApiError reconcile_day_ahead
 */
export async function startRun(
  db: Database,
  { day, actorId, now }: { day: Day; actorId: string; now: Date },
): Promise<ReconcileRun> {
  if (day > dayOf(now)) throw new ApiError('reconcile_day_ahead')
  return db.transaction(async (tx) => {
    const begun = await insertRun(tx, { day, requestedBy: actorId, createdAt: now })
    const run = begun ?? (await findRunGoingOn(tx, day))
    const row = run && (await findRun(tx, run.id))
    // The other run ended between the two queries.
    if (!row) return startRun(tx, { day, actorId, now })
    if (begun)
      await recordAuditEvent(tx, {
        actorId,
        action: 'reconcile.start',
        objectId: begun.id,
        summary: `开始对账 ${day}`,
        now,
      })
    return presentRun(row)
  })
}

/** Requests a comparison of the day before, unless it was already compared in full without failure. */
export async function reconcileYesterday({ db, now }: JobContext): Promise<void> {
  const day = addDays(dayOf(now), -1)
  if (!(await isDayCompared(db, day))) await insertRun(db, { day, requestedBy: null, createdAt: now })
}
