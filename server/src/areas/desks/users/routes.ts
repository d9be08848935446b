import * as coaches from '@paidang/api/areas/admin-coaches'
import * as requests from '@paidang/api/areas/admin-password-requests'
import * as users from '@paidang/api/areas/admin-users'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { compareUsers } from './compare-users.ts'
import { decidePasswordRequest } from './decide-password-request.ts'
import { listCoaches } from './list-coaches.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergeUsersByOperator } from './merge-users-by-operator.ts'
import { pagePasswordRequests } from './password-request-queries.ts'
import { presentUser } from './present-user.ts'
import { readManagedCoach } from './read-coach.ts'
import { presentPasswordRequest, readPasswordRequest } from './read-password-request.ts'
import { readUser } from './read-user.ts'
import { resetUserPassword } from './reset-user-password.ts'
import { restoreUser } from './restore-user.ts'
import { revealUserPhone } from './reveal-user-phone.ts'
import { suspendUser } from './suspend-user.ts'
import { pageUsers } from './user-queries.ts'

export default async function usersRoutes(app: FastifyInstance) {
  serve(app, users.queryUsers, async ({ query: { sort = 'createdAt', sord = 'desc', keyword, ...input }, db, now }) => {
    const { rows, total } = await pageUsers(db, { ...input, keyword: keyword?.trim(), sort, sord, now })
    return { rows: rows.map(presentUser), total }
  })
  serve(app, users.readManagedUser, ({ params, db, now }) => readUser(db, { userId: params.id, now }))
  serve(app, users.revealUserPhone, ({ params, staff, db, now }) =>
    revealUserPhone(db, { userId: params.id, actorId: staff.id, now }),
  )
  serve(app, users.suspendUser, ({ params, body, staff, db, now }) =>
    suspendUser(db, { userId: params.id, ...body, actorId: staff.id, now }),
  )
  serve(app, users.restoreUser, ({ params, staff, db, now }) =>
    restoreUser(db, { userId: params.id, actorId: staff.id, now }),
  )
  serve(app, users.resetUserPassword, ({ params, staff, db, now }) =>
    resetUserPassword(db, { userId: params.id, actorId: staff.id, now }),
  )
  serve(app, users.listDuplicates, ({ query: { current, rows, sord = 'desc' }, db, now }) =>
    listDuplicates(db, { current, rows, sord, now }),
  )
  serve(app, users.compareUsers, ({ query, db, now }) => compareUsers(db, { ...query, now }))
  serve(app, users.mergeUsers, ({ body: { revision, ...body }, staff, db, now }) =>
    mergeUsersByOperator(db, { ...body, seen: revision, actorId: staff.id, now }),
  )

  serve(app, requests.listPasswordRequests, async ({ query, db }) => {
    const { rows, total } = await pagePasswordRequests(db, query)
    return { rows: rows.map(presentPasswordRequest), total }
  })
  serve(app, requests.getPasswordRequest, ({ params, db }) => readPasswordRequest(db, params.id))
  serve(app, requests.decidePasswordRequest, ({ params, body, staff, db, now }) =>
    decidePasswordRequest(db, { ...body, id: params.id, actorId: staff.id, now }),
  )

  serve(app, coaches.queryCoaches, ({ query: { sort = 'createdAt', sord = 'desc', keyword, ...input }, db, now }) =>
    listCoaches(db, { ...input, keyword: keyword?.trim(), sort, sord, now }),
  )
  serve(app, coaches.readManagedCoach, ({ params, db, now }) =>
    readManagedCoach(db, { coachId: params.id, links: app.fileLinks, now }),
  )
}
