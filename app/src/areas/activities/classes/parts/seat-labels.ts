import type { ResponsePlayer } from '@paidang/api/areas/classes'
import { effectiveStatus, isLive } from '@paidang/domain/areas/classes/invitation'
import { isOut, SEAT_STATE_NAMES } from '@paidang/domain/areas/classes/seat'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { freeSeats, type InvitationInfo } from './invitation-info'

/** Shown for a player with a seat who has not agreed to the coach's change. */
export const TO_AGREE = '待同意修改'

type Class = Pick<InvitationInfo, 'invitation' | 'reqUser'>

/** Returns the line below a player's name: their role in the class, and their level. */
export function playerFacts(
  { invitation }: Class,
  { responderId, responseStatus, mustAgree, responder }: ResponsePlayer,
): string[] {
  if (mustAgree) return [TO_AGREE, `等级 ${responder.level.toFixed(1)}`]
  const isInitiator = responderId === invitation.initiatorId && !isOut(responseStatus)
  return [isInitiator ? '发起人' : SEAT_STATE_NAMES[responseStatus], `等级 ${responder.level.toFixed(1)}`]
}

/** Whether this player's own contract pays in this class. In a player's class only the initiator's does. */
export function isPayer({ invitation }: Class, { responderId, responseStatus }: ResponsePlayer): boolean {
  if (isOut(responseStatus)) return false
  return invitation.initiatorRole === 'coach' || responderId === invitation.initiatorId
}

/**
 * Returns the lesson hours that this player's seat still needs. 0 once they are held, and for players who do not pay.
 */
export function neededSessions(info: Class, player: ResponsePlayer): number {
  if (!isPayer(info, player) || player.heldSessions > 0) return 0
  return info.invitation.consumedSessions
}

/**
 * Returns, for the coach of an active class, what a student can pay with and what is missing. `short` is 0 when nothing
 * is missing.
 */
export function seatHours(info: Class, player: ResponsePlayer, now: Date): { text: string; short: number } | undefined {
  const { availableSessions, heldSessions } = player
  if (info.reqUser.role !== 'coach' || availableSessions === null || !isPayer(info, player)) return undefined
  if (!isLive(effectiveStatus(info.invitation, now))) return undefined
  const available = `可用 ${lessonHoursText(availableSessions)} 课时`
  if (heldSessions > 0) return { text: `预占 ${lessonHoursText(heldSessions)}，${available}`, short: 0 }
  const short = Math.max(0, neededSessions(info, player) - availableSessions)
  return { text: short > 0 ? `${available}，还差 ${lessonHoursText(short)}` : available, short }
}

/** Returns the row of the free seats; undefined when there are none, or when nobody can join any more. */
export function freeSeatText(
  info: Pick<InvitationInfo, 'invitation' | 'reqUser' | 'responsePlayers'>,
  now: Date,
): { title: string; note: string } | undefined {
  const free = freeSeats(info)
  const { invitation, reqUser } = info
  const hasBegun = now.getTime() >= invitation.startsAt.getTime()
  if (free === 0 || hasBegun || !isLive(effectiveStatus(invitation, now))) return undefined
  const note = reqUser.role === 'viewer' ? '还可以参与' : '分享给球友，一起上课'
  return { title: free === 1 ? '等你' : `还有 ${free} 个空位`, note }
}
