import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { instantOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import ical, { ICalAlarmType, ICalEventStatus } from 'ical-generator'
import type { Database } from '../../db/database.ts'
import { readClass } from './open-class.ts'
import { listEvents } from './queries.ts'

const ALARM_SECONDS_BEFORE = 3_600

/** A calendar knows three states: what still waits is tentative, what came to nothing is cancelled. */
const CALENDAR_STATUS: Record<InvitationStatus, ICalEventStatus> = {
  PENDING: ICalEventStatus.TENTATIVE,
  CONFIRMED: ICalEventStatus.CONFIRMED,
  COMPLETED: ICalEventStatus.CONFIRMED,
  CANCELLED: ICalEventStatus.CANCELLED,
  EXPIRED: ICalEventStatus.CANCELLED,
}

/**
 * A class as a calendar file (iCalendar, RFC 5545). Its UID stays the same and its SEQUENCE grows with every step of the
 * class, so that a newer file replaces an older one in the calendar. For who left a class that goes on it is cancelled.
 *
 * @throws ApiError invitation_not_found; invitation_not_yours for the admin of its company, who has no place in it
 */
export async function readCalendarFile(
  db: Database,
  { invitationId, by, now }: { invitationId: string; by: string; now: Date },
): Promise<{ fileName: string; ics: string }> {
  const { view, role, own } = await readClass(db, invitationId, by)
  if (role === 'viewer' && !own) throw new ApiError('invitation_not_yours')
  const { id, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, createdAt, responseTime } = view.invitation
  const steps = await listEvents(db, invitationId)
  const isOut = role === 'viewer' && own?.state === 'LEFT'
  const status = isOut ? ICalEventStatus.CANCELLED : CALENDAR_STATUS[effectiveStatus(view.invitation, now)]

  const calendar = ical({ prodId: { company: 'paidang', product: 'paidang', language: 'ZH' } })
  const event = calendar.createEvent({
    id: `class-${id}@paidang`,
    sequence: steps.length - 1,
    stamp: now,
    created: createdAt,
    lastModified: responseTime,
    start: instantOf(courseDate, beginTimeSlot),
    end: instantOf(courseDate, endTimeSlot),
    summary: `${courseDesignName} · ${view.coachName}`,
    location: { title: `${view.stadiumName} ${view.courtName}`, address: view.stadiumAddress },
    status,
  })
  if (status !== ICalEventStatus.CANCELLED) {
    event.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_SECONDS_BEFORE })
  }
  const begin = timeOf(beginTimeSlot).replace(':', '')
  return { fileName: `paidang-${courseDate}-${begin}.ics`, ics: calendar.toString() }
}
