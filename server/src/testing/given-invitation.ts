import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import { type Attendance, expiryOf } from '@paidang/domain/areas/classes/invitation'
import type { InvitationAction, InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { instantOf } from '@paidang/domain/kernel/day'
import { eq, sql } from 'drizzle-orm'
import { insertObjection } from '../areas/classes/objection-queries.ts'
import { insertEvent } from '../areas/classes/queries.ts'
import { invitationEvents, invitations, seats } from '../areas/classes/tables.ts'
import { courses } from '../areas/companies/tables.ts'
import { contracts, lessonLedger, usedRecords } from '../areas/contracts/tables.ts'
import { users } from '../areas/profile/tables.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../areas/schedule/tables.ts'
import type { Database } from '../db/database.ts'
import { only, type Scene, TEST_NOW, TOMORROW } from './builders.ts'

/** A player with a seat; in a coach-made class his own contract pays it. */
type Joiner = { userId: string; contractId?: string; attendance?: Attendance }

/** What a test says of an invitation; the rest is a class of one hour, tomorrow at 10:00 on the scene's first court. */
export type InvitationWanted = {
  scene: Pick<Scene, 'coachId' | 'courseId' | 'venueId' | 'courtIds' | 'playerId' | 'contractId'>
  /** Player-made: the scene's player is the initiator. Coach-made: he is invited, or has joined when CONFIRMED or later. */
  madeBy?: 'player' | 'coach'
  status?: InvitationStatus
  courtId?: string
  courseDate?: string
  beginTimeSlot?: number
  endTimeSlot?: number
  participantsCount?: number
  useUnavailable?: boolean
  needContract?: boolean
  /** Who has a seat, beside the initiator of a player-made class. */
  joiners?: Joiner[]
  /** Who was asked by the coach and has not joined. */
  invited?: string[]
  /** When it was made. */
  at?: Date
  /** The initiator's attendance; setting it, or a joiner's, means that attendance was signed. */
  attendance?: Attendance
  cancelledBy?: string
  over?: Partial<typeof invitations.$inferInsert>
}

const LIVE: readonly InvitationStatus[] = ['PENDING', 'CONFIRMED', 'COMPLETED']
const HOUR_MS = 3_600_000
/** Classes that are over were held two days before TEST_NOW. */
const PAST_DAY = '2026-04-29'

/** An objection to what a completed class cost one of its players, which waits for its answer. @returns its id */
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
 * A class invitation in any status, with the seats, claims, holds, used records and audit trail that belong to it, so that
 * all invariants hold. @returns its id
 */
export async function givenInvitation(db: Database, wanted: InvitationWanted): Promise<string> {
  const { scene, madeBy = 'player', status = 'PENDING', useUnavailable = false, needContract = false } = wanted
  const { beginTimeSlot = 20, endTimeSlot = beginTimeSlot + 2 } = wanted
  const courseDate = wanted.courseDate ?? (status === 'COMPLETED' ? PAST_DAY : TOMORROW)
  const startsAt = instantOf(courseDate, beginTimeSlot)
  const at = wanted.at ?? usualMaking(status, startsAt)
  const confirmedAt = new Date(at.getTime() + HOUR_MS / 2)
  const course = only(await db.select().from(courses).where(eq(courses.id, scene.courseId)))
  const consumedSessions = consumedSessionsOf(beginTimeSlot, endTimeSlot, course.sessionDuration)

  const wasConfirmed = status === 'CONFIRMED' || status === 'COMPLETED'
  const ownSeat: Joiner = {
    userId: scene.playerId,
    contractId: scene.contractId,
    ...(wanted.attendance && { attendance: wanted.attendance }),
  }
  const isByCoach = madeBy === 'coach'
  const joiners = isByCoach ? (wanted.joiners ?? (wasConfirmed ? [ownSeat] : [])) : [ownSeat, ...(wanted.joiners ?? [])]
  const invited = wanted.invited ?? (isByCoach && joiners.length === 0 ? [scene.playerId] : [])
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
  const participantsCount = wanted.participantsCount ?? Math.max(1, joiners.length + invited.length)
  const cancelledBy = wanted.cancelledBy ?? initiatorId

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
      courtId: wanted.courtId ?? scene.courtIds[0] ?? '',
      courseDate,
      beginTimeSlot,
      endTimeSlot,
      useUnavailable,
      needContract,
      invitationStatus: status,
      expiresAt: expiryOf(at, startsAt),
      responseTime: wasConfirmed ? confirmedAt : at,
      confirmedAt: wasConfirmed ? confirmedAt : null,
      signedAt: isSigned ? startsAt : null,
      completedAt: status === 'COMPLETED' ? instantOf(courseDate, endTimeSlot) : null,
      ...(status === 'CANCELLED' && { cancelledAt: confirmedAt, cancelledBy, cancelReason: '临时有事' }),
      createdAt: at,
      ...wanted.over,
    }
    const { id } = only(await tx.insert(invitations).values(row).returning({ id: invitations.id }))
    const trail = trailOf({ ...wanted, madeBy, status }, { joiners, initiatorId, cancelledBy, isSigned })
    await insertTrail(tx, id, trail, at)
    const own = { invitationId: id, at }
    for (const seat of allSeats)
      await insertSeat(tx, own, seat, { status, courseDate, scene, companyId: course.companyId })
    if (LIVE.includes(status)) await insertClaims(tx, id, { ...row, isFirm: !useUnavailable || wasConfirmed, joiners })
    return id
  })
}

/** An hour ago for a class to come, long enough ago for one that expired, two days ahead for one in the past. */
function usualMaking(status: InvitationStatus, startsAt: Date): Date {
  if (startsAt <= TEST_NOW) return new Date(startsAt.getTime() - 48 * HOUR_MS)
  return new Date(TEST_NOW.getTime() - (status === 'EXPIRED' ? 25 : 1) * HOUR_MS)
}

function trailOf(
  { madeBy, status, scene }: InvitationWanted,
  {
    joiners,
    initiatorId,
    cancelledBy,
    isSigned,
  }: { joiners: Joiner[]; initiatorId: string; cancelledBy: string; isSigned: boolean },
): Event[] {
  const { coachId } = scene
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
type Around = { status: InvitationStatus; courseDate: string; scene: InvitationWanted['scene']; companyId: string }

async function insertSeat(tx: Database, own: Own, seat: Seat, { status, scene, companyId }: Around): Promise<void> {
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
    isFirm: boolean
    joiners: Joiner[]
  },
): Promise<void> {
  const { coachId, courtId, isFirm, joiners, ...span } = taken
  const playerIds = joiners.map(({ userId }) => userId)
  const coachPlayerIds: string[] = []
  for (const id of playerIds) {
    const player = only(await tx.select().from(users).where(eq(users.id, id)))
    if (player.userType !== 0) coachPlayerIds.push(id)
  }
  const cells = cellsOf({ ...span, playerIds, coachPlayerIds, ...(isFirm && { coachId, courtId }) })
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
