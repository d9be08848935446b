import { answerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import type { InvitationAction, InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { instantOf } from '@paidang/domain/kernel/day'
import { eq, sql } from 'drizzle-orm'
import { insertEvent } from '../areas/activities/classes/class-row.ts'
import { insertObjection } from '../areas/activities/classes/objections.ts'
import type { Database } from '../db/database.ts'
import { invitationEvents, invitations, seats } from '../tables/classes.ts'
import { courses } from '../tables/companies.ts'
import { contracts, lessonLedger, usedRecords } from '../tables/contracts.ts'
import { users } from '../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../tables/schedule.ts'
import { only, type Scene, TEST_NOW, TOMORROW } from './builders.ts'

/** A player with a seat. In a coach-made class the player's own contract pays it. */
type Joiner = { userId: string; contractId?: string; attendance?: Attendance }

/** What a test sets on an invitation. Default: a class of one hour, tomorrow at 10:00, on the scene's first court. */
export type InvitationInput = {
  scene: Pick<Scene, 'coachId' | 'courseId' | 'venueId' | 'courtIds' | 'playerId' | 'contractId'>
  /**
   * Player-made: the scene's player is the initiator. Coach-made: that player is invited, and joined from CONFIRMED on.
   */
  madeBy?: 'player' | 'coach'
  status?: InvitationStatus
  courtId?: string
  courseDate?: string
  beginTimeSlot?: number
  endTimeSlot?: number
  participantsCount?: number
  useUnavailable?: boolean
  needContract?: boolean
  /** Players with a seat, besides the initiator of a player-made class. */
  joiners?: Joiner[]
  /** Players whom the coach invited and who have not joined. */
  invited?: string[]
  /** When the invitation was made. */
  at?: Date
  /** The initiator's attendance. When it or a joiner's is set, attendance has been signed. */
  attendance?: Attendance
  cancelledBy?: string
  over?: Partial<typeof invitations.$inferInsert>
}

const LIVE: readonly InvitationStatus[] = ['PENDING', 'CONFIRMED', 'COMPLETED']
const HOUR_MS = 3_600_000
/** Classes in the past took place two days before TEST_NOW. */
const PAST_DAY = '2026-04-29'

/** Adds an unanswered objection to the cost of a completed class for one of its players. @returns its id */
export async function givenObjection(
  db: Database,
  {
    invitationId,
    userId,
    words = '那天没有上课',
    at: now = TEST_NOW,
  }: { invitationId: string; userId: string; words?: string; at?: Date },
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = await insertObjection(tx, { invitationId, userId, words, createdAt: now })
    const step = { invitationId, actorId: userId, reason: words, now }
    await insertEvent(tx, { ...step, action: 'object', fromStatus: 'COMPLETED', toStatus: 'COMPLETED' })
    return id
  })
}

type Seat = {
  userId: string
  contractId: string | null
  held: number
  attendance: Attendance | null
  isJoined: boolean
}
type Event = { action: InvitationAction; to: InvitationStatus; actorId: string | null; reason?: string }

/**
 * Adds a class invitation in any status, with its seats, claims, holds, used records and audit trail. All invariants
 * hold.
 * @returns its id
 */
export async function givenInvitation(db: Database, input: InvitationInput): Promise<string> {
  const { scene, madeBy = 'player', status = 'PENDING', useUnavailable = false, needContract = false } = input
  const { beginTimeSlot = 20, endTimeSlot = beginTimeSlot + 2 } = input
  const courseDate = input.courseDate ?? (status === 'COMPLETED' ? PAST_DAY : TOMORROW)
  const startsAt = instantOf(courseDate, beginTimeSlot)
  const at = input.at ?? usualMaking(status, startsAt)
  const confirmedAt = new Date(at.getTime() + HOUR_MS / 2)
  const course = only(await db.select().from(courses).where(eq(courses.id, scene.courseId)))
  const consumedSessions = consumedSessionsOf(beginTimeSlot, endTimeSlot, course.sessionDuration)

  const wasConfirmed = status === 'CONFIRMED' || status === 'COMPLETED'
  const ownSeat: Joiner = {
    userId: scene.playerId,
    contractId: scene.contractId,
    ...(input.attendance && { attendance: input.attendance }),
  }
  const isByCoach = madeBy === 'coach'
  const joiners = isByCoach ? (input.joiners ?? (wasConfirmed ? [ownSeat] : [])) : [ownSeat, ...(input.joiners ?? [])]
  const invited = input.invited ?? (isByCoach && joiners.length === 0 ? [scene.playerId] : [])
  const paying = (joiner: Joiner, index: number) => !needContract && (isByCoach || index === 0) && joiner.contractId
  const allSeats: Seat[] = [
    ...joiners.map((joiner, index) => ({
      userId: joiner.userId,
      contractId: paying(joiner, index) ? (joiner.contractId ?? null) : null,
      held: paying(joiner, index) ? consumedSessions : 0,
      attendance: joiner.attendance ?? null,
      isJoined: true,
    })),
    ...invited.map((userId) => ({ userId, contractId: null, held: 0, attendance: null, isJoined: false })),
  ]
  const isSigned = joiners.some(({ attendance }) => attendance)
  const initiatorId = isByCoach ? scene.coachId : scene.playerId
  const participantsCount = input.participantsCount ?? Math.max(1, joiners.length + invited.length)
  const cancelledBy = input.cancelledBy ?? initiatorId

  return db.transaction(async (tx) => {
    const row = {
      initiatorId,
      initiatorRole: madeBy,
      coachId: scene.coachId,
      companyId: course.companyId,
      courseDesignId: course.id,
      courseDesignName: course.courseName,
      courseDesignPrice: course.pricePerSession,
      sessionDuration: course.sessionDuration,
      consumedSessions,
      participantsCount,
      maxParticipants: Math.max(course.maxParticipants, participantsCount),
      seatsTaken: joiners.length,
      stadiumId: scene.venueId,
      courtId: input.courtId ?? scene.courtIds[0] ?? '',
      courseDate,
      beginTimeSlot,
      endTimeSlot,
      useUnavailable,
      needContract,
      invitationStatus: status,
      ...answerTimes(at, startsAt),
      responseTime: wasConfirmed ? confirmedAt : at,
      confirmedAt: wasConfirmed ? confirmedAt : null,
      signedAt: isSigned ? startsAt : null,
      completedAt: status === 'COMPLETED' ? instantOf(courseDate, endTimeSlot) : null,
      ...(status === 'CANCELLED' && { cancelledAt: confirmedAt, cancelledBy, cancelReason: '临时有事' }),
      createdAt: at,
      ...input.over,
    }
    const { id } = only(await tx.insert(invitations).values(row).returning({ id: invitations.id }))
    const trail = trailOf({ ...input, madeBy, status }, { joiners, initiatorId, cancelledBy, isSigned })
    await insertTrail(tx, id, trail, at)
    const own = { invitationId: id, at }
    for (const seat of allSeats)
      await insertSeat(tx, own, seat, { status, courseDate, scene, companyId: course.companyId })
    if (LIVE.includes(status))
      await insertClaims(tx, id, { ...row, isConfirmed: !useUnavailable || wasConfirmed, joiners })
    return id
  })
}

/**
 * The default creation time. Future classes: an hour ago. Expired ones: early enough to expire. Past ones: two days
 * before.
 */
function usualMaking(status: InvitationStatus, startsAt: Date): Date {
  if (startsAt <= TEST_NOW) return new Date(startsAt.getTime() - 48 * HOUR_MS)
  return new Date(TEST_NOW.getTime() - (status === 'EXPIRED' ? 25 : 1) * HOUR_MS)
}

function trailOf(
  { madeBy, status, scene, over }: InvitationInput,
  {
    joiners,
    initiatorId,
    cancelledBy,
    isSigned,
  }: { joiners: Joiner[]; initiatorId: string; cancelledBy: string; isSigned: boolean },
): Event[] {
  const { coachId } = scene
  if (over?.pastReason) return [{ action: 'record-past', to: 'CONFIRMED', actorId: coachId, reason: over.pastReason }]
  const trail: Event[] = [{ action: 'create', to: 'PENDING', actorId: initiatorId }]
  const others = madeBy === 'coach' ? joiners : joiners.slice(1)
  for (const { userId } of others) {
    trail.push({ action: 'join', to: madeBy === 'coach' ? 'CONFIRMED' : 'PENDING', actorId: userId })
  }
  const isConfirmedByJoin = madeBy === 'coach' && others.length > 0
  if ((status === 'CONFIRMED' || status === 'COMPLETED') && !isConfirmedByJoin) {
    trail.push({ action: 'confirm', to: 'CONFIRMED', actorId: coachId })
  }
  if (isSigned) trail.push({ action: 'sign', to: 'CONFIRMED', actorId: coachId })
  if (status === 'COMPLETED') trail.push({ action: 'finish', to: 'COMPLETED', actorId: coachId })
  if (status === 'CANCELLED')
    trail.push({ action: 'cancel', to: 'CANCELLED', actorId: cancelledBy, reason: '临时有事' })
  if (status === 'EXPIRED') trail.push({ action: 'expire', to: 'EXPIRED', actorId: null })
  return trail
}

async function insertTrail(tx: Database, invitationId: string, trail: Event[], createdAt: Date): Promise<void> {
  await tx.insert(invitationEvents).values(
    trail.map(({ action, to, actorId, reason = '' }, index) => ({
      invitationId,
      seq: index + 1,
      action,
      fromStatus: trail[index - 1]?.to ?? null,
      toStatus: to,
      actorId,
      reason,
      createdAt,
    })),
  )
}

type Own = { invitationId: string; at: Date }
type StatusContext = {
  status: InvitationStatus
  courseDate: string
  scene: InvitationInput['scene']
  companyId: string
}

async function insertSeat(
  tx: Database,
  own: Own,
  seat: Seat,
  { status, scene, companyId }: StatusContext,
): Promise<void> {
  const { invitationId } = own
  const { userId, contractId, held, attendance, isJoined } = seat
  const isOpen = status === 'PENDING' || status === 'CONFIRMED'
  await tx.insert(seats).values({
    invitationId,
    userId,
    state: isJoined ? 'JOINED' : 'INVITED',
    contractId,
    heldSessions: isOpen ? held : 0,
    attendance,
    joinedAt: own.at,
  })
  if (!contractId || held === 0) return

  await moveHours(tx, own, { contractId, seatUserId: userId, kind: 'HOLD', remaining: 0, held })
  if (isOpen) return
  if (status !== 'COMPLETED' || attendance === 'leave') {
    await moveHours(tx, own, { contractId, seatUserId: userId, kind: 'VOID', remaining: 0, held: -held })
    return
  }
  await moveHours(tx, own, { contractId, seatUserId: userId, kind: 'CONSUME', remaining: -held, held: -held })
  await tx.insert(usedRecords).values({
    invitationId,
    userId,
    contractId,
    coachId: scene.coachId,
    companyId,
    usedSessions: held,
    attendance: attendance ?? 'present',
    createdAt: own.at,
  })
}

type Step = {
  contractId: string
  seatUserId: string
  kind: 'HOLD' | 'VOID' | 'CONSUME'
  remaining: number
  held: number
}

async function moveHours(tx: Database, { invitationId, at }: Own, step: Step): Promise<void> {
  const after = only(
    await tx
      .update(contracts)
      .set({
        remainingSessions: sql`${contracts.remainingSessions} + ${step.remaining}::numeric`,
        heldSessions: sql`${contracts.heldSessions} + ${step.held}::numeric`,
        seq: sql`${contracts.seq} + 1`,
      })
      .where(eq(contracts.id, step.contractId))
      .returning(),
  )
  await tx.insert(lessonLedger).values({
    contractId: step.contractId,
    seq: after.seq,
    kind: step.kind,
    remainingChange: step.remaining,
    heldChange: step.held,
    remainingAfter: after.remainingSessions,
    heldAfter: after.heldSessions,
    invitationId,
    seatUserId: step.seatUserId,
    round: 1,
    actorId: step.seatUserId,
    reason: step.kind,
    unitPrice: after.unitPrice,
    createdAt: at,
  })
}

async function insertClaims(
  tx: Database,
  holderId: string,
  taken: {
    coachId: string
    courtId: string
    courseDate: string
    beginTimeSlot: number
    endTimeSlot: number
    isConfirmed: boolean
    joiners: Joiner[]
  },
): Promise<void> {
  const { coachId, courtId, isConfirmed, joiners, ...span } = taken
  const playerIds = joiners.map(({ userId }) => userId)
  const coachPlayerIds: string[] = []
  for (const id of playerIds) {
    const player = only(await tx.select().from(users).where(eq(users.id, id)))
    if (player.userType !== 0) coachPlayerIds.push(id)
  }
  const cells = cellsOf({ ...span, playerIds, coachPlayerIds, ...(isConfirmed && { coachId, courtId }) })
  if (cells.length === 0) return
  await tx.insert(slotClaims).values(
    cells.map(({ kind, resourceId, day, halfHour }) => ({
      kind: CLAIM_KIND[kind],
      resourceId,
      day,
      halfHour,
      holderKind: HOLDER_KIND.INVITATION,
      holderId,
    })),
  )
}
