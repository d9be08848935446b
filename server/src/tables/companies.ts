import type { Policy } from '@paidang/domain/areas/activities/classes/policy'
import { INVITATION_KINDS, INVITATION_STATES } from '@paidang/domain/areas/places/company-invitations/invitations'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { userId, users } from './identities.ts'

/** What the trail of an invitation records. */
const INVITATION_TRAIL = ['MADE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'CHANGE', 'EXPIRE'] as const

/** Clubs and one-person companies, each with its cancellation policy. */
export const companies = pgTable(
  'companies',
  {
    id: ownId(),
    companyName: text('company_name').notNull(),
    isPerson: boolean('is_person').notNull().default(false),
    adminId: userId('admin_id').notNull(),
    phone: text('phone'),
    freeCancelHours: integer('free_cancel_hours').notNull().default(24),
    forgivenLateCancels: integer('forgiven_late_cancels').notNull().default(1),
    firstStart: smallint('first_start').notNull().default(12),
    lastStart: smallint('last_start').notNull().default(44),
    /** Whether days on which a coach is away are added to contracts, and how many at most for an absence. */
    awayExtends: boolean('away_extends').notNull().default(true),
    awayExtendDays: integer('away_extend_days').notNull().default(30),
    /** When the last coach left, or an operator closed it. A closed company has no members and no courses. */
    closedAt: instant('closed_at'),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    check('companies_free_cancel_hours', sql`${t.freeCancelHours} between 0 and 336`),
    check('companies_away_extend_days', sql`${t.awayExtendDays} between 1 and 180`),
    check('companies_forgiven', sql`${t.forgivenLateCancels} between 0 and 10`),
    check(
      'companies_opening',
      sql`0 <= ${t.firstStart} and ${t.firstStart} <= ${t.lastStart} and ${t.lastStart} <= 47`,
    ),
    index('companies_of_admin').on(t.adminId),
    // Players tell clubs apart by their names. One-person companies are named after their coaches.
    uniqueIndex('companies_club_name').on(t.companyName).where(sql`not ${t.isPerson} and ${t.closedAt} is null`),
  ],
)

/** Reference to a company. */
export const companyId = (name: string) => idColumn(name).references(() => companies.id)

/**
 * Cancellation policies that a company has replaced. A class is cancelled under the policy that was in force when it
 * was made. This is the first policy retired after that moment, else the present one.
 */
export const retiredPolicies = pgTable(
  'retired_policies',
  {
    companyId: companyId('company_id').notNull(),
    retiredAt: instant('retired_at').notNull(),
    freeCancelHours: integer('free_cancel_hours').notNull(),
    forgivenLateCancels: integer('forgiven_late_cancels').notNull(),
    retiredBy: userId('retired_by').notNull(),
  },
  (t) => [primaryKey({ name: 'retired_policies_pkey', columns: [t.companyId, t.retiredAt] })],
)

/** The members of companies: who teaches for which company. */
export const companyMembers = pgTable(
  'company_members',
  { companyId: companyId('company_id').notNull(), userId: userId('user_id').notNull(), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), index('company_members_of_user').on(t.userId)],
)

/** The courses of a company (课程设计). Price in fen per lesson hour, session length in minutes. */
export const courses = pgTable(
  'courses',
  {
    id: ownId(),
    companyId: companyId('company_id').notNull(),
    courseName: text('course_name').notNull(),
    courseDescription: text('course_description').notNull().default(''),
    pricePerSession: fen('price_per_session').notNull(),
    sessionDuration: integer('session_duration').notNull(),
    maxParticipants: integer('max_participants').notNull().default(1),
    /** A trial lesson (体验课): its price is that of the whole lesson, which takes no contract. */
    isTrial: boolean('is_trial').notNull().default(false),
    /** The course of the catalogue that it was copied from. */
    commonCourseId: idColumn('common_course_id').references((): AnyPgColumn => commonCourses.id),
    delFlag: boolean('del_flag').notNull().default(false),
    createdBy: userId('created_by'),
    updatedAt: instant('updated_at'),
    updatedBy: userId('updated_by'),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('courses_of_company').on(t.companyId),
    index('courses_of_common_course').on(t.commonCourseId),
    check('courses_price', sql`${t.pricePerSession} between 0 and 9007199254740991`),
    check('courses_duration', sql`${t.sessionDuration} between 30 and 180`),
    check('courses_max_participants', sql`${t.maxParticipants} between 1 and 20`),
    check('courses_trial', sql`not ${t.isTrial} or (${t.maxParticipants} = 1 and ${t.pricePerSession} > 0)`),
  ],
)

/** Reference to a course. */
export const courseId = (name: string) => idColumn(name).references(() => courses.id)

/** Which coach teaches which course. */
export const coachCourses = pgTable(
  'coach_courses',
  { coachId: userId('coach_id').notNull(), courseId: courseId('course_id').notNull() },
  (t) => [primaryKey({ columns: [t.coachId, t.courseId] }), index('coach_courses_of_course').on(t.courseId)],
)

/**
 * The policies (取消规则) of a company, and of single courses. Rows are only added: the last one of a course counts, else
 * the last one of the company, for classes made from then on. Null terms end it. Triggers of the migration write the
 * one that counts into each new class, and check the terms. Source: decision record 074
 */
export const policyVersions = pgTable(
  'policy_versions',
  {
    id: ownId(),
    companyId: companyId('company_id').notNull(),
    /** Null for the company's own. */
    courseId: courseId('course_id'),
    version: integer('version').notNull(),
    terms: jsonb('terms').$type<Policy>(),
    madeBy: userId('made_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('policy_versions_once').on(t.companyId, t.courseId, t.version).nullsNotDistinct(),
    check('policy_versions_version', sql`${t.version} > 0`),
  ],
)

/** The common-course catalogue (通用课程), to copy a course from. Price in fen per lesson hour, session length in minutes. */
export const commonCourses = pgTable(
  'common_courses',
  {
    id: ownId(),
    courseName: text('course_name').notNull(),
    courseDescription: text('course_description').notNull(),
    pricePerSession: fen('price_per_session').notNull(),
    sessionDuration: integer('session_duration').notNull(),
    maxParticipants: integer('max_participants').notNull(),
    /** One that is not shown is offered to nobody. Courses that were copied from it stay. */
    isShown: boolean('is_shown').notNull().default(true),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('common_courses_name').on(t.courseName),
    check('common_courses_price', sql`${t.pricePerSession} between 0 and 9007199254740991`),
    check('common_courses_duration', sql`${t.sessionDuration} between 30 and 180`),
    check('common_courses_max_participants', sql`${t.maxParticipants} between 1 and 20`),
  ],
)

/** A person who may go without a trace: an account that did nothing but register is deleted when it is merged. */
const goingUserId = (name: string) => idColumn(name).references(() => users.id, { onDelete: 'set null' })

/**
 * Coaches on their way into a company: invited by its admin, or asking to join. The invited one is known by `coachId`,
 * by a `phone` that nobody has registered yet, or holds the `token` of a link. The phone stays beside the coach until
 * the answer. Source: decision record 050
 */
export const companyInvitations = pgTable(
  'company_invitations',
  {
    id: ownId(),
    companyId: companyId('company_id').notNull(),
    kind: text('kind', { enum: INVITATION_KINDS }).notNull(),
    state: text('state', { enum: INVITATION_STATES }).notNull().default('PENDING'),
    coachId: goingUserId('coach_id'),
    phone: text('phone'),
    token: text('token'),
    /** The terms: what the coach teaches, and where, from the first day. */
    courseIds: idColumn('course_ids').array().notNull().default([]),
    venueIds: idColumn('venue_ids').array().notNull().default([]),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('company_invitations_of_company').on(t.companyId, t.id),
    index('company_invitations_of_coach').on(t.coachId),
    index('company_invitations_by_phone').on(t.phone).where(sql`${t.state} = 'PENDING'`),
    index('company_invitations_pending').on(t.expiresAt).where(sql`${t.state} = 'PENDING'`),
    uniqueIndex('company_invitations_one_a_coach').on(t.companyId, t.coachId).where(sql`${t.state} = 'PENDING'`),
    uniqueIndex('company_invitations_one_a_phone').on(t.companyId, t.phone).where(sql`${t.state} = 'PENDING'`),
    uniqueIndex('company_invitations_one_link')
      .on(t.companyId)
      .where(sql`${t.state} = 'PENDING' and ${t.token} is not null`),
    check('company_invitations_kind', sql`${t.kind} in ('INVITE', 'REQUEST')`),
    check('company_invitations_state', sql`${t.state} in ('PENDING', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')`),
    check('company_invitations_ended', sql`(${t.state} = 'PENDING') = (${t.endedAt} is null)`),
  ],
)

/** The trail of these invitations: who did what, when. Without an actor it was the clock or an operator. */
export const companyInvitationEvents = pgTable(
  'company_invitation_events',
  {
    id: ownId(),
    invitationId: idColumn('invitation_id')
      .notNull()
      .references(() => companyInvitations.id, { onDelete: 'cascade' }),
    step: text('step', { enum: INVITATION_TRAIL }).notNull(),
    actorId: goingUserId('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('company_invitation_events_of').on(t.invitationId),
    check(
      'company_invitation_events_step',
      sql`${t.step} in ('MADE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'CHANGE', 'EXPIRE')`,
    ),
  ],
)
