import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { loginSessions } from './auth.ts'
import { companyId } from './companies.ts'
import { userId } from './identities.ts'

/**
 * The way of a company's admin from the app into the console. First there is a ticket, of which only the hash is
 * stored. A used ticket has begun a session. The session is active as long as the log-in that requested it, and as the
 * user is the admin.
 */
export const analyticsSessions = pgTable(
  'analytics_sessions',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    companyId: companyId('company_id').notNull(),
    loginSessionId: idColumn('login_session_id')
      .notNull()
      .references(() => loginSessions.id, { onDelete: 'cascade' }),
    ticketHash: text('ticket_hash').notNull(),
    ticketExpiresAt: instant('ticket_expires_at').notNull(),
    enteredAt: instant('entered_at'),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('analytics_sessions_ticket').on(t.ticketHash),
    index('analytics_sessions_of_user').on(t.userId),
    index('analytics_sessions_of_login').on(t.loginSessionId),
    // A ticket that was never used, or used too late, begins no session.
    check('analytics_sessions_entered', sql`${t.enteredAt} <= ${t.ticketExpiresAt}`),
  ],
)
