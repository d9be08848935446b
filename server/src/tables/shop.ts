import { REFUND_CHOICES, SHOP_STATUSES } from '@paidang/domain/areas/activities/shop/order-status'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'
import { orders } from './payments.ts'
import { staff } from './staff-identities.ts'

/**
 * Categories of products, in their order. A deleted category contains only deleted products, and its name is free
 * again.
 */
export const productCategories = pgTable(
  'product_categories',
  {
    id: ownId(),
    name: text('name').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    deletedAt: instant('deleted_at'),
    revision: revision(),
  },
  (t) => [uniqueIndex('product_categories_name').on(t.name).where(sql`${t.deletedAt} is null`)],
)

/**
 * The products of the shop. The stock changes only together with a ledger row. The migration enforces this with a
 * deferred foreign key. It ties (id, seq, stock) to the last ledger row. `sales` counts units that were paid for and
 * not refunded.
 *
 * Source: invariants T1, T2
 */
export const products = pgTable(
  'products',
  {
    id: ownId(),
    categoryId: idColumn('category_id')
      .notNull()
      .references(() => productCategories.id),
    name: text('name').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Comma-separated paths. The first picture is shown in lists. */
    pictures: text('pictures').notNull().default(''),
    priceFen: fen('price_fen').notNull(),
    originalFen: fen('original_fen'),
    stock: integer('stock').notNull(),
    seq: integer('seq').notNull(),
    sales: integer('sales').notNull().default(0),
    sortOrder: integer('sort_order').notNull().default(0),
    isPublished: boolean('is_published').notNull().default(true),
    deletedAt: instant('deleted_at'),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('products_of_category').on(t.categoryId),
    index('products_on_shelf').on(t.sortOrder, t.id.desc(), t.categoryId).where(sql`${t.isPublished}`),
    check('products_price', sql`${t.priceFen} between 1 and 9007199254740991`),
    check(
      'products_original',
      sql`${t.originalFen} is null or ${t.originalFen} between ${t.priceFen} + 1 and 9007199254740991`,
    ),
    check('products_stock', sql`${t.stock} >= 0`),
    check('products_sales', sql`${t.sales} >= 0`),
    check('products_deleted', sql`not (${t.isPublished} and ${t.deletedAt} is not null)`),
  ],
)

const productId = (name: string) => idColumn(name).references(() => products.id)

/**
 * Append-only stock movements of a product. They form a chain: each row starts with the final units of the previous
 * row.
 */
export const stockLedger = pgTable(
  'stock_ledger',
  {
    productId: productId('product_id').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: ['DELIVERY', 'SALE', 'RETURN', 'ADJUST'] }).notNull(),
    unitsChange: integer('units_change').notNull(),
    unitsAfter: integer('units_after').notNull(),
    prevSeq: integer('prev_seq').generatedAlwaysAs(sql`case when seq > 1 then seq - 1 end`),
    prevUnits: integer('prev_units').generatedAlwaysAs(sql`units_after - units_change`),
    /** The cause, for example order:12. The same cause moves a product at most once. */
    reference: text('reference').notNull(),
    /** The staff member who moved stock manually, and the reason. Null for movements of orders. */
    staffId: idColumn('staff_id').references(() => staff.id),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'stock_ledger_pkey', columns: [t.productId, t.seq] }),
    index('stock_ledger_by_time').on(t.createdAt, t.productId, t.seq),
    unique('stock_ledger_balance').on(t.productId, t.seq, t.unitsAfter),
    unique('stock_ledger_once').on(t.productId, t.kind, t.reference),
    foreignKey({
      name: 'stock_ledger_chain',
      columns: [t.productId, t.prevSeq, t.prevUnits],
      foreignColumns: [t.productId, t.seq, t.unitsAfter],
    }),
    check('stock_ledger_seq', sql`${t.seq} > 0`),
    check('stock_ledger_first', sql`${t.seq} > 1 or ${t.unitsAfter} = ${t.unitsChange}`),
    check('stock_ledger_kind', sql`${t.kind} in ('DELIVERY', 'SALE', 'RETURN', 'ADJUST')`),
    check(
      'stock_ledger_effect',
      sql`case ${t.kind} when 'DELIVERY' then ${t.unitsChange} >= 0 when 'SALE' then ${t.unitsChange} < 0 when 'RETURN' then ${t.unitsChange} > 0 else true end`,
    ),
  ],
)

/** The cart lines of people. `seenPriceFen` is the price in fen that the person last agreed to. */
export const cartItems = pgTable(
  'cart_items',
  {
    userId: userId('user_id').notNull(),
    productId: productId('product_id').notNull(),
    quantity: smallint('quantity').notNull(),
    isSelected: boolean('is_selected').notNull().default(true),
    seenPriceFen: fen('seen_price_fen').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'cart_items_pkey', columns: [t.userId, t.productId] }),
    check('cart_items_quantity', sql`${t.quantity} between 1 and 99`),
    check('cart_items_price', sql`${t.seenPriceFen} between 1 and 9007199254740991`),
  ],
)

/**
 * Shop orders. The price is in the lines of the payment order.
 *
 * Source: decision "Hours and money", Mall
 */
export const shopOrders = pgTable(
  'shop_orders',
  {
    id: ownId(),
    orderNo: text('order_no').notNull(),
    userId: userId('user_id').notNull(),
    paymentOrderId: idColumn('payment_order_id')
      .notNull()
      .references(() => orders.id),
    status: text('status', { enum: SHOP_STATUSES }).notNull().default('UNPAID'),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    addressRegion: text('address_region').notNull(),
    addressDetail: text('address_detail').notNull(),
    note: text('note').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNo: text('tracking_no').notNull().default(''),
    paidAt: instant('paid_at'),
    sentAt: instant('sent_at'),
    receivedAt: instant('received_at'),
    /** When the order was closed or refunded. */
    endedAt: instant('ended_at'),
    refundChoice: text('refund_choice', { enum: REFUND_CHOICES }).notNull().default('NONE'),
    refundReason: text('refund_reason').notNull().default(''),
    refundAnswer: text('refund_answer').notNull().default(''),
    /** When the buyer last asked to send the goods back. */
    refundAskedAt: instant('refund_asked_at'),
    /** When the buyer was told that the order was not sent yet. */
    remindedAt: instant('reminded_at'),
    /** Whether the units of the order are back in stock. */
    isRestocked: boolean('is_restocked').notNull().default(false),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('shop_orders_no').on(t.orderNo),
    unique('shop_orders_payment').on(t.paymentOrderId),
    index('shop_orders_of_user').on(t.userId, t.id),
    // A tab in its order, and its count from the index alone.
    index('shop_orders_of_user_by_status').on(t.userId, t.status, t.id, t.refundChoice),
    index('shop_orders_by_status').on(t.status, t.id),
    index('shop_orders_by_time').on(t.createdAt),
    index('shop_orders_of_phone').on(t.contactPhone, t.id),
    index('shop_orders_by_wish').on(t.refundChoice, t.id).where(sql`${t.refundChoice} <> 'NONE'`),
    // What waits for an operator: always few.
    index('shop_orders_unsent').on(t.paidAt).where(sql`${t.status} = 'PAID'`),
    index('shop_orders_refund_asked').on(t.refundAskedAt).where(sql`${t.refundChoice} = 'ASKED'`),
    index('shop_orders_to_receive').on(t.sentAt).where(sql`${t.status} = 'SENT'`),
    index('shop_orders_with_address')
      .on(sql`coalesce(${t.receivedAt}, ${t.endedAt})`)
      .where(sql`${t.contactPhone} <> ''`),
    check('shop_orders_status', sql`${t.status} in ('UNPAID', 'PAID', 'SENT', 'RECEIVED', 'CLOSED', 'REFUNDED')`),
    check('shop_orders_refund_choice', sql`${t.refundChoice} in ('NONE', 'ASKED', 'AGREED', 'DENIED')`),
    check('shop_orders_paid', sql`${t.status} in ('UNPAID', 'CLOSED') = (${t.paidAt} is null)`),
    check('shop_orders_sent', sql`${t.status} not in ('SENT', 'RECEIVED') or ${t.sentAt} is not null`),
    check('shop_orders_received', sql`${t.status} <> 'RECEIVED' or ${t.receivedAt} is not null`),
    check('shop_orders_ended', sql`(${t.status} in ('CLOSED', 'REFUNDED')) = (${t.endedAt} is not null)`),
    check('shop_orders_refund_asked_at', sql`(${t.refundChoice} = 'NONE') = (${t.refundAskedAt} is null)`),
    check('shop_orders_restocked', sql`not ${t.isRestocked} or ${t.status} in ('CLOSED', 'REFUNDED')`),
  ],
)

/** The items of an order, copied at the time of the order. */
export const shopOrderItems = pgTable(
  'shop_order_items',
  {
    orderId: idColumn('order_id')
      .notNull()
      .references(() => shopOrders.id),
    productId: productId('product_id').notNull(),
    position: smallint('position').notNull(),
    name: text('name').notNull(),
    picture: text('picture'),
    priceFen: fen('price_fen').notNull(),
    quantity: smallint('quantity').notNull(),
  },
  (t) => [
    primaryKey({ name: 'shop_order_items_pkey', columns: [t.orderId, t.productId] }),
    unique('shop_order_items_position').on(t.orderId, t.position),
    index('shop_order_items_of_product').on(t.productId),
    check('shop_order_items_quantity', sql`${t.quantity} between 1 and 99`),
    check('shop_order_items_price', sql`${t.priceFen} between 1 and 9007199254740991`),
  ],
)
