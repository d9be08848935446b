import { coachBoard, NAMED_STUDENTS } from '@paidang/api/areas/views/coach-board'
import * as api from '@paidang/api/areas/views/coach-home'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, type Day, dayOf, firstOfMonth, toIsoDay } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ACTIVE_STATUSES, hasStatus, invitations, isLeftByCoach } from '../../../tables/classes.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { listCoachDay, listUnfinished, pageOwnClasses } from '../../activities/classes/list-classes.ts'
import { readCoachLocks } from '../../activities/locks/coach-locks.ts'
import { readClaims } from '../../activities/roster/claims.ts'
import { countStudents, listStudents } from '../../activities/students/list-students.ts'
import { listRecordMonths, readDay } from './taught.ts'

/** The rule waitsForCoach of the domain, as a condition on a request that can still be answered. */
const waits = (now: Date) =>
  sql`(${invitations.invitationStatus} = 'PENDING' and ${invitations.expiresAt} > ${now} and ${invitations.offeredAt} is null
    and (${invitations.initiatorRole} = 'player' or ${invitations.initiatorId} <> ${invitations.coachId})
    and not ${isLeftByCoach(now)})`

/** The number of requests that wait for a coach's answer. */
async function countWaiting(db: Database, coachId: string, now: Date): Promise<number> {
  return db.$count(invitations, and(eq(invitations.coachId, coachId), waits(now)))
}

/** A day on which a coach has live classes. */
type BusyDay = { day: string; classes: number; waiting: number }

/** The days in a range on which a coach has live classes. */
async function listBusyDays(
  db: Database,
  { coachId, from, to, now }: { coachId: string; from: string; to: string; now: Date },
): Promise<BusyDay[]> {
  return db
    .select({
      day: invitations.courseDate,
      classes: sql<number>`count(*)`.mapWith(Number),
      waiting: sql<number>`count(*) filter (where ${waits(now)})`.mapWith(Number),
    })
    .from(invitations)
    .where(
      and(
        eq(invitations.coachId, coachId),
        sql`${invitations.courseDate} between ${from} and ${to}`,
        hasStatus(ACTIVE_STATUSES, now),
      ),
    )
    .groupBy(invitations.courseDate)
}

/**
 * The days in a range on which a coach has locked every half-hour of the opening hours. Those run from the first to the
 * last start of the coach's venues, or from 06:00 to 22:00 without venues.
 */
async function listRestDays(
  db: Database,
  { coachId, from, to }: { coachId: string; from: string; to: string },
): Promise<Set<string>> {
  const { rows } = await db.execute<{ day: string }>(sql`
    with opening as (
      select coalesce(min(v.first_start), ${DEFAULT_FIRST_START}) as first, coalesce(max(v.last_start), ${DEFAULT_LAST_START}) as last
      from ${coachVenues} cv join ${venues} v on v.id = cv.venue_id and v.approve_status = 1
      where cv.coach_id = ${coachId} and cv.approve_status = 1)
    select t.day from ${slotClaims} t, opening
    where t.kind = ${CLAIM_KIND.COACH} and t.resource_id = ${coachId} and t.day between ${from} and ${to}
      and t.holder_kind = ${HOLDER_KIND.COACH_LOCK} and t.half_hour between opening.first and opening.last
    group by t.day, opening.first, opening.last
    having count(*) = opening.last - opening.first + 1`)
  return new Set(rows.map(({ day }) => day))
}

/** The marks of a coach's date strip: live classes, classes that wait for the coach, and completely locked days. */
async function readMarks(
  db: Database,
  { coachId, from, days, now }: { coachId: string; from: Day; days: number; now: Date },
): Promise<api.CoachDayMark[]> {
  const to = addDays(from, days - 1)
  const [busy, resting] = await Promise.all([
    listBusyDays(db, { coachId, from, to, now }),
    listRestDays(db, { coachId, from, to }),
  ])
  const byDay = new Map(busy.map((one) => [one.day, one]))
  return Array.from({ length: days }, (_, offset) => {
    const date = addDays(from, offset)
    const { classes = 0, waiting = 0 } = byDay.get(date) ?? {}
    return { date, classes, waiting, isResting: resting.has(date) }
  })
}

/**
 * The figures of a coach's day and month. The lesson hours of today are those that its classes hold on contracts, or
 * have consumed. A class that one player pays for all counts once. In a coach's own class each seat counts. The month
 * is the calendar month of the classes' dates, as in the coach's records.
 */
async function readFigures(db: Database, { coachId, now }: { coachId: string; now: Date }): Promise<api.CoachFigures> {
  const today = dayOf(now)
  const [day, waitingConfirm, counted, months] = await Promise.all([
    readDay(db, { coachId, day: today, now }),
    countWaiting(db, coachId, now),
    countStudents(db, { coachId, now }),
    listRecordMonths(db, { coachId, actorId: coachId }, firstOfMonth(today)),
  ])
  const sumOf = (amount: (row: (typeof months)[number]) => number) => months.reduce((sum, row) => sum + amount(row), 0)
  return {
    todayClasses: day.classes,
    todaySessions: day.sessions,
    waitingConfirm,
    students: counted.students,
    studentsRunningOut: counted.runningOut,
    monthTaughtHours: sumOf(({ taughtHours }) => taughtHours),
    monthConsumedSessions: sumOf(({ consumedSessions }) => consumedSessions),
    monthIncomeFen: sumOf(({ incomeFen }) => incomeFen),
  }
}

export default plugin([
  handle(api.coachFigures, ({ user, db, now }) => readFigures(db, { coachId: user.id, now })),

  handle(api.invitingCount, async ({ params, user, db, now }) => {
    if (params.id !== user.id) throw new ApiError('data_of_others')
    return countWaiting(db, user.id, now)
  }),

  handle(api.coachDayMarks, ({ query: { from, days }, user, db, now }) =>
    readMarks(db, { coachId: user.id, from: toIsoDay(from), days, now }),
  ),

  // Past classes do not make the answer larger.
  handle(coachBoard, async ({ query: { date, from, days }, user: { id: coachId }, db, now }) => {
    const day = toIsoDay(date)
    const running = { isRunningOut: true, current: FIRST_PAGE, rows: NAMED_STUDENTS }
    const [figures, unfinished, classes, locks, requests, students, marks, claims] = await Promise.all([
      readFigures(db, { coachId, now }),
      listUnfinished(db, { coachId, now }),
      listCoachDay(db, { coachId, actorId: coachId, day, now }),
      readCoachLocks(db, { coachId, actorId: coachId, day }),
      pageOwnClasses(db, { userId: coachId, statusText: 'PENDING', limit: MAX_ROWS, offset: 0, now }),
      listStudents(db, { coachId, actorId: coachId, query: running, now }),
      readMarks(db, { coachId, from: toIsoDay(from), days, now }),
      readClaims(db, { actorId: coachId, now }),
    ])
    return { figures, unfinished, classes, locks, requests: requests.rows, students, marks, claims }
  }),

  handle(api.unfinishedOfCoach, ({ user, db, now }) => listUnfinished(db, { coachId: user.id, now })),
])
