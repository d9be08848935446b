import * as home from '@paidang/api/areas/home'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { type AdvertRow, listPublishedAdverts } from './queries.ts'

export default async function homeRoutes(app: FastifyInstance) {
  serve(app, home.homeAdverts, async ({ db, now }) => {
    const adverts = await listPublishedAdverts(db, { place: 'home', now })
    return adverts.map(presentAdvert)
  })
  serve(app, home.homeTopAdverts, async ({ db, now }) => {
    const adverts = await listPublishedAdverts(db, { place: 'top', now })
    return adverts.map(presentAdvert)
  })
}

function presentAdvert({ id, label, title, subtitle, image, target }: AdvertRow): home.Advert {
  return { id, label, title, subtitle, image, target }
}
