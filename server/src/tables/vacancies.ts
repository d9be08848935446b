import {
  ALERT_KINDS,
  ALERT_STATES,
  MAX_ALERT_LENGTH,
  MAX_ALERTS,
} from '@paidang/domain/areas/activities/vacancies/alert'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { ballGames } from './balls.ts'
import { courses } from './companies.ts'
import { userId } from './identities.ts'
import { courts, venueId } from './venues.ts'

/** What a person wants to be told of once it is free. `weekdays` has bit 0 for Sunday. Source: decision record 067 */
export const vacancyAlerts = pgTable(
  'vacancy_alerts',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    /** 1 to 5. Its key lets a person have no more that wait. */
    place: smallint('place').notNull(),
    kind: text('kind', { enum: ALERT_KINDS }).notNull(),
    coachId: userId('coach_id'),
    courseId: idColumn('course_id').references(() => courses.id),
    venueId: venueId('venue_id'),
    sport: text('sport', { enum: SPORTS }),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    weekdays: smallint('weekdays').notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    /** How many half-hours are needed; 1 for a game. */
    length: smallint('length').notNull(),
    state: text('state', { enum: ALERT_STATES }).notNull().default('WAITING'),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('vacancy_alerts_places').on(t.userId, t.place).where(sql`${t.state} = 'WAITING'`),
    index('vacancy_alerts_of_user').on(t.userId, t.id),
    index('vacancy_alerts_of_coach').on(t.coachId, t.id).where(sql`${t.state} = 'WAITING'`),
    index('vacancy_alerts_of_venue').on(t.venueId, t.id).where(sql`${t.state} = 'WAITING'`),
    index('vacancy_alerts_of_games').on(t.sport, t.id).where(sql`${t.state} = 'WAITING' and ${t.kind} = 'GAME'`),
    index('vacancy_alerts_due').on(t.lastDay).where(sql`${t.state} = 'WAITING'`),
    index('vacancy_alerts_ended').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    check('vacancy_alerts_place', sql`${t.place} between 1 and ${sql.raw(String(MAX_ALERTS))}`),
    check(
      'vacancy_alerts_kind',
      sql`case ${t.kind} when 'CLASS' then num_nonnulls(${t.coachId}, ${t.courseId}, ${t.venueId}) = 3 and ${t.sport} is null
        when 'COURT' then num_nulls(${t.coachId}, ${t.courseId}) = 2 and num_nonnulls(${t.venueId}, ${t.sport}) = 2
        when 'GAME' then num_nulls(${t.coachId}, ${t.courseId}) = 2 and ${t.sport} is not null else false end`,
    ),
    check('vacancy_alerts_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('vacancy_alerts_two_people', sql`${t.coachId} <> ${t.userId}`),
    check('vacancy_alerts_days', sql`${t.firstDay} <= ${t.lastDay}`),
    check('vacancy_alerts_weekdays', sql`${t.weekdays} between 1 and 127`),
    check(
      'vacancy_alerts_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.endTimeSlot} <= 48 and ${t.beginTimeSlot} + ${t.length} <= ${t.endTimeSlot}`,
    ),
    check('vacancy_alerts_length', sql`${t.length} between 1 and ${sql.raw(String(MAX_ALERT_LENGTH))}`),
    check('vacancy_alerts_state', sql`${t.state} in ('WAITING', 'BOOKED', 'ENDED', 'EXPIRED')`),
    check('vacancy_alerts_end', sql`(${t.state} = 'WAITING') = (${t.endedAt} is null)`),
  ],
)

/**
 * What became free and somebody may wait for: half-hours of a coach or of a venue's courts, or a seat of a game. Triggers
 * write it in the transaction that frees, and a job deletes it. A venue with more room than before has no day.
 */
export const vacancies = pgTable(
  'vacancies',
  {
    id: ownId(),
    kind: text('kind', { enum: ['COACH', 'VENUE', 'GAME'] }).notNull(),
    targetId: idColumn('target_id').notNull(),
    day: date('day', { mode: 'string' }),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    /** The courts of a venue that became free. Null for a coach, a game, and more room than before. */
    courtIds: idColumn('court_ids').array(),
    /** When people were first looked for. */
    seenAt: instant('seen_at'),
    /** When the next people are told; null at once. */
    dueAt: instant('due_at'),
  },
  (t) => [check('vacancies_kind', sql`${t.kind} in ('COACH', 'VENUE', 'GAME')`)],
)

/** Who was told of what, the latest of each alert. A game has its id, anything else its court. */
export const vacancyOffers = pgTable(
  'vacancy_offers',
  {
    id: ownId(),
    alertId: idColumn('alert_id')
      .notNull()
      .references(() => vacancyAlerts.id, { onDelete: 'cascade' }),
    /** The vacancy of which it told, which may be gone. */
    vacancyId: idColumn('vacancy_id'),
    coachId: userId('coach_id'),
    venueId: venueId('venue_id'),
    courtId: idColumn('court_id').references(() => courts.id, { onDelete: 'cascade' }),
    ballId: idColumn('ball_id').references(() => ballGames.id),
    day: date('day', { mode: 'string' }).notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    toldAt: instant('told_at').notNull(),
  },
  (t) => [
    index('vacancy_offers_of_alert').on(t.alertId, t.id),
    index('vacancy_offers_of_coach').on(t.coachId, t.day).where(sql`${t.coachId} is not null`),
    index('vacancy_offers_of_venue').on(t.venueId, t.day).where(sql`${t.venueId} is not null`),
    index('vacancy_offers_of_ball').on(t.ballId).where(sql`${t.ballId} is not null`),
    check('vacancy_offers_place', sql`num_nonnulls(${t.courtId}, ${t.ballId}) = 1`),
  ],
)
