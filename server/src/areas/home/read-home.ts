import type { HomeStart } from '@paidang/api/areas/home'
import type { Day } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import type { Database } from '../../db/database.ts'
import type { AppUser } from '../../http/session.ts'
import { isCoach } from '../../http/session.ts'
import { pageOwnBalls } from '../balls/own-balls.ts'
import { listAgenda, listUnfinished, pageOwnClasses } from '../classes/list-classes.ts'
import { listUsualCourses } from '../classes/usual-courses.ts'

/** The caller's own data on the first screen. Past things do not make it larger. */
export async function readOwnHome(
  db: Database,
  { user, date, now }: { user: AppUser; date: Day; now: Date },
): Promise<Omit<HomeStart, 'topAdverts'>> {
  const userId = user.id
  const [usualCourses, live, unfinished, today, games] = await Promise.all([
    listUsualCourses(db, { userId, now }),
    pageOwnClasses(db, {
      userId,
      statusText: 'PENDING,CONFIRMED',
      limit: MAX_ROWS,
      offset: 0,
      isNearest: false,
      now,
    }),
    isCoach(user) ? listUnfinished(db, { coachId: userId, now }) : [],
    listAgenda(db, { userId, from: date, days: 1, now }),
    pageOwnBalls(db, {
      userId,
      group: '1',
      role: undefined,
      isNearest: false,
      current: FIRST_PAGE,
      rows: MAX_ROWS,
    }),
  ])
  return { usualCourses, live: live.rows, unfinished, today, games: games.rows }
}
