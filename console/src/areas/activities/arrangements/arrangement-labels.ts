import type { ActiveClass } from '@paidang/api/areas/activities/admin-classes'
import { ATTENDANCE_NAMES } from '@paidang/domain/areas/activities/classes/invitation'
import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { serverNow } from '../../../platform/clock'

/** The attendance of a player, or that the player has not agreed to a change; null before 签到. */
export const attendanceText = ({ attendance, mustAgree }: ActiveClass['players'][number]) =>
  mustAgree ? '未同意修改' : attendance && ATTENDANCE_NAMES[attendance]

type Span = { beginTimeSlot: number; endTimeSlot: number }

/** The time of an event: 2026-05-02 18:00–20:00. */
export const spanText = (day: Day, { beginTimeSlot, endTimeSlot }: Span) =>
  `${day} ${whenOf(beginTimeSlot, endTimeSlot)}`

/** Whether a half-hour of a day, from 0 to 48, has begun. */
export const hasCome = (day: Day, halfHour: number, before = 0) =>
  serverNow().getTime() >= instantOf(day, halfHour).getTime() - before
