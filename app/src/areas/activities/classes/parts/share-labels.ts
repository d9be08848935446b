import { timeOf } from '@paidang/domain/kernel/half-hour'
import { bookingViewPath, homePath } from '../../../../paths'
import { dayText } from '../../../../ui/time-format'
import type { ClassInvitation, InvitationInfo } from './invitation-info'

/** Returns the title of a shared class: 11.22 周日 18:30 一起上成人私教 1 对 1. */
export function shareTitle({ courseDate, beginTimeSlot, courseDesignName }: ClassInvitation, now: Date): string {
  return `${dayText(courseDate, now)} ${timeOf(beginTimeSlot)} 一起上${courseDesignName}`
}

/**
 * Returns the token that the caller may pass on. Null where nobody can join: the class is over, or has no free seat.
 */
export function tokenToShare({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>): string | null {
  return invitation.seatsTaken < invitation.participantsCount ? reqUser.shareToken : null
}

/** Whether the caller may make the earlier links of an active class invalid. */
export function mayRenewShare({ reqUser }: Pick<InvitationInfo, 'reqUser'>): boolean {
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
