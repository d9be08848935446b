import { bookingPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { store } from '../../../../platform/storage'
import type { UsualClass } from '../../booking/usual-course-data'
import type { ClassInvitation } from './invitation-info'

/**
 * 再约一次: passes the class to the booking screen and opens it. The screen proposes the same time on the next same
 * weekday.
 */
export function bookAgain(invitation: ClassInvitation): Promise<void> {
  const usual: UsualClass = {
    coach: { id: invitation.coachId },
    stadium: { id: invitation.stadiumId },
    weekday: invitation.weekday,
    courseDate: invitation.courseDate,
    beginTimeSlot: invitation.beginTimeSlot,
    endTimeSlot: invitation.endTimeSlot,
    courtCode: invitation.courtCode,
    courseDesignId: invitation.courseDesignId,
    courseDesignName: invitation.courseDesignName,
  }
  store('usualCourse', usual)
  return goTo(bookingPath())
}
