import { STRING_MATERIALS } from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
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
import { createdAt, fen, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'

/** Metres of string, in tenths. */
const metres = (name: string) => numeric(name, { precision: 8, scale: 1, mode: 'number' })
const pounds = (name: string) => numeric(name, { precision: 3, scale: 1, mode: 'number' })

/**
 * Stringing shops. Opening times are half-hour indexes, end exclusive. `ratingSum` and `ratingCount` equal the reviews.
 * A shop without a courier fee does not collect rackets.
 */
export const merchants = pgTable(
  'merchants',
  {
    id: ownId(),
    name: text('name').notNull(),
    avatar: text('avatar'),
    city: text('city').notNull(),
    district: text('district').notNull(),
    address: text('address').notNull(),
    phone: text('phone').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    introduction: text('introduction').notNull().default(''),
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    turnaroundHours: integer('turnaround_hours').notNull(),
    openFrom: smallint('open_from').notNull(),
    openTo: smallint('open_to').notNull(),
    courierFeeFen: fen('courier_fee_fen'),
    isPublished: boolean('is_published').notNull().default(true),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('merchants_by_city').on(t.city, t.district),
    check(
      'merchants_rating',
      sql`${t.ratingCount} >= 0 and ${t.ratingSum} between ${t.ratingCount} and 5 * ${t.ratingCount}`,
    ),
    check('merchants_opening', sql`0 <= ${t.openFrom} and ${t.openFrom} < ${t.openTo} and ${t.openTo} <= 48`),
    check('merchants_turnaround', sql`${t.turnaroundHours} between 1 and 720`),
    check('merchants_courier', sql`${t.courierFeeFen} between 0 and 9007199254740991`),
  ],
)

const merchantId = (name: string) => idColumn(name).references(() => merchants.id)

/** The services of a shop. LABOUR strings one racket; an EXTRA is added to it. Price in fen. */
export const stringingServices = pgTable(
  'stringing_services',
  {
    id: ownId(),
    merchantId: merchantId('merchant_id').notNull(),
    kind: text('kind', { enum: ['LABOUR', 'EXTRA'] }).notNull(),
    name: text('name').notNull(),
    sport: text('sport', { enum: SPORTS }).notNull(),
    priceFen: fen('price_fen').notNull(),
    isOffered: boolean('is_offered').notNull().default(true),
    revision: revision(),
  },
  (t) => [
    index('stringing_services_of_merchant').on(t.merchantId),
    check('stringing_services_kind', sql`${t.kind} in ('LABOUR', 'EXTRA')`),
    check('stringing_services_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('stringing_services_price', sql`${t.priceFen} between 0 and 9007199254740991`),
  ],
)

/**
 * Strings of a shop, sold by the half set. The metres change only together with a ledger row. The migration ties (id,
 * seq, stock) to the last row by a deferred foreign key.
 */
export const merchantStrings = pgTable(
  'merchant_strings',
  {
    id: ownId(),
    merchantId: merchantId('merchant_id').notNull(),
    sport: text('sport', { enum: SPORTS }).notNull(),
    brand: text('brand').notNull(),
    name: text('name').notNull(),
    material: text('material', { enum: STRING_MATERIALS }).notNull(),
    gauge: numeric('gauge', { precision: 3, scale: 2, mode: 'number' }).notNull(),
    color: text('color').notNull(),
    halfPriceFen: fen('half_price_fen').notNull(),
    stockMetres: metres('stock_metres').notNull(),
    /** The shop is warned when fewer free metres are left. 0: no warning. */
    lowStockMetres: metres('low_stock_metres').notNull().default(0),
    seq: integer('seq').notNull(),
    isOffered: boolean('is_offered').notNull().default(true),
    revision: revision(),
  },
  (t) => [
    index('merchant_strings_of_merchant').on(t.merchantId),
    check('merchant_strings_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('merchant_strings_material', sql`${t.material} in ('POLY', 'NYLON', 'MULTI', 'GUT')`),
    check('merchant_strings_gauge', sql`${t.gauge} between 0.5 and 2`),
    check('merchant_strings_price', sql`${t.halfPriceFen} between 1 and 9007199254740991`),
    check('merchant_strings_stock', sql`${t.stockMetres} >= 0`),
    check('merchant_strings_low', sql`${t.lowStockMetres} >= 0`),
  ],
)

/** Append-only movements of a string, as a chain: each row starts from the metres of the row before it. */
export const stringLedger = pgTable(
  'string_ledger',
  {
    stringId: idColumn('string_id')
      .notNull()
      .references(() => merchantStrings.id),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: ['IN', 'DRAWN', 'ADJUSTED'] }).notNull(),
    metresChange: metres('metres_change').notNull(),
    metresAfter: metres('metres_after').notNull(),
    prevSeq: integer('prev_seq').generatedAlwaysAs(sql`case when seq > 1 then seq - 1 end`),
    prevMetres: metres('prev_metres').generatedAlwaysAs(sql`metres_after - metres_change`),
    /** The cause of the movement, as in order:12 or delivery:7. One cause moves a string once. */
    reference: text('reference').notNull(),
    reason: text('reason').notNull(),
    staffId: idColumn('staff_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'string_ledger_pkey', columns: [t.stringId, t.seq] }),
    index('string_ledger_by_time').on(t.createdAt, t.stringId, t.seq),
    unique('string_ledger_balance').on(t.stringId, t.seq, t.metresAfter),
    unique('string_ledger_once').on(t.stringId, t.kind, t.reference),
    foreignKey({
      name: 'string_ledger_chain',
      columns: [t.stringId, t.prevSeq, t.prevMetres],
      foreignColumns: [t.stringId, t.seq, t.metresAfter],
    }),
    check('string_ledger_seq', sql`${t.seq} > 0`),
    check('string_ledger_first', sql`${t.seq} > 1 or ${t.metresAfter} = ${t.metresChange}`),
    check('string_ledger_kind', sql`${t.kind} in ('IN', 'DRAWN', 'ADJUSTED')`),
    check(
      'string_ledger_effect',
      sql`case ${t.kind} when 'IN' then ${t.metresChange} >= 0 when 'DRAWN' then ${t.metresChange} < 0 else true end`,
    ),
  ],
)

/** The rackets of players. A retired one stays for its jobs. One of each sport is the main racket. Limits in pounds. */
export const rackets = pgTable(
  'rackets',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    sport: text('sport', { enum: SPORTS }).notNull(),
    brand: text('brand').notNull(),
    model: text('model').notNull(),
    gripSize: text('grip_size').notNull().default(''),
    pattern: text('pattern').notNull().default(''),
    weightGrams: smallint('weight_grams'),
    code: text('code').notNull().default(''),
    minTension: pounds('min_tension'),
    maxTension: pounds('max_tension'),
    isMain: boolean('is_main').notNull().default(false),
    revision: revision(),
    retiredAt: instant('retired_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('rackets_of_user').on(t.userId),
    uniqueIndex('rackets_one_main').on(t.userId, t.sport).where(sql`${t.isMain}`),
    check('rackets_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('rackets_weight', sql`${t.weightGrams} between 50 and 500`),
    check(
      'rackets_limits',
      sql`coalesce(${t.minTension}, 0) >= 0 and coalesce(${t.maxTension}, 90) <= 90 and coalesce(${t.minTension}, 0) <= coalesce(${t.maxTension}, 90)`,
    ),
    check('rackets_main_is_here', sql`not (${t.isMain} and ${t.retiredAt} is not null)`),
  ],
)
