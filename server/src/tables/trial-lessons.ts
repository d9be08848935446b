import { TRIAL_STATES, TRIAL_TRAIL, type TrialWish } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, ownId } from '../db/columns.ts'
import { companyId, courseId } from './companies.ts'
import { userId } from './identities.ts'

/**
 * Trial lessons (体验课) that players asked for and pay. The order of the kind TRIAL names them; a confirmed one is a
 * class. Course, price and length are snapshots. Nothing of it changes once it is paid. Source: decision record 055
 */
export const trialLessons = pgTable(
  'trial_lessons',
  {
    id: ownId(),
    coachId: userId('coach_id').notNull(),
    playerId: userId('player_id').notNull(),
    companyId: companyId('company_id').notNull(),
    courseId: courseId('course_id').notNull(),
    courseName: text('course_name').notNull(),
    priceFen: fen('price_fen').notNull(),
    minutes: integer('minutes').notNull(),
    /** The hours that the player wishes for. None is held. */
    wishes: jsonb('wishes').notNull().$type<TrialWish[]>(),
    words: text('words').notNull().default(''),
    answer: text('answer').notNull().default(''),
    state: text('state', { enum: TRIAL_STATES }).notNull().default('UNPAID'),
    /** Until when the coach answers. Null before it is paid. */
    expiresAt: instant('expires_at'),
    /** When the coach is reminded. Null once they were. */
    remindAt: instant('remind_at'),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('trial_lessons_of_player').on(t.playerId, t.id),
    index('trial_lessons_of_coach').on(t.coachId, t.expiresAt),
    index('trial_lessons_of_company').on(t.companyId),
    // Who asks whether a course or a coach has some that wait reads no history.
    index('trial_lessons_open_of_course').on(t.courseId).where(sql`${t.state} in ('UNPAID', 'PAID')`),
    index('trial_lessons_open_of_coach').on(t.coachId).where(sql`${t.state} in ('UNPAID', 'PAID')`),
    index('trial_lessons_open_of_player').on(t.playerId).where(sql`${t.state} in ('UNPAID', 'PAID')`),
    // The operators' console finds orders by the state of what they pay.
    index('trial_lessons_by_state').on(t.state, t.expiresAt),
    index('trial_lessons_waiting').on(t.expiresAt).where(sql`${t.state} = 'PAID'`),
    index('trial_lessons_to_remind_of').on(t.remindAt).where(sql`${t.state} = 'PAID' and ${t.remindAt} is not null`),
    // One of a person and a club is paid, used, or may still be. What was given back whole does not count.
    uniqueIndex('trial_lessons_once')
      .on(t.playerId, t.companyId)
      .where(sql`${t.state} in ('UNPAID', 'PAID', 'CONFIRMED', 'CANCELLED_LATE')`),
    check('trial_lessons_two_people', sql`${t.coachId} <> ${t.playerId}`),
    check('trial_lessons_price', sql`${t.priceFen} between 1 and 9007199254740991`),
    check('trial_lessons_minutes', sql`${t.minutes} between 30 and 180`),
    check(
      'trial_lessons_wishes',
      sql`jsonb_typeof(${t.wishes}) = 'array' and jsonb_array_length(${t.wishes}) between 1 and 3`,
    ),
    check(
      'trial_lessons_state',
      sql`${t.state} in ('UNPAID', 'PAID', 'CONFIRMED', 'CLOSED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CANCELLED_LATE')`,
    ),
    check('trial_lessons_paid', sql`(${t.state} in ('UNPAID', 'CLOSED')) = (${t.expiresAt} is null)`),
    check('trial_lessons_ended', sql`(${t.state} in ('UNPAID', 'PAID', 'CONFIRMED')) = (${t.endedAt} is null)`),
  ],
)

/** The trail of trial lessons: who did what, when. Without an actor it was the clock, or the payment. */
export const trialLessonEvents = pgTable(
  'trial_lesson_events',
  {
    id: ownId(),
    trialId: idColumn('trial_id')
      .notNull()
      .references(() => trialLessons.id),
    step: text('step', { enum: TRIAL_TRAIL }).notNull(),
    actorId: userId('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('trial_lesson_events_of').on(t.trialId),
    check(
      'trial_lesson_events_step',
      sql`${t.step} in ('MADE', 'CHANGE', 'PAY', 'CLOSE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'EXPIRE', 'CANCEL', 'CANCEL_LATE')`,
    ),
  ],
)
