import * as api from '@paidang/api/areas/activities/usual-courses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotSpan } from '@paidang/domain/areas/activities/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import {
  MAX_USUAL_COURSES,
  MAX_USUAL_PINS,
  nextSameWeekday,
  USUAL_WINDOW_DAYS,
  usualCourseName,
} from '@paidang/domain/areas/activities/classes/usual-course'
import { addDays, DATE_WINDOW_DAYS, dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { literals } from '../../../db/literal.ts'
import { param, statement } from '../../../db/statement.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isOfConsole } from '../../../http/session.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations, seats, usualPins } from '../../../tables/classes.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { checkBookingContext } from './booking-context.ts'

/**
 * A class that a player takes usually. `freeDay` is the first requested day on which it is available. `bookedDay` is
 * the first on which the player has a class with that coach then, and `bookedId` is that class. Null where none exists.
 */
type UsualRow = {
  pinId: string | null
  coachId: string
  coachName: string
  coachAvatar: string | null
  stadiumId: string
  stadiumName: string
  stadiumAvatar: string | null
  stadiumAddress: string
  weekday: number
  beginTimeSlot: number
  endTimeSlot: number
  courseDesignId: string
  courseDesignName: string
  courtIndex: number
  courtCode: string
  availableSessions: number
  sessionDuration: number
  freeDay: string | null
  bookedDay: string | null
  bookedId: string | null
}

const readUsual = statement<{
  userId: string
  today: string
  sinceDay: string
  lastDay: string
  begunHalfHour: number
}>(
  () => sql`
    with derived as (
      select i.coach_id, i.stadium_id, extract(dow from i.course_date)::int as weekday, i.begin_time_slot, i.end_time_slot,
        i.course_design_id, count(*) as times, max(i.course_date) as last_day,
        (array_agg(i.court_id order by i.course_date desc, i.id desc))[1] as court_id
      from ${seats} s
      -- Each class by its id, whatever all others of these days are: that is what offset 0 says.
      cross join lateral (select * from ${invitations} i where i.id = s.invitation_id offset 0) i
      where s.user_id = ${param('userId')} and s.state = 'JOINED' and s.invitation_status = 'COMPLETED'
        and s.course_date >= ${param('sinceDay')}::date and s.coach_id <> ${param('userId')}
      group by 1, 2, 3, 4, 5, 6 having count(*) >= 2
    ), usual as (
      select p.id as pin_id, p.coach_id, p.stadium_id, p.weekday::int as weekday, p.begin_time_slot, p.end_time_slot,
        p.course_design_id, p.court_id, 0 as times, null::date as last_day
      from ${usualPins} p where p.user_id = ${param('userId')}
      union all
      select null, d.coach_id, d.stadium_id, d.weekday, d.begin_time_slot, d.end_time_slot, d.course_design_id, d.court_id,
        d.times, d.last_day
      from derived d where not exists (select 1 from ${usualPins} p where p.user_id = ${param('userId')}
        and p.coach_id = d.coach_id and p.stadium_id = d.stadium_id and p.weekday = d.weekday
        and p.begin_time_slot = d.begin_time_slot and p.end_time_slot = d.end_time_slot
        and p.course_design_id = d.course_design_id)
    ), known as (
      select u.*, c.course_name, c.session_duration, v.name as venue_name, v.avatar as venue_avatar, v.address, k.court_index, k.court_code,
        not c.del_flag and v.approve_status = 1 and u.begin_time_slot >= v.first_start and u.end_time_slot - 1 <= v.last_start
        and exists (select 1 from ${coachCourses} x where x.coach_id = u.coach_id and x.course_id = u.course_design_id)
        and exists (select 1 from ${coachVenues} x where x.coach_id = u.coach_id and x.venue_id = u.stadium_id
          and x.approve_status = 1) as is_offered
      from usual u join ${courses} c on c.id = u.course_design_id join ${venues} v on v.id = u.stadium_id
        join ${courts} k on k.id = u.court_id
    ), chosen as (
      select n.* from known n
      where (n.pin_id is not null or n.is_offered) and not ${isBlockedBetween(sql`n.coach_id`, param('userId'))}
      order by n.pin_id nulls last, n.times desc, n.last_day desc, n.coach_id, n.begin_time_slot
      limit (select count(*) from ${usualPins} p where p.user_id = ${param('userId')}) + ${literals(MAX_USUAL_COURSES)}
    )
    select n.pin_id as "pinId", n.coach_id as "coachId", coach.nickname as "coachName", coach.avatar as "coachAvatar",
      n.stadium_id as "stadiumId", n.venue_name as "stadiumName", n.venue_avatar as "stadiumAvatar",
      n.address as "stadiumAddress", n.weekday, n.begin_time_slot as "beginTimeSlot", n.end_time_slot as "endTimeSlot",
      n.course_design_id as "courseDesignId", n.course_name as "courseDesignName", n.court_index as "courtIndex",
      n.court_code as "courtCode", n.session_duration as "sessionDuration", free.day as "freeDay", own.day as "bookedDay",
      own.holder_id as "bookedId",
      coalesce((select sum(x.remaining_sessions - x.held_sessions) from ${contracts} x
        where x.user_id = ${param('userId')} and x.course_id = n.course_design_id and x.remaining_sessions > 0 and x.expiry_date >= ${param('today')}::date
          and x.refunded_at is null), 0)
        as "availableSessions"
    from chosen n join ${users} coach on coach.id = n.coach_id
    left join lateral (
      select d.day from (
        select ${param('today')}::date + n as day from generate_series(0, ${literals(DATE_WINDOW_DAYS - 1)}) as s(n)) d
      where n.is_offered and extract(dow from d.day) = n.weekday
        and (d.day > ${param('today')}::date or n.begin_time_slot > ${param('begunHalfHour')})
        and not exists (
          select 1 from (values (${literals(CLAIM_KIND.COURT)}::smallint, n.court_id), (${literals(CLAIM_KIND.COACH)}::smallint, n.coach_id),
            (${literals(CLAIM_KIND.COACH)}::smallint, ${param('userId')}::bigint), (${literals(CLAIM_KIND.PLAYER)}::smallint, ${param('userId')}::bigint))
            as wanted(kind, resource_id)
          join ${slotClaims} t on t.kind = wanted.kind and t.resource_id = wanted.resource_id and t.day = d.day
            and t.half_hour >= n.begin_time_slot and t.half_hour < n.end_time_slot)
      order by d.day limit 1) free on true
    left join lateral (
      select t.day, t.holder_id from ${slotClaims} t
      join ${invitations} i on i.id = t.holder_id and i.coach_id = n.coach_id
      where t.kind = ${literals(CLAIM_KIND.PLAYER)} and t.resource_id = ${param('userId')} and t.holder_kind = ${literals(HOLDER_KIND.INVITATION)}
        and t.day between ${param('today')}::date and ${param('lastDay')}::date and extract(dow from t.day) = n.weekday
        and t.half_hour = n.begin_time_slot
      order by t.day limit 1) own on true
    order by n.pin_id nulls last, n.times desc, n.last_day desc, n.coach_id, n.begin_time_slot`,
)

/**
 * A player's pins in the order of pinning, then their most frequent classes. A combination of coach, venue, weekday,
 * begin, end and course counts with at least two completed classes. The most frequent comes first. A pinned one appears
 * once, with the pin's court. Coaches who no longer teach that course there are left out. A pin of such a coach stays,
 * without a free day.
 */
async function listUsualRows(db: Database, userId: string, now: Date): Promise<UsualRow[]> {
  const today = dayOf(now)
  const result = await db.execute<Record<keyof UsualRow, unknown>>(
    readUsual({
      userId,
      today,
      sinceDay: addDays(today, -USUAL_WINDOW_DAYS),
      lastDay: addDays(today, DATE_WINDOW_DAYS - 1),
      begunHalfHour: halfHourOfInstant(now),
    }),
  )
  const rows = result.rows.map((row) => ({ ...row, availableSessions: Number(row.availableSessions) }) as UsualRow)
  const pinned = rows.filter(({ pinId }) => pinId !== null)
  return rows.slice(0, pinned.length + MAX_USUAL_COURSES)
}

function present(row: UsualRow, now: Date): api.UsualCourse {
  const { coachId, stadiumId, weekday, beginTimeSlot, endTimeSlot, courseDesignId } = row
  return {
    id: [coachId, stadiumId, weekday, beginTimeSlot, endTimeSlot, courseDesignId].join('-'),
    name: usualCourseName(row.courseDesignName),
    coach: { id: coachId, nickname: row.coachName, avatar: row.coachAvatar },
    stadium: { id: stadiumId, avatar: row.stadiumAvatar, name: row.stadiumName, address: row.stadiumAddress },
    weekday,
    courseDate: row.freeDay ?? nextSameWeekday(weekday, beginTimeSlot, now),
    beginTimeSlot,
    endTimeSlot,
    selectedCourt: row.courtIndex,
    courtCode: row.courtCode,
    courseDesignId,
    courseDesignName: row.courseDesignName,
    availableSessions: row.availableSessions,
    neededSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, row.sessionDuration),
    booked: row.bookedDay === null || row.bookedId === null ? null : { id: row.bookedId, courseDate: row.bookedDay },
    isFree: row.freeDay !== null,
    pinId: row.pinId,
  }
}

/**
 * A player's usual courses, pinned ones first, then the most frequent. Each proposes the first same weekday of the
 * booking window on which court, coach and player are free. Without such a day it proposes the next one. A class that
 * is booked already is named.
 *
 * Source: specification §3 "Usual course", decision "Usual courses"
 */
export async function listUsualCourses(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<api.UsualCourse[]> {
  return (await listUsualRows(db, userId, now)).map((row) => present(row, now))
}

const PIN_KEY = [
  usualPins.userId,
  usualPins.coachId,
  usualPins.stadiumId,
  usualPins.courseDesignId,
  usualPins.weekday,
  usualPins.beginTimeSlot,
  usualPins.endTimeSlot,
]

export default plugin([
  handle(api.usualCourses, async ({ params, user, request, db, now, app }) => {
    // The client's id for a guest. Nothing is looked up for it.
    if (params.id === GUEST_ID) return []
    if (!user) {
      const caller = await app.sessions.callerOf(request.headers.authorization)
      throw new ApiError(isOfConsole(caller) ? 'action_forbidden' : 'session_expired')
    }
    if (params.id !== user.id) throw new ApiError('data_of_others')
    return listUsualCourses(db, { userId: user.id, now })
  }),

  // Pinning the same class again changes only its court.
  handle(api.pinUsualCourse, async ({ body, user: { id: userId }, db, now }) => {
    const { coachId, stadiumId, courseDesignId, weekday, beginTimeSlot, endTimeSlot } = body
    if (coachId === userId) throw new ApiError('invitation_with_oneself')
    const context = await checkBookingContext(db, body, { userId, now })
    if (context.isUnavailable) throw new ApiError('coach_unavailable')
    const refusal = whyNotSpan({ beginTimeSlot, endTimeSlot }, context)
    if (refusal) throw new ApiError(refusal)
    const { courtId } = context
    return db.transaction(async (tx) => {
      // Pins of a player are counted one call after the other.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
      const key = { userId, coachId, stadiumId, courseDesignId, weekday, beginTimeSlot, endTimeSlot }
      const [pin] = await tx
        .insert(usualPins)
        .values({ ...key, courtId })
        .onConflictDoUpdate({ target: PIN_KEY, set: { courtId } })
        .returning({ id: usualPins.id })
      if (!pin) throw new Error('an upsert answered no row')
      if ((await tx.$count(usualPins, eq(usualPins.userId, userId))) > MAX_USUAL_PINS)
        throw new ApiError('usual_courses_too_many')
      return pin
    })
  }),

  // An unknown pin or a pin of another user is ignored.
  handle(api.unpinUsualCourse, async ({ params, user, db }) => {
    await db.delete(usualPins).where(and(eq(usualPins.id, params.id), eq(usualPins.userId, user.id)))
    return null
  }),
])
