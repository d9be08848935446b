import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import { COACH_ABSENT_BONUS, consequenceOf } from '@paidang/domain/areas/activities/classes/policy'
import { instantOf } from '@paidang/domain/kernel/day'
import { and, asc, eq, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { changeWithNext, param, statement } from '../../../db/statement.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import {
  consumeHold,
  grantOnTop,
  lockContractsOfSeats,
  placeHold,
  returnConsumed,
  returnHours,
} from '../../money/contracts/holds.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'
import { type DataOf, type InvitationView, read, selected } from './class-view.ts'

const seatColumns = {
  invitationId: seats.invitationId,
  userId: seats.userId,
  state: seats.state,
  contractId: seats.contractId,
  heldSessions: seats.heldSessions,
  round: seats.round,
  attendance: seats.attendance,
  changedAt: seats.changedAt,
  lateCancelledAt: seats.lateCancelledAt,
  lateReturnedAt: seats.lateReturnedAt,
  joinedAt: seats.joinedAt,
  nickname: users.nickname,
  avatar: users.avatar,
  level: users.level,
  handedness: users.handedness,
  handStated: users.handStated,
  likesCount: users.likesCount,
}
const marks = {
  levelIsUnsaid,
  isPhoneUnverified: sql<boolean>`(${users.phone} is not null and not ${users.phoneVerified})`,
}
export type SeatRow = DataOf<typeof seatColumns> & Record<keyof typeof marks, boolean>

const readSeats = statement<{ ids: readonly string[] }>(
  () => sql`select ${selected({ ...seatColumns, ...marks })} from ${seats} join ${users} on ${users.id} = ${seats.userId}
    where ${seats.invitationId} = any((select ${param('ids')}::bigint[])::bigint[])
    order by ${seats.joinedAt}, ${seats.userId}`,
)

/** The seats of several classes with their players, by the time of joining. */
export async function listSeats(db: Database, invitationIds: readonly string[]): Promise<SeatRow[]> {
  if (invitationIds.length === 0) return []
  const { rows } = await db.execute<Record<string, unknown>>(readSeats({ ids: invitationIds }))
  return rows.map((row) => {
    const { levelIsUnsaid, isPhoneUnverified } = row as Record<keyof typeof marks, boolean>
    return { ...read(seatColumns, row), levelIsUnsaid, isPhoneUnverified }
  })
}

/** Whether a seat's player has not agreed to a change by the coach. */
export const hasToAgree = (seat: SeatRow | undefined) => seat !== undefined && seat.changedAt !== null

/** The attendance of a player: as signed, else present, or on leave without an agreement to a change. */
export const attendanceOf = (seat: SeatRow): Attendance => seat.attendance ?? (hasToAgree(seat) ? 'leave' : 'present')

/** The players of these seats. */
export const playersOf = (rows: readonly SeatRow[]) => rows.map(({ userId }) => userId)

/** Inserts new seats, which hold no hours yet. */
export async function insertSeats(
  tx: Database,
  invitationId: string,
  rows: { userIds: readonly string[]; state: 'INVITED' | 'JOINED'; now: Date },
): Promise<void> {
  const { userIds, state, now } = rows
  if (userIds.length === 0) return
  const empty = { invitationId, state, heldSessions: 0, round: 0, joinedAt: now }
  await tx.insert(seats).values(userIds.map((userId) => ({ ...empty, userId })))
}

/** Changes one seat. */
export async function updateSeat(
  tx: Database,
  { invitationId, userId }: { invitationId: string; userId: string },
  changes: Partial<typeof seats.$inferInsert>,
): Promise<void> {
  const isSeat = and(eq(seats.invitationId, invitationId), eq(seats.userId, userId))
  await changeWithNext(tx, tx.update(seats).set(changes).where(isSeat))
}

/** Those of these people whom a club registered and who have no account. Their coach answers for them. */
export async function listUnclaimed(db: Database, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), users.unclaimed))
  return rows.map(({ id }) => id)
}

/**
 * Seats registered students, for whom the coach says yes: their hours are held at once. The caller claims their
 * half-hours and counts their seats. A student who left before comes back.
 *
 * @returns whether all of them could pay
 */
export async function seatUnclaimed(
  tx: Database,
  { invitationId, userIds }: { invitationId: string; userIds: readonly string[] },
  lesson: Parameters<typeof holdSeat>[2],
  { actorId, now }: Pick<Movement, 'actorId' | 'now'>,
): Promise<boolean> {
  if (userIds.length === 0) return true
  const empty = { invitationId, state: 'JOINED' as const, heldSessions: 0, round: 0, joinedAt: now }
  const taken = await tx
    .insert(seats)
    .values([...userIds].sort().map((userId) => ({ ...empty, userId })))
    .onConflictDoUpdate({
      target: [seats.invitationId, seats.userId],
      set: { state: 'JOINED', attendance: null, joinedAt: now },
    })
    .returning({ invitationId: seats.invitationId, userId: seats.userId, round: seats.round })
  await lockContractsOfSeats(tx, { userIds, courseId: lesson.courseDesignId })
  for (const seat of taken) {
    const contractId = await holdSeat(tx, seat, lesson, { actorId, reason: '教练替学员约课', now })
    if (contractId === null) return false
  }
  return true
}

/**
 * Moves the seats of a registered student to the account that claimed them. Their classes must be locked. In a class to
 * which the account was asked too, or which it left, the seat with the hours counts: the other is empty and goes.
 */
export async function handOverSeats(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const taken = tx.select({ id: seats.invitationId }).from(seats).where(eq(seats.userId, from))
  const isEmpty = and(ne(seats.state, 'JOINED'), isNull(seats.contractId), isNull(seats.lateCancelledAt))
  await tx.delete(seats).where(and(eq(seats.userId, to), inArray(seats.invitationId, taken), isEmpty))
  await tx.update(seats).set({ userId: to }).where(eq(seats.userId, from))
}

/** Locks the classes in which these people have a seat or are asked, in the order of their ids. */
export async function lockClassesOf(tx: Database, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const own = tx
    .select({ id: seats.invitationId })
    .from(seats)
    .where(inArray(seats.userId, [...userIds]))
  await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(inArray(invitations.id, own))
    .orderBy(asc(invitations.id))
    .for('update')
}

/** Those of these people who are coaches. */
export async function listCoachIds(db: Database, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), ne(users.userType, 0)))
  return rows.map(({ id }) => id)
}

/** SQL condition: a player is a coach's student, and neither has the other on their blacklist. */
const isStudent = (coachId: string, userIds: readonly string[]) =>
  and(
    eq(studentRelations.coachId, coachId),
    inArray(studentRelations.playerId, [...userIds]),
    not(isBlockedBetween(studentRelations.playerId, coachId)),
  )

/** How many of these people are students of a coach and not blocked from the coach. */
export async function countStudents(db: Database, coachId: string, userIds: readonly string[]): Promise<number> {
  return db.$count(studentRelations, isStudent(coachId, userIds))
}

/**
 * Whether all of these people are students of a coach and not blocked. Locks this until the transaction ends. A
 * concurrent removal of a student waits, and then sees the class.
 */
export async function lockStudentsForShare(
  tx: Database,
  coachId: string,
  userIds: readonly string[],
): Promise<boolean> {
  if (userIds.length === 0) return true
  const kept = await tx
    .select({ playerId: studentRelations.playerId })
    .from(studentRelations)
    .where(isStudent(coachId, userIds))
    .for('key share')
  return kept.length === new Set(userIds).size
}

/** Who moves the hours of seats, why and when. */
type Movement = { actorId: string | null; reason: string; now: Date }

/**
 * Holds the hours of a class for a seat, on its player's earliest-expiring contract that can pay. Stores contract,
 * hours and round on the seat. The seat's row must exist, without a hold. Each hold of a seat has its own round,
 * because the ledger refuses a second one of the same round.
 *
 * @returns the contract's id; null when no contract of the player can pay, and then nothing is stored.
 * Source: decision "The life of a class invitation"
 */
export async function holdSeat(
  tx: Database,
  {
    invitationId,
    userId,
    round: formerRound,
    contractId: heldOn,
  }: Pick<SeatRow, 'invitationId' | 'userId' | 'round'> & Partial<Pick<SeatRow, 'contractId'>>,
  {
    courseDesignId: courseId,
    courseDate: day,
    beginTimeSlot,
    consumedSessions: sessions,
    madeBy,
  }: Pick<InvitationView['invitation'], 'courseDesignId' | 'courseDate' | 'beginTimeSlot' | 'consumedSessions'> & {
    madeBy?: string
  },
  movement: Movement,
): Promise<string | null> {
  const round = formerRound + 1
  const startsAt = instantOf(madeBy ?? day, beginTimeSlot)
  const hold = {
    courseId,
    day,
    madeBy,
    heldOn,
    invitationId,
    startsAt,
    seatUserId: userId,
    round,
    sessions,
    ...movement,
  }
  const contractId = await placeHold(tx, hold)
  if (contractId === null) return null
  await updateSeat(tx, { invitationId, userId }, { contractId, heldSessions: sessions, round })
  return contractId
}

/**
 * Holds the hours of a request that was made without a contract, if its player has one by now that can pay. To be
 * called under the lock of the class.
 *
 * @returns whether the request is paid; if not, nothing is stored
 */
export async function holdRequested(
  tx: Database,
  row: InvitationView['invitation'],
  joined: readonly SeatRow[],
  movement: Movement,
): Promise<boolean> {
  if (!row.needContract) return true
  const seat = joined.find(({ userId }) => userId === row.initiatorId)
  return seat !== undefined && (await holdSeat(tx, seat, row, movement)) !== null
}

/** Locks the contracts that seats hold hours of, in the order of their ids, for seats that are settled group by group. */
export async function lockHolds(tx: Database, courseId: string, rows: readonly SeatRow[]): Promise<void> {
  const contractIds = rows.flatMap(({ contractId }) => contractId ?? [])
  // A single one is locked by what moves its hours.
  if (contractIds.length > 1) await lockContractsOfSeats(tx, { userIds: [], courseId, contractIds })
}

/** What becomes of the hours of one seat: those that are lost, and why; all others come back. */
export type Settled = { seat: SeatRow; lostSessions: number; reason: string }

/**
 * Consumes what is lost of the held hours of seats and gives back the rest, contract by contract in the order of their
 * ids, and empties the holds. Hours that come back stay usable for 30 days, unless it is the player's own choice to give
 * them back.
 */
export async function settleSeats(
  tx: Database,
  settled: readonly Settled[],
  { isOwnChoice = false, ...movement }: Omit<Movement, 'reason'> & { isOwnChoice?: boolean },
): Promise<void> {
  const inLockOrder = settled
    .flatMap(({ seat: { contractId, ...seat }, ...what }) =>
      contractId === null || seat.heldSessions === 0 ? [] : [{ ...seat, ...what, contractId }],
    )
    .sort((a, b) => Number(BigInt(a.contractId) - BigInt(b.contractId)))
  for (const { invitationId, userId, contractId, round, heldSessions, lostSessions, reason } of inLockOrder) {
    const hold = { contractId, invitationId, seatUserId: userId, round, reason, ...movement }
    const back = heldSessions - lostSessions
    if (lostSessions > 0) await consumeHold(tx, { ...hold, sessions: lostSessions })
    if (back > 0) await returnHours(tx, 'VOID', { ...hold, sessions: back, isOwnChoice })
    await updateSeat(tx, { invitationId, userId }, { heldSessions: 0 })
  }
}

/** Gives back all that these seats hold, since the class or the seat ends without anybody's fault. */
export function returnSeats(
  tx: Database,
  rows: readonly SeatRow[],
  { reason, ...movement }: Movement & { isOwnChoice?: boolean },
): Promise<void> {
  return settleSeats(
    tx,
    rows.map((seat) => ({ seat, lostSessions: 0, reason })),
    movement,
  )
}

/**
 * Gives the players of these seats what the policy of their class adds when the coach did not come. Their hours were
 * given back just before, so their contracts are locked. The ledger's key allows it once for each hold.
 *
 * @returns how many hours each player got, by their id; those who got none are left out
 */
export async function grantForAbsentCoach(
  tx: Database,
  { policy, invitation: { id: invitationId } }: InvitationView,
  rows: readonly SeatRow[],
  { startsAt, ...movement }: Omit<Movement, 'reason'> & { startsAt: Date },
): Promise<Map<string, number>> {
  const given = new Map<string, number>()
  for (const { userId: seatUserId, contractId, round, heldSessions } of rows) {
    const event = { kind: 'coach-absent', heldSessions } as const
    const { bonusSessions: sessions } = consequenceOf(event, policy, { startsAt, now: movement.now })
    if (contractId === null || sessions === 0) continue
    const seat = { contractId, invitationId, seatUserId, round }
    if (await grantOnTop(tx, { ...seat, sessions, ...movement, reason: COACH_ABSENT_BONUS }))
      given.set(seatUserId, sessions)
  }
  return given
}

/**
 * Undoes the late cancellations of these seats. The lost hours come back, and the cancellations no longer count.
 *
 * @returns their players, and whether hours came back: who was forgiven had lost none
 */
export async function undoLate(
  tx: Database,
  rows: readonly SeatRow[],
  movement: Movement,
): Promise<{ userId: string; isReturned: boolean }[]> {
  const undone = []
  const late = rows.filter(({ lateCancelledAt, lateReturnedAt }) => lateCancelledAt !== null && lateReturnedAt === null)
  for (const { invitationId, userId, round } of late) {
    const isReturned = await returnConsumed(tx, { invitationId, seatUserId: userId, round, ...movement })
    await updateSeat(tx, { invitationId, userId }, { lateReturnedAt: movement.now })
    undone.push({ userId, isReturned })
  }
  return undone
}
