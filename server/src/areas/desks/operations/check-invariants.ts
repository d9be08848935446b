import type { Database } from '../../../db/database.ts'
import type { CheckAll } from '../../../invariants/check-all.ts'
import { INVARIANTS } from '../../../invariants/invariants.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { messageOf } from '../../../process/error-parts.ts'
import { BROKEN_OFF, endLostRun, endRun, findLastRun, insertRun, saveFinding, takeRun } from './check-queries.ts'

/** A check without a sign of life for this long is lost: no query may take that long. */
export const LOST_AFTER_MS = 10 * 60_000
/** The schedule starts another check when the last one is older than this. It is a day, less the time of a check. */
const FRESH_MS = 20 * 3_600_000

type Tools = { checkInvariants: CheckAll }

/**
 * Runs the requested check, or the daily one when the last check is too old. It only records findings, each as it
 * comes. One check runs at a time, whoever requested it.
 */
export async function checkInvariants({
  db,
  now,
  signal,
  checkInvariants: checkAll,
}: JobContext & Tools): Promise<void> {
  const runId = await db.transaction((tx) => beginCheck(tx, now))
  if (runId === undefined) return
  const begunAt = performance.now()
  const clock = () => new Date(now.getTime() + Math.round(performance.now() - begunAt))
  const lost = new AbortController()
  try {
    await checkAll({
      signal: AbortSignal.any([signal, lost.signal]),
      async onChecked(finding) {
        if (!(await saveFinding(db, runId, finding, clock()))) lost.abort()
      },
    })
    await endRun(db, runId, { now: clock(), error: signal.aborted ? BROKEN_OFF.STOPPED : null })
  } catch (error) {
    await endRun(db, runId, { now: clock(), error: messageOf(error) })
    throw error
  }
}

async function beginCheck(tx: Database, now: Date): Promise<string | undefined> {
  const all = { total: INVARIANTS.length, now }
  await endLostRun(tx, new Date(now.getTime() - LOST_AFTER_MS), now)
  const asked = await takeRun(tx, all)
  if (asked !== undefined) return asked
  const last = await findLastRun(tx)
  if (last?.endedAt && now.getTime() - last.endedAt.getTime() < FRESH_MS) return undefined
  const id = await insertRun(tx, { requestedBy: null, ...all })
  return id === undefined ? undefined : takeRun(tx, all)
}
