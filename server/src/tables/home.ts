import { ADVERT_PLACES } from '@paidang/domain/areas/views/home/advert'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { companies } from './companies.ts'
import { userId } from './identities.ts'

/** Adverts of the home page. `image` is a file path. Without an image the page draws its court-green ground. */
export const adverts = pgTable(
  'adverts',
  {
    id: ownId(),
    place: text('place', { enum: ADVERT_PLACES }).notNull(),
    label: text('label').notNull().default(''),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    image: text('image'),
    target: text('target'),
    /** The terms of the offer. */
    terms: text('terms').notNull().default(''),
    /** The company whose offer it is, and that answers questions about it; null for one of the platform. */
    companyId: idColumn('company_id').references(() => companies.id),
    /** The company's admin who wrote it; null for operators. */
    authorId: userId('author_id'),
    /** When its thing was found to be gone, and its author was told. */
    goneAt: instant('gone_at'),
    sortOrder: integer('sort_order').notNull().default(0),
    beginsAt: instant('begins_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('adverts_of_place').on(t.place, t.endsAt),
    index('adverts_of_company').on(t.companyId, t.id).where(sql`${t.companyId} is not null`),
    index('adverts_of_author').on(t.authorId).where(sql`${t.authorId} is not null`),
    index('adverts_gone').on(t.id).where(sql`${t.goneAt} is not null and ${t.authorId} is null`),
    check('adverts_of_its_company', sql`${t.authorId} is null or (${t.companyId} is not null and ${t.place} = 'home')`),
    check('adverts_place', sql`${t.place} in ('top', 'home')`),
    check('adverts_schedule', sql`${t.beginsAt} < ${t.endsAt}`),
  ],
)

/** How often an advert was shown and pressed on a day. Nothing says who it was. Source: decision record 061 */
export const advertDays = pgTable(
  'advert_days',
  {
    advertId: idColumn('advert_id')
      .notNull()
      .references(() => adverts.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    seen: integer('seen').notNull(),
    pressed: integer('pressed').notNull(),
  },
  (t) => [
    primaryKey({ name: 'advert_days_pkey', columns: [t.advertId, t.day] }),
    check('advert_days_counts', sql`${t.seen} >= 0 and ${t.pressed} >= 0`),
  ],
)

/**
 * Counts that a job has not yet added to the days, one row for each call. They lock nothing that another call waits
 * for. Without a foreign key: that would mark the advert's row for each of them.
 */
export const advertCounts = pgTable('advert_counts', {
  id: ownId(),
  advertId: idColumn('advert_id').notNull(),
  day: date('day').notNull(),
  seen: integer('seen').notNull(),
  pressed: integer('pressed').notNull(),
})
