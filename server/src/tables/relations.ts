import { STUDENT_INVITATION_STATES } from '@paidang/domain/areas/activities/student-invitations/invitation'
import { type FreeTime, STUDENT_REQUEST_STATES } from '@paidang/domain/areas/activities/student-requests/request'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { chineseText, createdAt, idColumn, instant, keptByTrigger, ownId, revision, rowId } from '../db/columns.ts'
import { companyId, courseId, courses } from './companies.ts'
import { userId, users } from './identities.ts'

/** The relations between coaches and their students (学员). */
export const studentRelations = pgTable(
  'student_relations',
  {
    id: rowId(),
    coachId: userId('coach_id').notNull(),
    playerId: userId('player_id').notNull(),
    createdAt: createdAt(),
    /** The player's name, so that one index answers for a list of students. Triggers keep it. */
    nickname: chineseText('nickname').notNull().default(keptByTrigger<string>()),
  },
  (t) => [
    primaryKey({ columns: [t.coachId, t.playerId] }),
    unique('student_relations_id').on(t.id),
    index('student_relations_named').on(t.coachId, t.nickname, t.playerId),
    index('student_relations_of_player').on(t.playerId),
    check('student_relations_two_people', sql`${t.coachId} <> ${t.playerId}`),
  ],
)

/** The limited look-ups: searching a phone number, revealing a student's number, and looking at unconnected people. */
const LOOK_UP_KINDS = ['search', 'phone', 'stranger'] as const
export type LookUpKind = (typeof LOOK_UP_KINDS)[number]

/** How often a person looked something up within the current window. For `search` and `phone` the person is a coach. */
export const studentLookUps = pgTable(
  'student_look_ups',
  {
    coachId: userId('coach_id').notNull(),
    kind: text('kind', { enum: LOOK_UP_KINDS }).notNull(),
    lookUps: integer('look_ups').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'student_look_ups_pkey', columns: [t.coachId, t.kind] }),
    check('student_look_ups_kind', sql`${t.kind} in ('search', 'phone', 'stranger')`),
  ],
)

/**
 * A reference to a user that is deleted with the user. A search record must not prevent an account without data from
 * being merged into another.
 */
const goingUserId = (name: string) => idColumn(name).references(() => users.id, { onDelete: 'cascade' })

/** The players that a coach found by phone number lately, and may therefore add. Source: decision record 031 */
export const studentFinds = pgTable(
  'student_finds',
  {
    coachId: goingUserId('coach_id').notNull(),
    playerId: goingUserId('player_id').notNull(),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'student_finds_pkey', columns: [t.coachId, t.playerId] }),
    index('student_finds_by_age').on(t.foundAt),
  ],
)

/** Likes. The key allows one per (source, target, object). Source: specification §3 "Like record". */
export const likeRecords = pgTable(
  'like_records',
  {
    id: ownId(),
    sourceUserId: userId('source_user_id').notNull(),
    targetUserId: userId('target_user_id').notNull(),
    recordType: text('record_type', { enum: ['COURSE_INVITATION'] }).notNull(),
    relatedId: idColumn('related_id').notNull(),
    likedAt: createdAt(),
  },
  (t) => [
    unique('like_records_once').on(t.sourceUserId, t.targetUserId, t.recordType, t.relatedId),
    index('like_records_of_object').on(t.recordType, t.relatedId),
    index('like_records_of_target').on(t.targetUserId),
    check('like_records_two_people', sql`${t.sourceUserId} <> ${t.targetUserId}`),
    check('like_records_type', sql`${t.recordType} in ('COURSE_INVITATION')`),
  ],
)

/** What the trail of a request records. */
const STUDENT_REQUEST_TRAIL = ['MADE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'CHANGE', 'EXPIRE'] as const

/** The requests of players to become students (申请成为学员). Source: decision record 052 */
export const studentRequests = pgTable(
  'student_requests',
  {
    id: ownId(),
    coachId: userId('coach_id').notNull(),
    playerId: userId('player_id').notNull(),
    /** The company that offers the course. */
    companyId: companyId('company_id').notNull(),
    courseId: courseId('course_id').notNull(),
    freeTimes: text('free_times').array().notNull().default([]).$type<FreeTime[]>(),
    words: text('words').notNull().default(''),
    answer: text('answer').notNull().default(''),
    state: text('state', { enum: STUDENT_REQUEST_STATES }).notNull().default('PENDING'),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('student_requests_of_player_in').on(t.playerId, t.state, t.coachId, t.endedAt),
    index('student_requests_of_coach').on(t.coachId, t.expiresAt),
    index('student_requests_pending').on(t.expiresAt).where(sql`${t.state} = 'PENDING'`),
    uniqueIndex('student_requests_one_a_club').on(t.playerId, t.companyId).where(sql`${t.state} = 'PENDING'`),
    uniqueIndex('student_requests_one_a_coach').on(t.playerId, t.coachId).where(sql`${t.state} = 'PENDING'`),
    check('student_requests_two_people', sql`${t.coachId} <> ${t.playerId}`),
    check('student_requests_state', sql`${t.state} in ('PENDING', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')`),
    check('student_requests_ended', sql`(${t.state} = 'PENDING') = (${t.endedAt} is null)`),
    check(
      'student_requests_free_times',
      sql`${t.freeTimes} <@ array['WEEKDAY_DAY', 'WEEKDAY_EVENING', 'WEEKEND_MORNING', 'WEEKEND_AFTERNOON', 'WEEKEND_EVENING']`,
    ),
  ],
)

/** The trail of these requests: who did what, when. Without an actor it was the clock. */
export const studentRequestEvents = pgTable(
  'student_request_events',
  {
    id: ownId(),
    requestId: idColumn('request_id')
      .notNull()
      .references(() => studentRequests.id, { onDelete: 'cascade' }),
    step: text('step', { enum: STUDENT_REQUEST_TRAIL }).notNull(),
    actorId: idColumn('actor_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('student_request_events_of').on(t.requestId),
    check(
      'student_request_events_step',
      sql`${t.step} in ('MADE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'CHANGE', 'EXPIRE')`,
    ),
  ],
)

/** The invitations by which coaches reach who has a phone number (邀请学员). Source: decision record 056 */
export const studentInvitations = pgTable(
  'student_invitations',
  {
    id: ownId(),
    coachId: userId('coach_id').notNull(),
    companyId: companyId('company_id').notNull(),
    courseId: idColumn('course_id').references(() => courses.id),
    name: text('name').notNull().default(''),
    /** The only number that can use it. */
    phone: text('phone').notNull(),
    /** The hash of the link's secret, which is shown once. */
    tokenHash: text('token_hash').notNull(),
    state: text('state', { enum: STUDENT_INVITATION_STATES }).notNull().default('PENDING'),
    /** Who used it. */
    playerId: idColumn('player_id').references(() => users.id),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('student_invitations_of_coach').on(t.coachId, t.expiresAt, t.id),
    index('student_invitations_of_player').on(t.playerId),
    index('student_invitations_by_age').on(t.expiresAt),
    uniqueIndex('student_invitations_one_link').on(t.tokenHash),
    uniqueIndex('student_invitations_one_a_phone').on(t.coachId, t.phone),
    check('student_invitations_state', sql`${t.state} in ('PENDING', 'ACCEPTED', 'WITHDRAWN')`),
    check('student_invitations_ended', sql`(${t.state} = 'PENDING') = (${t.endedAt} is null)`),
    check('student_invitations_used', sql`(${t.state} = 'ACCEPTED') = (${t.playerId} is not null)`),
    check('student_invitations_two_people', sql`${t.coachId} <> ${t.playerId}`),
  ],
)

/**
 * Who was together with whom: in a completed class, or in a finished game to which both came. Each pair stands in both
 * directions. Triggers keep it, so that nobody reads a whole history to count the people in it.
 */
export const partners = pgTable(
  'partners',
  { userId: userId('user_id').notNull(), partnerId: userId('partner_id').notNull() },
  (t) => [
    primaryKey({ name: 'partners_pkey', columns: [t.userId, t.partnerId] }),
    check('partners_two_people', sql`${t.userId} <> ${t.partnerId}`),
  ],
)
