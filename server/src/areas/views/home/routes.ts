import * as home from '@paidang/api/areas/home'
import { featureOfRoute } from '@paidang/domain/areas/home/advert-target'
import { toIsoDay } from '@paidang/domain/kernel/day'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { originOf } from '../../../http/origin.ts'
import { serve } from '../../../http/serve.ts'
import { listPublishedAdverts } from './advert-queries.ts'
import operatorRoutes from './operator-routes.ts'
import { presentAdverts } from './present-advert.ts'
import { readOwnHome } from './read-home.ts'
import { searchAll } from './search-all.ts'

export default async function homeRoutes(app: FastifyInstance) {
  // Adverts for a feature that the deployment has turned off are left out.
  const shown = <Row extends { target: string | null }>(rows: Row[]) =>
    rows.filter(({ target }) => {
      const feature = target === null ? undefined : featureOfRoute(target)
      return feature === undefined || app.features[feature]
    })
  const adverts = async (db: Database, place: 'home' | 'top', now: Date) =>
    presentAdverts(db, shown(await listPublishedAdverts(db, { place, now })))
  serve(app, home.homeAdverts, ({ db, now }) => adverts(db, 'home', now))
  serve(app, home.homeTopAdverts, ({ db, now }) => adverts(db, 'top', now))
  serve(app, home.homeStart, async ({ query, user, db, now, request }) => {
    const [atTop, inBody, own] = await Promise.all([
      adverts(db, 'top', now),
      adverts(db, 'home', now),
      readOwnHome(db, { user, date: toIsoDay(query.date), now, origin: originOf(request) }),
    ])
    return { topAdverts: atTop, adverts: inBody, ...own }
  })
  serve(app, home.searchAll, ({ query: { keyword }, user, db, now }) =>
    searchAll(db, { keyword, actorId: user?.id, now }),
  )
  await app.register(operatorRoutes)
}
