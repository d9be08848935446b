import type { AccountState } from '@paidang/domain/areas/auth/suspension'
import { and, isNotNull, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
import { staff } from '../auth/tables.ts'
import { userId, users } from '../profile/tables.ts'

/** Times for which an operator lets somebody log in no more; `until` null is for good, `endedAt` says who ended it before. */
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
    // One that has run out by itself is ended when the next begins.
    uniqueIndex('user_suspensions_one_open').on(t.userId).where(sql`${t.endedAt} is null`),
    check('user_suspensions_reason', sql`${t.reason} <> ''`),
    check('user_suspensions_until', sql`${t.until} > ${t.createdAt}`),
    check('user_suspensions_ended', sql`${t.endedAt} is not null or ${t.endedBy} is null`),
  ],
)

/** Whether a user may not log in at `now`; also in SQL that is prepared, where both are its values. */
export const isSuspended = (user: SQLWrapper | string, now: SQLWrapper | Date): SQL<boolean> => sql<boolean>`exists (
  select 1 from ${userSuspensions} kept_out where kept_out.user_id = ${user} and kept_out.ended_at is null
    and (kept_out.until is null or kept_out.until > ${now}::timestamptz))`

/** How an account of `users` stands at `now`. */
export const accountStateAt = (now: Date): SQL<AccountState> => sql<AccountState>`case
  when ${users.closedAt} is not null then 'CLOSED' when ${isSuspended(sql`${users}.id`, now)} then 'SUSPENDED' else 'NORMAL' end`

/** The condition that an account of `users` is in a state at `now`. */
export function isInState(state: AccountState, now: Date): SQL | undefined {
  const isKeptOut = isSuspended(sql`${users}.id`, now)
  if (state === 'CLOSED') return isNotNull(users.closedAt)
  return and(isNull(users.closedAt), state === 'SUSPENDED' ? isKeptOut : not(isKeptOut))
}
