import * as adverts from '@paidang/api/areas/admin-adverts'
import { routeToThing } from '@paidang/domain/areas/home/advert-target'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { findAdvert, pageAdverts } from './advert-queries.ts'
import { deleteAdvert } from './delete-advert.ts'
import { endAdvert } from './end-advert.ts'
import { orderAdverts } from './order-adverts.ts'
import { presentManagedAdverts } from './present-advert.ts'
import { readAdvert } from './read-advert.ts'
import { createAdvert, updateAdvert } from './save-advert.ts'
import { findThings } from './target-queries.ts'

/** As many results as a person can scan to find the right one. */
const MAX_TARGETS = 20

export default async function operatorRoutes(app: FastifyInstance) {
  const store = app.fileStore

  serve(app, adverts.advertsForOperator, async ({ query, db, now }) => {
    const { place, isOver = false, current, rows: size } = query
    const { rows, total } = await pageAdverts(db, { place, isOver, now, current, rows: size })
    return { rows: await presentManagedAdverts(db, rows, now), total }
  })
  serve(app, adverts.advertForOperator, ({ params, db, now }) => readAdvert(db, params.id, now))
  serve(app, adverts.createAdvert, {
    handle: ({ body: form, staff, db, now }) => createAdvert(db, { form, actorId: staff.id, store, now }),
    stands: async (db, { id }) => (await findAdvert(db, id)) !== undefined,
  })
  serve(app, adverts.updateAdvert, ({ params, body: form, staff, db, now }) =>
    updateAdvert(db, { advertId: params.id, form, actorId: staff.id, store, now }),
  )
  serve(app, adverts.endAdvert, ({ params, staff, db, now }) =>
    endAdvert(db, { advertId: params.id, actorId: staff.id, now }),
  )
  serve(app, adverts.deleteAdvert, ({ params, staff, db, now }) =>
    deleteAdvert(db, { advertId: params.id, actorId: staff.id, now }),
  )
  serve(app, adverts.orderAdverts, ({ body, staff, db, now }) => orderAdverts(db, { ...body, actorId: staff.id, now }))
  serve(app, adverts.findTargets, async ({ query: { kind, keyword = '' }, db }) => {
    const things = await findThings(db, { kind, keyword: keyword.trim(), limit: MAX_TARGETS })
    return things.map(({ id, name }) => ({ id, name, target: routeToThing({ kind, id }) }))
  })
}
