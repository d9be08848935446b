import Taro from '@tarojs/taro'
import type { CalendarEnd, CalendarEvent, CalendarFile } from './add-to-calendar.h5'

/** How many seconds before the event the alarm rings. */
const ALARM_BEFORE_S = 3600

/**
 * Adds the event to the phone's calendar, which asks the user first.
 *
 * @throws the phone's failure
 */
export async function addToCalendar(
  { title, place, note, startsAt, endsAt }: CalendarEvent,
  _fetchFile: () => Promise<CalendarFile>,
): Promise<CalendarEnd> {
  try {
    await Taro.addPhoneCalendar({
      title,
      location: place,
      description: note,
      startTime: seconds(startsAt),
      // Taro types the end as a string; WeChat needs a number, as for the start.
      endTime: seconds(endsAt) as unknown as string,
      alarm: true,
      alarmOffset: ALARM_BEFORE_S,
    })
    return 'added'
  } catch (failure) {
    const cause = String((failure as { errMsg?: string }).errMsg)
    if (/auth|permission|deny|denied/i.test(cause)) return 'denied'
    if (/cancel/i.test(cause)) return 'cancelled'
    throw failure
  }
}

/** Opens the permissions of the mini-program, where the calendar can be allowed again. */
export async function openCalendarSettings(): Promise<void> {
  await Taro.openSetting()
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)
