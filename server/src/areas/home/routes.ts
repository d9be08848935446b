import * as home from '@paidang/api/areas/home'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { listPublishedAdverts } from './advert-queries.ts'
import operatorRoutes from './operator-routes.ts'
import { presentAdverts } from './present-advert.ts'
import { searchAll } from './search-all.ts'

export default async function homeRoutes(app: FastifyInstance) {
  serve(app, home.homeAdverts, async ({ db, now }) => {
    return presentAdverts(db, await listPublishedAdverts(db, { place: 'home', now }))
  })
  serve(app, home.homeTopAdverts, async ({ db, now }) => {
    return presentAdverts(db, await listPublishedAdverts(db, { place: 'top', now }))
  })
  serve(app, home.searchAll, ({ query: { keyword }, user, db, now }) => searchAll(db, { keyword, by: user?.id, now }))
  await app.register(operatorRoutes)
}
