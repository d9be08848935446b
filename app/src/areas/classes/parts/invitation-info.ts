import type { FullInfo, Invitation } from '@paidang/api/areas/classes'
import { dateOrNull, instantsOf } from '../class-times'

/** A class as the rules and the screens want it: instants are Dates, its own begin and end among them. */
export type ClassInvitation = ReturnType<typeof withInstants>

/** Everything of the booking view, instants as Dates. */
export type InvitationInfo = ReturnType<typeof toInvitationInfo>

/** Turns the instants of an invitation into Dates. */
export function withInstants(invitation: Invitation) {
  return {
    ...invitation,
    ...instantsOf(invitation),
    createdAt: new Date(invitation.createdAt),
    expiresAt: new Date(invitation.expiresAt),
    freeUntil: new Date(invitation.freeCancelUntil),
    responseTime: new Date(invitation.responseTime),
    confirmedAt: dateOrNull(invitation.confirmedAt),
    signedAt: dateOrNull(invitation.signedAt),
    completedAt: dateOrNull(invitation.completedAt),
    cancelledAt: dateOrNull(invitation.cancelledAt),
  }
}

/** Turns the instants of the booking view into Dates; `share` is the token of the link through which the caller came. */
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

/** Whether the caller cancels in the coach's place: the coach, and the admin of the company who has no part in the class. */
export function cancelsForClub({ reqUser }: Pick<InvitationInfo, 'reqUser'>): boolean {
  return reqUser.role === 'coach' || reqUser.role === 'viewer'
}

/** What somebody wrote about the hours of the class, with the name that the class has. */
export function namedObjections({
  objections,
  responsePlayers,
}: Pick<InvitationInfo, 'objections' | 'responsePlayers'>) {
  const nameOf = (userId: string) => responsePlayers.find(({ responderId }) => responderId === userId)?.responderName
  return objections.map((objection) => ({ ...objection, name: nameOf(objection.userId) ?? '球员' }))
}

/** Whether somebody else's objection waits for an answer: who reads it is the one to give it. */
export function waitsForAnswer({ objections, reqUser }: Pick<InvitationInfo, 'objections' | 'reqUser'>): boolean {
  return objections.some(({ state, userId }) => state === 'OPEN' && userId !== reqUser.userId)
}

/** The players who have a seat: invited ones have none yet, and those who left have none any more. */
export function joinedPlayers({ responsePlayers }: Pick<InvitationInfo, 'responsePlayers'>) {
  return responsePlayers.filter(({ responseStatus }) => responseStatus === 'JOINED')
}

/** Who was asked to come and has not answered. */
export function invitedPlayers({ responsePlayers }: Pick<InvitationInfo, 'responsePlayers'>) {
  return responsePlayers.filter(({ responseStatus }) => responseStatus === 'INVITED')
}

/** Seats that nobody has and nobody was asked to take. */
export function freeSeats(info: Pick<InvitationInfo, 'invitation' | 'responsePlayers'>): number {
  const asked = joinedPlayers(info).length + invitedPlayers(info).length
  return Math.max(0, info.invitation.participantsCount - asked)
}

/** Lesson hours that the seats of the class hold together. */
export function heldTogether(info: Pick<InvitationInfo, 'responsePlayers'>): number {
  return joinedPlayers(info).reduce((sum, { heldSessions }) => sum + heldSessions, 0)
}

/** The caller's own seat, whatever its state; the coach and a viewer have none. */
export function ownSeat({ responsePlayers, reqUser }: Pick<InvitationInfo, 'responsePlayers' | 'reqUser'>) {
  return responsePlayers.find(({ responderId }) => responderId === reqUser.userId)
}

/** Whether somebody else's contract pays for the caller: he joined a class that another player made. */
export function isPaidByOther({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>): boolean {
  return invitation.initiatorRole === 'player' && reqUser.role !== 'coach' && reqUser.role !== 'initiator'
}

/**
 * Lesson hours that a completed class consumed, as far as they concern the caller: the initiator of a player's class pays
 * for all, in a coach's class each player pays their own; leave costs nothing. `backHours` came back after an objection.
 * Undefined for who has no part in paying.
 */
export function consumedHours(info: InvitationInfo): { hours: number; backHours: number } | undefined {
  const { invitation, reqUser, objections } = info
  const payers = joinedPlayers(info).filter(({ responderId }) => {
    if (invitation.initiatorRole === 'player') return responderId === invitation.initiatorId
    return reqUser.role === 'coach' || responderId === reqUser.userId
  })
  if (payers.length === 0) return undefined
  const charged = payers.filter(({ attendance }) => attendance !== 'leave')
  const isBack = (id: string) => objections.some(({ userId, state }) => userId === id && state === 'REFUNDED')
  const back = charged.filter(({ responderId }) => isBack(responderId))
  const each = invitation.consumedSessions
  return { hours: (charged.length - back.length) * each, backHours: back.length * each }
}
