import type { CoachLock, createCoachLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { Cell } from '@paidang/domain/areas/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/schedule/lock'
import { type Day, hyphened } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { tryTwice } from '../classes/try-twice.ts'
import { gridTopics } from './grid-cache.ts'
import { claimCoachLocks, insertCoachLocks, listCoachLocks, queueForCoach } from './lock-queries.ts'
import { presentCoachLock } from './present-lock.ts'
import { orCellsTaken, refuseLock } from './refuse-lock.ts'

type Wanted = { coachId: string; days: readonly Day[]; halfHours: readonly HalfHour[]; reason: string }

/**
 * A coach locks half-hours of his, on one day or each week: all of them or none. What a lock of his has already stays with
 * that one, also where it gave way to a class; the rest becomes a lock of its own each day, in parts where it has to.
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
  const halfHours = halfHoursBetween(body.beginTimeSlot, body.endTimeSlot)
  const refusal = whyNotLock({ day, halfHours, repeatUntil }, now)
  if (refusal) throw new ApiError(refusal)

  const wanted = { coachId: by, days: lockDays({ day, repeatUntil }), halfHours, reason: body.reason?.trim() ?? '' }
  return tryTwice(
    () => lockOnce(db, wanted),
    (cells, isFinal) => refuseLock(db, cells, { kind: 'COACH', by, now, isFinal }),
  )
}

async function lockOnce(db: Database, { coachId, days, halfHours, reason }: Wanted): Promise<CoachLock[]> {
  return db.transaction(async (tx) => {
    await queueForCoach(tx, coachId)
    const older = await listCoachLocks(tx, coachId, days)
    const isLocked = (day: Day, halfHour: HalfHour) =>
      older.some((lock) => lock.day === day && lock.beginTimeSlot <= halfHour && halfHour < lock.endTimeSlot)
    const cells = days.flatMap((day) =>
      halfHours
        .filter((halfHour) => !isLocked(day, halfHour))
        .map((halfHour): Cell => ({ kind: 'COACH', resourceId: coachId, day, halfHour })),
    )
    const spans = days.flatMap((day) =>
      spansOf(cells.filter((cell) => cell.day === day).map(({ halfHour }) => halfHour)).map(({ begin, end }) => ({
        day,
        beginTimeSlot: begin,
        endTimeSlot: end,
      })),
    )
    if (spans.length > 0) {
      const ids = await insertCoachLocks(tx, { coachId, reason, isSeries: days.length > 1 }, spans)
      await orCellsTaken(cells, () => claimCoachLocks(tx, ids))
      await publishChanges(
        tx,
        days.map((day) => gridTopics.coach(coachId, day)),
      )
    }
    const begin = Math.min(...halfHours)
    const end = Math.max(...halfHours) + 1
    const locks = await listCoachLocks(tx, coachId, days)
    return locks.filter((lock) => lock.beginTimeSlot < end && begin < lock.endTimeSlot).map(presentCoachLock)
  })
}
