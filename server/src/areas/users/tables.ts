import type { AccountState } from '@paidang/domain/areas/auth/suspension'
import { and, isNotNull, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
import { staff } from '../auth/tables.ts'
import { userId, users } from '../profile/tables.ts'

/**
 * Periods in which an operator forbids a user to log in. `until` null is for good; `endedAt` is set when it was ended,
 * with who ended it.
 */
export const userSuspensions = pgTable(
  'user_suspensions',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    reason: text('reason').notNull(),
    staffId: idColumn('staff_id')
      .notNull()
      .references(() => staff.id),
    until: instant('until'),
    endedAt: instant('ended_at'),
    endedBy: idColumn('ended_by').references(() => staff.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('user_suspensions_of_user').on(t.userId, t.id),
    // A suspension that expired by itself is marked as ended when the next one begins.
    uniqueIndex('user_suspensions_one_open').on(t.userId).where(sql`${t.endedAt} is null`),
    check('user_suspensions_reason', sql`${t.reason} <> ''`),
    check('user_suspensions_until', sql`${t.until} > ${t.createdAt}`),
    check('user_suspensions_ended', sql`${t.endedAt} is not null or ${t.endedBy} is null`),
  ],
)

/** The condition that a user may not log in at `now`. Prepared SQL passes both as parameters. */
export const isSuspended = (user: SQLWrapper | string, now: SQLWrapper | Date): SQL<boolean> => sql<boolean>`exists (
  select 1 from ${userSuspensions} kept_out where kept_out.user_id = ${user} and kept_out.ended_at is null
    and (kept_out.until is null or kept_out.until > ${now}::timestamptz))`

/** The state of an account of `users` at `now`. */
export const accountStateAt = (now: Date): SQL<AccountState> => sql<AccountState>`case
  when ${users.closedAt} is not null then 'CLOSED' when ${isSuspended(sql`${users}.id`, now)} then 'SUSPENDED' else 'NORMAL' end`

/** The condition that an account of `users` is in this state at `now`. */
export function isInState(state: AccountState, now: Date): SQL | undefined {
  const isLockedOut = isSuspended(sql`${users}.id`, now)
  if (state === 'CLOSED') return isNotNull(users.closedAt)
  return and(isNull(users.closedAt), state === 'SUSPENDED' ? isLockedOut : not(isLockedOut))
}
