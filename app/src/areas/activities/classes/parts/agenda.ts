import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { dayText } from '../../../../ui/time-format'

/** A block of the agenda: a day with its classes, or a run of days without any, both ends included. */
export type AgendaBlock<Row> = { kind: 'day'; day: Day; rows: Row[] } | { kind: 'gap'; from: Day; to: Day }

/** The days from `from` until `until`, which is exclusive. */
export type AgendaSpan = { from: Day; until: Day }

type Timed = { invitation: { courseDate: Day; beginTimeSlot: number } }

/** Returns the classes of a span, day by day and by begin. Consecutive days without classes are one block. */
export function agendaOf<Row extends Timed>(rows: readonly Row[], { from, until }: AgendaSpan): AgendaBlock<Row>[] {
  const byDay = new Map<Day, Row[]>()
  for (const row of rows) {
    const { courseDate } = row.invitation
    byDay.set(courseDate, [...(byDay.get(courseDate) ?? []), row])
  }
  const blocks: AgendaBlock<Row>[] = []
  for (let day = from; day < until; day = addDays(day, 1)) {
    const ofDay = byDay.get(day)
    const last = blocks[blocks.length - 1]
    if (ofDay) blocks.push({ kind: 'day', day, rows: ofDay.sort(byBegin) })
    else if (last?.kind === 'gap') last.to = day
    else blocks.push({ kind: 'gap', from: day, to: day })
  }
  return blocks
}

/** Returns the head of a day: 今天, 明天 or the weekday, and the date beside it. */
export function dayHead(day: Day, now: Date): { name: string; date: string } {
  const [date = '', weekday = ''] = dayText(day, now).split(' ')
  const name = relativeName(day, now)
  return name ? { name, date: `${date} ${weekday}` } : { name: weekday, date }
}

/** Returns the text for days without classes: 今天没有课, 11.23 周一没有课, 11.23 周一 至 12.20 周日没有课. */
export function gapText({ from, to }: { from: Day; to: Day }, now: Date): string {
  const nameOf = (day: Day) => relativeName(day, now) ?? dayText(day, now)
  return from === to ? `${nameOf(from)}没有课` : `${nameOf(from)} 至 ${nameOf(to)}没有课`
}

/** Returns the current or next class of classes sorted by time; undefined when all are over. */
export function nextClass<Row extends { invitation: { endsAt: Date } }>(
  rows: readonly Row[],
  now: Date,
): Row | undefined {
  return rows.find(({ invitation }) => now.getTime() < invitation.endsAt.getTime())
}

function relativeName(day: Day, now: Date): string | undefined {
  const today = dayOf(now)
  if (day === today) return '今天'
  return day === addDays(today, 1) ? '明天' : undefined
}

const byBegin = (a: Timed, b: Timed) => a.invitation.beginTimeSlot - b.invitation.beginTimeSlot
