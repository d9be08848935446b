import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { countStudentsOf } from './student-queries.ts'

/** How many students a coach has, and of how many of them his list says that they run out of hours or time. */
export function countStudents(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<{ students: number; runningOut: number }> {
  return countStudentsOf(db, { coachId, today: dayOf(now), now })
}
