import { lockDays, MAX_LOCK_WEEKS } from '@paidang/domain/areas/time/schedule/lock'
import { addDays, type Day, formatDotDay, monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { type Chosen, spansByColumn } from '../lock-grid'

const DAYS_PER_WEEK = 7
/** More courts than these are only counted. */
const MAX_NAMED = 3

/** Returns the selection in two lines: 2号场 3 格; 09:30–11:00. */
export function chosenText(
  cells: readonly Chosen[],
  columns: readonly { name: string }[],
): { title: string; line: string } {
  const groups = spansByColumn(cells)
  const names = groups.map(({ column }) => columns[column]?.name ?? '')
  const whens = groups.flatMap(({ spans }) => spans.map(({ begin, end }) => whenOf(begin, end)))
  const [first = ''] = whens
  if (groups.length === 1) {
    return {
      title: `${names[0]} ${cells.length} 格`,
      line: whens.length > 1 ? `${first} 等 ${whens.length} 段` : first,
    }
  }
  const isSame = new Set(groups.map(({ spans }) => JSON.stringify(spans))).size === 1
  return {
    title:
      names.length > MAX_NAMED ? `${names.length} 片场地 ${cells.length} 格` : `${names.join('、')} ${cells.length} 格`,
    line: isSame && groups[0]?.spans.length === 1 ? first : `${first} 等 ${whens.length} 段`,
  }
}

/** Returns what has just been locked: 已锁定 2号场 08:00–10:00. Of several spans it names the first and the number. */
export function lockedText(cells: readonly Chosen[], columns: readonly { name: string }[]): string {
  const groups = spansByColumn(cells)
  const whens = groups.flatMap(({ spans }) => spans.map(({ begin, end }) => whenOf(begin, end)))
  const isSame = new Set(whens).size === 1
  const names = groups.map(({ column }) => columns[column]?.name ?? '')
  const shown = isSame && names.length <= MAX_NAMED ? names.join('、') : (names[0] ?? '')
  const first = `已锁定 ${shown} ${whens[0] ?? ''}`
  return isSame && names.length <= MAX_NAMED ? first : `${first} 等 ${whens.length} 段`
}

/** Returns until when a lock of this day may be repeated weekly: the last day, and the number of repetitions. */
export function repeatChoices(date: Day): { until: Day; text: string; count: number }[] {
  return Array.from({ length: MAX_LOCK_WEEKS - 1 }, (_, more) => {
    const until = addDays(date, (more + 1) * DAYS_PER_WEEK)
    return {
      until,
      text: `至 ${lastDayText(date, until)} ${WEEKDAY_NAMES[weekdayOf(until)]}`,
      count: lockDays({ day: date, repeatUntil: until }).length,
    }
  })
}

/** Returns 每周日重复至 12.20, or 不重复. */
export function repeatText(date: Day, until: Day | undefined): string {
  if (until === undefined) return '不重复'
  return `每${WEEKDAY_NAMES[weekdayOf(date)]}重复至 ${lastDayText(date, until)}`
}

/** A day of another year than the first one shows its year. */
const lastDayText = (date: Day, until: Day) =>
  until.slice(0, 4) === date.slice(0, 4) ? monthDotDay(until) : formatDotDay(until)
