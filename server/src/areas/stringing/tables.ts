import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, integer, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, ownId } from '../../db/columns.ts'

/** Stringing shops. Rating 0.0 to 5.0; opening half-hours, end exclusive. */
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
    rating: numeric('rating', { precision: 2, scale: 1, mode: 'number' }).notNull(),
    turnaroundHours: integer('turnaround_hours').notNull(),
    openFrom: smallint('open_from').notNull(),
    openTo: smallint('open_to').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('merchants_rating', sql`${t.rating} between 0 and 5`),
    check('merchants_opening', sql`0 <= ${t.openFrom} and ${t.openFrom} < ${t.openTo} and ${t.openTo} <= 48`),
  ],
)

/** What a shop offers; price in fen. */
export const stringingServices = pgTable(
  'stringing_services',
  {
    id: ownId(),
    merchantId: idColumn('merchant_id')
      .notNull()
      .references(() => merchants.id),
    name: text('name').notNull(),
    sport: text('sport', { enum: ['tennis', 'badminton'] }).notNull(),
    priceFen: fen('price_fen').notNull(),
  },
  (t) => [
    index('stringing_services_of_merchant').on(t.merchantId),
    check('stringing_services_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('stringing_services_price', sql`${t.priceFen} between 0 and 9007199254740991`),
  ],
)
