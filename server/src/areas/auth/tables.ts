import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
import { userId } from '../profile/tables.ts'
import { merchants } from '../stringing/tables.ts'

/** User name and password of an app user. */
export const credentials = pgTable('credentials', {
  userId: userId('user_id').primaryKey(),
  username: text('username').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
})

/** Accounts of platform operators and stringing merchants: another kind of people, in a table of their own. */
export const staff = pgTable(
  'staff',
  {
    id: ownId(),
    kind: text('kind', { enum: ['operator', 'merchant'] }).notNull(),
    username: text('username').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    nickname: text('nickname').notNull(),
    /** Whose shop a merchant works in. */
    merchantId: idColumn('merchant_id').references(() => merchants.id),
  },
  (t) => [
    check('staff_kind', sql`${t.kind} in ('operator', 'merchant')`),
    check('staff_merchant', sql`(${t.kind} = 'merchant') = (${t.merchantId} is not null)`),
  ],
)

/** One log-in of a staff member. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: ownId(),
    staffId: idColumn('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('staff_sessions_of_staff').on(t.staffId)],
)

/** One log-in on one device; all tokens that descend from it are one family, revoked together. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
    revokedBecause: text('revoked_because'),
  },
  (t) => [index('login_sessions_of_user').on(t.userId)],
)

/** Refresh tokens by hash; at most one unused token per family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: idColumn('session_id')
      .notNull()
      .references(() => loginSessions.id),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('refresh_tokens_one_unused').on(t.sessionId).where(sql`${t.usedAt} is null`)],
)

/** Failed log-ins per user name within the present window: five tries, then a pause. */
export const loginFailures = pgTable('login_failures', {
  username: text('username').primaryKey(),
  failures: integer('failures').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
})
