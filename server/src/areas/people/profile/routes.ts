import * as profile from '@paidang/api/areas/profile'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { serve } from '../../../http/serve.ts'
import { lookAtPeople } from '../relations/look-at-people.ts'
import { viewCoach } from './view-coach.ts'
import { viewPlayer } from './view-player.ts'

export default async function profileRoutes(app: FastifyInstance) {
  serve(app, profile.getPlayerView, async ({ params: { id: userId }, user, db, now, request }) => {
    const tied = await lookAtPeople(db, { userIds: [userId], actorId: user.id, now })
    return viewPlayer(db, { userId, actorId: user.id, isTied: tied.has(userId), now, origin: originOf(request) })
  })
  serve(app, profile.getCoachView, ({ params, user, db }) => viewCoach(db, { coachId: params.id, actorId: user.id }))
}
