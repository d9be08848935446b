import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
import { loginSessions } from '../auth/tables.ts'
import { companyId } from '../companies/tables.ts'
import { userId } from '../profile/tables.ts'

/**
 * How the admin of a company comes from the app into the console: a ticket, of which only the hash is kept, and once it was
 * used the session that it began. It stands as long as the log-in that it was made in, and as he is the admin.
 */
export const cockpitSessions = pgTable(
  'cockpit_sessions',
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
    unique('cockpit_sessions_ticket').on(t.ticketHash),
    index('cockpit_sessions_of_user').on(t.userId),
    index('cockpit_sessions_of_login').on(t.loginSessionId),
    // A ticket that was never used, or too late, begins no session.
    check('cockpit_sessions_entered', sql`${t.enteredAt} <= ${t.ticketExpiresAt}`),
  ],
)
