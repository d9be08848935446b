import { calendarFile } from '@paidang/api/areas/classes'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { call } from '../../../platform/call'
import { useAddEvent } from '../../../ui/add-event'
import type { ClassInvitation } from './parts/invitation-info'

/** Puts a class into the calendar. */
export function useAddToCalendar(invitation: ClassInvitation) {
  return useAddEvent(
    {
      title: `${invitation.courseDesignName} ${whenOf(invitation.beginTimeSlot, invitation.endTimeSlot)}`,
      place: `${invitation.stadiumName} ${invitation.courtName}`,
      note: `教练 ${invitation.coachName}，${invitation.stadiumAddress}`,
      startsAt: invitation.startsAt,
      endsAt: invitation.endsAt,
    },
    () => call(calendarFile, { params: { id: invitation.id } }),
  )
}
