import type { AnalyticsUse, UseOf } from '@paidang/api/areas/analytics'
import { ApiError } from '@paidang/api/catalogue/errors'
import { shareOf } from '@paidang/domain/areas/analytics/figures'
import { type HourOfWeek, openHours } from '@paidang/domain/areas/analytics/opening'
import { WEEKDAY_NAMES, type Weekday } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { assertPeriod } from './assert-period.ts'
import type { CompanyPeriod } from './figures-queries.ts'
import {
  countBookedOfCoaches,
  countBookedOfVenues,
  countLockedOfCoaches,
  countLockedOfVenues,
  listCoachesOf,
  listVenuesOf,
} from './use-queries.ts'

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
