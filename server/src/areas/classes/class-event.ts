import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { isOut, type SeatState } from '@paidang/domain/areas/classes/seat'
import { instantOf } from '@paidang/domain/kernel/day'
import { ALARM_SECONDS_BEFORE, type CalendarEvent, type CalendarStatus } from '../../icalendar/write-calendar.ts'

/** What a calendar entry shows of a class. `steps` counts its audit trail. */
export type ClassContext = {
  id: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  courseDesignName: string
  coachName: string
  stadiumName: string
  stadiumAddress: string
  courtName: string
  invitationStatus: InvitationStatus
  expiresAt: Date
  createdAt: Date
  responseTime: Date
  steps: number
}

const CALENDAR_STATUS: Record<InvitationStatus, CalendarStatus> = {
  PENDING: 'TENTATIVE',
  CONFIRMED: 'CONFIRMED',
  COMPLETED: 'CONFIRMED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
}

/**
 * The status of a class in one user's calendar. In general it is the class's own status. For a user who left it, or was
 * asked and did not come, it is cancelled. For a user who is still asked it is tentative at most. Its coach has no
 * seat.
 */
export function classStatusFor(
  facts: Pick<ClassContext, 'invitationStatus' | 'expiresAt'>,
  seat: SeatState | undefined,
  now: Date,
): CalendarStatus {
  const status = CALENDAR_STATUS[effectiveStatus(facts, now)]
  if (isOut(seat)) return 'CANCELLED'
  if (seat !== 'INVITED') return status
  return facts.invitationStatus === 'COMPLETED' || status === 'CANCELLED' ? 'CANCELLED' : 'TENTATIVE'
}

/** A class as a user's calendar shows it, with a reminder an hour before it begins. */
export function classEventOf(facts: ClassContext, seat: SeatState | undefined, now: Date): CalendarEvent {
  const { id, courseDate, beginTimeSlot, endTimeSlot } = facts
  return {
    uid: `class-${id}@paidang`,
    sequence: facts.steps - 1,
    createdAt: facts.createdAt,
    changedAt: facts.responseTime,
    when: { startsAt: instantOf(courseDate, beginTimeSlot), endsAt: instantOf(courseDate, endTimeSlot) },
    title: `${facts.courseDesignName} · ${facts.coachName}`,
    place: { name: `${facts.stadiumName} ${facts.courtName}`, address: facts.stadiumAddress },
    status: classStatusFor(facts, seat, now),
    alarm: ALARM_SECONDS_BEFORE,
  }
}
