import type { PaymentStep } from '@paidang/api/areas/money/payments'
import { OFFLINE_WAYS } from '@paidang/domain/areas/money/payments/offline'
import {
  ORDER_KINDS,
  ORDER_METHODS,
  ORDER_STATES,
  PAYMENT_STATES,
  RECORDED_TARGETS,
  REFUND_STATES,
} from '@paidang/domain/areas/money/payments/order'
import { LOGISTICS, SHIPMENT_STATES } from '@paidang/domain/areas/money/payments/shipment'
import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'
import { requestChecks, requestColumns } from './money-requests.ts'

/**
 * Who moves money: our stored cards, WeChat Pay, the simulator that replaces it, or people at the front desk, whose
 * payments staff enter.
 */
export const PROVIDERS = ['CARD', 'WECHAT', 'SIMULATOR', 'OFFLINE'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** An order: something to be paid. `objectId` is the row of its kind. Source: decision "Hours and money", Payments */
export const orders = pgTable(
  'orders',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    kind: text('kind', { enum: ORDER_KINDS }).notNull(),
    objectId: idColumn('object_id').notNull(),
    title: text('title').notNull(),
    amountFen: fen('amount_fen').notNull(),
    /** What a top-up brings beside its amount. Its plan may change before it is paid. */
    giftFen: fen('gift_fen').notNull().default(0),
    state: text('state', { enum: ORDER_STATES }).notNull().default('UNPAID'),
    method: text('method', { enum: ORDER_METHODS }),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('orders_of_user').on(t.userId, t.id),
    // Counts and lists those of one state.
    index('orders_of_user_by_state').on(t.userId, t.state, t.id),
    index('orders_of_object').on(t.kind, t.objectId),
    // The operators' console lists all orders by time, filtered by any of these.
    index('orders_by_time').on(t.createdAt, t.id),
    index('orders_by_kind').on(t.kind, t.createdAt, t.id),
    index('orders_by_state').on(t.state, t.createdAt, t.id),
    index('orders_by_method').on(t.method, t.createdAt, t.id),
    index('orders_by_amount').on(t.amountFen, t.createdAt, t.id),
    index('orders_by_payment').on(t.paidAt).where(sql`${t.state} = 'PAID'`),
    index('orders_by_closing').on(t.closedAt, t.id),
    index('orders_unpaid').on(t.expiresAt).where(sql`${t.state} = 'UNPAID'`),
    check(
      'orders_kind',
      sql`${t.kind} in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP', 'TRIAL', 'COURSE')`,
    ),
    check('orders_state', sql`${t.state} in ('UNPAID', 'PAID', 'CLOSED')`),
    check('orders_method', sql`${t.method} in ('CARD', 'WECHAT', 'OFFLINE', 'IN_SHOP')`),
    check('orders_amount', sql`${t.amountFen} between 1 and 9007199254740991`),
    check('orders_gift', sql`${t.giftFen} = 0 or (${t.kind} = 'CARD_TOP_UP' and ${t.giftFen} between 0 and 500000)`),
    check(
      'orders_paid',
      sql`(${t.state} = 'PAID') = (${t.paidAt} is not null) and (${t.state} = 'PAID') = (${t.method} is not null)`,
    ),
    // Only a stringing shop may take money itself.
    check('orders_in_shop', sql`${t.method} <> 'IN_SHOP' or ${t.kind} = 'STRINGING'`),
    check('orders_closed', sql`(${t.state} = 'CLOSED') = (${t.closedAt} is not null)`),
  ],
)

/** The lines that make up an order's amount. Source: invariant O5 */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    label: text('label').notNull(),
    quantity: integer('quantity').notNull(),
    unitFen: fen('unit_fen').notNull(),
    amountFen: fen('amount_fen').generatedAlwaysAs(sql`quantity * unit_fen`),
  },
  (t) => [
    primaryKey({ name: 'order_lines_pkey', columns: [t.orderId, t.position] }),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_unit', sql`${t.unitFen} between 0 and 9007199254740991`),
  ],
)

/**
 * What staff entered at the front desk: money that came for an order, or, with a refund, money that was given back. Up
 * to the limit of its time one person is enough. Above it nothing counts before a second person agrees.
 *
 * Source: decision record 051, invariant O7
 */
export const offlineEntries = pgTable(
  'offline_entries',
  {
    id: ownId(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    refundId: idColumn('refund_id').references((): AnyPgColumn => refunds.id),
    /** The payment that it takes back. Its own refund exists once it counts. */
    correctsId: idColumn('corrects_id'),
    /** When a correction took it back. Its receipt may be entered again then. */
    correctedAt: instant('corrected_at'),
    amountFen: fen('amount_fen').notNull(),
    /** The limit of one person when it was entered. */
    limitFen: fen('limit_fen').notNull(),
    way: text('way', { enum: OFFLINE_WAYS }).notNull(),
    receiptNo: text('receipt_no').notNull(),
    ...requestColumns(),
  },
  (t) => [
    index('offline_entries_of_order').on(t.orderId, t.id),
    index('offline_entries_waiting_first').on(sql`(${t.state} = 'WAITING')`, t.id),
    index('offline_entries_by_state').on(t.state, t.id),
    index('offline_entries_waiting').on(t.createdAt).where(sql`${t.state} = 'WAITING'`),
    // A receipt is for one movement of money. That of a refused or withdrawn entry may be entered again.
    uniqueIndex('offline_entries_receipt')
      .on(t.receiptNo)
      .where(sql`${t.state} in ('WAITING', 'DONE') and ${t.correctsId} is null and ${t.correctedAt} is null`),
    uniqueIndex('offline_entries_paid_once')
      .on(t.orderId)
      .where(sql`${t.state} in ('WAITING', 'DONE') and ${t.refundId} is null and ${t.correctsId} is null`),
    uniqueIndex('offline_entries_corrected_once').on(t.correctsId).where(sql`${t.state} in ('WAITING', 'DONE')`),
    uniqueIndex('offline_entries_given_once')
      .on(t.refundId)
      .where(sql`${t.state} in ('WAITING', 'DONE') and ${t.refundId} is not null`),
    // What the payment, and the refund, of an entry name of it.
    unique('offline_entries_of_payment').on(t.id, t.orderId, t.amountFen, t.receiptNo),
    unique('offline_entries_of_refund').on(t.id, t.refundId, t.amountFen),
    ...requestChecks('offline_entries', t, sql`${t.amountFen} <= ${t.limitFen}`),
    // A correction is of its payment's order, amount and receipt, always of two people, and refunds once it counts.
    foreignKey({
      name: 'offline_entries_corrects',
      columns: [t.correctsId, t.orderId, t.amountFen, t.receiptNo],
      foreignColumns: [t.id, t.orderId, t.amountFen, t.receiptNo],
    }),
    check(
      'offline_entries_correction',
      sql`${t.correctsId} is null or ${t.limitFen} = 0 and (${t.state} = 'DONE') = (${t.refundId} is not null)`,
    ),
    check(
      'offline_entries_corrected',
      sql`${t.correctedAt} is null or ${t.state} = 'DONE' and ${t.refundId} is null and ${t.correctsId} is null`,
    ),
    check('offline_entries_way', sql`${t.way} in ('CASH', 'TRANSFER')`),
    check('offline_entries_receipt_no', sql`${t.receiptNo} ~ '^[0-9A-Z/-]{1,32}$'`),
    check('offline_entries_amount', sql`${t.amountFen} between 1 and 9007199254740991`),
    check('offline_entries_limit', sql`${t.limitFen} between 0 and 1000000000`),
  ],
)

/** One attempt to pay an order. At most one settles it. Source: invariants O1 to O4 */
export const payments = pgTable(
  'payments',
  {
    id: ownId(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** Our number for the payment. The provider uses it too. */
    outTradeNo: text('out_trade_no').notNull(),
    /** The provider's number, once money has moved. */
    transactionId: text('transaction_id'),
    cardId: idColumn('card_id'),
    /** What staff entered at the front desk. */
    entryId: idColumn('entry_id'),
    channel: text('channel', { enum: ['JSAPI', 'H5', 'NATIVE'] }),
    /** The amount requested, and the amount received. */
    amountFen: fen('amount_fen').notNull(),
    receivedFen: fen('received_fen'),
    state: text('state', { enum: PAYMENT_STATES }).notNull(),
    /** What the payer's device needs to continue the payment. */
    prepay: jsonb('prepay').$type<PaymentStep>(),
    nextPollAt: instant('next_poll_at'),
    settledAt: instant('settled_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('payments_of_order').on(t.orderId),
    uniqueIndex('payments_settled_once').on(t.orderId).where(sql`${t.state} = 'SETTLED'`),
    unique('payments_trade_no').on(t.outTradeNo),
    // A receipt that was taken back may be entered again: the key of the entries decides about those.
    uniqueIndex('payments_transaction').on(t.provider, t.transactionId).where(sql`${t.provider} <> 'OFFLINE'`),
    // A reconciliation reads the payments of one day.
    index('payments_by_time').on(sql`coalesce(${t.settledAt}, ${t.createdAt})`, t.id),
    index('payments_to_poll').on(t.nextPollAt).where(sql`${t.state} = 'PENDING'`),
    check('payments_provider', sql`${t.provider} in ('CARD', 'WECHAT', 'SIMULATOR', 'OFFLINE')`),
    check('payments_channel', sql`${t.channel} in ('JSAPI', 'H5', 'NATIVE')`),
    check('payments_state', sql`${t.state} in ('PENDING', 'SETTLED', 'SURPLUS', 'CLOSED', 'FAILED')`),
    check('payments_amount', sql`${t.amountFen} between 1 and 9007199254740991`),
    check('payments_received', sql`${t.receivedFen} between 1 and 9007199254740991`),
    check('payments_money', sql`(${t.state} in ('SETTLED', 'SURPLUS')) = (${t.receivedFen} is not null)`),
    check('payments_whole', sql`${t.state} <> 'SETTLED' or ${t.receivedFen} = ${t.amountFen}`),
    check('payments_card', sql`(${t.provider} = 'CARD') = (${t.cardId} is not null)`),
    check('payments_entry', sql`(${t.provider} = 'OFFLINE') = (${t.entryId} is not null)`),
    // An entry brings one payment: of its order, with its amount and its receipt number.
    unique('payments_entry_once').on(t.entryId),
    foreignKey({
      name: 'payments_entry_fk',
      columns: [t.entryId, t.orderId, t.amountFen, t.transactionId],
      foreignColumns: [offlineEntries.id, offlineEntries.orderId, offlineEntries.amountFen, offlineEntries.receiptNo],
    }),
    check('payments_poll', sql`${t.state} <> 'PENDING' or ${t.nextPollAt} is not null`),
  ],
)

/** Notifications that were received. A repeat changes nothing. Source: invariant O1 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    eventId: text('event_id').notNull(),
    outTradeNo: text('out_trade_no').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'payment_events_pkey', columns: [t.provider, t.eventId] }),
    check('payment_events_provider', sql`${t.provider} in ('CARD', 'WECHAT', 'SIMULATOR')`),
  ],
)

/** What people have to do about a refund: resolve a STUCK one (2), give it back at the desk (1), or nothing (0). */
export const refundUrgency = ({ state, target }: Record<'state' | 'target', SQLWrapper>) =>
  sql`(case when ${state} = 'STUCK' then 2 when ${target} = 'OFFLINE' and ${state} = 'WAITING' then 1 else 0 end)`

/** Refunds. One `cause` requests one refund of a payment. Source: invariants O2, O3, B7 */
export const refunds = pgTable(
  'refunds',
  {
    id: ownId(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: idColumn('payment_id')
      .notNull()
      .references(() => payments.id),
    outRefundNo: text('out_refund_no').notNull(),
    amountFen: fen('amount_fen').notNull(),
    /** Why: `cause` for the machine (left, cancelled, settled, surplus, withdrawn), `reason` for the reader. */
    cause: text('cause').notNull(),
    reason: text('reason').notNull(),
    target: text('target', { enum: RECORDED_TARGETS }).notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    /** Why the last attempt failed; null when none failed. */
    lastError: text('last_error'),
    /** How staff gave it back at the front desk. */
    entryId: idColumn('entry_id'),
    doneAt: instant('done_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('refunds_of_order').on(t.orderId),
    unique('refunds_once').on(t.paymentId, t.cause),
    unique('refunds_number').on(t.outRefundNo),
    // The console lists first what people have to do something about. A reconciliation reads the refunds of one day.
    index('refunds_urgent_first').on(refundUrgency(t), t.createdAt, t.id),
    index('refunds_by_state').on(t.state, t.createdAt, t.id),
    index('refunds_by_time').on(sql`coalesce(${t.doneAt}, ${t.createdAt})`, t.id),
    index('refunds_by_asking').on(t.createdAt, t.id),
    index('refunds_by_end').on(t.doneAt, t.id),
    index('refunds_to_try').on(t.nextTryAt).where(sql`${t.state} in ('WAITING', 'PROCESSING')`),
    index('refunds_at_desk').on(t.createdAt, t.id).where(sql`${t.target} = 'OFFLINE' and ${t.state} = 'WAITING'`),
    unique('refunds_entry_once').on(t.entryId),
    foreignKey({
      name: 'refunds_entry_fk',
      columns: [t.entryId, t.id, t.amountFen],
      foreignColumns: [offlineEntries.id, offlineEntries.refundId, offlineEntries.amountFen],
    }),
    check('refunds_target', sql`${t.target} in ('CARD', 'SOURCE', 'OFFLINE', 'CORRECTION')`),
    check('refunds_state', sql`${t.state} in ('WAITING', 'PROCESSING', 'DONE', 'STUCK')`),
    check('refunds_amount', sql`${t.amountFen} between 1 and 9007199254740991`),
    check('refunds_done', sql`(${t.state} = 'DONE') = (${t.doneAt} is not null)`),
    check(
      'refunds_next',
      sql`(${t.state} in ('WAITING', 'PROCESSING') and ${t.target} in ('CARD', 'SOURCE')) <= (${t.nextTryAt} is not null)`,
    ),
    check('refunds_offline', sql`${t.target} in ('CARD', 'SOURCE') or ${t.state} in ('WAITING', 'DONE')`),
    check(
      'refunds_entry',
      sql`(${t.target} in ('OFFLINE', 'CORRECTION') and ${t.state} = 'DONE') = (${t.entryId} is not null)`,
    ),
  ],
)

/** How the front desk takes money: one row. Source: decision record 051 */
export const offlineSettings = pgTable(
  'offline_settings',
  {
    id: idColumn('id').primaryKey(),
    /** Up to it one person enters money alone. */
    limitFen: fen('limit_fen').notNull(),
    /** Whether the desk takes money although WeChat Pay is on. */
    isAllowed: boolean('is_allowed').notNull(),
    /** What a payer reads about transfers: the account, and what to write. */
    transferNote: text('transfer_note').notNull().default(''),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    check('offline_settings_one', sql`${t.id} = 1`),
    check('offline_settings_limit', sql`${t.limitFen} between 0 and 1000000000`),
  ],
)

/**
 * What was paid in the mini-program and is on its way to the payer, for upload to WeChat. Source: decision record 033
 */
export const shipments = pgTable(
  'shipments',
  {
    id: ownId(),
    paymentId: idColumn('payment_id')
      .notNull()
      .references(() => payments.id),
    logistics: text('logistics', { enum: LOGISTICS }).notNull(),
    state: text('state', { enum: SHIPMENT_STATES }).notNull().default('WAITING'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    lastError: text('last_error'),
    shippedAt: instant('shipped_at'),
    receivedAt: instant('received_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('shipments_once').on(t.paymentId),
    // The console lists REFUSED shipments first.
    index('shipments_refused_first').on(sql`(${t.state} = 'REFUSED')`, t.id),
    index('shipments_by_state').on(t.state, t.id),
    index('shipments_to_try').on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    check('shipments_logistics', sql`${t.logistics} in ('EXPRESS', 'LOCAL', 'VIRTUAL', 'PICKUP')`),
    check('shipments_state', sql`${t.state} in ('WAITING', 'SHIPPED', 'RECEIVED', 'REFUNDED', 'REFUSED')`),
    check('shipments_attempts', sql`${t.attempts} >= 0`),
    check('shipments_waiting', sql`${t.state} <> 'WAITING' or ${t.nextTryAt} is not null`),
    check('shipments_ended', sql`${t.state} in ('WAITING', 'SHIPPED') or ${t.nextTryAt} is null`),
    check('shipments_shipped', sql`${t.state} not in ('SHIPPED', 'RECEIVED') or ${t.shippedAt} is not null`),
    check('shipments_received', sql`(${t.state} = 'RECEIVED') = (${t.receivedAt} is not null)`),
    check('shipments_refused', sql`${t.state} <> 'REFUSED' or ${t.lastError} is not null`),
  ],
)

/** What the simulator knows about a payment. It is its own bank. */
export const simulatedPayments = pgTable(
  'simulated_payments',
  {
    outTradeNo: text('out_trade_no').primaryKey(),
    title: text('title').notNull(),
    amountFen: fen('amount_fen').notNull(),
    state: text('state', { enum: ['NOTPAY', 'SUCCESS', 'CLOSED', 'PAYERROR'] })
      .notNull()
      .default('NOTPAY'),
    transactionId: text('transaction_id'),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('simulated_payments_transaction').on(t.transactionId),
    check('simulated_payments_state', sql`${t.state} in ('NOTPAY', 'SUCCESS', 'CLOSED', 'PAYERROR')`),
    check('simulated_payments_amount', sql`${t.amountFen} between 1 and 9007199254740991`),
  ],
)

/** Refunds at the simulator. */
export const simulatedRefunds = pgTable(
  'simulated_refunds',
  {
    outRefundNo: text('out_refund_no').primaryKey(),
    outTradeNo: text('out_trade_no')
      .notNull()
      .references(() => simulatedPayments.outTradeNo),
    amountFen: fen('amount_fen').notNull(),
    state: text('state', { enum: ['PROCESSING', 'SUCCESS'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('simulated_refunds_state', sql`${t.state} in ('PROCESSING', 'SUCCESS')`),
    check('simulated_refunds_amount', sql`${t.amountFen} between 1 and 9007199254740991`),
  ],
)

/** Notifications of the simulator that are still to be delivered. Its page may delay, repeat or reorder them. */
export const simulatedNotifications = pgTable(
  'simulated_notifications',
  {
    id: ownId(),
    eventId: text('event_id').notNull(),
    body: text('body').notNull(),
    deliverAt: instant('deliver_at').notNull(),
    deliveredAt: instant('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [index('simulated_notifications_waiting').on(t.deliverAt).where(sql`${t.deliveredAt} is null`)],
)
