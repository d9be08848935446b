import type { BallDetail, BallFilters } from '@paidang/api/areas/activities/balls'
import type { MatchType } from '@paidang/domain/areas/activities/balls/ball-status'
import { addDays, type Day, monthDotDay, weekdayOf } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { SPORT_NAMES, type Sport } from '@paidang/domain/kernel/sport'
import type { Point } from '../../../../platform/place'
import { officialCity } from '../../../places/venues/venue-labels'
import { levelRange } from './ball-labels'

/** Which days: any, near ones by name, or one date. */
export type WhenFilter = 'any' | 'today' | 'tomorrow' | 'weekend' | { day: Day }
/** Which levels: any, those that accept the reader, or a range. */
export type LevelFilter = 'any' | 'mine' | { from: number; to: number }
/** Where: anywhere, within a distance of the reader, or in a city and perhaps a district. */
export type WhereFilter =
  | { kind: 'any' }
  | { kind: 'near'; km: number }
  | { kind: 'city'; city: string; district: string }

/** The reader's filters. `point` is the reader's location once known; distances are measured from there. */
export type ChosenFilters = {
  sport: Sport | null
  when: WhenFilter
  level: LevelFilter
  matchType: MatchType | null
  where: WhereFilter
  point: Point | undefined
  maxFeeFen: Fen | null
  hasSeats: boolean
}

export const NO_FILTERS: ChosenFilters = {
  sport: null,
  when: 'any',
  level: 'any',
  matchType: null,
  where: { kind: 'any' },
  point: undefined,
  maxFeeFen: null,
  hasSeats: false,
}

/** Returns the filters that show other games like one: of its day, or of all days once that is over. */
export function gamesLike(
  { sport, activityDate }: Pick<BallDetail, 'sport' | 'activityDate'>,
  today: Day,
): ChosenFilters {
  const when: WhenFilter = activityDate < today ? 'any' : activityDate === today ? 'today' : { day: activityDate }
  return { ...NO_FILTERS, sport, when }
}

/** Whether any filter is set. The location itself is no filter. */
export function hasFilters(chosen: ChosenFilters): boolean {
  const { sport, when, level, matchType, where, maxFeeFen, hasSeats } = chosen
  const isCut = [sport !== null, when !== 'any', level !== 'any', matchType !== null, where.kind !== 'any']
  return isCut.some(Boolean) || maxFeeFen !== null || hasSeats
}

/** Returns no filters, but keeps the location. */
export function cleared({ point }: ChosenFilters): ChosenFilters {
  return { ...NO_FILTERS, point }
}

/** Returns the filters as the call takes them. `ownLevel` is null while it is unknown; then 适合我 filters nothing. */
export function filtersOf(
  chosen: ChosenFilters,
  { today, ownLevel }: { today: Day; ownLevel: number | null },
): BallFilters {
  const { sport, matchType, where, point, maxFeeFen, hasSeats } = chosen
  return {
    ...daysOf(chosen.when, today),
    ...levelsOf(chosen.level, ownLevel),
    ...(sport === null ? {} : { sport }),
    ...(matchType === null ? {} : { matchType }),
    ...(point === undefined ? {} : { near: point }),
    ...(where.kind === 'near' && point !== undefined ? { withinKm: where.km } : {}),
    ...(where.kind === 'city' ? { city: officialCity(where.city) } : {}),
    ...(where.kind === 'city' && where.district.trim() !== '' ? { district: where.district.trim() } : {}),
    ...(maxFeeFen === null ? {} : { maxFeeFen }),
    ...(hasSeats ? { hasSeats } : {}),
  }
}

const SATURDAY = 6
const SUNDAY = 0

/** Returns the next weekend, or the rest of the current one. */
export function weekendOf(today: Day): { from: Day; to: Day } {
  const weekday = weekdayOf(today)
  if (weekday === SUNDAY) return { from: today, to: today }
  const from = addDays(today, SATURDAY - weekday)
  return { from, to: addDays(from, 1) }
}

function daysOf(when: WhenFilter, today: Day): Pick<BallFilters, 'dateFrom' | 'dateTo'> {
  if (when === 'any') return {}
  if (when === 'weekend') {
    const { from, to } = weekendOf(today)
    return { dateFrom: from, dateTo: to }
  }
  const day = when === 'today' ? today : when === 'tomorrow' ? addDays(today, 1) : when.day
  return { dateFrom: day, dateTo: day }
}

function levelsOf(level: LevelFilter, ownLevel: number | null): Pick<BallFilters, 'levelFrom' | 'levelTo'> {
  if (level === 'any') return {}
  if (level !== 'mine') return { levelFrom: level.from, levelTo: level.to }
  return ownLevel === null ? {} : { levelFrom: ownLevel, levelTo: ownLevel }
}

const WHEN_NAMES = { any: '时间', today: '今天', tomorrow: '明天', weekend: '本周末' } as const

/** Returns the text of each chip: what was chosen, else the name of the filter. */
export function chipTexts({ sport, when, level, where, maxFeeFen }: ChosenFilters) {
  return {
    sport: sport === null ? '运动' : SPORT_NAMES[sport],
    when: typeof when === 'string' ? WHEN_NAMES[when] : monthDotDay(when.day),
    level:
      level === 'any'
        ? '等级'
        : level === 'mine'
          ? '适合我'
          : `等级 ${levelRange({ levelFrom: level.from, levelTo: level.to })}`,
    where:
      where.kind === 'any'
        ? '地点'
        : where.kind === 'near'
          ? `${where.km} km 内`
          : `${where.city}${where.district.trim()}`,
    fee: maxFeeFen === null ? '价格' : maxFeeFen === 0 ? '免费' : `¥${yuanOf(maxFeeFen)} 以内`,
  }
}
