import * as likes from '@paidang/api/areas/likes'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { cancelLike } from './cancel-like.ts'
import { likePerson } from './like-person.ts'

export default async function likesRoutes(app: FastifyInstance) {
  serve(app, likes.likeCoach, ({ params: { a: invitationId, b: targetId }, user, db, now }) =>
    likePerson(db, { invitationId, targetId, as: 'coach', actorId: user.id, now }),
  )
  serve(app, likes.likePlayer, ({ params: { a: invitationId, b: targetId }, user, db, now }) =>
    likePerson(db, { invitationId, targetId, as: 'player', actorId: user.id, now }),
  )
  serve(app, likes.addLike, ({ body: { relatedId: invitationId, targetUserId: targetId }, user, db, now }) =>
    likePerson(db, { invitationId, targetId, as: 'either', actorId: user.id, now }),
  )
  serve(app, likes.cancelLike, ({ params, user, db }) =>
    cancelLike(db, { recordId: params.recordId, actorId: user.id }),
  )
}
