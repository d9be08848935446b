import {
  STRINGING_ACTIONS,
  STRINGING_ACTORS,
  STRINGING_CANCEL_REASONS,
  STRINGING_STATUSES,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { STRINGING_REFUND_CAUSES } from '@paidang/domain/areas/activities/stringing/refund'
import { HAND_INS, STRING_PARTS, STRING_SOURCES } from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'
import { requestChecks, requestColumns } from './money-requests.ts'
import { orders } from './payments.ts'
import { merchantStrings, merchants, rackets } from './stringing.ts'

/**
 * The sequence in which a shop sees its orders. Open orders come first: paid, received, in stringing, then ready.
 * Within a status the earliest due is first. Of the orders that are over the latest is first.
 */
export function inShopsOrder(t: Record<'status' | 'dueAt' | 'expectedAt' | 'responseTime', SQLWrapper>): SQL[] {
  const isOver = sql`${t.status} in ('COMPLETED', 'CANCELLED')`
  return [
    sql`array_position(array['PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED'], ${t.status})`,
    sql`(case when not ${isOver} then coalesce(${t.dueAt}, ${t.expectedAt}) end)`,
    sql`(case when ${isOver} then ${t.responseTime} end) desc nulls last`,
  ]
}

/** Whether the racket of an order is in the shop, by the rule `isInShop`. */
export function liesInShop(t: Record<'receivedAt' | 'completedAt' | 'returnedAt' | 'isRacketLost', SQLWrapper>): SQL {
  return sql`(${t.receivedAt} is not null and ${t.completedAt} is null and ${t.returnedAt} is null and not ${t.isRacketLost})`
}

/** Since when a paid order waits for the racket, the shop or its player, by the rule `waitingOf`. */
export function waitsSince(t: Record<'status' | 'dueAt' | 'expectedAt' | 'responseTime', SQLWrapper>): SQL<Date> {
  return sql`greatest(${t.responseTime}, case when ${t.status} in ('PAID', 'RECEIVED', 'STRINGING') then coalesce(${t.dueAt}, ${t.expectedAt}) end)`
}

/** When an order is in its player's calendar: ready, expected or requested. Null: it is not there. */
export function inCalendarAt(t: Record<'readyAt' | 'expectedAt' | 'dueAt', SQLWrapper>): SQL<Date | null> {
  return sql`coalesce(${t.readyAt}, ${t.expectedAt}, ${t.dueAt})`
}

/** Whether an order still binds its shop, by the rule `bindsShop`. */
export function bindsItsShop(
  t: Record<'status' | 'receivedAt' | 'completedAt' | 'returnedAt' | 'isRacketLost', SQLWrapper>,
): SQL<boolean> {
  return sql`(${t.status} not in ('COMPLETED', 'CANCELLED') or ${liesInShop(t)})`
}

/**
 * Stringing orders. Their price is in the lines of their payment order. Source: decision "Hours and money", invariant
 * S1
 */
export const stringingOrders = pgTable(
  'stringing_orders',
  {
    id: ownId(),
    orderNo: text('order_no').notNull(),
    pickupCode: text('pickup_code').notNull(),
    userId: userId('user_id').notNull(),
    merchantId: idColumn('merchant_id')
      .notNull()
      .references(() => merchants.id),
    racketId: idColumn('racket_id')
      .notNull()
      .references(() => rackets.id),
    /** Brand and model at the time of the order. */
    racketName: text('racket_name').notNull(),
    sport: text('sport', { enum: SPORTS }).notNull(),
    preStretch: smallint('pre_stretch').notNull(),
    knots: smallint('knots').notNull(),
    notes: text('notes').notNull().default(''),
    handIn: text('hand_in', { enum: HAND_INS }).notNull(),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    addressRegion: text('address_region'),
    addressDetail: text('address_detail'),
    dueAt: instant('due_at'),
    expectedAt: instant('expected_at'),
    trackingNo: text('tracking_no').notNull().default(''),
    status: text('status', { enum: STRINGING_STATUSES }).notNull().default('SUBMITTED'),
    paymentOrderId: idColumn('payment_order_id')
      .notNull()
      .references(() => orders.id),
    acceptedAt: instant('accepted_at'),
    receivedAt: instant('received_at'),
    readyAt: instant('ready_at'),
    completedAt: instant('completed_at'),
    /** When the racket of a cancelled order was returned unstrung. */
    returnedAt: instant('returned_at'),
    /** Whether operators recorded that the racket will not come back from the shop. */
    isRacketLost: boolean('is_racket_lost').notNull().default(false),
    /** Wrong pickup codes in the present window. After five, codes are refused until it ends. */
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    wrongCodesUntil: instant('wrong_codes_until'),
    cancelReason: text('cancel_reason', { enum: STRINGING_CANCEL_REASONS }),
    /** When the player was last reminded that the order waits. */
    remindedAt: instant('reminded_at'),
    /** When the status last changed. */
    responseTime: instant('response_time').notNull(),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('stringing_orders_no').on(t.orderNo),
    unique('stringing_orders_payment').on(t.paymentOrderId),
    index('stringing_orders_of_user').on(t.userId, t.responseTime),
    index('stringing_orders_of_user_by_day').on(t.userId, inCalendarAt(t)),
    // Finds the recently finished orders among all finished orders of a shop.
    index('stringing_orders_of_merchant').on(t.merchantId, t.status, t.responseTime),
    index('stringing_orders_in_shop').on(t.merchantId, ...inShopsOrder(t), t.id),
    // Operators list the orders of one status, the latest first.
    index('stringing_orders_by_status').on(t.status, t.id),
    // What waits for a racket, a shop or a player: few of all orders.
    index('stringing_orders_waiting')
      .on(t.status, waitsSince(t))
      .where(sql`${t.status} in ('PAID', 'RECEIVED', 'STRINGING', 'READY')`),
    index('stringing_orders_to_return')
      .on(t.responseTime)
      .where(sql`${t.status} = 'CANCELLED' and ${liesInShop(t)}`),
    // Counts the finished jobs of a racket, and reads the last one.
    index('stringing_orders_of_racket_by_end').on(t.racketId, t.status, t.completedAt, t.id),
    index('stringing_orders_ready').on(t.merchantId, t.readyAt).where(sql`${t.readyAt} is not null`),
    // A code is unique among the rackets that a shop has or expects.
    uniqueIndex('stringing_orders_code').on(t.merchantId, t.pickupCode).where(bindsItsShop(t)),
    // A racket has at most one running order.
    uniqueIndex('stringing_orders_one_of_racket')
      .on(t.racketId)
      .where(sql`${t.status} not in ('COMPLETED', 'CANCELLED')`),
    index('stringing_orders_with_address').on(t.responseTime).where(sql`${t.contactPhone} <> ''`),
    check('stringing_orders_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('stringing_orders_hand_in', sql`${t.handIn} in ('DROP_OFF', 'COURIER')`),
    check(
      'stringing_orders_address',
      sql`(${t.handIn} = 'COURIER') = (${t.contactName} is not null and ${t.contactPhone} is not null and ${t.addressRegion} is not null and ${t.addressDetail} is not null)`,
    ),
    check('stringing_orders_pre_stretch', sql`${t.preStretch} in (0, 5, 10)`),
    check('stringing_orders_knots', sql`${t.knots} in (2, 4)`),
    check(
      'stringing_orders_status',
      sql`${t.status} in ('SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED')`,
    ),
    check('stringing_orders_cancelled', sql`(${t.status} = 'CANCELLED') = (${t.cancelReason} is not null)`),
    check(
      'stringing_orders_cancel_reason',
      sql`${t.cancelReason} in ('PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM', 'OVERDUE', 'CORRECTED')`,
    ),
    check(
      'stringing_orders_received',
      sql`${t.status} = 'CANCELLED' or (${t.status} in ('RECEIVED', 'STRINGING', 'READY', 'COMPLETED')) = (${t.receivedAt} is not null)`,
    ),
    check(
      'stringing_orders_returned',
      sql`${t.returnedAt} is null or (${t.status} = 'CANCELLED' and ${t.receivedAt} is not null)`,
    ),
    check(
      'stringing_orders_wrong_codes',
      sql`${t.wrongCodes} >= 0 and (${t.wrongCodes} > 0) = (${t.wrongCodesUntil} is not null)`,
    ),
    check(
      'stringing_orders_ready',
      sql`${t.cancelReason} is not distinct from 'PLATFORM' or (${t.status} in ('READY', 'COMPLETED')) = (${t.readyAt} is not null)`,
    ),
    check(
      'stringing_orders_racket_lost',
      sql`not ${t.isRacketLost} or (${t.status} = 'CANCELLED' and ${t.receivedAt} is not null and ${t.returnedAt} is null)`,
    ),
    check('stringing_orders_completed', sql`(${t.status} = 'COMPLETED') = (${t.completedAt} is not null)`),
  ],
)

const stringingOrderId = (name: string) => idColumn(name).references(() => stringingOrders.id)

/** The two halves of an order's bed, as requested. `metres` is the length taken from a string of the shop. */
export const stringingParts = pgTable(
  'stringing_parts',
  {
    orderId: stringingOrderId('order_id').notNull(),
    part: text('part', { enum: STRING_PARTS }).notNull(),
    source: text('source', { enum: STRING_SOURCES }).notNull(),
    stringId: idColumn('string_id').references(() => merchantStrings.id),
    name: text('name').notNull(),
    material: text('material', { enum: ['POLY', 'NYLON', 'MULTI', 'GUT'] }),
    gauge: numeric('gauge', { precision: 3, scale: 2, mode: 'number' }),
    tension: numeric('tension', { precision: 3, scale: 1, mode: 'number' }).notNull(),
    metres: numeric('metres', { precision: 4, scale: 1, mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'stringing_parts_pkey', columns: [t.orderId, t.part] }),
    index('stringing_parts_of_string').on(t.stringId),
    check('stringing_parts_part', sql`${t.part} in ('mains', 'crosses')`),
    check('stringing_parts_source', sql`${t.source} in ('OWN', 'SHOP')`),
    check(
      'stringing_parts_string',
      sql`(${t.source} = 'SHOP') = (${t.stringId} is not null) and (${t.source} = 'SHOP') = (${t.metres} > 0) and ${t.metres} >= 0`,
    ),
    check(
      'stringing_parts_tension',
      sql`${t.tension} between 10 and 90 and ${t.tension} * 2 = trunc(${t.tension} * 2)`,
    ),
  ],
)

/**
 * The steps of an order, append-only. The last row's status is the order's. Pictures are a comma-separated list of
 * paths.
 */
export const stringingSteps = pgTable(
  'stringing_steps',
  {
    orderId: stringingOrderId('order_id').notNull(),
    seq: integer('seq').notNull(),
    action: text('action', { enum: ['submit', ...STRINGING_ACTIONS] }).notNull(),
    status: text('status', { enum: STRINGING_STATUSES }).notNull(),
    actor: text('actor', { enum: STRINGING_ACTORS }).notNull(),
    /** The user or the staff member, depending on `actor`; null for the clock. */
    actorId: idColumn('actor_id'),
    remark: text('remark').notNull().default(''),
    photos: text('photos').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'stringing_steps_pkey', columns: [t.orderId, t.seq] }),
    index('stringing_steps_by_time').on(t.createdAt, t.orderId, t.seq),
    // The step that shows a photo: few have any.
    index('stringing_steps_with_photo')
      .using('gin', sql`string_to_array(${t.photos}, ',')`)
      .where(sql`${t.photos} <> ''`),
    index('stringing_steps_of_actor').on(t.actor, t.actorId, t.createdAt),
    check('stringing_steps_seq', sql`${t.seq} > 0`),
    check('stringing_steps_actor', sql`${t.actor} in ('PLAYER', 'MERCHANT', 'OPERATOR', 'SYSTEM')`),
    check(
      'stringing_steps_action',
      sql`${t.action} in ('submit', 'pay', 'accept', 'receive', 'start', 'ready', 'handOver', 'cancel', 'refuse', 'expire', 'refund', 'giveBack', 'lose')`,
    ),
    check(
      'stringing_steps_status',
      sql`${t.status} in ('SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED')`,
    ),
  ],
)

/**
 * Requests of operators to refund a begun order, and the senior operator who decided, always another person. Nothing
 * changes before it is DONE.
 * Source: invariant S7
 */
export const stringingRefunds = pgTable(
  'stringing_refunds',
  {
    id: ownId(),
    orderId: stringingOrderId('order_id').notNull(),
    cause: text('cause', { enum: STRINGING_REFUND_CAUSES }).notNull(),
    /** Whether the racket will not come back from the shop. */
    isRacketLost: boolean('is_racket_lost').notNull(),
    ...requestColumns(),
  },
  (t) => [
    index('stringing_refunds_of_order').on(t.orderId, t.id),
    index('stringing_refunds_waiting_first').on(sql`(${t.state} = 'WAITING')`, t.id),
    index('stringing_refunds_by_state').on(t.state, t.id),
    uniqueIndex('stringing_refunds_one_waits').on(t.orderId).where(sql`${t.state} = 'WAITING'`),
    uniqueIndex('stringing_refunds_once').on(t.orderId).where(sql`${t.state} = 'DONE'`),
    check('stringing_refunds_cause', sql`${t.cause} in ('RACKET_BROKEN', 'SHOP_GONE', 'OTHER')`),
    ...requestChecks('stringing_refunds', t),
  ],
)

/** The player's review of a finished job, at most one. */
export const stringingReviews = pgTable(
  'stringing_reviews',
  {
    orderId: stringingOrderId('order_id').primaryKey(),
    merchantId: idColumn('merchant_id')
      .notNull()
      .references(() => merchants.id),
    userId: userId('user_id').notNull(),
    stars: smallint('stars').notNull(),
    text: text('text').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('stringing_reviews_of_merchant').on(t.merchantId, t.createdAt, t.orderId),
    // Counts: equal keys share their place in the index.
    index('stringing_reviews_counted').on(t.merchantId, t.userId),
    check('stringing_reviews_stars', sql`${t.stars} between 1 and 5`),
  ],
)

/** Photos that a shop took of rackets. */
export const merchantPhotos = pgTable(
  'merchant_photos',
  {
    id: ownId(),
    relativePath: text('relative_path').notNull(),
    merchantId: idColumn('merchant_id')
      .notNull()
      .references(() => merchants.id),
    staffId: idColumn('staff_id').notNull(),
    createdAt: createdAt(),
    /** Whether a step shows it. Steps never change, so this stays true. */
    isShown: boolean('is_shown').notNull().default(false),
    /** From then on no step may show it. Its file is being deleted, and the row is deleted last. */
    discardedAt: instant('discarded_at'),
  },
  (t) => [
    index('merchant_photos_not_shown').on(t.id).where(sql`not ${t.isShown}`),
    check('merchant_photos_kept', sql`not (${t.isShown} and ${t.discardedAt} is not null)`),
    unique('merchant_photos_path').on(t.relativePath),
    check('merchant_photos_folder', sql`${t.relativePath} ~ '^private/'`),
  ],
)
