import { bookingClassPath } from '../../paths'
import { goTo } from '../../platform/navigate'
import { currentSession } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { beginEditing } from './editing-store'

/** Said where an edit is asked for without an invitation. Source: specification §5. */
const EDIT_NEEDS_ID = '缺少约课ID'

/**
 * Opens the booking tab to edit this invitation: it is fetched there, and everything of it is chosen anew in order.
 * Without an id nothing is opened, and it is said.
 *
 * Source: specification §4 "Edit mode", §5
 */
export function startEditing(invitationId: string): void {
  if (invitationId === '') {
    showToast(EDIT_NEEDS_ID, { tone: 'failed' })
    return
  }
  beginEditing({ invitationId, ownerId: currentSession().userId })
  goTo(bookingClassPath())
}
