import * as approvals from '@paidang/api/areas/admin-approvals'
import * as adminApi from '@paidang/api/areas/admin-venues'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { pageAssociations } from './association-inbox-queries.ts'
import { decideForVenue } from './decide-for-venue.ts'
import { decideVenue } from './decide-venue.ts'
import { pageNewVenues } from './new-venue-queries.ts'
import { presentAssociation, readAssociation } from './read-association.ts'
import { presentNewVenue, readNewVenue } from './read-new-venue.ts'
import { readVenueFile } from './read-venue-file.ts'
import { createVenue, updateVenue } from './save-venue.ts'
import { setVenueManager } from './set-manager.ts'
import { bringVenueBack, takeVenueOff } from './take-venue-off.ts'
import { updateVenueCourts } from './update-courts.ts'

/** The routes with which operators decide about venues and maintain them. */
export default async function venueOperatorRoutes(app: FastifyInstance) {
  serve(app, approvals.listNewVenues, async ({ query, db }) => {
    const { rows, total } = await pageNewVenues(db, query)
    return { rows: rows.map(presentNewVenue), total }
  })
  serve(app, approvals.getNewVenue, ({ params, db }) => readNewVenue(db, params.id))
  serve(app, approvals.decideVenue, ({ params, body: { approve, reason = '' }, staff, db, now }) =>
    decideVenue(db, { id: params.id, isApproved: approve, reason, actorId: staff.id, now }),
  )
  serve(app, approvals.listAssociations, async ({ query, db }) => {
    const { rows, total } = await pageAssociations(db, query)
    return { rows: rows.map(presentAssociation), total }
  })
  serve(app, approvals.getAssociation, ({ params, db }) => readAssociation(db, params.id))
  serve(app, approvals.decideAssociation, ({ params, body: { approve, reason = '' }, staff, db, now }) =>
    decideForVenue(db, { id: params.id, isApproved: approve, reason, actorId: staff.id, now }),
  )

  const store = app.fileStore
  serve(app, adminApi.getVenueFile, ({ params, db, now }) => readVenueFile(db, { id: params.id, now }))
  serve(app, adminApi.createVenue, ({ body: form, staff, db, now }) =>
    createVenue(db, { form, actorId: staff.id, store, now }),
  )
  serve(app, adminApi.updateVenue, ({ params, body: form, staff, db, now }) =>
    updateVenue(db, { id: params.id, form, actorId: staff.id, store, now }),
  )
  serve(app, adminApi.updateCourts, ({ params, body: { courts }, staff, db, now }) =>
    updateVenueCourts(db, { id: params.id, courts, actorId: staff.id, now }),
  )
  serve(app, adminApi.takeVenueOff, ({ params, body: { reason }, staff, db, now }) =>
    takeVenueOff(db, { id: params.id, reason, actorId: staff.id, now }),
  )
  serve(app, adminApi.bringVenueBack, ({ params, staff, db, now }) =>
    bringVenueBack(db, { id: params.id, actorId: staff.id, now }),
  )
  serve(app, adminApi.setVenueManager, ({ params, body: { revision: seen, ...body }, staff, db, now }) =>
    setVenueManager(db, { venueId: params.id, ...body, seen, actorId: staff.id, now }),
  )
}
