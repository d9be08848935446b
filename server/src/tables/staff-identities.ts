import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { merchants } from './stringing.ts'

/** Accounts of platform operators and stringing merchants. They are separate from app users. */
export const staff = pgTable(
  'staff',
  {
    id: ownId(),
    kind: text('kind', { enum: ['operator', 'merchant'] }).notNull(),
    username: text('username').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    nickname: text('nickname').notNull(),
    /** The owner of the shop in which a merchant works. */
    merchantId: idColumn('merchant_id').references(() => merchants.id),
    /** A senior operator, or the owner of a shop. */
    isLead: boolean('is_lead').notNull().default(false),
    /** When the account was disabled. Its actions keep the name of its owner. */
    disabledAt: instant('disabled_at'),
    /** The colleague who set the password and so knows it. Null once the account's owner has chosen one. */
    passwordBy: idColumn('password_by').references((): AnyPgColumn => staff.id),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_of_merchant').on(t.merchantId),
    check('staff_kind', sql`${t.kind} in ('operator', 'merchant')`),
    check('staff_merchant', sql`(${t.kind} = 'merchant') = (${t.merchantId} is not null)`),
  ],
)
