import * as venues from '@paidang/api/areas/venues'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { addVenue } from './add-venue.ts'
import { associateVenue } from './associate-venue.ts'
import { leaveVenue } from './leave-venue.ts'
import { listManagedVenues } from './list-managed-venues.ts'
import { listVenuesOfCoach } from './list-venues-of-coach.ts'
import venueOperatorRoutes from './operator-routes.ts'
import { presentManagedVenue, presentVenue } from './present-venue.ts'
import { pageVenuesByActivity, searchApprovedVenues } from './queries.ts'
import { listCoachesAt, readApprovedVenue } from './read-venues.ts'

export default async function venuesRoutes(app: FastifyInstance) {
  await app.register(venueOperatorRoutes)
  serve(app, venues.searchVenues, async ({ query: { current, rows, city, keyword }, db }) => {
    const page = await searchApprovedVenues(db, { current, rows, city: city?.trim(), keyword: keyword?.trim() })
    return { rows: page.rows.map(presentVenue), total: page.total }
  })
  serve(app, venues.queryVenues, async ({ query: { current, rows, city, keyword, state, sord = 'desc' }, db }) => {
    const input = { city: city?.trim(), keyword: keyword?.trim(), state }
    const page = await pageVenuesByActivity(db, { current, rows, sord, ...input })
    return { rows: page.rows.map(presentManagedVenue), total: page.total }
  })
  serve(app, venues.getVenue, ({ params, db }) => readApprovedVenue(db, params.id))
  serve(app, venues.courtsOfVenue, async ({ params, db }) => (await readApprovedVenue(db, params.id)).courts)
  serve(app, venues.coachesOfVenue, ({ params, user, db, now }) =>
    listCoachesAt(db, { venueId: params.id, actorId: user.id, now }),
  )
  serve(app, venues.venuesOfCoach, ({ params, user, db }) =>
    listVenuesOfCoach(db, { coachId: params.coachId, actorId: user.id }),
  )
  serve(app, venues.venuesManagedBy, ({ params, user, db }) =>
    listManagedVenues(db, { coachId: params.coachId, actorId: user.id }),
  )
  serve(app, venues.associateVenue, ({ body, user, db, now }) =>
    associateVenue(db, { coachId: body.coachId, venueId: body.stadiumId, actorId: user.id, now }),
  )
  serve(app, venues.leaveVenue, ({ params, user, db, now }) =>
    leaveVenue(db, { venueId: params.stadiumId, actorId: user.id, now }),
  )
  serve(app, venues.addVenue, ({ body, user, db, now }) => addVenue(db, { venue: body, actorId: user.id, now }))
}
