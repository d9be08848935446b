import { calendarFile } from '@paidang/api/areas/classes'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { call } from '../../../platform/call'
import { useAddEvent } from '../../../ui/add-event'
import type { ClassInvitation } from './parts/invitation-info'

/** A class as an event of the phone. The coach passes the names of the players, and reads those. */
export function eventOf(invitation: ClassInvitation, players?: readonly string[]) {
  const who = players ? `学员 ${players.join('、') || '还没有学员'}` : `教练 ${invitation.coachName}`
  return {
    title: `${invitation.courseDesignName} ${whenOf(invitation.beginTimeSlot, invitation.endTimeSlot)}`,
    place: `${invitation.stadiumName} ${invitation.courtName}`,
    note: `${who}，${invitation.stadiumAddress}`,
    startsAt: invitation.startsAt,
    endsAt: invitation.endsAt,
  }
}

/** Puts a class into the calendar. */
export function useAddToCalendar(invitation: ClassInvitation, players?: readonly string[]) {
  return useAddEvent(eventOf(invitation, players), () => call(calendarFile, { params: { id: invitation.id } }))
}
