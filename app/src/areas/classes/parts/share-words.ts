import { timeOf } from '@paidang/domain/kernel/half-hour'
import { bookingViewPath, homePath } from '../../../paths'
import { dayText } from '../class-times'
import type { ClassInvitation, InvitationInfo } from './invitation-info'

/** What a shared class is called: 11.22 周日 18:30 一起上成人私教 1 对 1. */
export function shareTitle({ courseDate, beginTimeSlot, courseDesignName }: ClassInvitation, now: Date): string {
  return `${dayText(courseDate, now)} ${timeOf(beginTimeSlot)} 一起上${courseDesignName}`
}

/** The token that the caller may pass on; null where there is nothing to join: the class is over, or has no seat left. */
export function tokenToShare({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>): string | null {
  return invitation.seatsTaken < invitation.participantsCount ? reqUser.shareToken : null
}

/** What WeChat hands on from this page: the class with its token, or the app's home where there is nothing to share. */
export function shareCard(info: InvitationInfo | undefined, now: Date): { title: string; path: string } {
  const token = info && tokenToShare(info)
  if (!info || !token) return { title: '拍档，约课、约球、穿线', path: homePath() }
  return { title: shareTitle(info.invitation, now), path: bookingViewPath(info.invitation.id, token) }
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** The token of a share link as it stands in the address; null where it is none, which the server would refuse. */
export function shareTokenOf(text: string | undefined): string | null {
  return text !== undefined && TOKEN.test(text) ? text : null
}
