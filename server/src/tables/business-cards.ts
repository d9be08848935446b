import { TEMPLATE_IDS } from '@paidang/domain/areas/views/business-cards/business-card'
import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'
import { userId } from './identities.ts'

/**
 * The business card that a user saved. A user without one has the card made from the profile.
 * Source: specification §3 "Card"
 */
export const businessCards = pgTable(
  'business_cards',
  {
    userId: userId('user_id').primaryKey(),
    templateId: text('template_id', { enum: TEMPLATE_IDS }).notNull(),
    name: text('name').notNull(),
    title: text('title').notNull().default(''),
    company: text('company').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    address: text('address').notNull().default(''),
    introduction: text('introduction').notNull().default(''),
    avatar: text('avatar'),
    savedAt: instant('saved_at').notNull(),
  },
  (t) => [
    check('business_cards_template', sql`${t.templateId} in ('purple', 'blue', 'orange', 'green', 'pink')`),
    check('business_cards_name', sql`${t.name} <> ''`),
  ],
)
