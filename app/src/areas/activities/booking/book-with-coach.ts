import type { CoachRecord } from '@paidang/api/areas/relations'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { currentSession } from '../../../platform/session'
import { visitBookingSide } from './booking-side'
import { draftOf, EMPTY_DRAFT, withCoach } from './draft'
import { currentDraft, saveDraft } from './draft-store'
import { endEditing } from './editing-store'

/**
 * 约课 on the card of one of the player's coaches: opens the booking tab with this coach, to book for oneself. Venue and
 * day stay where that is possible. Choices made with another coach before are removed.
 */
export function bookWithCoach({ coach, stadiums }: CoachRecord): Promise<void> {
  endEditing()
  visitBookingSide('self')
  const draft = draftOf(currentDraft(), currentSession().userId ?? '', EMPTY_DRAFT)
  saveDraft(withCoach(draft, { coachId: coach.id, stadiumIds: stadiums.map(({ id }) => id) }).draft)
  return goTo(bookingClassPath())
}
