import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ownId } from '../../db/columns.ts'

/** Adverts of the home page. `image` is a file path; without one the page draws its court-green ground. */
export const adverts = pgTable(
  'adverts',
  {
    id: ownId(),
    place: text('place', { enum: ['top', 'home'] }).notNull(),
    label: text('label').notNull().default(''),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    image: text('image'),
    target: text('target'),
    sortOrder: integer('sort_order').notNull().default(0),
    beginsAt: instant('begins_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('adverts_place', sql`${t.place} in ('top', 'home')`),
    check('adverts_schedule', sql`${t.beginsAt} < ${t.endsAt}`),
  ],
)
