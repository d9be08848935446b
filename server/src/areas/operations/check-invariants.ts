import type { Database } from '../../db/database.ts'
import type { CheckAll } from '../../invariants/check-all.ts'
import { INVARIANTS } from '../../invariants/invariants.ts'
import type { JobContext } from '../../jobs/job.ts'
import { messageOf } from '../../process/error-parts.ts'
import { endLostRun, endRun, findLastRun, insertRun, keepFinding, takeRun } from './check-queries.ts'

/** A check that gave no sign of life for so long is lost: no query may take that long. */
export const LOST_AFTER_MS = 10 * 60_000
/** How old the last check may be before the clock asks for another: a day, but for the time that one takes. */
const FRESH_MS = 20 * 3_600_000

type Tools = { checkInvariants: CheckAll }

/**
 * Does the check that somebody asked for, or the daily one where the last is older; writes down each finding as it comes, and
 * nothing else. One runs at a time, whoever asks.
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
        if (!(await keepFinding(db, runId, finding, clock()))) lost.abort()
      },
    })
    await endRun(db, runId, { now: clock(), error: signal.aborted ? 'the server was stopped' : null })
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
  const id = await insertRun(tx, { askedBy: null, ...all })
  return id === undefined ? undefined : takeRun(tx, all)
}
