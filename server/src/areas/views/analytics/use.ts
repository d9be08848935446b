import type { AnalyticsUse, UseOf } from '@paidang/api/areas/views/analytics'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type HourOfWeek, type Opening, openHours, shareOf } from '@paidang/domain/areas/views/analytics/analytics'
import { WEEKDAY_NAMES, type Weekday } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { assertPeriod, type CompanyPeriod, classesIn } from './company-period.ts'

/** A venue with its courts, or a coach, bookable from the first to the last start. */
type Bookable = Opening & { id: string; name: string }

/** The approved venues where a company's coaches teach, or where it had classes in the period, by name. */
async function listVenuesOf(db: Database, input: CompanyPeriod): Promise<Bookable[]> {
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
async function listCoachesOf(db: Database, companyId: string): Promise<Bookable[]> {
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
async function countBookedOfVenues(db: Database, { ids, ...input }: Among): Promise<HourOfWeek[]> {
  return countByHour(db, {
    from: sql`${invitations} join ${venues} v on v.id = ${invitations.stadiumId}
      cross join generate_series(${invitations.beginTimeSlot}, ${invitations.endTimeSlot} - 1) as slot(half_hour)`,
    where: sql`${classesIn(input)} and ${IS_BOOKED} and v.id = any(${idsOf(ids)})
      and slot.half_hour between v.first_start and v.last_start`,
    day: sql`${invitations.courseDate}`,
    halfHour: sql`slot.half_hour`,
  })
}

/** The half-hours of a company's classes with these coaches, within the company's opening hours. */
async function countBookedOfCoaches(db: Database, { ids, ...input }: Among): Promise<HourOfWeek[]> {
  return countByHour(db, {
    from: sql`${invitations} join ${companies} c on c.id = ${invitations.companyId}
      cross join generate_series(${invitations.beginTimeSlot}, ${invitations.endTimeSlot} - 1) as slot(half_hour)`,
    where: sql`${classesIn(input)} and ${IS_BOOKED} and ${invitations.coachId} = any(${idsOf(ids)})
      and slot.half_hour between c.first_start and c.last_start`,
    day: sql`${invitations.courseDate}`,
    halfHour: sql`slot.half_hour`,
  })
}

/** The half-hours in which these venues closed courts, within the venues' opening hours. */
async function countLockedOfVenues(db: Database, { ids, period }: Among): Promise<HourOfWeek[]> {
  return countByHour(db, {
    from: sql`${venues} v join ${courts} k on k.venue_id = v.id join ${slotClaims} t
      on t.kind = ${CLAIM_KIND.COURT} and t.resource_id = k.id and t.day between ${period.from}::date and ${period.until}::date`,
    where: sql`v.id = any(${idsOf(ids)}) and t.holder_kind = ${HOLDER_KIND.VENUE_LOCK}
      and t.half_hour between v.first_start and v.last_start`,
    day: sql`t.day`,
    halfHour: sql`t.half_hour`,
  })
}

/** The half-hours that these coaches locked for themselves, within the company's opening hours. */
async function countLockedOfCoaches(db: Database, { ids, companyId, period }: Among): Promise<HourOfWeek[]> {
  return countByHour(db, {
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

async function countByHour(
  db: Database,
  { from, where, day, halfHour }: Record<'from' | 'where' | 'day' | 'halfHour', SQL>,
): Promise<HourOfWeek[]> {
  const { rows } = await db.execute<{ weekday: Weekday; hour: number; halfHours: number }>(sql`
    select extract(dow from ${day})::int as weekday, ${halfHour} / 2 as hour, count(*)::int as "halfHours"
    from ${from} where ${where} group by 1, 2`)
  return rows
}

const HALF_HOURS_PER_HOUR = 2

type UseQuery = CompanyPeriod & { of: UseOf; id?: string | undefined }

const SOURCES = {
  courts: {
    list: listVenuesOf,
    countBooked: countBookedOfVenues,
    countLocked: countLockedOfVenues,
    absent: 'venue_not_found',
    title: '场地利用率',
  },
  coaches: {
    list: (db: Database, { companyId }: CompanyPeriod) => listCoachesOf(db, companyId),
    countBooked: countBookedOfCoaches,
    countLocked: countLockedOfCoaches,
    absent: 'coach_not_found',
    title: '教练利用率',
  },
} as const

/**
 * The share of a company's bookable time that was booked, by weekday and hour. A class and a lock never hold the same
 * half-hour, so no share exceeds the whole.
 *
 * @throws ApiError period_invalid; venue_not_found, coach_not_found (not of this company)
 */
export async function readUse(db: Database, { of, id, ...input }: UseQuery): Promise<AnalyticsUse> {
  assertPeriod(input.period)
  const { list, countBooked, countLocked, absent } = SOURCES[of]
  const all = await list(db, input)
  const chosen = id === undefined ? all : all.filter((subject) => subject.id === id)
  if (id !== undefined && chosen.length === 0) throw new ApiError(absent)
  const ids = chosen.map((subject) => subject.id)
  const [booked, locked] = await Promise.all([countBooked(db, { ...input, ids }), countLocked(db, { ...input, ids })])
  const [bookedAt, lockedAt] = [byHour(booked), byHour(locked)]
  return {
    subjects: all.map(({ id, name }) => ({ id, name })),
    hours: openHours(input.period, chosen).map((open) => {
      const bookable = open.halfHours - (lockedAt.get(keyOf(open)) ?? 0)
      return { weekday: open.weekday, hour: open.hour, booked: bookedAt.get(keyOf(open)) ?? 0, bookable }
    }),
  }
}

const keyOf = ({ weekday, hour }: Pick<HourOfWeek, 'weekday' | 'hour'>) => `${weekday} ${hour}`

const byHour = (hours: readonly HourOfWeek[]) => new Map(hours.map((one) => [keyOf(one), one.halfHours]))

type Hour = AnalyticsUse['hours'][number]

const COLUMNS: readonly FileColumn<Hour>[] = [
  { heading: '星期', width: 8, text: ({ weekday }) => WEEKDAY_NAMES[weekday as Weekday] },
  { heading: '开始', width: 8, text: ({ hour }) => timeOf(hour * HALF_HOURS_PER_HOUR) },
  { heading: '已约（半小时）', width: 14, number: ({ booked }) => booked },
  { heading: '可约（半小时）', width: 14, number: ({ bookable }) => bookable },
  {
    heading: '利用率（%）',
    width: 12,
    number: ({ booked, bookable }) => Math.round((shareOf(booked, bookable) ?? 0) * 1000) / 10,
  },
]

/** The same as a file, with a row for each hour of each weekday. @throws as readUse */
export async function exportUse(
  db: Database,
  { format, ...input }: UseQuery & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { subjects, hours } = await readUse(db, input)
  const { title } = SOURCES[input.of]
  const whose = subjects.find(({ id }) => id === input.id)?.name ?? '全部'
  const { from, until } = input.period
  return tableFile({ name: `${title}-${whose}-${from}-${until}`, sheet: title, columns: COLUMNS, rows: hours, format })
}
