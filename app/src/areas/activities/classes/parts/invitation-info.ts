import type { FullInfo, Invitation, ResponsePlayer } from '@paidang/api/areas/activities/classes'
import { effectiveStatus, waitsForCoach } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import type { TagKind } from '../../../../ui/tag'
import { dateOrNull, instantsOf } from '../../booking/class-times'
import { tagOfStatus } from '../status-tags'

/** A class with its instants as Dates, including its own begin and end. */
export type ClassInvitation = ReturnType<typeof withInstants>

/** Everything of the booking view, with instants as Dates. */
export type InvitationInfo = ReturnType<typeof toInvitationInfo>

/** Converts the instants of an invitation into Dates. */
export function withInstants(invitation: Invitation) {
  return {
    ...invitation,
    ...instantsOf(invitation),
    createdAt: new Date(invitation.createdAt),
    expiresAt: new Date(invitation.expiresAt),
    freeUntil: new Date(invitation.freeCancelUntil),
    responseTime: new Date(invitation.responseTime),
    askedStartsAt: dateOrNull(invitation.askedStartsAt),
    offeredAt: dateOrNull(invitation.offeredAt),
    confirmedAt: dateOrNull(invitation.confirmedAt),
    signedAt: dateOrNull(invitation.signedAt),
    completedAt: dateOrNull(invitation.completedAt),
    cancelledAt: dateOrNull(invitation.cancelledAt),
  }
}

/**
 * Converts the instants of the booking view into Dates. `share` is the token of the link through which the caller came.
 */
export function toInvitationInfo(info: FullInfo, share: string | null = null) {
  const { reqUser } = info
  const { cancellation } = reqUser
  return {
    ...info,
    share,
    invitation: withInstants(info.invitation),
    reqUser: {
      ...reqUser,
      cancellation: cancellation && { ...cancellation, freeUntil: new Date(cancellation.freeUntil) },
      mayObjectUntil: dateOrNull(reqUser.mayObjectUntil),
    },
    events: info.events.map((event) => ({ ...event, at: new Date(event.at) })),
  }
}

/** Whether the caller cancels for the club: the coach, or the company's admin without a part in the class. */
export function cancelsForClub({ reqUser }: Pick<InvitationInfo, 'reqUser'>): boolean {
  return reqUser.role === 'coach' || reqUser.role === 'viewer'
}

/** Whether a player's request waits for its coach, who may then refuse it. */
export const isAsked = ({ invitation }: Pick<InvitationInfo, 'invitation'>, now: Date): boolean =>
  invitation.initiatorRole === 'player' && waitsForCoach(invitation) && effectiveStatus(invitation, now) === 'PENDING'

/** Returns the objections about the hours of the class, with the class's name. */
export function namedObjections({
  objections,
  responsePlayers,
}: Pick<InvitationInfo, 'objections' | 'responsePlayers'>) {
  const nameOf = (userId: string) => responsePlayers.find(({ responderId }) => responderId === userId)?.responderName
  return objections.map((objection) => ({ ...objection, name: nameOf(objection.userId) ?? '球员' }))
}

/** Whether another person's objection waits for an answer. Its reader is the one to answer it. */
export function waitsForAnswer({ objections, reqUser }: Pick<InvitationInfo, 'objections' | 'reqUser'>): boolean {
  return objections.some(({ state, userId }) => state === 'OPEN' && userId !== reqUser.userId)
}

/** Returns the players who have a seat. Invited players have none yet, and those who left have none any more. */
export function joinedPlayers({ responsePlayers }: Pick<InvitationInfo, 'responsePlayers'>) {
  return responsePlayers.filter(({ responseStatus }) => responseStatus === 'JOINED')
}

/** Returns the invited players who have not answered. */
export function invitedPlayers({ responsePlayers }: Pick<InvitationInfo, 'responsePlayers'>) {
  return responsePlayers.filter(({ responseStatus }) => responseStatus === 'INVITED')
}

/** Returns the number of seats that are neither taken nor offered to an invited player. */
export function freeSeats(info: Pick<InvitationInfo, 'invitation' | 'responsePlayers'>): number {
  const asked = joinedPlayers(info).length + invitedPlayers(info).length
  return Math.max(0, info.invitation.participantsCount - asked)
}

/** Returns the lesson hours that all seats of the class hold together. */
export function heldTogether(info: Pick<InvitationInfo, 'responsePlayers'>): number {
  return joinedPlayers(info).reduce((sum, { heldSessions }) => sum + heldSessions, 0)
}

/** Returns the caller's own seat in any state. The coach and a viewer have none. */
export function ownSeat({ responsePlayers, reqUser }: Pick<InvitationInfo, 'responsePlayers' | 'reqUser'>) {
  return responsePlayers.find(({ responderId }) => responderId === reqUser.userId)
}

/** Whether another person's contract pays for the caller: they joined a class that another player made. */
export function isPaidByOther({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>): boolean {
  return invitation.initiatorRole === 'player' && reqUser.role !== 'coach' && reqUser.role !== 'initiator'
}

/**
 * Returns the lesson hours of the caller that a completed class consumed. The initiator of a player's class pays for
 * all; in a coach's class each player pays for themselves. Without a policy leave costs nothing. `backHours` are the hours returned
 * after an objection. Undefined for a caller who does not pay.
 */
export function consumedHours(info: InvitationInfo): { hours: number; backHours: number } | undefined {
  const { invitation, reqUser, objections } = info
  if (invitation.trialId !== null) return undefined
  const payers = joinedPlayers(info).filter(({ responderId }) => {
    if (invitation.initiatorRole === 'player') return responderId === invitation.initiatorId
    return reqUser.role === 'coach' || responderId === reqUser.userId
  })
  if (payers.length === 0) return undefined
  const hoursOf = ({ usedSessions, attendance }: ResponsePlayer) =>
    usedSessions ?? (attendance === 'leave' ? 0 : invitation.consumedSessions)
  const sum = (some: readonly ResponsePlayer[]) => some.reduce((total, seat) => total + hoursOf(seat), 0)
  const isBack = (id: string) => objections.some(({ userId, state }) => userId === id && state === 'REFUNDED')
  const back = payers.filter(({ responderId }) => isBack(responderId))
  return { hours: sum(payers) - sum(back), backHours: sum(back) }
}

/** What a class that was not held cost the reader, or all its players for its coach; undefined for anybody else. */
export function lostHours(info: InvitationInfo): number | undefined {
  const own = ownSeat(info)
  const seats = info.reqUser.role === 'coach' ? info.responsePlayers : own ? [own] : undefined
  return seats?.reduce((sum, { settled }) => sum + (settled?.lostSessions ?? 0), 0)
}

/** Shown for a player with a seat who has not agreed to the coach's change. */
export const TO_AGREE = '待同意修改'

/** Whether this player's own contract pays in this class. In a player's class only the initiator's does. */
export function isPayer(
  { invitation }: Pick<InvitationInfo, 'invitation'>,
  { responderId, responseStatus }: ResponsePlayer,
): boolean {
  if (isOut(responseStatus) || invitation.trialId !== null) return false
  return invitation.initiatorRole === 'coach' || responderId === invitation.initiatorId
}

/**
 * Returns the lesson hours that this player's seat still needs. 0 once they are held, and for players who do not pay.
 */
export function neededSessions(info: Pick<InvitationInfo, 'invitation'>, player: ResponsePlayer): number {
  if (!isPayer(info, player) || player.heldSessions > 0) return 0
  return info.invitation.consumedSessions
}

type TimedStatus = Parameters<typeof effectiveStatus>[0] & { pastReason: string | null }

/** Returns text and look of a class's status at this moment. */
export function statusTag(invitation: TimedStatus, now: Date): { text: string; kind: TagKind } {
  return tagOfStatus(effectiveStatus(invitation, now), invitation.pastReason)
}
