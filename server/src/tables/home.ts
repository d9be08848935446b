import { ADVERT_PLACES } from '@paidang/domain/areas/views/home/advert'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ownId, revision } from '../db/columns.ts'

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
    sortOrder: integer('sort_order').notNull().default(0),
    beginsAt: instant('begins_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('adverts_of_place').on(t.place, t.endsAt),
    check('adverts_place', sql`${t.place} in ('top', 'home')`),
    check('adverts_schedule', sql`${t.beginsAt} < ${t.endsAt}`),
  ],
)
