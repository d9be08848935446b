import * as likes from '@paidang/api/areas/likes'
import * as relations from '@paidang/api/areas/relations'
import * as students from '@paidang/api/areas/students'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { cancelLike } from './cancel-like.ts'
import { likePerson } from './like-person.ts'
import { listCoachesOfPlayer } from './list-coaches-of-player.ts'
import { listStudents } from './list-students.ts'

export default async function relationsRoutes(app: FastifyInstance) {
  serve(app, relations.coachesOfPlayer, ({ params, user, db }) =>
    listCoachesOfPlayer(db, { playerId: params.playerId, by: user.id }),
  )
  serve(app, students.studentsOfCoach, ({ params, query, user, db, now }) =>
    listStudents(db, {
      coachId: params.coachId,
      by: user.id,
      userName: query.userName,
      limit: query.rows,
      offset: offsetOf(query),
      now,
    }),
  )

  serve(app, likes.likeCoach, ({ params: { a: invitationId, b: targetId }, user, db, now }) =>
    likePerson(db, { invitationId, targetId, as: 'coach', by: user.id, now }),
  )
  serve(app, likes.likePlayer, ({ params: { a: invitationId, b: targetId }, user, db, now }) =>
    likePerson(db, { invitationId, targetId, as: 'player', by: user.id, now }),
  )
  serve(app, likes.addLike, ({ body: { relatedId: invitationId, targetUserId: targetId }, user, db, now }) =>
    likePerson(db, { invitationId, targetId, as: 'either', by: user.id, now }),
  )
  serve(app, likes.cancelLike, ({ params, user, db }) => cancelLike(db, { recordId: params.recordId, by: user.id }))
}
