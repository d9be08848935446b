import * as api from '@paidang/api/areas/views/home'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type AdvertPlace, MAX_SHOWN_ADVERTS, PLAIN_ADVERT } from '@paidang/domain/areas/views/home/advert'
import { featureOfRoute, routeOfAdvert } from '@paidang/domain/areas/views/home/advert-target'
import { dayOf, toIsoDay } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import type { Handled } from '../../../http/serve.ts'
import { isCoach } from '../../../http/session.ts'
import { advertCounts, adverts } from '../../../tables/home.ts'
import { listOwnBalls, listPublicBalls } from '../../activities/balls/list-balls.ts'
import { listClassesOfHome } from '../../activities/classes/list-classes.ts'
import { listUsualCourses } from '../../activities/classes/usual-courses.ts'
import { readClaims } from '../../activities/roster/claims.ts'
import { listCoachesOf } from '../../activities/students/coaches-of-player.ts'
import { listReceivedTrials } from '../../activities/trial-lessons/trials.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { type AdvertRow, readStanding } from './targets.ts'

/** As many running adverts as are read, so that some may be left out of those shown. */
const MAX_READ = 3 * MAX_SHOWN_ADVERTS

type Asked = { db: Database; now: Date; app: { features: Features } }

/** What runs now. A company's advert is not shown before its title is approved. */
const runs = (now: Date) =>
  and(
    lte(adverts.beginsAt, now),
    gt(adverts.endsAt, now),
    isNull(adverts.goneAt),
    or(isNull(adverts.authorId), ne(adverts.title, PLAIN_ADVERT)),
  )

const isSwitchedOn = ({ target }: AdvertRow, features: Features) => {
  const feature = target === null ? undefined : featureOfRoute(target)
  return feature === undefined || features[feature]
}

/**
 * The adverts published in a place: those of operators in their order, then those of companies, the latest first. Those
 * for a feature that the deployment has turned off, and those whose thing is not there at this moment, are left out.
 */
async function listAdverts(place: AdvertPlace, { db, now, app }: Asked): Promise<api.Advert[]> {
  const isOfCompany = sql`${adverts.authorId} is not null`
  const published = await db
    .select()
    .from(adverts)
    .where(and(eq(adverts.place, place), runs(now)))
    .orderBy(isOfCompany, sql`case when ${isOfCompany} then -${adverts.id} else ${adverts.sortOrder} end`, adverts.id)
    .limit(MAX_READ)
  const shown = published.filter((row) => isSwitchedOn(row, app.features))
  const { clubOf, isThere } = await readStanding(db, shown, now)
  return shown
    .filter(isThere)
    .slice(0, MAX_SHOWN_ADVERTS)
    .map((row) => ({
      id: row.id,
      label: row.label,
      title: row.title,
      subtitle: row.subtitle,
      image: row.image,
      target: routeOfAdvert(row),
      club: clubOf(row)?.name ?? null,
    }))
}

async function readAdvertPage({ params: { id }, db, now, app }: Handled<typeof api.readAdvertPage>) {
  const [row] = await db
    .select()
    .from(adverts)
    .where(and(eq(adverts.id, id), runs(now)))
  if (!row || !isSwitchedOn(row, app.features)) throw new ApiError('advert_not_found')
  const { clubOf, thingOf, isThere } = await readStanding(db, [row], now)
  if (!isThere(row)) throw new ApiError('advert_not_found')
  const [club, thing] = [clubOf(row), thingOf(row)]
  return {
    id,
    label: row.label,
    title: row.title,
    subtitle: row.subtitle,
    image: row.image,
    target: row.target,
    terms: row.terms,
    club: club?.name ?? null,
    companyId: club?.id ?? null,
    phone: club?.phone ?? null,
    thing: thing ? { kind: thing.kind, id: thing.id, name: thing.name, priceFen: thing.priceFen } : null,
    mayAsk: club !== undefined,
    beginsAt: row.beginsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }
}

/**
 * One row for each advert and call, which no other call waits for. A job adds them to the day. What does not run is not
 * counted.
 */
async function countAdverts({ body: { seen, pressed }, db, now }: Handled<typeof api.countAdverts>): Promise<null> {
  const ids = [...new Set([...seen, ...(pressed ? [pressed] : [])])]
  if (ids.length === 0) return null
  await db.execute(sql`
    insert into ${advertCounts} (advert_id, day, seen, pressed)
    select a.id, ${dayOf(now)}::date, (a.id = any(${sql.param(seen)}::bigint[]))::int,
      (a.id is not distinct from ${pressed ?? null}::bigint)::int
    from ${adverts} a where a.id = any(${sql.param(ids)}::bigint[]) and a.begins_at <= ${now} and a.ends_at > ${now}`)
  return null
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
  const [topAdverts, inBody, usualCourses, classes, trials, games, pastGames, nearbyGames, coaches, claims, profile] =
    await Promise.all([
      listAdverts('top', { db, now, app }),
      listAdverts('home', { db, now, app }),
      listUsualCourses(db, { userId, now }),
      listClassesOfHome(db, { userId, isCoach: isCoach(user), day: toIsoDay(query.date), now }),
      isCoach(user) ? listReceivedTrials(db, { id: userId, now }) : [],
      listOwnBalls(db, { ...ownBalls, group: '1', rows: MAX_ROWS }),
      listOwnBalls(db, { ...ownBalls, group: '2', rows: api.HOME_GAMES }),
      listPublicBalls(db, { actorId: userId, sord: 'asc', rows: api.HOME_GAMES, now }),
      listCoachesOf(db, userId),
      readClaims(db, { actorId: userId, now }),
      viewPlayer(db, { userId, actorId: userId, now, origin: originOf(request) }),
    ])
  return {
    topAdverts,
    adverts: inBody,
    usualCourses,
    ...classes,
    trials,
    games,
    pastGames,
    nearbyGames,
    coaches,
    claims,
    profile,
  }
}

export default plugin([
  handle(api.readAdvertPage, readAdvertPage),

  handle(api.countAdverts, countAdverts),

  handle(api.homeAdverts, (asked) => listAdverts('home', asked)),

  handle(api.homeTopAdverts, (asked) => listAdverts('top', asked)),

  handle(api.homeStart, readStart),
])
