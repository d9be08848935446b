import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { currentSession } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { beginEditing } from './editing-store'

/** Shown when an edit is started without an invitation. Source: specification §5. */
const EDIT_NEEDS_ID = '缺少约课ID'

/**
 * Opens the booking tab to edit this invitation. The tab fetches the invitation and chooses everything of it in order.
 * Without an id it only shows a message.
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
