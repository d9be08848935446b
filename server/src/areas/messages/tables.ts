import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
import { userId } from '../profile/tables.ts'

/** Categories of messages; all is the empty string on the wire and never stored. Source: specification §3 "Enumerations". */
export const MESSAGE_CATEGORIES = ['invitation', 'systemNotice', 'classNotice'] as const

/** What a person is told; written in the transaction of the event. Source: decision "Messages". */
export const messages = pgTable(
  'messages',
  {
    id: ownId(),
    receiverId: userId('receiver_id').notNull(),
    senderId: userId('sender_id'),
    category: text('category', { enum: MESSAGE_CATEGORIES }).notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** What the message is about, for its link: for example ('invitation', its id). */
    objectKind: text('object_kind'),
    objectId: idColumn('object_id'),
    approveStatus: smallint('approve_status'),
    readStatus: smallint('read_status').notNull().default(0),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('messages_of_receiver').on(t.receiverId, t.id).where(sql`${t.deletedAt} is null`),
    // What settles an object settles the requests about it.
    index('messages_undecided').on(t.objectKind, t.objectId).where(sql`${t.approveStatus} = 0`),
    check('messages_category', sql`${t.category} in ('invitation', 'systemNotice', 'classNotice')`),
    check('messages_read_status', sql`${t.readStatus} in (0, 1)`),
    check('messages_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
    check('messages_verdict_is_read', sql`${t.approveStatus} is null or ${t.approveStatus} = 0 or ${t.readStatus} = 1`),
  ],
)

/** What still has to leave the house: one row per message and channel. */
export const outbox = pgTable(
  'outbox',
  {
    id: ownId(),
    messageId: idColumn('message_id')
      .notNull()
      .references(() => messages.id),
    channel: text('channel', { enum: ['wechat'] }).notNull(),
    payload: jsonb('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('outbox_channel', sql`${t.channel} in ('wechat')`),
    uniqueIndex('outbox_once').on(t.messageId, t.channel),
    index('outbox_waiting').on(t.nextAttemptAt).where(sql`${t.sentAt} is null`),
  ],
)
