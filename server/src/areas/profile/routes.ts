import * as profile from '@paidang/api/areas/profile'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { viewCoach } from './view-coach.ts'
import { viewPlayer } from './view-player.ts'

export default async function profileRoutes(app: FastifyInstance) {
  serve(app, profile.getPlayerView, ({ params, user, db, now }) =>
    viewPlayer(db, { userId: params.id, by: user.id, now }),
  )
  serve(app, profile.getCoachView, ({ params, db }) => viewCoach(db, params.id))
}
