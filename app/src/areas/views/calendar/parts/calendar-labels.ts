import type { CalendarEntry } from '@paidang/api/areas/calendar'
import { addDays, type Day, dayOf, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { ballDetailPath, bookingViewPath, threadingOrderPath } from '../../../../paths'
import type { TagKind } from '../../../../ui/tag'

type Kind = CalendarEntry['kind']

/** The kinds in the order of their signs; each word is as short as possible. */
export const KINDS: readonly { kind: Kind; word: string; unit: string }[] = [
  { kind: 'class', word: '课', unit: '节课' },
  { kind: 'ball', word: '球', unit: '场球局' },
  { kind: 'stringing', word: '线', unit: '单穿线' },
]

/** The page of an entry. */
export function pathOfEntry({ kind, id }: Pick<CalendarEntry, 'kind' | 'id'>): string {
  const paths: Record<Kind, (id: string) => string> = {
    class: (one) => bookingViewPath(one),
    ball: (one) => ballDetailPath(one),
    stringing: threadingOrderPath,
  }
  return paths[kind](id)
}

/** The kinds on a day, in the order of their signs. */
export function kindsOn(day: Day, entries: readonly CalendarEntry[]): Kind[] {
  return KINDS.map(({ kind }) => kind).filter((kind) => entries.some((one) => one.date === day && one.kind === kind))
}

/** A day for screen readers: 5月2日 周六 今天，2 节课，1 场球局; or 没有安排. */
export function spokenDay(day: Day, entries: readonly CalendarEntry[], now: Date): string {
  const date = `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${WEEKDAY_NAMES[weekdayOf(day)]}`
  const counts = KINDS.map(({ kind, unit }) => {
    const count = entries.filter((one) => one.date === day && one.kind === kind).length
    return count > 0 ? `${count} ${unit}` : ''
  }).filter(Boolean)
  const near = nearName(day, now)
  return [near ? `${date} ${near}` : date, ...(counts.length > 0 ? counts : ['没有安排'])].join('，')
}

/** 昨天, 今天, 明天; undefined for all others. */
export function nearName(day: Day, now: Date): string | undefined {
  const today = dayOf(now)
  const names = new Map([
    [addDays(today, -1), '昨天'],
    [today, '今天'],
    [addDays(today, 1), '明天'],
  ])
  return names.get(day)
}

/** Begin and end of an entry; an entry with a day only is 全天. */
export function timesOf({ beginTimeSlot, endTimeSlot }: Pick<CalendarEntry, 'beginTimeSlot' | 'endTimeSlot'>): {
  begin: string
  end: string
} {
  if (beginTimeSlot === null || endTimeSlot === null) return { begin: '全天', end: '' }
  return { begin: timeOf(beginTimeSlot), end: timeOf(endTimeSlot) }
}

/** The tag of a status: pending, active, over, or neutral for all else. */
export function tagOfStatus(statusName: string): TagKind {
  if (['待确认', '待支付', '待付款', '候补待确认'].includes(statusName)) return 'wait'
  if (['已确认', '已满员', '待取拍'].includes(statusName)) return 'ok'
  return ['已完成', '已结束'].includes(statusName) ? 'mute' : 'line'
}
