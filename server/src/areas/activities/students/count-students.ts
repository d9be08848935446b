import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { countStudentsOf } from './student-queries.ts'

/** Counts a coach's students, and those that the coach's list marks as running out of hours or time. */
export function countStudents(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<{ students: number; runningOut: number }> {
  return countStudentsOf(db, { coachId, today: dayOf(now), now })
}
