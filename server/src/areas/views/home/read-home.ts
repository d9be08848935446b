import { HOME_GAMES, type HomeStart } from '@paidang/api/areas/home'
import type { Day } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import type { AppUser } from '../../../http/session.ts'
import { isCoach } from '../../../http/session.ts'
import { pageOwnBalls, pagePublicBalls } from '../../activities/balls/own-balls.ts'
import { listAgenda, listUnfinished, pageOwnClasses } from '../../activities/classes/list-classes.ts'
import { listUsualCourses } from '../../activities/classes/usual-courses.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'

/** The home page of the caller, without adverts. Past things do not make it larger. */
export async function readOwnHome(
  db: Database,
  { user, date, now, origin }: { user: AppUser; date: Day; now: Date; origin: string },
): Promise<Omit<HomeStart, 'topAdverts' | 'adverts'>> {
  const userId = user.id
  const ownBalls = { userId, role: undefined, sord: 'desc' as const, current: FIRST_PAGE }
  const [usualCourses, live, unfinished, today, games, past, nearby, profile] = await Promise.all([
    listUsualCourses(db, { userId, now }),
    pageOwnClasses(db, {
      userId,
      statusText: 'PENDING,CONFIRMED',
      limit: MAX_ROWS,
      offset: 0,
      now,
    }),
    isCoach(user) ? listUnfinished(db, { coachId: userId, now }) : [],
    listAgenda(db, { userId, from: date, days: 1, now }),
    pageOwnBalls(db, { ...ownBalls, group: '1', rows: MAX_ROWS }),
    pageOwnBalls(db, { ...ownBalls, group: '2', rows: HOME_GAMES }),
    pagePublicBalls(db, { actorId: userId, sord: 'asc', current: FIRST_PAGE, rows: HOME_GAMES, now }),
    viewPlayer(db, { userId, actorId: userId, now, origin }),
  ])
  return {
    usualCourses,
    live: live.rows,
    unfinished,
    today,
    games: games.rows,
    pastGames: past.rows,
    nearbyGames: nearby.rows,
    profile,
  }
}
