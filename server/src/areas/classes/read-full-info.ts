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
import type { Database } from '../../db/database.ts'
import { readKeptApartOf } from '../blacklist/kept-apart.ts'
import { listPending } from '../content/list-pending.ts'
import { listHeld } from './clash-queries.ts'
import { listAvailableHours } from './join-queries.ts'
import { findUse, isKeptOut, listObjections } from './objection-queries.ts'
import { hasToAgree, isOpenedBy, type OpenClass, readClass, type ShareLink } from './open-class.ts'
import { presentEvent, presentInvitation, presentObjection } from './present.ts'
import { findContractLine, findLastClass, listEvents, listOwnLikes, type SeatRow } from './queries.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import type { ShareTokens } from './share-token.ts'

/** Who looks, when, and through which share link, if any; `shareTokenOf` makes the token that he may pass on. */
type Look = { by: string; now: Date; link?: ShareLink | undefined; shareTokenOf: ShareTokens['of'] }

/**
 * Everything the booking view shows one person. Whoever came by a share link alone sees who takes part, and nothing of what
 * the others wrote, hold or were present at. Who has no seat does not see those who keep out of his sight.
 *
 * @throws ApiError invitation_not_found
 * Source: specification §3 "Full invitation info"; permission matrix "with share link"
 */
export async function readFullInfo(
  db: Database,
  { invitationId, by, now, link, shareTokenOf }: Look & { invitationId: string },
): Promise<FullInfo> {
  const opened = await readClass(db, invitationId, by, link)
  const { view, seats, joined, role, isStranger } = opened
  const isLooking = role === 'viewer' && view.companyAdminId !== by
  const hidden = await readKeptApartOf(db, by, isLooking ? seats.map(({ userId }) => userId) : [])
  const row = view.invitation
  const isOfClub = actorsOfClub(opened.actors).length > 0
  const [events, likes, contract, cancellation, lastClass, hours, objections, mayObject, clashes, isCoachAway] =
    await Promise.all([
      isStranger ? [] : listEvents(db, invitationId),
      listOwnLikes(db, by, invitationId),
      readContractLine(db, opened, by),
      readQuote(db, opened, { by, now }),
      role === 'coach' ? findLastClass(db, row.initiatorId, row.coachId, invitationId) : undefined,
      readAvailableHours(db, opened, by),
      listObjections(db, { invitationId, userId: isOfClub ? undefined : by }),
      mayStillObject(db, opened, { by, now }),
      readClashes(db, opened, now),
      isKeptOut(db, row.coachId, now),
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
      .map((seat) => presentSeat(seat, opened, { by, hours })),
    reqUser: {
      userId: by,
      role,
      isCompanyAdmin: view.companyAdminId === by,
      mustAgree: hasToAgree(opened.own),
      changedAt: opened.own?.changedAt?.toISOString() ?? null,
      isInvited: seats.some(({ userId, state }) => userId === by && state === 'INVITED'),
      shareToken: isShared ? shareTokenOf(invitationId, row.shareVersion) : null,
      joinCost: joinCostOf(opened, { now, availableSessions: hours.get(by) ?? 0 }),
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
    pending: await listPending(db, { kind: 'class', objectId: invitationId, by }),
  }
}

/** What the request clashes with, for the coach who still has to confirm it; without 允许冲突 its half-hours are its own already. */
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

/** Until when somebody may object to what the class cost them; undefined when they may not. */
async function mayStillObject(
  db: Database,
  { facts, actors, view }: OpenClass,
  { by, now }: { by: string; now: Date },
): Promise<Date | undefined> {
  if (facts.completedAt === null || whyNot('object', facts, actors, now)) return undefined
  const seat = { invitationId: view.invitation.id, userId: by }
  const [use, made] = await Promise.all([findUse(db, seat), listObjections(db, seat)])
  return use && made.length === 0 ? new Date(facts.completedAt.getTime() + OBJECTION_WITHIN_MS) : undefined
}

/** Hours are for the class's coach and the player himself, attendance for all but those who only look. */
function presentSeat(
  seat: SeatRow,
  { role }: OpenClass,
  { by, hours }: { by: string; hours: Map<string, number> },
): FullInfo['responsePlayers'][number] {
  const showsHours = role === 'coach' || seat.userId === by
  return {
    responderId: seat.userId,
    responderName: seat.nickname,
    responseStatus: seat.state,
    attendance: role !== 'viewer' || seat.userId === by ? seat.attendance : null,
    heldSessions: showsHours ? seat.heldSessions : 0,
    mustAgree: hasToAgree(seat),
    availableSessions: showsHours ? (hours.get(seat.userId) ?? 0) : null,
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

/** What people could still pay this class with: the coach learns it of every player, anybody else of himself. */
function readAvailableHours(db: Database, { view, seats, role }: OpenClass, by: string): Promise<Map<string, number>> {
  const { courseDesignId: courseId, courseDate: day } = view.invitation
  const userIds = role === 'coach' ? seats.map(({ userId }) => userId) : [by]
  return listAvailableHours(db, { userIds, courseId, day })
}

/** What a seat would cost somebody who has none: hours of his own in a class that its coach made, while it can be joined. */
function joinCostOf(
  { facts, view, role }: OpenClass,
  { now, availableSessions }: { now: Date; availableSessions: number },
): FullInfo['reqUser']['joinCost'] {
  if (role !== 'viewer' || facts.initiatorRole !== 'coach' || !isLive(effectiveStatus(facts, now))) return null
  return { neededSessions: view.invitation.consumedSessions, availableSessions }
}

/** The contract that pays: the caller's own, or for the coach the initiator's; nobody else sees it. */
async function readContractLine(
  db: Database,
  { view, seats, role }: OpenClass,
  by: string,
): Promise<FullInfo['reqUser']['contract']> {
  const payer = role === 'coach' ? view.invitation.initiatorId : by
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
  { by, now }: { by: string; now: Date },
): Promise<FullInfo['reqUser']['cancellation']> {
  const actors = cancelsAs(opened.role, opened.view.companyAdminId === by)
  if (whyNot('cancel', opened.facts, actors, now)) return null
  const { heldSessions, lostSessions, reason, freeUntil } = await quoteCancellation(db, opened, { by, now })
  const held =
    opened.role === 'coach' || opened.role === 'viewer'
      ? opened.joined.reduce((sum, seat) => sum + seat.heldSessions, 0)
      : heldSessions
  return { heldSessions: held, lostSessions, reason, freeUntil: freeUntil.toISOString() }
}
