import * as registration from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { serve } from '../../../http/serve.ts'
import { checkContent } from '../../ground/content/check-content.ts'
import { serveReviewed } from '../../ground/content/serve-reviewed.ts'
import { assessLevel } from '../profile/assess-level.ts'
import { listLevels } from '../profile/list-levels.ts'
import { profileContent, savePlayer } from '../profile/save-player.ts'
import { findApplicationOfUser, pageApplications } from './application-queries.ts'
import { applyAsCoach } from './apply-as-coach.ts'
import { type CoachEffect, decideApplication } from './decide-application.ts'
import { presentForOperator } from './present-application.ts'
import { readRegistInfo } from './read-regist-info.ts'

/** `effect` is what other areas do for a new coach. */
export default async function registrationRoutes(app: FastifyInstance, { effect }: { effect: CoachEffect }) {
  const { fileLinks: links } = app

  serve(app, registration.readRegistInfo, ({ params, user, db, now, request }) =>
    readRegistInfo(db, { userId: params.id, actorId: user.id, origin: originOf(request), links, now }),
  )
  serve(app, registration.savePlayer, {
    prepare: ({ body, user, request }) =>
      checkContent(app, { kind: 'user', objectId: user.id, values: profileContent(body), actorId: user.id, request }),
    handle: ({ body: form, prepared: verdicts, user, db, now, request }) =>
      savePlayer(db, { form, verdicts, actorId: user.id, now, origin: originOf(request) }),
  })
  serve(app, registration.applyAsCoach, ({ body: form, user, db, now }) =>
    applyAsCoach(db, { form, actor: user, links, now }),
  )
  serve(app, registration.listApplications, async ({ query, db, now }) => {
    const { rows, total } = await pageApplications(db, {
      approveStatus: query.approveStatus,
      state: query.state,
      limit: query.rows,
      offset: offsetOf(query),
    })
    return { rows: rows.map((row) => presentForOperator(row, { links, now })), total }
  })
  serve(app, registration.getApplication, async ({ params, db, now }) => {
    const application = await findApplicationOfUser(db, params.id)
    if (!application) throw new ApiError('application_not_found')
    return presentForOperator(application, { links, now })
  })
  serve(app, registration.decideApplication, ({ params, body, staff, db, now }) =>
    decideApplication(db, {
      applicationId: params.id,
      isApproved: body.approve,
      reason: body.reason ?? '',
      actorId: staff.id,
      effect,
      links,
      now,
    }),
  )
  serve(app, registration.listLevels, ({ params, query: { current, rows }, user, db }) =>
    listLevels(db, { userId: params.id, actorId: user.id, current, rows }),
  )
  serveReviewed(
    app,
    registration.assessLevel,
    { kind: 'level', words: ({ body: { note } }) => ({ note }), about: ({ params }) => params.playerId },
    ({ params: { playerId }, body: { level }, user, now }, say) =>
      say((tx, { note = '' }) => assessLevel(tx, { playerId, level, note, actorId: user.id, now })),
  )
}
