import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'

/** Delivery addresses. A person has at most one default. Source: invariant F3 */
export const addresses = pgTable(
  'addresses',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    regionCode: text('region_code').notNull(),
    detail: text('detail').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('addresses_of_user').on(t.userId),
    uniqueIndex('addresses_one_default').on(t.userId).where(sql`${t.isDefault}`),
    check('addresses_region', sql`${t.regionCode} ~ '^[0-9]{6}$'`),
  ],
)
