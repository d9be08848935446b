import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { isOut, type SeatState } from '@paidang/domain/areas/classes/seat'
import { instantOf } from '@paidang/domain/kernel/day'
import { ALARM_SECONDS_BEFORE, type CalendarEvent, type CalendarStatus } from '../calendar/write-calendar.ts'

/** What a calendar entry says of a class; `steps` counts its audit trail. */
export type ClassFacts = {
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
 * How a class stands in somebody's calendar: by its own status, save that for who left it, or was asked and did not come,
 * it is cancelled, and that to who is still asked it is no more than tentative. Its coach has no seat.
 */
export function classStatusFor(
  facts: Pick<ClassFacts, 'invitationStatus' | 'expiresAt'>,
  seat: SeatState | undefined,
  now: Date,
): CalendarStatus {
  const status = CALENDAR_STATUS[effectiveStatus(facts, now)]
  if (isOut(seat)) return 'CANCELLED'
  if (seat !== 'INVITED') return status
  return facts.invitationStatus === 'COMPLETED' || status === 'CANCELLED' ? 'CANCELLED' : 'TENTATIVE'
}

/** A class as somebody's calendar shows it; an hour before it begins he is reminded. */
export function classEventOf(facts: ClassFacts, seat: SeatState | undefined, now: Date): CalendarEvent {
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
