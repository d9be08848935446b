import type { ActiveClass } from '@paidang/api/areas/admin-classes'
import type { Invitation, InvitationEvent, InvitationResponse, Objection } from '@paidang/api/areas/classes'
import { freeUntilOf } from '@paidang/domain/areas/classes/cancellation'
import { effectiveStatus, roleInInvitation } from '@paidang/domain/areas/classes/invitation'
import { instantOf, weekdayOf } from '@paidang/domain/kernel/day'
import type { ObjectionRow } from './objection-queries.ts'
import { hasToAgree } from './open-class.ts'
import type { EventRow, SeatRow } from './queries.ts'
import type { InvitationView } from './view-queries.ts'

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/**
 * The reply of an invitation. A request past its time shows as EXPIRED, even before a job has stored that. Strangers do
 * not see the messages of the two sides.
 */
export function presentInvitation(
  view: InvitationView,
  now: Date,
  { isStranger = false }: { isStranger?: boolean } = {},
): Invitation {
  const row = view.invitation
  return {
    id: row.id,
    initiatorId: row.initiatorId,
    initiatorName: view.initiatorName,
    initiatorRole: row.initiatorRole,
    coachId: row.coachId,
    coachName: view.coachName,
    coachAvatar: view.coachAvatar,
    companyId: row.companyId,
    courseDesignId: row.courseDesignId,
    courseDesignName: row.courseDesignName,
    courseDesignPrice: row.courseDesignPrice,
    sessionDuration: row.sessionDuration,
    consumedSessions: row.consumedSessions,
    participantsCount: row.participantsCount,
    maxParticipants: row.maxParticipants,
    seatsTaken: row.seatsTaken,
    stadiumId: row.stadiumId,
    stadiumName: view.stadiumName,
    stadiumAddress: view.stadiumAddress,
    selectedCourt: view.courtIndex,
    courtCode: view.courtCode,
    courtName: view.courtName,
    courseDate: row.courseDate,
    weekday: weekdayOf(row.courseDate),
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    useUnavailable: row.useUnavailable,
    needContract: row.needContract,
    invitationStatus: effectiveStatus(row, now),
    messageToCoach: isStranger ? '' : row.messageToCoach,
    messageToPlayers: isStranger ? '' : row.messageToPlayers,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    responseTime: row.responseTime.toISOString(),
    confirmedAt: iso(row.confirmedAt),
    signedAt: iso(row.signedAt),
    completedAt: iso(row.completedAt),
    cancelledAt: iso(row.cancelledAt),
    cancelledBy: row.cancelledBy,
    cancelReason: row.cancelReason,
    freeCancelUntil: freeUntilOf(view, instantOf(row.courseDate, row.beginTimeSlot)).toISOString(),
    revision: row.revision,
  }
}

/** A class in a user's list. */
export function presentResponse(
  view: InvitationView,
  seats: readonly SeatRow[],
  userId: string,
  now: Date,
): InvitationResponse {
  const row = view.invitation
  const own = seats.find((seat) => seat.userId === userId)
  const joined = seats.filter(({ state }) => state === 'JOINED')
  const role = roleInInvitation(
    { initiatorId: row.initiatorId, coachId: row.coachId, responderIds: seats.map((seat) => seat.userId) },
    userId,
  )
  return {
    id: row.id,
    role: role === 'viewer' ? 'coach' : role,
    responderId: userId,
    responseStatus: own?.state ?? 'COACH',
    mustAgree: hasToAgree(own),
    responseTime: row.responseTime.toISOString(),
    players: joined.map(({ userId: id, nickname, avatar }) => ({ id, nickname, avatar })),
    invitation: presentInvitation(view, now),
  }
}

/** One step of the trail of a class. */
export function presentEvent({ createdAt, ...event }: EventRow): InvitationEvent {
  return { ...event, at: createdAt.toISOString() }
}

/** A player with a seat, as operators read it. */
export function presentSeated(seat: SeatRow): ActiveClass['players'][number] {
  const { userId: id, nickname, avatar, attendance } = seat
  return { id, nickname, avatar, attendance, mustAgree: hasToAgree(seat) }
}

/** An objection, with its answer once there is one. */
export function presentObjection(row: ObjectionRow): Objection {
  const { id, userId, words, state, answer, createdAt, answeredAt, answeredBy } = row
  return {
    ...{ id, userId, words, state, answer },
    at: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    isByPlatform: answeredAt !== null && answeredBy === null,
  }
}
