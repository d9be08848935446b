import type { InvitationEvent } from '@paidang/api/areas/activities/classes'
import type { InvitationAction, InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import { dateAndWeekday } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { asc, eq, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { changeWithNext, param, statement } from '../../../db/statement.ts'
import { classTopic } from '../../../db/topics.ts'
import { invitationEvents, invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { type Notice, notify } from '../../ground/messages/notify.ts'
import { readAbout } from '../../ground/messages/settle-requests.ts'
import { gridTopicsOf } from '../../time/schedule/claim-cells.ts'

type ClassRow = typeof invitations.$inferSelect

const lockRow = statement<{ id: string }>(() => sql`select id from ${invitations} where id = ${param('id')} for update`)

/**
 * Locks an invitation's row for the rest of the transaction. This lock comes first in the order of locks everywhere.
 */
export async function lockInvitation(tx: Database, id: string): Promise<boolean> {
  return (await tx.execute(lockRow({ id }))).rows.length === 1
}

/** Locks an invitation's row unless it is locked already. @returns whether it did */
export async function lockUnlessBusy(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.id, id))
    .for('update', { skipLocked: true })
  return rows.length === 1
}

/** The columns of a class for which no other time is offered. */
export const NO_OFFER = { offeredAt: null, askedStartsAt: null } as const

/** Changes an invitation's row. */
export async function updateInvitation(
  tx: Database,
  id: string,
  changes: Partial<typeof invitations.$inferInsert>,
): Promise<void> {
  await changeWithNext(tx, tx.update(invitations).set(changes).where(eq(invitations.id, id)))
}

/** Publishes that the text of a class changed, without a step of its audit trail. */
export async function publishClass(tx: Database, id: string): Promise<void> {
  await publishChanges(tx, [classTopic(id)])
}

type Step = {
  invitationId: string
  action: InvitationAction
  fromStatus: InvitationStatus | null
  toStatus: InvitationStatus
  actorId: string | null
  reason: string
  now: Date
}

const appendEvent = statement<Step>(
  () => sql`
    insert into ${invitationEvents} (invitation_id, seq, action, from_status, to_status, actor_id, reason, created_at)
    select ${param('invitationId')}::bigint, coalesce(max(seq), 0) + 1, ${param('action')}, ${param('fromStatus')}, ${param('toStatus')},
      ${param('actorId')}::bigint, ${param('reason')}, ${param('now')}::timestamptz
    from ${invitationEvents} where invitation_id = ${param('invitationId')}`,
  { isSentWithNext: true },
)

/**
 * Appends a step to the audit trail. With the commit, subscribers are notified that the class changed. Whoever took the
 * step has read all messages about the class.
 */
export async function insertEvent(
  tx: Database,
  { reason = '', ...step }: Omit<Step, 'reason'> & { reason?: string },
): Promise<void> {
  await tx.execute(appendEvent({ ...step, reason }))
  await publishClass(tx, step.invitationId)
  const { actorId, fromStatus, invitationId: id } = step
  if (actorId !== null && fromStatus !== null) await readAbout(tx, { kind: 'invitation', id }, actorId)
}

/** Appends a step of an existing class, which keeps its status unless another one is given. */
export const insertStep = (
  tx: Database,
  { id, invitationStatus }: ClassRow,
  step: Pick<Step, 'action' | 'actorId' | 'now'> & Partial<Pick<Step, 'toStatus' | 'reason'>>,
) => insertEvent(tx, { invitationId: id, fromStatus: invitationStatus, toStatus: invitationStatus, ...step })

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

/** One step of the trail of a class. */
export function presentEvent({ createdAt, ...event }: Awaited<ReturnType<typeof listEvents>>[number]): InvitationEvent {
  return { ...event, at: createdAt.toISOString() }
}

/** The time and the course of a class, as messages name it. */
export const lessonOf = ({
  courseDate,
  beginTimeSlot,
  endTimeSlot,
  courseDesignName,
}: Pick<ClassRow, 'courseDate' | 'beginTimeSlot' | 'endTimeSlot' | 'courseDesignName'>) =>
  `${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}`

/** Sends a message about a class: news, unless another category is given. */
export const notifyOfClass = (
  tx: Database,
  id: string,
  notice: Omit<Notice, 'about' | 'category'> & Partial<Pick<Notice, 'category'>>,
) => notify(tx, { category: 'classNotice', about: { kind: 'invitation', id }, ...notice })

/** Notifies every open grid of a class's venue, its coach and these people, here and in other processes. */
export const publishGrid = (
  tx: Database,
  { stadiumId: venueId, coachId, courseDate: day }: Pick<ClassRow, 'stadiumId' | 'coachId' | 'courseDate'>,
  personIds: readonly string[],
) => publishChanges(tx, gridTopicsOf({ venueId, personIds: [...new Set([...personIds, coachId])], day }))
