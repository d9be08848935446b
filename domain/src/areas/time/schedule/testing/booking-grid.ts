import { instantOf } from '../../../../kernel/day.ts'
import { halfHourOf, halfHoursBetween, timeOf } from '../../../../kernel/half-hour.ts'
import type { BookingGrid, GridSlot, SelectedSlot } from '../selection.ts'
import type { SlotStatus } from '../slot-status.ts'

/** The day of all grids in the tests. */
export const date = '2026-05-01'

/** A cell of the server's answer on that day. */
export function cell(courtCode: string, time: string, status: SlotStatus, inviteId: string | null = null): GridSlot {
  return { courtCode, timeIndex: halfHourOf(time), date, status, inviteId }
}

/** A chosen half-hour on that day. */
export function chosen(
  courtCode: string,
  time: string,
  status: SlotStatus = 'AVAILABLE',
  inviteId: string | null = null,
): SelectedSlot {
  return { courtCode, timeSlot: time, date: '2026/05/01', status, inviteId }
}

/** Chosen free half-hours from begin to the end, the end excluded. */
export function run(courtCode: string, begin: string, end: string): SelectedSlot[] {
  return halfHoursBetween(halfHourOf(begin), halfHourOf(end)).map((halfHour) => chosen(courtCode, timeOf(halfHour)))
}

/** Three free courts A, B, C on that day at 10:00, open for starts from 06:00 to 22:00, nothing chosen. */
export function givenGrid(over: Partial<BookingGrid> = {}): BookingGrid {
  return {
    courts: ['A', 'B', 'C'].map((courtCode) => ({ courtCode, name: `${courtCode}场` })),
    date,
    firstStart: 12,
    lastStart: 44,
    grid: [],
    selection: [],
    allowConflict: false,
    now: instantOf(date, 20),
    ...over,
  }
}

/** The times of slots, in their order. */
export function timesOf(selection: readonly SelectedSlot[]): string[] {
  return selection.map(({ timeSlot }) => timeSlot)
}
