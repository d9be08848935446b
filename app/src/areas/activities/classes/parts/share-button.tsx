import { useState } from 'react'
import { bookingViewPath } from '../../../../paths'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import type { InvitationInfo } from './invitation-info'
import { shareTitle, tokenToShare } from './share-labels'

/** 分享: lets participants of an active class with a free seat pass on its link. */
export function ShareButton({ info }: { info: InvitationInfo }) {
  const [busy, setBusy] = useState(false)
  const shareToken = tokenToShare(info)
  if (shareToken === null) return null
  const share = async () => {
    setBusy(true)
    try {
      const path = bookingViewPath(info.invitation.id, shareToken)
      const end = await shareLink({ title: shareTitle(info.invitation, new Date()), path })
      if (end === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请重试', { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" size="s" icon="share" share busy={busy} label="分享这节课" onPress={share}>
      分享
    </Button>
  )
}
