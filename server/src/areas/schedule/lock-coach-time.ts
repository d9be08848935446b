import type { CoachLock, createCoachLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { Cell } from '@paidang/domain/areas/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/schedule/lock'
import { addDays, type Day, hyphened } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { tryTwice } from '../classes/try-twice.ts'
import { gridTopics } from './grid-cache.ts'
import { bindCoachSeries, claimCoachLocks, insertCoachLocks, listCoachLocks, queueForCoach } from './lock-queries.ts'
import { presentCoachLock } from './present-lock.ts'
import { orCellsTaken, refuseLock } from './refuse-lock.ts'

type Span = { begin: HalfHour; end: HalfHour }

/** Spans that do not touch; `isWeekly` also when the repetition ends before its second day. */
type Wanted = { coachId: string; days: readonly Day[]; spans: readonly Span[]; isWeekly: boolean; reason: string }

const DAYS_PER_WEEK = 7

/**
 * A coach locks half-hours of his, on one day or each week: all of them or none. What a lock of his has already stays with
 * that one, also where it gave way to a class; the rest becomes a lock of its own each day, in parts where it has to. A span
 * that is repeated is one series, and goes on with the one that stands there already or until the week before.
 *
 * @returns the locks that now cover what was asked for, older ones among them
 * @throws ApiError data_of_others, any LockRefusal, lock_over_booking (data: LockClash)
 * Source: specification §7, decision "Half-hours, courts, claims"
 */
export async function lockCoachTime(
  db: Database,
  { body, by, now }: { body: Input<typeof createCoachLock>['body']; by: string; now: Date },
): Promise<CoachLock[]> {
  if (body.coachId !== undefined && body.coachId !== by) throw new ApiError('data_of_others')
  const day = hyphened(body.date)
  const repeatUntil = body.repeatUntil ? hyphened(body.repeatUntil) : null
  const asked = [body, ...(body.moreSpans ?? [])]
  if (asked.some(({ beginTimeSlot, endTimeSlot }) => endTimeSlot <= beginTimeSlot))
    throw new ApiError('lock_slots_missing')
  const halfHours = asked.flatMap(({ beginTimeSlot, endTimeSlot }) => halfHoursBetween(beginTimeSlot, endTimeSlot))
  const refusal = whyNotLock({ day, halfHours, repeatUntil }, now)
  if (refusal) throw new ApiError(refusal)

  const wanted: Wanted = {
    coachId: by,
    days: lockDays({ day, repeatUntil }),
    spans: spansOf(halfHours),
    isWeekly: repeatUntil !== null,
    reason: body.reason?.trim() ?? '',
  }
  return tryTwice(
    () => lockOnce(db, wanted),
    (cells, isFinal) => refuseLock(db, cells, { kind: 'COACH', by, now, isFinal }),
  )
}

async function lockOnce(db: Database, wanted: Wanted): Promise<CoachLock[]> {
  const { coachId, days, spans } = wanted
  return db.transaction(async (tx) => {
    await queueForCoach(tx, coachId)
    const ids: string[] = []
    const cells: Cell[] = []
    for (const span of spans) {
      const fresh = await lockSpan(tx, wanted, span)
      ids.push(...fresh.ids)
      cells.push(...fresh.cells)
    }
    if (ids.length > 0) {
      await orCellsTaken(cells, () => claimCoachLocks(tx, ids))
      await publishChanges(
        tx,
        days.map((day) => gridTopics.coach(coachId, day)),
      )
    }
    const locks = await listCoachLocks(tx, coachId, days)
    return locks.filter((lock) => spans.some((span) => meets(lock, span))).map(presentCoachLock)
  })
}

/** Writes the locks of one span, without their claims, and binds them to their series. */
async function lockSpan(tx: Database, { coachId, days, isWeekly, reason }: Wanted, span: Span) {
  const weekBefore = days.slice(0, 1).map((day) => addDays(day, -DAYS_PER_WEEK))
  const older = (await listCoachLocks(tx, coachId, [...weekBefore, ...days])).filter((lock) => meets(lock, span))
  const isLocked = (day: Day, halfHour: HalfHour) =>
    older.some((lock) => lock.day === day && lock.beginTimeSlot <= halfHour && halfHour < lock.endTimeSlot)
  const fresh = days.map((day) => ({
    day,
    halfHours: halfHoursBetween(span.begin, span.end).filter((halfHour) => !isLocked(day, halfHour)),
  }))
  const rows = fresh.flatMap(({ day, halfHours }) =>
    spansOf(halfHours).map(({ begin, end }) => ({ day, beginTimeSlot: begin, endTimeSlot: end })),
  )
  const ids = await insertCoachLocks(tx, { coachId, reason }, rows)
  if (isWeekly) {
    // The same span a week earlier counts as the beginning only when it was repeated too.
    const alike = older.filter(
      (lock) =>
        lock.beginTimeSlot === span.begin &&
        lock.endTimeSlot === span.end &&
        (lock.seriesId !== null || !weekBefore.includes(lock.day)),
    )
    const isSeries = days.length > 1 || alike.some(({ seriesId }) => seriesId !== null)
    if (isSeries) await bindCoachSeries(tx, { coachId, ids: [...alike.map(({ id }) => id), ...ids] })
  }
  const cells = fresh.flatMap(({ day, halfHours }) =>
    halfHours.map((halfHour): Cell => ({ kind: 'COACH', resourceId: coachId, day, halfHour })),
  )
  return { ids, cells }
}

function meets(lock: { beginTimeSlot: HalfHour; endTimeSlot: HalfHour }, { begin, end }: Span): boolean {
  return lock.beginTimeSlot < end && begin < lock.endTimeSlot
}
