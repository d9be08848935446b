import * as approvals from '@paidang/api/areas/admin-approvals'
import * as desk from '@paidang/api/areas/admin-venues'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { pageAssociations } from './association-inbox-queries.ts'
import { decideForVenue } from './decide-for-venue.ts'
import { decideVenue } from './decide-venue.ts'
import { keepCourts } from './keep-courts.ts'
import { pageNewVenues } from './new-venue-queries.ts'
import { presentAssociation, readAssociation } from './read-association.ts'
import { presentNewVenue, readNewVenue } from './read-new-venue.ts'
import { readVenueFile } from './read-venue-file.ts'
import { createVenue, updateVenue } from './save-venue.ts'
import { setVenueManager } from './set-manager.ts'
import { bringVenueBack, takeVenueOff } from './take-venue-off.ts'

/** What operators decide about venues, and how they keep them. */
export default async function venueOperatorRoutes(app: FastifyInstance) {
  serve(app, approvals.listNewVenues, async ({ query, db }) => {
    const { rows, total } = await pageNewVenues(db, query)
    return { rows: rows.map(presentNewVenue), total }
  })
  serve(app, approvals.getNewVenue, ({ params, db }) => readNewVenue(db, params.id))
  serve(app, approvals.decideVenue, ({ params, body: { approve, reason = '' }, staff, db, now }) =>
    decideVenue(db, { id: params.id, isApproved: approve, reason, by: staff.id, now }),
  )
  serve(app, approvals.listAssociations, async ({ query, db }) => {
    const { rows, total } = await pageAssociations(db, query)
    return { rows: rows.map(presentAssociation), total }
  })
  serve(app, approvals.getAssociation, ({ params, db }) => readAssociation(db, params.id))
  serve(app, approvals.decideAssociation, ({ params, body: { approve, reason = '' }, staff, db, now }) =>
    decideForVenue(db, { id: params.id, isApproved: approve, reason, by: staff.id, now }),
  )

  const store = app.fileStore
  serve(app, desk.getVenueFile, ({ params, db, now }) => readVenueFile(db, { id: params.id, now }))
  serve(app, desk.createVenue, ({ body: form, staff, db, now }) => createVenue(db, { form, by: staff.id, store, now }))
  serve(app, desk.updateVenue, ({ params, body: { revision, ...form }, staff, db, now }) =>
    updateVenue(db, { id: params.id, form, revision, by: staff.id, store, now }),
  )
  serve(app, desk.updateCourts, ({ params, body: { revision, courts }, staff, db, now }) =>
    keepCourts(db, { id: params.id, courts, revision, by: staff.id, now }),
  )
  serve(app, desk.takeVenueOff, ({ params, body: { reason }, staff, db, now }) =>
    takeVenueOff(db, { id: params.id, reason, by: staff.id, now }),
  )
  serve(app, desk.bringVenueBack, ({ params, staff, db, now }) =>
    bringVenueBack(db, { id: params.id, by: staff.id, now }),
  )
  serve(app, desk.setVenueManager, ({ params, body: { coachId, isManager }, staff, db, now }) =>
    setVenueManager(db, { venueId: params.id, coachId, isManager, by: staff.id, now }),
  )
}
