import type { UnreadCounts } from '@paidang/api/areas/messages'
import type { Sord } from '@paidang/api/shapes'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import { and, asc, count, desc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballProposals, ballRequests, ballResults } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { classObjections } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { type MessageCategory, messages } from '../../../tables/messages.ts'
import { BINDING_KINDS, type MessageObject } from './notify.ts'

/** The id of a message and of its receiver. */
type OwnMessage = { id: string; receiverId: string }

/**
 * The messages of a receiver that they have not deleted. A message of a blocked sender is listed only if it is about an
 * object of BINDING_KINDS.
 */
const listed = (receiverId: string) =>
  and(
    eq(messages.receiverId, receiverId),
    isNull(messages.deletedAt),
    or(
      isNull(messages.senderId),
      inArray(messages.objectKind, [...BINDING_KINDS]),
      not(isBlockedBetween(messages.senderId, receiverId)),
    ),
  )

/**
 * Messages with their senders. `pageId` is the object whose page the app opens. It is the game of a request, a proposal
 * or a result, or the class of an objection.
 */
function selectMessages(db: Database) {
  return db
    .select({
      message: messages,
      senderName: users.nickname,
      senderAvatar: users.avatar,
      pageId: sql<
        string | null
      >`coalesce(${ballRequests.ballId}, ${ballProposals.ballId}, ${ballResults.ballId}, ${classObjections.invitationId})::text`,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.senderId))
    .leftJoin(ballRequests, and(eq(messages.objectKind, 'ball_request'), eq(ballRequests.id, messages.objectId)))
    .leftJoin(ballProposals, and(eq(messages.objectKind, 'ball_proposal'), eq(ballProposals.id, messages.objectId)))
    .leftJoin(ballResults, and(eq(messages.objectKind, 'ball_result'), eq(ballResults.id, messages.objectId)))
    .leftJoin(
      classObjections,
      and(eq(messages.objectKind, 'class_objection'), eq(classObjections.id, messages.objectId)),
    )
    .$dynamic()
}

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

/** One page of a person's messages, by their time, of one category or of all. Deleted messages are left out. */
export async function pageMessages(
  db: Database,
  {
    receiverId,
    category,
    sord,
    limit,
    offset,
  }: {
    receiverId: string
    category: MessageCategory | undefined
    sord: Sord
    limit: number
    offset: number
  },
): Promise<{ rows: MessageRow[]; total: number }> {
  const condition = and(listed(receiverId), category && eq(messages.category, category))
  // Ids ascend in the order of writing, and the index contains them.
  const order = sord === 'asc' ? asc : desc
  const rows = await selectMessages(db).where(condition).orderBy(order(messages.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(messages, condition) }
}

/** One page of the requests to teach at a person's venues that wait for them, oldest first. */
export async function pageVenueRequests(
  db: Database,
  { receiverId, limit, offset }: { receiverId: string; limit: number; offset: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const waiting = and(
    eq(messages.objectKind, 'venue_association' satisfies MessageObject['kind']),
    eq(messages.approveStatus, APPROVAL.PENDING),
    eq(messages.receiverId, receiverId),
  )
  const rows = await selectMessages(db).where(waiting).orderBy(asc(messages.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(messages, waiting) }
}

/** Counts a person's unread messages, in total and by category. */
export async function countUnread(db: Database, receiverId: string): Promise<UnreadCounts> {
  const rows = await db
    .select({ category: messages.category, count: count() })
    .from(messages)
    .where(and(listed(receiverId), eq(messages.readStatus, 0)))
    .groupBy(messages.category)
  const unread: UnreadCounts = { all: 0, invitation: 0, systemNotice: 0, classNotice: 0 }
  for (const { category, count } of rows) {
    unread[category] = count
    unread.all += count
  }
  return unread
}

/** One message of its receiver. Undefined if they deleted it. */
export async function findMessage(db: Database, { id, receiverId }: OwnMessage): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(db).where(and(eq(messages.id, id), listed(receiverId)))
  return row
}

/**
 * Marks a message as read.
 *
 * @returns whether it was unread
 */
export async function markRead(tx: Database, { id, receiverId }: OwnMessage): Promise<boolean> {
  const unread = and(eq(messages.id, id), listed(receiverId), eq(messages.readStatus, 0))
  const rows = await tx.update(messages).set({ readStatus: 1 }).where(unread).returning({ id: messages.id })
  return rows.length > 0
}

/**
 * Marks a person's messages about an object as read, except open requests.
 *
 * @returns whether any was unread
 */
export async function markReadAbout(
  tx: Database,
  { receiverId, kind, id }: { receiverId: string; kind: string; id: string },
): Promise<boolean> {
  const unread = and(
    eq(messages.receiverId, receiverId),
    eq(messages.objectKind, kind),
    eq(messages.objectId, id),
    eq(messages.readStatus, 0),
    sql`${messages.approveStatus} is distinct from ${APPROVAL.PENDING}`,
  )
  const { rowCount } = await tx.update(messages).set({ readStatus: 1 }).where(unread)
  return (rowCount ?? 0) > 0
}

/**
 * Marks all messages of a person as read, or those of one category.
 *
 * @returns how many were unread
 */
export async function markAllRead(
  tx: Database,
  { receiverId, category }: { receiverId: string; category: MessageCategory | undefined },
): Promise<number> {
  const unread = and(listed(receiverId), eq(messages.readStatus, 0), category && eq(messages.category, category))
  const { rowCount } = await tx.update(messages).set({ readStatus: 1 }).where(unread)
  return rowCount ?? 0
}

/**
 * Removes a message from its receiver's list. A message deleted before does not change. An open request of the message
 * no longer has an effect.
 *
 * @returns whether they have or had such a message
 */
export async function markDeleted(
  tx: Database,
  { id, receiverId, isAsking, now }: OwnMessage & { isAsking: boolean; now: Date },
): Promise<boolean> {
  const own = and(eq(messages.id, id), eq(messages.receiverId, receiverId))
  await tx
    .update(messages)
    .set({ deletedAt: now, ...(isAsking && { approveStatus: APPROVAL.REJECTED, readStatus: 1 }) })
    .where(and(own, isNull(messages.deletedAt)))
  return (await tx.$count(messages, own)) > 0
}

/**
 * Gives all open requests about an object their verdict and marks them read. With `receiverId` only the request to that
 * person.
 *
 * @returns the ids of the receivers
 */
export async function markDecided(
  tx: Database,
  {
    kind,
    id,
    verdict,
    receiverId,
  }: { kind: string; id: string; verdict: Verdict | null; receiverId?: string | undefined },
): Promise<string[]> {
  const open = and(
    eq(messages.objectKind, kind),
    eq(messages.objectId, id),
    eq(messages.approveStatus, APPROVAL.PENDING),
    receiverId === undefined ? undefined : eq(messages.receiverId, receiverId),
  )
  const rows = await tx
    .update(messages)
    .set({ approveStatus: verdict, readStatus: 1 })
    .where(open)
    .returning({ receiverId: messages.receiverId })
  return rows.map(({ receiverId }) => receiverId)
}
