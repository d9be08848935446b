import type { InvitationResponse } from '@paidang/api/areas/classes'
import { effectiveStatus, waitsForCoach, whyNot } from '@paidang/domain/areas/classes/invitation'
import type { Day } from '@paidang/domain/kernel/day'
import { asRulesWant } from '../../../activities/booking/class-times'

/** Statuses of a class that takes place, or may take place. */
const STANDING = ['PENDING', 'CONFIRMED', 'COMPLETED']

/** A request past its time counts as expired, even if the fetched status is older. */
function statusOf({ invitation }: InvitationResponse, now: Date) {
  return effectiveStatus({ ...invitation, expiresAt: new Date(invitation.expiresAt) }, now)
}

/** The active classes on this day that the user takes part in, by begin. */
export function classesOnDay(classes: readonly InvitationResponse[], day: Day, now: Date): InvitationResponse[] {
  return classes
    .filter(
      (response) =>
        response.invitation.courseDate === day && takesPart(response) && STANDING.includes(statusOf(response, now)),
    )
    .sort(byTime)
}

/** The requests that wait for the answer of this coach, the first to expire first. */
export function requestsForCoach(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes
    .filter(
      (response) =>
        response.role === 'coach' &&
        // A class that the coach created waits for a player.
        waitsForCoach(response.invitation) &&
        statusOf(response, now) === 'PENDING',
    )
    .sort((a, b) => Date.parse(a.invitation.expiresAt) - Date.parse(b.invitation.expiresAt))
}

/** The unconfirmed classes that the user takes part in as a player. */
export function pendingAsPlayer(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes.filter(
    (response) => response.role !== 'coach' && takesPart(response) && statusOf(response, now) === 'PENDING',
  )
}

/** The classes that the user is invited to and can still join: not begun, with a free seat; the earliest first. */
export function invitesOfPlayer(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes.filter((response) => response.responseStatus === 'INVITED' && mayJoin(response, now)).sort(byTime)
}

function mayJoin({ invitation }: InvitationResponse, now: Date): boolean {
  return whyNot('join', asRulesWant(invitation), ['viewer'], now) === undefined
}

/** Neither merely invited nor withdrawn. */
function takesPart({ responseStatus }: InvitationResponse): boolean {
  return responseStatus === 'JOINED' || responseStatus === 'COACH'
}

function byTime({ invitation: a }: InvitationResponse, { invitation: b }: InvitationResponse): number {
  if (a.courseDate !== b.courseDate) return a.courseDate < b.courseDate ? -1 : 1
  return a.beginTimeSlot - b.beginTimeSlot
}
