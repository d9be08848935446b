import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { likeRecords } from '../../../tables/relations.ts'
import { venues } from '../../../tables/venues.ts'
import { readAbout } from '../../ground/messages/read-about.ts'

const lockRow = statement<{ id: string }>(() => sql`select id from ${invitations} where id = ${param('id')} for update`)

/**
 * Locks an invitation's row for the rest of the transaction. This lock comes first in the order of locks everywhere.
 */
export async function lockInvitation(tx: Database, id: string): Promise<boolean> {
  return (await tx.execute(lockRow({ id }))).rows.length === 1
}

/** Changes an invitation's row. */
export async function updateInvitation(
  tx: Database,
  id: string,
  changes: Partial<typeof invitations.$inferInsert>,
): Promise<void> {
  await tx.update(invitations).set(changes).where(eq(invitations.id, id))
}

/** The topic of a class in the change feed. It is published with each step of its audit trail. */
export const classTopic = (id: string) => `class|${id}`

type InvitationEvent = {
  invitationId: string
  action: string
  fromStatus: InvitationStatus | null
  toStatus: InvitationStatus
  actorId: string | null
  reason: string
  now: Date
}

const appendEvent = statement<InvitationEvent>(
  () => sql`
    insert into ${invitationEvents} (invitation_id, seq, action, from_status, to_status, actor_id, reason, created_at)
    select ${param('invitationId')}::bigint, coalesce(max(seq), 0) + 1, ${param('action')}, ${param('fromStatus')}, ${param('toStatus')},
      ${param('actorId')}::bigint, ${param('reason')}, ${param('now')}::timestamptz
    from ${invitationEvents} where invitation_id = ${param('invitationId')}`,
)

/**
 * Appends a step to the audit trail. With the commit, subscribers are notified that the class changed. Whoever took the
 * step has read all messages about the class.
 */
export async function insertEvent(
  tx: Database,
  { reason = '', ...event }: Omit<InvitationEvent, 'reason'> & { reason?: string },
): Promise<void> {
  await tx.execute(appendEvent({ ...event, reason }))
  await publishChanges(tx, [classTopic(event.invitationId)])
  const { actorId, fromStatus, invitationId: id } = event
  if (actorId !== null && fromStatus !== null) await readAbout(tx, { kind: 'invitation', id }, actorId)
}

/** The audit trail, oldest first. */
export async function listEvents(db: Database, invitationId: string) {
  return db
    .select({
      seq: invitationEvents.seq,
      action: invitationEvents.action,
      fromStatus: invitationEvents.fromStatus,
      toStatus: invitationEvents.toStatus,
      reason: invitationEvents.reason,
      createdAt: invitationEvents.createdAt,
      actorName: users.nickname,
    })
    .from(invitationEvents)
    .leftJoin(users, eq(users.id, invitationEvents.actorId))
    .where(eq(invitationEvents.invitationId, invitationId))
    .orderBy(asc(invitationEvents.seq))
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** The seats of several classes with their players, by the time of joining. */
export async function listSeats(db: Database, invitationIds: readonly string[]) {
  if (invitationIds.length === 0) return []
  return db
    .select({
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
      likesCount: users.likesCount,
      isPhoneUnverified: sql<boolean>`${users.phone} is not null and not ${users.phoneVerified}`,
    })
    .from(seats)
    .innerJoin(users, eq(users.id, seats.userId))
    .where(inArray(seats.invitationId, [...invitationIds]))
    .orderBy(asc(seats.joinedAt), asc(seats.userId))
}

export type SeatRow = Awaited<ReturnType<typeof listSeats>>[number]

/** Changes one seat. */
export async function updateSeat(
  tx: Database,
  { invitationId, userId }: { invitationId: string; userId: string },
  changes: Partial<typeof seats.$inferInsert>,
): Promise<void> {
  await tx
    .update(seats)
    .set(changes)
    .where(and(eq(seats.invitationId, invitationId), eq(seats.userId, userId)))
}

/** What a class paid by one seat shows of its contract. */
export async function findContractLine(db: Database, contractId: string) {
  const [row] = await db
    .select({
      id: contracts.id,
      companyName: companies.companyName,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      expiryDate: contracts.expiryDate,
    })
    .from(contracts)
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .where(eq(contracts.id, contractId))
  return row
}

/** The likes that a person gave for a class. */
export async function listOwnLikes(db: Database, userId: string, invitationId: string) {
  return db
    .select()
    .from(likeRecords)
    .where(
      and(
        eq(likeRecords.sourceUserId, userId),
        eq(likeRecords.recordType, 'COURSE_INVITATION'),
        eq(likeRecords.relatedId, invitationId),
      ),
    )
}

/** The last completed class of a player with a coach, without this one. */
export async function findLastClass(db: Database, playerId: string, coachId: string, exceptId: string) {
  const [row] = await db
    .select({ courseDate: invitations.courseDate, stadiumName: venues.name })
    .from(invitations)
    .innerJoin(
      seats,
      and(eq(seats.invitationId, invitations.id), eq(seats.userId, playerId), eq(seats.state, 'JOINED')),
    )
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(
      and(
        eq(invitations.coachId, coachId),
        eq(invitations.invitationStatus, 'COMPLETED'),
        ne(invitations.id, exceptId),
      ),
    )
    .orderBy(desc(invitations.courseDate), desc(invitations.beginTimeSlot))
    .limit(1)
  return row
}
