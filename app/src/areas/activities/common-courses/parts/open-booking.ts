import type { CoachRecord } from '@paidang/api/areas/relations'
import { bookingClassPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { currentSession } from '../../../../platform/session'
import { choiceOf, draftOf, EMPTY_DRAFT, withCoach } from '../../booking/draft'
import { currentDraft, endEditing, saveDraft, visitBookingSide } from '../../booking/draft-store'

/**
 * Opens the booking tab with this coach and the contract for this course. There the player can choose another court, a
 * longer class, or company.
 */
export function openBooking(coach: CoachRecord, course: { id: string; name: string }): Promise<void> {
  endEditing()
  visitBookingSide('self')
  const draft = draftOf(currentDraft(), currentSession().userId ?? '', EMPTY_DRAFT)
  saveDraft({ ...withCoach(draft, choiceOf(coach)).draft, contractId: null, pendingCourse: course })
  return goTo(bookingClassPath())
}
