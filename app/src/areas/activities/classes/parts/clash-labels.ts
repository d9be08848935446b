import type { ClassClash, SlotClash } from '@paidang/api/areas/classes'
import { yieldsTo } from '@paidang/domain/areas/schedule/class-clash'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { dateAndWeekday } from '../../../../ui/time-format'

type Alternative = SlotClash['alternatives'][number]

/** Returns what a request clashes with, and what that means for its confirmation. */
export function clashText(
  { kind, title, beginTimeSlot, endTimeSlot, ...clash }: ClassClash,
  courtName: string,
): { what: string; note: string } {
  const names: Record<ClassClash['kind'], string> = {
    own_lock: title === '' ? '我的不可约时段' : `我的不可约时段：${title}`,
    own_class: `我的约课：${title}`,
    own_ball: '我的球局',
    court_booked: `${courtName} 已被订`,
    court_locked: `${courtName} 停用`,
  }
  const meaning = yieldsTo({ kind, ...clash }) ? '确认后让出' : '不会让出，确认不了'
  return { what: names[kind], note: `${whenOf(beginTimeSlot, endTimeSlot)}，${meaning}` }
}

/** Formats a free alternative: 11.22 周日 2号场 18:30–20:00. */
export function alternativeText(
  { courtCode, courseDate, beginTimeSlot, endTimeSlot }: Alternative,
  courts: readonly { courtCode: string; name: string }[],
): string {
  const court = courts.find((one) => one.courtCode === courtCode)?.name ?? courtCode
  return `${dateAndWeekday(courseDate)} ${court} ${whenOf(beginTimeSlot, endTimeSlot)}`
}
