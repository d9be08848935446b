import type { FullInfo } from '@paidang/api/areas/classes'
import {
  cancelsAs,
  effectiveStatus,
  isLive,
  OBJECTION_WITHIN_MS,
  whyNot,
} from '@paidang/domain/areas/classes/invitation'
import { actorsOfClub } from '@paidang/domain/areas/classes/transitions'
import { clashesOf } from '@paidang/domain/areas/schedule/class-clash'
import type { Database } from '../../../db/database.ts'
import { readBlockedOf } from '../../ground/blacklist/read-blocked.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { listHeld } from './clash-queries.ts'
import { listAvailableHours } from './join-queries.ts'
import { findUse, isLockedOut, listObjections } from './objection-queries.ts'
import { hasToAgree, isOpenedBy, type OpenClass, readClass, type ShareLink } from './open-class.ts'
import { presentEvent, presentInvitation, presentObjection } from './present.ts'
import { findContractLine, findLastClass, listEvents, listOwnLikes, type SeatRow } from './queries.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import type { ShareTokens } from './share-token.ts'

/** The reader, the time, and the share link, if any. `shareTokenOf` makes the token that the reader may pass on. */
type Look = { actorId: string; now: Date; link?: ShareLink | undefined; shareTokenOf: ShareTokens['of'] }

/**
 * Everything the booking view shows one user. A user with only a share link sees who takes part. Messages, hours and
 * attendance of others are hidden from them. A user without a seat does not see users blocked from them.
 *
 * @throws ApiError invitation_not_found
 * Source: specification §3 "Full invitation info"; permission matrix "with share link"
 */
export async function readFullInfo(
  db: Database,
  { invitationId, actorId, now, link, shareTokenOf }: Look & { invitationId: string },
): Promise<FullInfo> {
  const opened = await readClass(db, invitationId, actorId, link)
  const { view, seats, joined, role, isStranger } = opened
  const isLooking = role === 'viewer' && view.companyAdminId !== actorId
  const hidden = await readBlockedOf(db, actorId, isLooking ? seats.map(({ userId }) => userId) : [])
  const row = view.invitation
  const isOfClub = actorsOfClub(opened.actors).length > 0
  const [events, likes, contract, cancellation, lastClass, hours, objections, mayObject, clashes, isCoachAway] =
    await Promise.all([
      isStranger ? [] : listEvents(db, invitationId),
      listOwnLikes(db, actorId, invitationId),
      readContractLine(db, opened, actorId),
      readQuote(db, opened, { actorId, now }),
      role === 'coach' ? findLastClass(db, row.initiatorId, row.coachId, invitationId) : undefined,
      readAvailableHours(db, opened, actorId),
      listObjections(db, { invitationId, userId: isOfClub ? undefined : actorId }),
      mayStillObject(db, opened, { actorId, now }),
      readClashes(db, opened, now),
      isLockedOut(db, row.coachId, now),
    ])
  const isShared = role !== 'viewer' && isOpenedBy({ isValid: true, now }, opened.facts)
  return {
    invitation: presentInvitation(view, now, { isStranger }),
    coach: {
      id: row.coachId,
      nickname: view.coachName,
      avatar: view.coachAvatar,
      likeCount: view.coachLikes,
      companyName: view.companyName,
      isAway: isCoachAway,
    },
    responsePlayers: (isStranger ? joined : seats)
      .filter(({ userId }) => !hidden.has(userId))
      .map((seat) => presentSeat(seat, opened, { actorId, hours })),
    reqUser: {
      userId: actorId,
      role,
      isCompanyAdmin: view.companyAdminId === actorId,
      mustAgree: hasToAgree(opened.own),
      isInvited: seats.some(({ userId, state }) => userId === actorId && state === 'INVITED'),
      shareToken: isShared ? shareTokenOf(invitationId, row.shareVersion) : null,
      joinCost: joinCostOf(opened, { now, availableSessions: hours.get(actorId) ?? 0 }),
      likeRecords: likes.map((like) => ({
        id: like.id,
        sourceUserId: like.sourceUserId,
        targetUserId: like.targetUserId,
        likedAt: like.likedAt.toISOString(),
        recordType: like.recordType,
        relatedId: like.relatedId,
      })),
      contract,
      cancellation,
      mayObjectUntil: mayObject?.toISOString() ?? null,
    },
    objections: objections.map(presentObjection),
    clashes,
    lastClass: lastClass ?? null,
    events: events.map(presentEvent),
    pending: await listPending(db, { kind: 'class', objectId: invitationId, actorId }),
  }
}

/** What the request clashes with, for the coach who has to confirm it. Without 允许冲突 it holds its half-hours already. */
async function readClashes(
  db: Database,
  { view: { invitation }, facts, role }: OpenClass,
  now: Date,
): Promise<FullInfo['clashes']> {
  if (role !== 'coach' || !invitation.useUnavailable || effectiveStatus(facts, now) !== 'PENDING') return null
  const held = await listHeld(db, { ...invitation, now })
  return clashesOf(held).map(({ holderId, ...clash }) => ({
    ...clash,
    invitationId: clash.kind === 'own_class' ? holderId : null,
  }))
}

/** Until when a user may object to what the class cost them; undefined when they may not. */
async function mayStillObject(
  db: Database,
  { facts, actors, view }: OpenClass,
  { actorId, now }: { actorId: string; now: Date },
): Promise<Date | undefined> {
  if (facts.completedAt === null || whyNot('object', facts, actors, now)) return undefined
  const seat = { invitationId: view.invitation.id, userId: actorId }
  const [use, made] = await Promise.all([findUse(db, seat), listObjections(db, seat)])
  return use && made.length === 0 ? new Date(facts.completedAt.getTime() + OBJECTION_WITHIN_MS) : undefined
}

/**
 * Hours are shown to the class's coach and the player, an unverified phone number to the coach, attendance to all
 * except onlookers.
 */
function presentSeat(
  seat: SeatRow,
  { role }: OpenClass,
  { actorId, hours }: { actorId: string; hours: Map<string, number> },
): FullInfo['responsePlayers'][number] {
  const showsHours = role === 'coach' || seat.userId === actorId
  return {
    responderId: seat.userId,
    responderName: seat.nickname,
    responseStatus: seat.state,
    attendance: role !== 'viewer' || seat.userId === actorId ? seat.attendance : null,
    heldSessions: showsHours ? seat.heldSessions : 0,
    mustAgree: hasToAgree(seat),
    availableSessions: showsHours ? (hours.get(seat.userId) ?? 0) : null,
    isPhoneUnverified: role === 'coach' && seat.isPhoneUnverified,
    responder: {
      id: seat.userId,
      nickname: seat.nickname,
      avatar: seat.avatar,
      level: seat.level,
      handedness: seat.handedness,
      likesCount: seat.likesCount,
    },
  }
}

/** What players could still pay for this class. The coach reads it of every player, other users only of themselves. */
function readAvailableHours(
  db: Database,
  { view, seats, role }: OpenClass,
  actorId: string,
): Promise<Map<string, number>> {
  const { courseDesignId: courseId, courseDate: day } = view.invitation
  const userIds = role === 'coach' ? seats.map(({ userId }) => userId) : [actorId]
  return listAvailableHours(db, { userIds, courseId, day })
}

/** What a seat would cost a user without one: own hours in a coach's class, while it can be joined. */
function joinCostOf(
  { facts, view, role }: OpenClass,
  { now, availableSessions }: { now: Date; availableSessions: number },
): FullInfo['reqUser']['joinCost'] {
  if (role !== 'viewer' || facts.initiatorRole !== 'coach' || !isLive(effectiveStatus(facts, now))) return null
  return { neededSessions: view.invitation.consumedSessions, availableSessions }
}

/** The contract that pays: the caller's own, or for the coach the initiator's. Nobody else sees it. */
async function readContractLine(
  db: Database,
  { view, seats, role }: OpenClass,
  actorId: string,
): Promise<FullInfo['reqUser']['contract']> {
  const payer = role === 'coach' ? view.invitation.initiatorId : actorId
  const contractId = seats.find(({ userId }) => userId === payer)?.contractId
  if (!contractId) return null
  const line = await findContractLine(db, contractId)
  if (!line) return null
  const { id, companyName, remainingSessions, heldSessions, expiryDate } = line
  return { id, companyName, availableSessions: remainingSessions - heldSessions, expiryDate }
}

async function readQuote(
  db: Database,
  opened: OpenClass,
  { actorId, now }: { actorId: string; now: Date },
): Promise<FullInfo['reqUser']['cancellation']> {
  const actors = cancelsAs(opened.role, opened.view.companyAdminId === actorId)
  if (whyNot('cancel', opened.facts, actors, now)) return null
  const { heldSessions, lostSessions, reason, freeUntil } = await quoteCancellation(db, opened, { actorId, now })
  const held =
    opened.role === 'coach' || opened.role === 'viewer'
      ? opened.joined.reduce((sum, seat) => sum + seat.heldSessions, 0)
      : heldSessions
  return { heldSessions: held, lostSessions, reason, freeUntil: freeUntil.toISOString() }
}
