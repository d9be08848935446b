import type { CoachLock, VenueLock } from '@paidang/api/areas/locks'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { CoachLockRow, VenueLockRow } from './lock-queries.ts'

/** The reply of a coach's lock. */
export function presentCoachLock({
  id,
  coachId,
  day,
  beginTimeSlot,
  endTimeSlot,
  reason,
  seriesId,
}: CoachLockRow): CoachLock {
  return { id, coachId, date: day, beginTimeSlot, endTimeSlot, reason, seriesId }
}

/** The reply of a venue's lock: times only. The reason of the lock stays private to the venue. */
export function presentVenueLock({
  id,
  courtIndex,
  courtCode,
  day,
  beginTimeSlot,
  endTimeSlot,
}: VenueLockRow): VenueLock {
  return {
    id,
    courtNum: courtIndex,
    courtCode,
    date: day,
    beginTime: timeOf(beginTimeSlot),
    endTime: timeOf(endTimeSlot),
  }
}
