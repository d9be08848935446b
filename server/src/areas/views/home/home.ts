import * as api from '@paidang/api/areas/views/home'
import { type AdvertPlace, MAX_SHOWN_ADVERTS } from '@paidang/domain/areas/views/home/advert'
import { featureOfRoute, thingOfRoute } from '@paidang/domain/areas/views/home/advert-target'
import { toIsoDay } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import type { Handled } from '../../../http/serve.ts'
import { isCoach } from '../../../http/session.ts'
import { adverts } from '../../../tables/home.ts'
import { pageOwnBalls, pagePublicBalls } from '../../activities/balls/list-balls.ts'
import { listAgenda, listUnfinished, pageOwnClasses } from '../../activities/classes/list-classes.ts'
import { listUsualCourses } from '../../activities/classes/usual-courses.ts'
import { readClaims } from '../../activities/roster/claims.ts'
import { listCoachesOf } from '../../activities/students/coaches-of-player.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { namesOfTargets } from './targets.ts'

type Asked = { db: Database; now: Date; app: { features: Features } }

/**
 * The adverts published in a place, in the operators' order. Those for a feature that the deployment has turned off are
 * left out. An advert whose target players can no longer see has no link.
 */
async function listAdverts(place: AdvertPlace, { db, now, app }: Asked): Promise<api.Advert[]> {
  const published = await db
    .select()
    .from(adverts)
    .where(and(eq(adverts.place, place), lte(adverts.beginsAt, now), gt(adverts.endsAt, now)))
    .orderBy(adverts.sortOrder, adverts.id)
    .limit(MAX_SHOWN_ADVERTS)
  const shown = published.filter(({ target }) => {
    const feature = target === null ? undefined : featureOfRoute(target)
    return feature === undefined || app.features[feature]
  })
  const nameOf = await namesOfTargets(db, shown)
  return shown.map(({ id, label, title, subtitle, image, target }) => {
    const thing = target === null ? undefined : thingOfRoute(target)
    const isGone = thing !== undefined && nameOf(thing) === undefined
    return { id, label, title, subtitle, image, target: isGone ? null : target }
  })
}

/** Past things do not make the answer larger. */
async function readStart({
  query,
  user,
  db,
  now,
  app,
  request,
}: Handled<typeof api.homeStart>): Promise<api.HomeStart> {
  const userId = user.id
  const ownBalls = { userId, role: undefined, sord: 'desc' as const, current: FIRST_PAGE }
  const [topAdverts, inBody, usualCourses, live, unfinished, today, games, past, nearby, coaches, claims, profile] =
    await Promise.all([
      listAdverts('top', { db, now, app }),
      listAdverts('home', { db, now, app }),
      listUsualCourses(db, { userId, now }),
      pageOwnClasses(db, { userId, statusText: 'PENDING,CONFIRMED', limit: MAX_ROWS, offset: 0, now }),
      isCoach(user) ? listUnfinished(db, { coachId: userId, now }) : [],
      listAgenda(db, { userId, from: toIsoDay(query.date), days: 1, now }),
      pageOwnBalls(db, { ...ownBalls, group: '1', rows: MAX_ROWS }),
      pageOwnBalls(db, { ...ownBalls, group: '2', rows: api.HOME_GAMES }),
      pagePublicBalls(db, { actorId: userId, sord: 'asc', current: FIRST_PAGE, rows: api.HOME_GAMES, now }),
      listCoachesOf(db, userId),
      readClaims(db, { actorId: userId, now }),
      viewPlayer(db, { userId, actorId: userId, now, origin: originOf(request) }),
    ])
  return {
    topAdverts,
    adverts: inBody,
    usualCourses,
    live: live.rows,
    unfinished,
    today,
    games: games.rows,
    pastGames: past.rows,
    nearbyGames: nearby.rows,
    coaches,
    claims,
    profile,
  }
}

export default plugin([
  handle(api.homeAdverts, (asked) => listAdverts('home', asked)),

  handle(api.homeTopAdverts, (asked) => listAdverts('top', asked)),

  handle(api.homeStart, readStart),
])
