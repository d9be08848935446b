import type { HourOfWeek, Opening } from '@paidang/domain/areas/analytics/opening'
import type { Weekday } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { type CompanyPeriod, classesIn } from './figures-queries.ts'

/** A venue with its courts, or a coach, bookable from the first to the last start. */
export type Bookable = Opening & { id: string; name: string }

/** The approved venues where a company's coaches teach, or where it had classes in the period, by name. */
export async function listVenuesOf(db: Database, input: CompanyPeriod): Promise<Bookable[]> {
  const { rows } = await db.execute<Bookable>(sql`
    select v.id::text as id, v.name, v.first_start as "firstStart", v.last_start as "lastStart",
      (select count(*)::int from ${courts} k where k.venue_id = v.id) as count
    from ${venues} v
    where v.approve_status = 1 and v.id in (
      select a.venue_id from ${coachVenues} a join ${companyMembers} m on m.user_id = a.coach_id
      where m.company_id = ${input.companyId} and a.approve_status = 1
      union select ${invitations.stadiumId} from ${invitations} where ${classesIn(input)} and ${IS_BOOKED})
    order by v.name collate "zh-x-icu", v.id`)
  return rows
}

/** The coaches of a company, by name. All have the company's opening hours. */
export async function listCoachesOf(db: Database, companyId: string): Promise<Bookable[]> {
  const { rows } = await db.execute<Bookable>(sql`
    select u.id::text as id, u.nickname as name, c.first_start as "firstStart", c.last_start as "lastStart", 1 as count
    from ${companyMembers} m join ${users} u on u.id = m.user_id join ${companies} c on c.id = m.company_id
    where m.company_id = ${companyId} order by u.nickname collate "zh-x-icu", u.id`)
  return rows
}

/** A class that was held, or that is confirmed. */
const IS_BOOKED = sql`${invitations.invitationStatus} in ('CONFIRMED', 'COMPLETED')`

/** The venues or coaches to count for, by id, within their opening hours. */
type Among = CompanyPeriod & { ids: readonly string[] }

/** The half-hours of a company's classes on courts of these venues, within the venues' opening hours. */
export async function countBookedOfVenues(db: Database, { ids, ...input }: Among): Promise<HourOfWeek[]> {
  return byHour(db, {
    from: sql`${invitations} join ${venues} v on v.id = ${invitations.stadiumId}
      cross join generate_series(${invitations.beginTimeSlot}, ${invitations.endTimeSlot} - 1) as slot(half_hour)`,
    where: sql`${classesIn(input)} and ${IS_BOOKED} and v.id = any(${idsOf(ids)})
      and slot.half_hour between v.first_start and v.last_start`,
    day: sql`${invitations.courseDate}`,
    halfHour: sql`slot.half_hour`,
  })
}

/** The half-hours of a company's classes with these coaches, within the company's opening hours. */
export async function countBookedOfCoaches(db: Database, { ids, ...input }: Among): Promise<HourOfWeek[]> {
  return byHour(db, {
    from: sql`${invitations} join ${companies} c on c.id = ${invitations.companyId}
      cross join generate_series(${invitations.beginTimeSlot}, ${invitations.endTimeSlot} - 1) as slot(half_hour)`,
    where: sql`${classesIn(input)} and ${IS_BOOKED} and ${invitations.coachId} = any(${idsOf(ids)})
      and slot.half_hour between c.first_start and c.last_start`,
    day: sql`${invitations.courseDate}`,
    halfHour: sql`slot.half_hour`,
  })
}

/** The half-hours in which these venues closed courts, within the venues' opening hours. */
export async function countLockedOfVenues(db: Database, { ids, period }: Among): Promise<HourOfWeek[]> {
  return byHour(db, {
    from: sql`${venues} v join ${courts} k on k.venue_id = v.id join ${slotClaims} t
      on t.kind = ${CLAIM_KIND.COURT} and t.resource_id = k.id and t.day between ${period.from}::date and ${period.until}::date`,
    where: sql`v.id = any(${idsOf(ids)}) and t.holder_kind = ${HOLDER_KIND.VENUE_LOCK}
      and t.half_hour between v.first_start and v.last_start`,
    day: sql`t.day`,
    halfHour: sql`t.half_hour`,
  })
}

/** The half-hours that these coaches locked for themselves, within the company's opening hours. */
export async function countLockedOfCoaches(db: Database, { ids, companyId, period }: Among): Promise<HourOfWeek[]> {
  return byHour(db, {
    from: sql`${companies} c join ${slotClaims} t on t.kind = ${CLAIM_KIND.COACH} and t.resource_id = any(${idsOf(ids)})
      and t.day between ${period.from}::date and ${period.until}::date`,
    where: sql`c.id = ${companyId} and t.holder_kind = ${HOLDER_KIND.COACH_LOCK}
      and t.half_hour between c.first_start and c.last_start`,
    day: sql`t.day`,
    halfHour: sql`t.half_hour`,
  })
}

const idsOf = (ids: readonly string[]) =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}::bigint`),
    sql`, `,
  )}]::bigint[]`

async function byHour(
  db: Database,
  { from, where, day, halfHour }: Record<'from' | 'where' | 'day' | 'halfHour', SQL>,
): Promise<HourOfWeek[]> {
  const { rows } = await db.execute<{ weekday: Weekday; hour: number; halfHours: number }>(sql`
    select extract(dow from ${day})::int as weekday, ${halfHour} / 2 as hour, count(*)::int as "halfHours"
    from ${from} where ${where} group by 1, 2`)
  return rows
}
