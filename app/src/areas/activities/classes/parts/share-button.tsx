import { useState } from 'react'
import { bookingViewPath } from '../../../../paths'
import { CLASSES_KEY } from '../../../../platform/cache-keys'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { SharePageButton } from '../../../ground/sharing/share-page-button'
import type { InvitationInfo } from './invitation-info'
import { mayRenewShare, shareTitle, tokenToShare } from './share-labels'

/**
 * 分享: lets participants of an active class with a free seat pass on its link. Initiator and coach renew the link, also
 * of a full class.
 */
export function ShareButton({ info }: { info: InvitationInfo }) {
  const [busy, setBusy] = useState(false)
  const shareToken = tokenToShare(info)
  const share = async (token: string) => {
    setBusy(true)
    try {
      const path = bookingViewPath(info.invitation.id, token)
      const end = await shareLink({ title: shareTitle(info.invitation, new Date()), path })
      if (end === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请重试', { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SharePageButton
      kind="ghost"
      size="s"
      title="分享这节课"
      busy={busy}
      onShare={shareToken === null ? undefined : () => share(shareToken)}
      owned={
        mayRenewShare(info) ? { page: { kind: 'class', objectId: info.invitation.id }, stale: CLASSES_KEY } : undefined
      }
    >
      分享
    </SharePageButton>
  )
}
