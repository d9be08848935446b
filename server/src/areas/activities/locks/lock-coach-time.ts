import type { CoachLock, createCoachLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { Cell } from '@paidang/domain/areas/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/schedule/lock'
import { addDays, type Day, toIsoDay } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
import { bindCoachSeries, claimCoachLocks, insertCoachLocks, listCoachLocks, queueForCoach } from './lock-queries.ts'
import { presentCoachLock } from './present-lock.ts'
import { orCellsTaken, refuseLock } from './refuse-lock.ts'

type Span = { begin: HalfHour; end: HalfHour }

/** The spans do not touch. `isWeekly` may be true for a repetition that ends before its second day. */
type Query = { coachId: string; days: readonly Day[]; spans: readonly Span[]; isWeekly: boolean; reason: string }

const DAYS_PER_WEEK = 7

/**
 * A coach locks their own half-hours, on one day or each week: all of them or none. Half-hours that are locked already
 * stay with their lock, also where it gave way to a class. The rest becomes new locks, one for each day, in parts if
 * necessary. A repeated span is one series. It continues a series that exists on these days or ended the week before.
 *
 * @returns the locks that now cover what was asked for, older ones among them
 * @throws ApiError data_of_others, any LockRefusal, lock_over_booking (data: LockClash)
 * Source: specification §7, decision "Half-hours, courts, claims"
 */
export async function lockCoachTime(
  db: Database,
  { body, actorId, now }: { body: Input<typeof createCoachLock>['body']; actorId: string; now: Date },
): Promise<CoachLock[]> {
  if (body.coachId !== undefined && body.coachId !== actorId) throw new ApiError('data_of_others')
  const day = toIsoDay(body.date)
  const repeatUntil = body.repeatUntil ? toIsoDay(body.repeatUntil) : null
  const asked = [body, ...(body.moreSpans ?? [])]
  if (asked.some(({ beginTimeSlot, endTimeSlot }) => endTimeSlot <= beginTimeSlot))
    throw new ApiError('lock_slots_missing')
  const halfHours = asked.flatMap(({ beginTimeSlot, endTimeSlot }) => halfHoursBetween(beginTimeSlot, endTimeSlot))
  const refusal = whyNotLock({ day, halfHours, repeatUntil }, now)
  if (refusal) throw new ApiError(refusal)

  const input: Query = {
    coachId: actorId,
    days: lockDays({ day, repeatUntil }),
    spans: spansOf(halfHours),
    isWeekly: repeatUntil !== null,
    reason: body.reason?.trim() ?? '',
  }
  return retryOnce(
    () => lockOnce(db, input),
    (cells, isFinal) => refuseLock(db, cells, { kind: 'COACH', actorId, now, isFinal }),
  )
}

async function lockOnce(db: Database, input: Query): Promise<CoachLock[]> {
  const { coachId, days, spans } = input
  return db.transaction(async (tx) => {
    await queueForCoach(tx, coachId)
    const ids: string[] = []
    const cells: Cell[] = []
    for (const span of spans) {
      const fresh = await lockSpan(tx, input, span)
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
async function lockSpan(tx: Database, { coachId, days, isWeekly, reason }: Query, span: Span) {
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
    // The same span a week earlier belongs to the series only if it was repeated too.
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
