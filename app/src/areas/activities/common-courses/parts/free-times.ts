import { matrixOf } from '@paidang/domain/areas/schedule/matrix'
import type { BookingGrid } from '@paidang/domain/areas/schedule/selection'
import { type HalfHour, MINUTES_PER_HALF_HOUR } from '@paidang/domain/kernel/half-hour'

/** A run of half-hours on the first court that is free throughout. */
export type FreeTime = { beginTimeSlot: HalfHour; endTimeSlot: HalfHour; courtCode: string; courtIndex: number }

type DayGrid = Pick<BookingGrid, 'courts' | 'firstStart' | 'lastStart' | 'date' | 'grid' | 'now'>

/** How many half-hours one class of a course takes. Sessions are whole half-hours. */
export const halfHoursOf = (sessionDuration: number): number => Math.max(1, sessionDuration / MINUTES_PER_HALF_HOUR)

/**
 * The possible begins of a class with this many half-hours on a day. Past ones are left out; each has the first court
 * that is free until its end.
 * Source: specification §3 "Matrix cell"
 */
export function freeTimesOf(day: DayGrid, length: number): FreeTime[] {
  const rows = matrixOf({ ...day, selection: [] })
  const isFree = (row: number, column: number) => {
    const cell = rows[row]?.cells[column]
    return cell !== undefined && cell.courtStatus === 'AVAILABLE' && !cell.isPast
  }
  const runs = Array.from({ length }, (_, offset) => offset)
  return rows.flatMap(({ timeIndex }, row): FreeTime[] => {
    const courtIndex = day.courts.findIndex((_, column) => runs.every((offset) => isFree(row + offset, column)))
    const court = day.courts[courtIndex]
    if (!court) return []
    return [{ beginTimeSlot: timeIndex, endTimeSlot: timeIndex + length, courtCode: court.courtCode, courtIndex }]
  })
}
