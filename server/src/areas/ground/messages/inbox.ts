import * as api from '@paidang/api/areas/ground/messages'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Sord } from '@paidang/api/shapes'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import { APP_COUNT_LIMIT, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { ballProposals, ballRequests, ballResults } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { classObjections } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { MESSAGE_CATEGORIES, type MessageCategory, messages } from '../../../tables/messages.ts'
import { readAllBlocked } from '../blacklist/read-blocked.ts'
import { BINDING_KINDS, type MessageObject } from './notify.ts'
import { settleRequests } from './settle-requests.ts'

/**
 * The messages of a receiver that they have not deleted. A message of a blocked sender is listed only if it is about an
 * object of BINDING_KINDS. `isFree` is the condition that its sender is not blocked.
 */
const listed = (receiverId: string, isFree = not(isBlockedBetween(messages.senderId, receiverId))) =>
  and(
    eq(messages.receiverId, receiverId),
    isNull(messages.deletedAt),
    or(isNull(messages.senderId), inArray(messages.objectKind, [...BINDING_KINDS]), isFree),
  )

/** More unread messages of a category are not counted: a mark says 99+. */
const UNREAD_LIMIT = 100

const isUnread = eq(messages.readStatus, 0)
const ofType = (type: MessageCategory | 'all' | '') =>
  type === 'all' || type === '' ? undefined : eq(messages.category, type)

/** Ids ascend in the order of writing, and the index contains them. */
const byTime = (sord: Sord = 'desc') => [sord === 'asc' ? asc(messages.id) : desc(messages.id)]

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

type Row = Awaited<ReturnType<typeof selectMessages>>[number]

/** A message as its receiver sees it. A message about an object without its own page refers to its game or class. */
function present({ message, senderName, senderAvatar, pageId }: Row): api.Message {
  const { senderId, objectKind, objectId } = message
  return {
    id: message.id,
    category: message.category,
    title: message.title,
    content: message.content,
    sender: senderId === null ? null : { id: senderId, nickname: senderName ?? '', avatar: senderAvatar },
    object: objectKind === null || objectId === null ? null : { kind: objectKind, id: pageId ?? objectId },
    revision: message.objectRevision,
    approveStatus: message.approveStatus,
    readStatus: message.readStatus,
    createTime: message.createdAt.toISOString(),
  }
}

/** One page of the listed messages of a type. An index of equal keys alone counts them. */
async function pageMessages(
  db: Database,
  receiverId: string,
  query: Page & { sord?: Sord },
  type: MessageCategory | 'all' | '' = 'all',
) {
  const blocked = await readAllBlocked(db, receiverId)
  const isFree = blocked.length === 0 ? sql`true` : notInArray(messages.senderId, blocked)
  const where = and(listed(receiverId, isFree), ofType(type))
  const counted = db.select({ category: messages.category }).from(messages).where(where)
  return pageOf(db, selectMessages(db), {
    where,
    order: byTime(query.sord),
    query,
    present,
    counted,
    most: APP_COUNT_LIMIT,
  })
}

async function findMessage(db: Database, id: string, receiverId: string): Promise<Row | undefined> {
  const [row] = await selectMessages(db).where(and(eq(messages.id, id), listed(receiverId)))
  return row
}

/** @throws ApiError message_not_found, also for a deleted message or another person's */
async function readOwn(db: Database, id: string, receiverId: string): Promise<Row> {
  const row = await findMessage(db, id, receiverId)
  if (!row) throw new ApiError('message_not_found')
  return row
}

/**
 * One verdict on the request of a message. `requestedBy` is the sender of the message. `seen` is the revision of the
 * class or game that the receiver saw.
 */
export type Decision = {
  objectId: string
  requestedBy: string | null
  actorId: string
  verdict: Verdict
  seen: number | undefined
  now: Date
}

/**
 * What the verdict on a message does to its object, in the given transaction. `lock` prevents other decisions about the
 * object until the end of the transaction. `decide` throws its own errors if the decision is no longer possible. With
 * `asksEach` each receiver agrees separately. The verdict of one receiver then leaves the requests to others open.
 */
export type Effect = {
  asksEach?: boolean
  lock(tx: Database, objectId: string): Promise<unknown>
  decide(tx: Database, decision: Decision): Promise<unknown>
}

/** The effects of verdicts by kind of object. They belong to other areas, so the wiring passes them in. */
export type MessageEffects = { readonly [Kind in MessageObject['kind']]?: Effect }

/** The effect of a message's object with that object, which is locked then. Undefined if a verdict has no effect. */
async function lockObject(tx: Database, { message: { objectKind, objectId } }: Row, effects: MessageEffects) {
  if (objectKind === null || objectId === null) return undefined
  const object = { kind: objectKind, id: objectId } as MessageObject
  const effect = effects[object.kind]
  if (!effect) return undefined
  await effect.lock(tx, object.id)
  return { effect, object }
}

/**
 * The effect happens exactly once, in the transaction of the verdict. Every message with the same request then shows
 * the verdict and is read. The same verdict again returns the current state. If the effect is refused, the message
 * stays open. The opposite verdict is refused.
 */
const decide =
  (verdict: Verdict, effects: MessageEffects) =>
  ({ params: { id }, body: { revision: seen }, user: { id: actorId }, db, now }: Handled<typeof api.approveMessage>) =>
    db.transaction(async (tx) => {
      const locked = await lockObject(tx, await readOwn(tx, id, actorId), effects)

      // The message is read after the lock, because the lock waits for concurrent decisions.
      const row = await readOwn(tx, id, actorId)
      const { approveStatus, senderId: requestedBy } = row.message
      if (approveStatus === verdict) return present(row)
      if (approveStatus === null || !locked) throw new ApiError('message_needs_no_decision')
      if (approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')

      const { effect, object } = locked
      await effect.decide(tx, { objectId: object.id, requestedBy, actorId, verdict, seen, now })
      await settleRequests(tx, object, verdict, effect.asksEach ? actorId : undefined)
      return present(await readOwn(tx, id, actorId))
    })

/** Whether the receiver can still decide. Tries a rejection, which the error of the caller then rolls back. */
async function canReject(tx: Database, effect: Effect, asked: Omit<Decision, 'verdict'>): Promise<boolean> {
  try {
    await tx.transaction((inner) => effect.decide(inner, { ...asked, verdict: APPROVAL.REJECTED }))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * A request that the receiver can still decide stays. One that nobody can decide any more is rejected with its message.
 * A message that is not listed may be deleted too, and one deleted before does not change.
 */
const deleteMessage =
  (effects: MessageEffects) =>
  ({ params: { id }, user: { id: actorId }, db, now }: Handled<typeof api.deleteMessage>) =>
    db.transaction(async (tx) => {
      const asked = await findMessage(tx, id, actorId)
      const locked = asked && (await lockObject(tx, asked, effects))

      // The message is read after the lock, because the lock waits for concurrent decisions.
      const isAsking = (await findMessage(tx, id, actorId))?.message.approveStatus === APPROVAL.PENDING
      if (isAsking && locked) {
        const { senderId: requestedBy } = asked.message
        const request = { objectId: locked.object.id, requestedBy, actorId, seen: undefined, now }
        if (await canReject(tx, locked.effect, request)) throw new ApiError('message_waits')
      }
      const own = and(eq(messages.id, id), eq(messages.receiverId, actorId))
      await tx
        .update(messages)
        .set({ deletedAt: now, ...(isAsking && { approveStatus: APPROVAL.REJECTED, readStatus: 1 }) })
        .where(and(own, isNull(messages.deletedAt)))
      if ((await tx.$count(messages, own)) === 0) throw new ApiError('message_not_found')
      await publishChanges(tx, [messagesTopic(actorId)])
      return null
    })

/** @param effects the effects of verdicts, which other areas define */
export default (effects: MessageEffects) =>
  plugin([
    handle(api.messagesOfType, ({ params: { messageType }, query, user, db }) =>
      pageMessages(db, user.id, query, messageType),
    ),

    handle(api.messagesOfAll, ({ query, user, db }) => pageMessages(db, user.id, query)),

    handle(api.venueRequests, ({ query, user, db }) => {
      const waiting = and(
        eq(messages.objectKind, 'venue_association' satisfies MessageObject['kind']),
        eq(messages.approveStatus, APPROVAL.PENDING),
        eq(messages.receiverId, user.id),
      )
      return pageOf(db, selectMessages(db), { where: waiting, order: byTime('asc'), query, present })
    }),

    handle(api.unreadCounts, async ({ user, db }) => {
      const counts = MESSAGE_CATEGORIES.map(
        (category) => sql`(select count(*)::int from (select 1 from ${messages}
          where ${and(listed(user.id), isUnread, eq(messages.category, category))} limit ${UNREAD_LIMIT}) unread)
          as ${sql.identifier(category)}`,
      )
      const { rows } = await db.execute<Record<MessageCategory, number>>(sql`select ${sql.join(counts, sql`, `)}`)
      const [unread] = rows
      if (!unread) throw new Error('a count answers one row')
      return { all: unread.invitation + unread.systemNotice + unread.classNotice, ...unread }
    }),

    handle(api.approveMessage, decide(APPROVAL.APPROVED, effects)),

    handle(api.rejectMessage, decide(APPROVAL.REJECTED, effects)),

    // A request stays open. Reading again answers the same.
    handle(api.readMessage, ({ params: { id }, user, db }) =>
      db.transaction(async (tx) => {
        const unread = and(eq(messages.id, id), listed(user.id), isUnread)
        const { rowCount } = await tx.update(messages).set({ readStatus: 1 }).where(unread)
        if (rowCount) await publishChanges(tx, [messagesTopic(user.id)])
        return present(await readOwn(tx, id, user.id))
      }),
    ),

    handle(api.deleteMessage, deleteMessage(effects)),

    handle(api.readAllMessages, ({ body: { messageType }, user, db }) =>
      db.transaction(async (tx) => {
        const unread = and(listed(user.id), isUnread, ofType(messageType))
        const { rowCount } = await tx.update(messages).set({ readStatus: 1 }).where(unread)
        if (rowCount) await publishChanges(tx, [messagesTopic(user.id)])
        return { read: rowCount ?? 0 }
      }),
    ),
  ])
