import { PLACEHOLDER_HEAD } from '@paidang/domain/areas/ground/content/content'
import { NOT_SENT } from '@paidang/domain/areas/ground/messages/outbox'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, productNow } from '../db/columns.ts'
import { userId } from './identities.ts'

/**
 * Categories of messages. The category "all" is the empty string on the wire and never stored. Source: specification §3
 * "Enumerations".
 */
export const MESSAGE_CATEGORIES = ['invitation', 'systemNotice', 'classNotice'] as const
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number]

/** Whether a text contains user text that waits for approval. */
const hasPlaceholder = (content: AnyPgColumn) => sql`${content} like ${sql.raw(`'%${PLACEHOLDER_HEAD}%'`)}`

/** Messages to people. A message is written in the transaction of its event. Source: decision "Messages". */
export const messages = pgTable(
  'messages',
  {
    id: ownId(),
    receiverId: userId('receiver_id').notNull(),
    senderId: userId('sender_id'),
    category: text('category', { enum: MESSAGE_CATEGORIES }).notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** The object of the message, for its link: for example ('invitation', its id). */
    objectKind: text('object_kind'),
    objectId: idColumn('object_id'),
    /** The revision of the class or game that a request describes. */
    objectRevision: integer('object_revision'),
    approveStatus: smallint('approve_status'),
    readStatus: smallint('read_status').notNull().default(0),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('messages_of_receiver').on(t.receiverId, t.id).where(sql`${t.deletedAt} is null`),
    // Counts, and a list of one category: equal keys share their place in the index.
    index('messages_counted').on(t.receiverId, t.category, t.senderId, t.objectKind).where(sql`${t.deletedAt} is null`),
    // The count of unread messages stops: it reads the latest of each category.
    index('messages_unread_listed')
      .on(t.receiverId, t.category, t.id)
      .where(sql`${t.readStatus} = 0 and ${t.deletedAt} is null`),
    // A person who acts on an object has read all messages about it.
    index('messages_unread').on(t.receiverId, t.objectKind, t.objectId).where(sql`${t.readStatus} = 0`),
    // A decision about an object settles the requests about it.
    index('messages_undecided').on(t.objectKind, t.objectId).where(sql`${t.approveStatus} = 0`),
    index('messages_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('messages_by_time').on(t.createdAt),
    // A small index of the messages with user text that nobody approved yet.
    index('messages_held').on(t.id).where(hasPlaceholder(t.content)),
    check('messages_category', sql`${t.category} in ('invitation', 'systemNotice', 'classNotice')`),
    check('messages_read_status', sql`${t.readStatus} in (0, 1)`),
    check('messages_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
    // A message with an open request cannot be deleted, because its sender waits for the answer.
    check('messages_asking_is_kept', sql`${t.approveStatus} is distinct from 0 or ${t.deletedAt} is null`),
    check('messages_verdict_is_read', sql`${t.approveStatus} is null or ${t.approveStatus} = 0 or ${t.readStatus} = 1`),
  ],
)

/** The condition that a message contains user text that waits for approval. */
export const isHeldMessage = () => hasPlaceholder(messages.content)

/**
 * Whether a message that was given up waits for an operator: it may have been sent, or its reason is ours to mend. A
 * receiver without consent or WeChat is no reason.
 * Source: decision record 037
 */
export function waitsForOperators(
  t: Record<'givenUpAt' | 'dismissedAt' | 'mayBeSent' | 'lastError', SQLWrapper>,
): SQL<boolean> {
  const reasons = sql.raw(
    `'^(WeChat refused [^:]*: (40037|41030|47003)|${NOT_SENT.WITHOUT_TEMPLATE}|${NOT_SENT.LATE})'`,
  )
  return sql`(${t.givenUpAt} is not null and ${t.dismissedAt} is null and (${t.mayBeSent} or ${t.lastError} ~ ${reasons}))`
}

/**
 * Messages that wait to be sent: one row per message and channel. A worker claims a row for a limited time
 * (`claimedUntil`), sends the message and stores the result. A message that WeChat refuses permanently is given up with
 * its reason.
 */
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
    createdAt: createdAt(),
    nextAttemptAt: instant('next_attempt_at').notNull().default(productNow),
    claimedUntil: instant('claimed_until'),
    sentAt: instant('sent_at'),
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
    /** The message was given up because it may have been sent. */
    mayBeSent: boolean('may_be_sent').notNull().default(false),
    /** When an operator took note that it was given up. */
    dismissedAt: instant('dismissed_at'),
  },
  (t) => [
    check('outbox_channel', sql`${t.channel} in ('wechat')`),
    check('outbox_ends_once', sql`${t.sentAt} is null or ${t.givenUpAt} is null`),
    check('outbox_given_up', sql`${t.givenUpAt} is null or ${t.lastError} is not null`),
    check('outbox_may_be_sent', sql`not ${t.mayBeSent} or ${t.givenUpAt} is not null`),
    check('outbox_dismissed', sql`${t.dismissedAt} is null or ${t.givenUpAt} is not null`),
    index('outbox_for_operators').on(t.givenUpAt).where(waitsForOperators(t)),
    // Operators look for these rows. Nearly all others were sent.
    index('outbox_failing')
      .on(t.id)
      .where(sql`${t.sentAt} is null and ${t.givenUpAt} is null and ${t.lastError} is not null`),
    index('outbox_lost').on(t.id).where(sql`${t.givenUpAt} is not null`),
    uniqueIndex('outbox_once').on(t.messageId, t.channel),
    index('outbox_waiting').on(t.nextAttemptAt).where(sql`${t.sentAt} is null and ${t.givenUpAt} is null`),
  ],
)

/**
 * When a person wants no message on the phone: from one half-hour to another. The span crosses midnight if the second
 * is smaller.
 */
export const messageSettings = pgTable(
  'message_settings',
  {
    userId: userId('user_id').primaryKey(),
    quietFrom: smallint('quiet_from'),
    quietTo: smallint('quiet_to'),
  },
  (t) => [
    check('message_settings_span', sql`num_nonnulls(${t.quietFrom}, ${t.quietTo}) in (0, 2)`),
    check(
      'message_settings_half_hours',
      sql`${t.quietFrom} between 0 and 47 and ${t.quietTo} between 0 and 47 and ${t.quietFrom} <> ${t.quietTo}`,
    ),
  ],
)

/** How many more messages of a template WeChat accepts for a person. Each consent of the person allows one. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: userId('user_id').notNull(),
    template: text('template').notNull(),
    quota: integer('quota').notNull(),
  },
  (t) => [
    primaryKey({ name: 'subscriptions_pkey', columns: [t.userId, t.template] }),
    check('subscriptions_quota', sql`${t.quota} >= 0`),
  ],
)

/** Reminders that were given. The key makes each happen once. Source: decision "Messages" */
export const reminders = pgTable(
  'reminders',
  {
    objectKind: text('object_kind', { enum: ['invitation', 'ball'] }).notNull(),
    objectId: idColumn('object_id').notNull(),
    userId: userId('user_id').notNull(),
    hoursBefore: smallint('hours_before').notNull(),
    /** The begin that the reminder names. A class or game that moves has new reminders. */
    beginsAt: instant('begins_at').notNull(),
    givenAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'reminders_pkey', columns: [t.objectKind, t.objectId, t.userId, t.hoursBefore, t.beginsAt] }),
    check('reminders_object_kind', sql`${t.objectKind} in ('invitation', 'ball')`),
    check('reminders_hours', sql`${t.hoursBefore} in (24, 2)`),
  ],
)
