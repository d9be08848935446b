import { PASSWORD_REQUEST_STATES } from '@paidang/domain/areas/people/auth/password-request'
import type { AccountState } from '@paidang/domain/areas/people/auth/suspension'
import { and, isNotNull, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, productNow, revision } from '../db/columns.ts'
import { userId, users } from './identities.ts'
import { staff } from './staff-identities.ts'

/** User name and password of an app user. */
export const credentials = pgTable(
  'credentials',
  {
    userId: userId('user_id').primaryKey(),
    username: text('username').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    /** For a one-time password from support: until when it opens one log-in, and when it did. */
    oneTimeUntil: instant('one_time_until'),
    oneTimeUsedAt: instant('one_time_used_at'),
  },
  (t) => [
    check('credentials_one_time', sql`${t.oneTimeUsedAt} is null or ${t.oneTimeUntil} is not null`),
    // A phone number also logs in, so a user name must not look like one.
    check('credentials_username', sql`${t.username} !~ '^[0-9]+$'`),
    // User names that differ only in capitals are the same.
    check('credentials_small_letters', sql`${t.username} = lower(${t.username})`),
  ],
)

/** The versions of 用户协议 and 隐私政策 that a user accepted when logging in, each with its first time. */
export const agreementConsents = pgTable(
  'agreement_consents',
  {
    userId: userId('user_id').notNull(),
    version: date('version', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'agreement_consents_pkey', columns: [t.userId, t.version] })],
)

/** Numbers that one user proved, but that stay with another: support may merge the two accounts. */
export const phoneConflicts = pgTable(
  'phone_conflicts',
  {
    userId: userId('user_id').primaryKey(),
    phone: text('phone').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('phone_conflicts_by_time').on(t.createdAt, t.userId), index('phone_conflicts_of_phone').on(t.phone)],
)

/** The authenticator app of a staff member, which makes the codes of the second factor. */
export const staffFactors = pgTable(
  'staff_factors',
  {
    staffId: idColumn('staff_id')
      .primaryKey()
      .references(() => staff.id),
    /** Sealed, so that the database alone is not enough to make codes. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The half-minute of the last used code. No code is accepted twice. */
    lastStep: integer('last_step').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [check('staff_factors_step', sql`${t.lastStep} >= 0`)],
)

/** Codes that open one log-in each without the authenticator app. Only their hashes are stored. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    staffId: idColumn('staff_id')
      .notNull()
      .references(() => staffFactors.staffId, { onDelete: 'cascade' }),
    usedAt: instant('used_at'),
  },
  (t) => [index('staff_recovery_codes_of_staff').on(t.staffId)],
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

/** One log-in on one device. Its tokens form one family and are revoked together. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    platform: text('platform', { enum: ['web', 'weapp'] })
      .notNull()
      .default('web'),
    /** The name by which its owner recognises it, such as Chrome · macOS. */
    device: text('device').notNull().default(''),
    /** When its tokens were last issued. */
    lastSeenAt: instant('last_seen_at').notNull().default(productNow),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
    revokedBecause: text('revoked_because'),
  },
  (t) => [
    index('login_sessions_of_user').on(t.userId),
    // Where a user is logged in: few of all log-ins.
    index('login_sessions_live').on(t.userId).where(sql`${t.revokedAt} is null`),
    index('login_sessions_by_time').on(t.createdAt, t.id),
    check('login_sessions_platform', sql`${t.platform} in ('web', 'weapp')`),
  ],
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
  (t) => [
    uniqueIndex('refresh_tokens_one_unused').on(t.sessionId).where(sql`${t.usedAt} is null`),
    index('refresh_tokens_of_session').on(t.sessionId),
    index('refresh_tokens_by_expiry').on(t.expiresAt),
  ],
)

/** Failed passwords and codes by limit key, in the present window or the last. */
export const loginFailures = pgTable(
  'login_failures',
  {
    key: text('username').primaryKey(),
    /** The typed name, if the limit has one. Support resets failures by it. */
    name: text('name'),
    failures: integer('failures').notNull(),
    /** How many windows in a row before this one were used up. */
    pauses: integer('pauses').notNull().default(0),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (t) => [
    index('login_failures_of_name').on(t.name),
    index('login_failures_by_end').on(t.windowEndsAt),
    check('login_failures_counts', sql`${t.failures} > 0 and ${t.pauses} >= 0`),
  ],
)

/** Accounts registered on the web from one address in the present window. */
export const registrationCounts = pgTable('registration_counts', {
  address: text('address').primaryKey(),
  registrations: integer('registrations').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
})

/**
 * Codes sent to phone numbers, as the trail of who got one. Numbers and codes are hashes under a key of the server, and a
 * code's hash goes once it is used or replaced. Source: decision record 060
 */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: ownId(),
    numberHash: text('number_hash').notNull(),
    /** Null once the code opens nothing any more. */
    codeHash: text('code_hash'),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** What the provider said: OK, its error code, or empty while it has not answered. */
    outcome: text('outcome').notNull().default(''),
  },
  (t) => [
    // A number has one code that counts.
    uniqueIndex('phone_codes_one_counts').on(t.numberHash).where(sql`${t.codeHash} is not null`),
    index('phone_codes_of_number').on(t.numberHash, t.id),
    index('phone_codes_by_time').on(t.sentAt),
    check('phone_codes_minutes', sql`${t.expiresAt} = ${t.sentAt} + interval '5 minutes'`),
    check('phone_codes_used', sql`${t.usedAt} is null or (${t.codeHash} is null and ${t.usedAt} < ${t.expiresAt})`),
  ],
)

/** Codes sent in the present day to a number, for an address, and by the whole deployment. */
export const codeCounts = pgTable(
  'code_counts',
  {
    key: text('key').primaryKey(),
    sends: integer('sends').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (t) => [check('code_counts_sends', sql`${t.sends} > 0`)],
)

/**
 * Requests to the operators for a new password; at most one per account waits. The details in it are wiped if nobody
 * decides it.
 * Source: decision record 030
 */
export const passwordRequests = pgTable(
  'password_requests',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    /** The name or number of the account as typed. */
    account: text('account').notNull(),
    contact: text('contact').notNull(),
    proof: text('proof').notNull(),
    timesAsked: integer('times_asked').notNull().default(1),
    revision: revision(),
    state: text('state', { enum: PASSWORD_REQUEST_STATES }).notNull().default('WAITING'),
    /** Why an operator refused. */
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('password_requests_one_waits').on(t.userId).where(sql`${t.state} = 'WAITING'`),
    index('password_requests_of_user').on(t.userId),
    index('password_requests_waiting').on(t.id).where(sql`${t.state} = 'WAITING'`),
    index('password_requests_ended').on(t.endedAt, t.id).where(sql`${t.endedAt} is not null`),
    check('password_requests_state', sql`${t.state} in ('WAITING', 'GIVEN', 'REFUSED', 'EXPIRED', 'WITHDRAWN')`),
    check('password_requests_ended_at', sql`(${t.state} = 'WAITING') = (${t.endedAt} is null)`),
    check('password_requests_reason', sql`(${t.state} = 'REFUSED') = (${t.reason} <> '')`),
    check(
      'password_requests_wiped',
      sql`(${t.state} in ('EXPIRED', 'WITHDRAWN')) = (${t.contact} = '') and (${t.contact} = '') = (${t.proof} = '')`,
    ),
    check('password_requests_times', sql`${t.timesAsked} > 0`),
  ],
)

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
  select 1 from ${userSuspensions} suspension where suspension.user_id = ${user} and suspension.ended_at is null
    and (suspension.until is null or suspension.until > ${now}::timestamptz))`

/** The state of an account of `users` at `now`. */
export const accountStateAt = (now: Date): SQL<AccountState> => sql<AccountState>`case
  when ${users.closedAt} is not null then 'CLOSED' when ${isSuspended(sql`${users}.id`, now)} then 'SUSPENDED' else 'NORMAL' end`

/** The condition that an account of `users` is in this state at `now`. */
export function isInState(state: AccountState, now: Date): SQL | undefined {
  const isLockedOut = isSuspended(sql`${users}.id`, now)
  if (state === 'CLOSED') return isNotNull(users.closedAt)
  return and(isNull(users.closedAt), state === 'SUSPENDED' ? isLockedOut : not(isLockedOut))
}
