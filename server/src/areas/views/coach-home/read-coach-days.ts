import type { CoachDayMark } from '@paidang/api/areas/coach-home'
import { addDays, type Day } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { listBusyDays, listRestDays } from './queries.ts'

/**
 * The marks of a coach's date strip: live classes, classes that wait for the coach, and completely locked days.
 *
 * @param days from 1 to 62
 */
export async function readCoachDays(
  db: Database,
  { coachId, from, days, now }: { coachId: string; from: Day; days: number; now: Date },
): Promise<CoachDayMark[]> {
  const to = addDays(from, days - 1)
  const [busy, resting] = await Promise.all([
    listBusyDays(db, { coachId, from, to, now }),
    listRestDays(db, { coachId, from, to }),
  ])
  const byDay = new Map(busy.map((one) => [one.day, one]))
  return Array.from({ length: days }, (_, offset) => {
    const date = addDays(from, offset)
    const { classes = 0, waiting = 0 } = byDay.get(date) ?? {}
    return { date, classes, waiting, isResting: resting.has(date) }
  })
}
