import { type CoachBoard, NAMED_STUDENTS } from '@paidang/api/areas/coach-board'
import type { Day } from '@paidang/domain/kernel/day'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { listCoachDay, listUnfinished, pageOwnClasses } from '../../activities/classes/list-classes.ts'
import { readCoachLocks } from '../../activities/locks/read-locks.ts'
import { listStudents } from '../../activities/students/list-students.ts'
import { readCoachDays } from './read-coach-days.ts'
import { readFigures } from './read-figures.ts'

/** The data of the coach's day board when it opens. Past classes do not make it larger. */
export async function readBoard(
  db: Database,
  { coachId, date, from, days, now }: { coachId: string; date: Day; from: Day; days: number; now: Date },
): Promise<CoachBoard> {
  const [figures, unfinished, classes, locks, requests, students, marks] = await Promise.all([
    readFigures(db, { coachId, now }),
    listUnfinished(db, { coachId, now }),
    listCoachDay(db, { coachId, day: date, now }),
    readCoachLocks(db, { coachId, actorId: coachId, day: date }),
    pageOwnClasses(db, {
      userId: coachId,
      statusText: 'PENDING',
      limit: MAX_ROWS,
      offset: 0,
      now,
    }),
    listStudents(db, { coachId, actorId: coachId, isRunningOut: true, limit: NAMED_STUDENTS, offset: 0, now }),
    readCoachDays(db, { coachId, from, days, now }),
  ])
  return { figures, unfinished, classes, locks, requests: requests.rows, students, marks }
}
