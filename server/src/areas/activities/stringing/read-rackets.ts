import type { LastJob, Racket } from '@paidang/api/areas/activities/stringing'
import {
  hoursPlayed,
  type Played,
  sportOfCourse,
  stringLife,
  wearOf,
} from '@paidang/domain/areas/activities/stringing/restring'
import { dayOf, instantOf } from '@paidang/domain/kernel/day'
import type { Sport } from '@paidang/domain/kernel/sport'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { merchants, rackets } from '../../../tables/stringing.ts'
import { stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'

/** The last finished job of a racket as read from the database, with its instants as text. */
type LastJobRow = Omit<LastJob, 'strungOn'> & { readyAt: string; completedAt: string }

/** One half of the last job's bed. */
const partOf = (part: 'mains' | 'crosses') => sql`(
  select json_build_object('source', p.source, 'stringId', p.string_id::text, 'name', p.name, 'material', p.material,
    'gauge', p.gauge, 'tension', p.tension)
  from ${stringingParts} p where p.order_id = o.id and p.part = ${part})`

const lastJob = sql<LastJobRow | null>`(
  select json_build_object('orderId', o.id::text, 'merchantId', o.merchant_id::text, 'merchantName', m.name,
    'mains', ${partOf('mains')}, 'crosses', ${partOf('crosses')}, 'preStretch', o.pre_stretch, 'knots', o.knots,
    'notes', o.notes, 'readyAt', o.ready_at, 'completedAt', o.completed_at)
  from ${stringingOrders} o join ${merchants} m on m.id = o.merchant_id
  where o.racket_id = ${rackets}.id and o.status = 'COMPLETED'
  order by o.completed_at desc, o.id desc
  limit 1)`

/** A player's active rackets with the number of their jobs and the last one: the main one of each sport, then the latest. */
async function listViews(db: Database, userId: string) {
  return db
    .select({
      ...getTableColumns(rackets),
      jobCount: sql<number>`(
        select count(*) from ${stringingOrders} o where o.racket_id = ${rackets}.id and o.status = 'COMPLETED')`.mapWith(
        Number,
      ),
      lastJob,
    })
    .from(rackets)
    .where(and(eq(rackets.userId, userId), isNull(rackets.retiredAt)))
    .orderBy(desc(rackets.isMain), desc(rackets.createdAt), desc(rackets.id))
}

/**
 * A class (its course's name) or a ball game (its sport) that a person played. Half-hour indexes of a day, end
 * exclusive.
 */
type PlayedRow = { day: string; begin: number; end: number } & (
  | { courseName: string; sport: null }
  | { courseName: null; sport: Sport }
)

/**
 * Lists what a person played from a day on. It has completed classes with a seat, unless the person was absent or on
 * leave. It has finished games with a confirmed seat, unless the person did not come. A coach does not wear the strings
 * by teaching a class.
 */
async function listPlayed(db: Database, userId: string, since: string): Promise<Played[]> {
  const { rows } = await db.execute<PlayedRow>(sql`
    select i.course_date::text as day, i.begin_time_slot as begin, i.end_time_slot as "end",
      i.course_design_name as "courseName", null as sport
    from ${seats} s join ${invitations} i on i.id = s.invitation_id
    where s.user_id = ${userId} and s.state = 'JOINED' and coalesce(s.attendance, 'present') not in ('absent', 'leave')
      and s.invitation_status = 'COMPLETED' and s.course_date >= ${since}::date
    union all
    select b.activity_date::text, b.begin_time_slot, b.end_time_slot, null, b.sport
    from ${ballParticipants} p join ${ballGames} b on b.id = p.ball_id
    where p.user_id = ${userId} and p.state = 'CONFIRMED' and p.no_show_at is null
      and p.ball_status = 'FINISHED' and p.is_initiator in (true, false) and p.activity_date >= ${since}::date`)
  return rows.map(({ day, begin, end, ...what }) => ({
    sport: what.courseName === null ? what.sport : sportOfCourse(what.courseName),
    startsAt: instantOf(day, begin),
    hours: (end - begin) / 2,
  }))
}

function presentJob({ readyAt, completedAt: _completedAt, ...job }: LastJobRow): LastJob {
  return { ...job, strungOn: dayOf(new Date(readyAt)) }
}

function presentWear(sport: Sport, lastJob: LastJobRow, played: readonly Played[], now: Date): Racket['wear'] {
  const { life, ...wear } = wearOf({
    life: stringLife(sport, [lastJob.mains.material, lastJob.crosses.material]),
    strungOn: dayOf(new Date(lastJob.readyAt)),
    hoursPlayed: hoursPlayed(played, { sport, since: new Date(lastJob.completedAt) }),
    today: dayOf(now),
  })
  return { ...wear, lifeHours: life.hours, lifeDays: life.days }
}

/**
 * Reads the rackets of a player, with their last job and the wear of their strings. Hours played count only for the
 * main racket of the sport, from when the player got it back. The strings of other rackets only age.
 */
export async function readRackets(db: Database, { actorId, now }: { actorId: string; now: Date }): Promise<Racket[]> {
  const rows = await listViews(db, actorId)
  const backSince = rows.flatMap(({ isMain, lastJob }) => (isMain && lastJob ? [Date.parse(lastJob.completedAt)] : []))
  const since = dayOf(new Date(Math.min(...backSince, now.getTime())))
  const played = backSince.length > 0 ? await listPlayed(db, actorId, since) : []
  return rows.map((row) => ({
    id: row.id,
    sport: row.sport,
    brand: row.brand,
    model: row.model,
    gripSize: row.gripSize,
    pattern: row.pattern,
    weightGrams: row.weightGrams,
    code: row.code,
    minTension: row.minTension,
    maxTension: row.maxTension,
    isMain: row.isMain,
    revision: row.revision,
    jobCount: row.jobCount,
    lastJob: row.lastJob && presentJob(row.lastJob),
    wear: row.lastJob && presentWear(row.sport, row.lastJob, row.isMain ? played : [], now),
  }))
}
