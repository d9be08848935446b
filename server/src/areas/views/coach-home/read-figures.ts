import type { CoachFigures } from '@paidang/api/areas/coach-home'
import { dayOf, firstOfMonth } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { countStudents } from '../../activities/students/count-students.ts'
import { countWaiting } from './queries.ts'
import { listRecordMonths, readDay } from './record-queries.ts'

/**
 * The figures of a coach's day and month. The lesson hours of today are those that its classes hold on contracts, or
 * have consumed. A class that one player pays for all counts once. In a coach's own class each seat counts. The month
 * is the calendar month of the classes' dates, as in the coach's records.
 */
export async function readFigures(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<CoachFigures> {
  const today = dayOf(now)
  const [day, waitingConfirm, counted, months] = await Promise.all([
    readDay(db, { coachId, day: today, now }),
    countWaiting(db, coachId, now),
    countStudents(db, { coachId, now }),
    listRecordMonths(db, { coachId, actorId: coachId }, firstOfMonth(today)),
  ])
  const sumOf = (amount: (row: (typeof months)[number]) => number) => months.reduce((sum, row) => sum + amount(row), 0)
  return {
    todayClasses: day.classes,
    todaySessions: day.sessions,
    waitingConfirm,
    students: counted.students,
    studentsRunningOut: counted.runningOut,
    monthTaughtHours: sumOf(({ taughtHours }) => taughtHours),
    monthConsumedSessions: sumOf(({ consumedSessions }) => consumedSessions),
    monthIncomeFen: sumOf(({ incomeFen }) => incomeFen),
  }
}
