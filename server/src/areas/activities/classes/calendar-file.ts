import { ApiError } from '@paidang/api/catalogue/errors'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { writeCalendar } from '../../../icalendar/write-calendar.ts'
import { classEventOf } from './class-event.ts'
import { readClass } from './open-class.ts'
import { listEvents } from './queries.ts'

/**
 * A class as a calendar file (iCalendar, RFC 5545), equal to the entry in the reader's calendar feed. Its UID stays the
 * same and its SEQUENCE grows with every step, so a newer file replaces an older one. For a player who left a class
 * that goes on, it is cancelled.
 *
 * @throws ApiError invitation_not_found; invitation_not_yours for the admin of its company without a place in it
 */
export async function readCalendarFile(
  db: Database,
  { invitationId, actorId, now }: { invitationId: string; actorId: string; now: Date },
): Promise<{ fileName: string; ics: string }> {
  const { view, role, own, seats } = await readClass(db, invitationId, actorId)
  if (role === 'viewer' && !own) throw new ApiError('invitation_not_yours')
  const { invitation } = view
  const events = await listEvents(db, invitationId)
  const last = events[events.length - 1]
  const lastStep = last ? { action: last.action, reason: last.reason, at: last.createdAt.toISOString() } : null
  const facts = { ...invitation, ...view, players: seats, steps: events.length, lastStep }
  const event = classEventOf(facts, { userId: actorId, seat: own?.state }, now)
  const begin = timeOf(invitation.beginTimeSlot).replace(':', '')
  return { fileName: `paidang-${invitation.courseDate}-${begin}.ics`, ics: writeCalendar([event], { now }) }
}
