import type { UsualCourse } from '@paidang/api/areas/usual-courses'
import { WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { SheetAction } from '../../../../ui/action-sheet'

/** The weekly time of a usual course, as in 每周日 18:30–20:00. */
export function weeklyText({
  weekday,
  beginTimeSlot,
  endTimeSlot,
}: Pick<UsualCourse, 'weekday' | 'beginTimeSlot' | 'endTimeSlot'>): string {
  return `每${WEEKDAY_NAMES[weekday]} ${whenOf(beginTimeSlot, endTimeSlot)}`
}

/** The state of a usual course: free, too few hours, already booked by the player, or taken. */
export type UsualState = 'free' | 'short' | 'booked' | 'full'

/**
 * The state of a usual course. Missing hours come before a taken time. The player's own class at that time counts as
 * booked.
 */
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

/** The menu of a usual course; `isBusy` while one of its actions runs. */
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
