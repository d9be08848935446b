import { REFUND_RULES } from '@paidang/domain/areas/money/contracts/package'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, lessonHours, ownId } from '../db/columns.ts'
import { companyId, courseId } from './companies.ts'
import { contracts, lessonLedger } from './contracts.ts'
import { userId } from './identities.ts'
import { refunds } from './payments.ts'

/** The packages of hours (课包) that companies sell of a course. Their terms are versions. Source: decision record 071 */
export const packages = pgTable(
  'packages',
  {
    id: ownId(),
    companyId: companyId('company_id').notNull(),
    courseId: courseId('course_id').notNull(),
    /** The present one. A deferred foreign key of the migration ties it to the versions. */
    version: integer('version').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('packages_of_company').on(t.companyId), index('packages_of_course').on(t.courseId)],
)

/** Every state of a package, with who made it so. Rows are only added, so what was sold keeps its terms. */
export const packageVersions = pgTable(
  'package_versions',
  {
    packageId: idColumn('package_id')
      .notNull()
      .references(() => packages.id),
    version: integer('version').notNull(),
    hours: integer('hours').notNull(),
    giftHours: integer('gift_hours').notNull(),
    priceFen: fen('price_fen').notNull(),
    validDays: integer('valid_days').notNull(),
    /** What comes back. A trigger of the migration refuses a purchase for a minor under FIRST_DAYS. */
    refundRule: text('refund_rule', { enum: REFUND_RULES }).notNull().default('UNUSED'),
    isOnSale: boolean('is_on_sale').notNull(),
    madeBy: userId('made_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'package_versions_pkey', columns: [t.packageId, t.version] }),
    check('package_versions_hours', sql`${t.hours} between 1 and 500 and ${t.giftHours} between 0 and ${t.hours}`),
    // Each paid hour costs whole fen, so that ledger and order agree.
    check(
      'package_versions_price',
      sql`${t.priceFen} between ${t.hours} and 50000000 and ${t.priceFen} % ${t.hours} = 0`,
    ),
    check('package_versions_days', sql`${t.validDays} between 1 and 1095`),
    check('package_versions_rule', sql`${t.refundRule} in ('UNUSED', 'FIRST_DAYS')`),
  ],
)

/** What players bought, or may still pay. The order of the kind COURSE names it; the ledger's rows are what it brought. */
export const packagePurchases = pgTable(
  'package_purchases',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    packageId: idColumn('package_id').notNull(),
    version: integer('version').notNull(),
    /** What the buyer stated: the hours are for somebody under 18. */
    isForMinor: boolean('is_for_minor').notNull().default(false),
    /** The caps of the club that the purchase met; null where it had none. */
    capsVersion: integer('caps_version'),
    /** The contract that has the hours. Null before the payment, as are the numbers of its rows. */
    contractId: idColumn('contract_id'),
    grantSeq: integer('grant_seq'),
    giftSeq: integer('gift_seq'),
    /** The last day of the contract before. Null where the purchase opened it. */
    expiryBefore: date('expiry_before', { mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('package_purchases_of_user').on(t.userId, t.packageId),
    index('package_purchases_sold').on(t.packageId, t.version).where(sql`${t.contractId} is not null`),
    foreignKey({
      name: 'package_purchases_version',
      columns: [t.packageId, t.version],
      foreignColumns: [packageVersions.packageId, packageVersions.version],
    }),
    foreignKey({
      name: 'package_purchases_granted',
      columns: [t.contractId, t.grantSeq],
      foreignColumns: [lessonLedger.contractId, lessonLedger.seq],
    }),
    foreignKey({
      name: 'package_purchases_given',
      columns: [t.contractId, t.giftSeq],
      foreignColumns: [lessonLedger.contractId, lessonLedger.seq],
    }),
    // A row of the ledger is what one purchase brought.
    unique('package_purchases_grant_once').on(t.contractId, t.grantSeq),
    unique('package_purchases_gift_once').on(t.contractId, t.giftSeq),
    check(
      'package_purchases_paid',
      sql`(${t.contractId} is null) = (${t.grantSeq} is null) and (${t.giftSeq} is null or ${t.giftSeq} > ${t.grantSeq})`,
    ),
  ],
)

/**
 * The most that one buyer gets of a company (购课上限), in versions with who made them. Rows are only added. Source:
 * decision record 075
 */
export const purchaseCaps = pgTable(
  'purchase_caps',
  {
    companyId: companyId('company_id').notNull(),
    version: integer('version').notNull(),
    buyerMonths: integer('buyer_months'),
    buyerHours: integer('buyer_hours'),
    buyerFen: fen('buyer_fen'),
    /** Those of a minor. All three are null where they are switched off. */
    minorMonths: integer('minor_months'),
    minorHours: integer('minor_hours'),
    minorFen: fen('minor_fen'),
    madeBy: userId('made_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'purchase_caps_pkey', columns: [t.companyId, t.version] }),
    check('purchase_caps_minor', sql`num_nulls(${t.minorMonths}, ${t.minorHours}, ${t.minorFen}) in (0, 3)`),
    check(
      'purchase_caps_figures',
      sql`least(${t.buyerMonths}, ${t.buyerHours}, ${t.buyerFen}, ${t.minorMonths}, ${t.minorHours}, ${t.minorFen}) > 0`,
    ),
  ],
)

/** Reminders that the hours of a contract run out (续课): of the product, or of a coach. Source: decision record 075 */
export const renewalReminders = pgTable(
  'renewal_reminders',
  {
    contractId: idColumn('contract_id')
      .notNull()
      .references(() => contracts.id),
    day: date('day', { mode: 'string' }).notNull(),
    /** The coach who sent it. Null: the product did. */
    sentBy: userId('sent_by'),
    createdAt: createdAt(),
  },
  // A student hears of a contract once a day at most, whoever reminds.
  (t) => [primaryKey({ name: 'renewal_reminders_pkey', columns: [t.contractId, t.day] })],
)

/**
 * The hours of contracts into which packages were bought, by the price that was paid for them. A trigger of the ledger
 * takes from the oldest first and from gifts (price 0) last, and writes the price of what was taken into the ledger's
 * row. A contract without a purchase has none: all its hours have one price.
 */
export const hourLots = pgTable(
  'hour_lots',
  {
    contractId: idColumn('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** The row of the ledger that brought them; of hours from before the first purchase, the last row then. */
    seq: integer('seq').notNull(),
    unitPrice: fen('unit_price').notNull(),
    /** Without those that were paid back. */
    hours: lessonHours('hours').notNull(),
    leftHours: lessonHours('left_hours').notNull(),
    expiredHours: lessonHours('expired_hours').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'hour_lots_pkey', columns: [t.contractId, t.seq] }),
    check(
      'hour_lots_left',
      sql`0 <= ${t.leftHours} and 0 <= ${t.expiredHours} and ${t.leftHours} + ${t.expiredHours} <= ${t.hours}`,
    ),
  ],
)

/**
 * Refunds of what packages brought to a contract (退课), each with the row of the ledger that took the hours and the one
 * that took the gifts. Rows are only added. Source: decision record 073
 */
export const courseRefunds = pgTable(
  'course_refunds',
  {
    id: ownId(),
    contractId: idColumn('contract_id').notNull(),
    seq: integer('seq').notNull(),
    giftSeq: integer('gift_seq'),
    amountFen: fen('amount_fen').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('course_refunds_once').on(t.contractId, t.seq),
    unique('course_refunds_gift_once').on(t.contractId, t.giftSeq),
    foreignKey({
      name: 'course_refunds_hours',
      columns: [t.contractId, t.seq],
      foreignColumns: [lessonLedger.contractId, lessonLedger.seq],
    }),
    foreignKey({
      name: 'course_refunds_gift',
      columns: [t.contractId, t.giftSeq],
      foreignColumns: [lessonLedger.contractId, lessonLedger.seq],
    }),
    check('course_refunds_amount', sql`${t.amountFen} > 0`),
    check('course_refunds_seq', sql`${t.giftSeq} > ${t.seq}`),
  ],
)

/** What of each purchase a refund gave back. Money that goes back has one refund of the order. */
export const courseRefundParts = pgTable(
  'course_refund_parts',
  {
    courseRefundId: idColumn('course_refund_id')
      .notNull()
      .references(() => courseRefunds.id),
    purchaseId: idColumn('purchase_id')
      .notNull()
      .references(() => packagePurchases.id),
    hours: lessonHours('hours').notNull(),
    giftHours: lessonHours('gift_hours').notNull(),
    amountFen: fen('amount_fen').notNull(),
    refundId: idColumn('refund_id').references(() => refunds.id),
  },
  (t) => [
    primaryKey({ name: 'course_refund_parts_pkey', columns: [t.courseRefundId, t.purchaseId] }),
    index('course_refund_parts_of_purchase').on(t.purchaseId),
    unique('course_refund_parts_refund_once').on(t.refundId),
    check(
      'course_refund_parts_hours',
      sql`${t.hours} >= 0 and ${t.giftHours} >= 0 and ${t.hours} + ${t.giftHours} > 0`,
    ),
    check(
      'course_refund_parts_amount',
      sql`${t.amountFen} >= 0 and (${t.amountFen} > 0) = (${t.refundId} is not null)`,
    ),
  ],
)
