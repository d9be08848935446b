import type { CoachRecord } from '@paidang/api/areas/relations'
import { bookingClassPath } from '../../paths'
import { goTo } from '../../platform/navigate'
import { currentSession } from '../../platform/session'
import { chooseBookingSide } from './booking-side'
import { draftOf, EMPTY_DRAFT, withCoach } from './draft'
import { currentDraft, keepDraft } from './draft-store'
import { endEditing } from './editing-store'

/**
 * 约课 on the card of one's coach: the booking tab for oneself with this coach chosen; venue and day stay where they can. With
 * another coach before, what was chosen with that one falls out.
 */
export function bookWithCoach({ coach, stadiums }: CoachRecord): Promise<void> {
  endEditing()
  chooseBookingSide('self')
  const draft = draftOf(currentDraft(), currentSession().userId ?? '', EMPTY_DRAFT)
  keepDraft(withCoach(draft, { coachId: coach.id, stadiumIds: stadiums.map(({ id }) => id) }).draft)
  return goTo(bookingClassPath())
}
