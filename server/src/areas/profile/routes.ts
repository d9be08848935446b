import * as profile from '@paidang/api/areas/profile'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../http/origin.ts'
import { serve } from '../../http/serve.ts'
import { viewCoach } from './view-coach.ts'
import { viewPlayer } from './view-player.ts'

export default async function profileRoutes(app: FastifyInstance) {
  serve(app, profile.getPlayerView, ({ params, user, db, now, request }) =>
    viewPlayer(db, { userId: params.id, by: user.id, now, origin: originOf(request) }),
  )
  serve(app, profile.getCoachView, ({ params, user, db }) => viewCoach(db, { coachId: params.id, by: user.id }))
}
