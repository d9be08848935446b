import { timeOf } from '@paidang/domain/kernel/half-hour'
import { useState } from 'react'
import { bookingViewPath, homePath } from '../../../../paths'
import { CLASSES_KEY } from '../../../../platform/cache-keys'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { dayText } from '../../../../ui/time-format'
import { SharePageButton } from '../../../ground/sharing/share-page-button'
import type { ClassInvitation, InvitationInfo } from './invitation-info'

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

/** Returns the title of a shared class: 11.22 周日 18:30 一起上成人私教 1 对 1. */
function shareTitle({ courseDate, beginTimeSlot, courseDesignName }: ClassInvitation, now: Date): string {
  return `${dayText(courseDate, now)} ${timeOf(beginTimeSlot)} 一起上${courseDesignName}`
}

/**
 * Returns the token that the caller may pass on. Null where nobody can join: the class is over, or has no free seat.
 */
export function tokenToShare({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>): string | null {
  return invitation.seatsTaken < invitation.participantsCount ? reqUser.shareToken : null
}

/** Whether the caller may make the earlier links of an active class invalid. */
function mayRenewShare({ reqUser }: Pick<InvitationInfo, 'reqUser'>): boolean {
  return reqUser.shareToken !== null && (reqUser.role === 'initiator' || reqUser.role === 'coach')
}

/** Returns what WeChat shares from this page: the class with its token. Without a token it shares the home page. */
export function shareCard(info: InvitationInfo | undefined, now: Date): { title: string; path: string } {
  const token = info && tokenToShare(info)
  if (!info || !token) return { title: '拍档，约课、约球、穿线', path: homePath() }
  return { title: shareTitle(info.invitation, now), path: bookingViewPath(info.invitation.id, token) }
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Returns the token of a share link from the address; null where it is invalid and the server would refuse it. */
export function shareTokenOf(text: string | undefined): string | null {
  return text !== undefined && TOKEN.test(text) ? text : null
}
