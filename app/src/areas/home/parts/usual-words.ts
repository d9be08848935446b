import type { UsualCourse } from '@paidang/api/areas/usual-courses'
import { WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { SheetAction } from '../../../ui/action-sheet'

/** When a usual course takes place, as in 每周日 18:30–20:00. */
export function weeklyText({
  weekday,
  beginTimeSlot,
  endTimeSlot,
}: Pick<UsualCourse, 'weekday' | 'beginTimeSlot' | 'endTimeSlot'>): string {
  return `每${WEEKDAY_NAMES[weekday]} ${whenOf(beginTimeSlot, endTimeSlot)}`
}

/** How a usual course stands: it can be had, its hours do not suffice, the player has it already, or the time is taken. */
export type UsualState = 'free' | 'short' | 'booked' | 'full'

/** What stands in the way of a usual course first: hours before time, and one's own class is no obstacle but an answer. */
export function usualStateOf({
  isFree,
  booked,
  availableSessions,
  neededSessions,
}: Pick<UsualCourse, 'isFree' | 'booked' | 'availableSessions' | 'neededSessions'>): UsualState {
  if (availableSessions < neededSessions) return booked ? 'booked' : 'short'
  if (isFree) return 'free'
  return booked ? 'booked' : 'full'
}

/** What can be done with a usual course besides taking it; `isBusy` while one of it runs. */
export function usualActions({ pinId }: Pick<UsualCourse, 'pinId'>, isBusy: boolean): SheetAction<'pin' | 'course'>[] {
  return [
    {
      key: 'pin',
      icon: 'star',
      text: pinId === null ? '设为常用' : '取消常用',
      note: pinId === null ? '固定在最前面' : undefined,
      disabled: isBusy,
    },
    { key: 'course', icon: 'document', text: '查看课程' },
  ]
}
