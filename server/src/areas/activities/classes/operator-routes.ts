import * as adminApi from '@paidang/api/areas/admin-classes'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { listActiveClasses } from './list-active-classes.ts'
import { listManagedObjections } from './list-objections.ts'
import { answerByOperator, cancelByOperator, finishByOperator, signByOperator } from './operate-class.ts'
import { readManagedClass } from './read-managed-class.ts'

/** The routes with which operators read waiting and active classes, and act on them. */
export default async function classOperatorRoutes(app: FastifyInstance) {
  serve(app, adminApi.queryActiveClasses, ({ query: { keyword, ...query }, db, now }) =>
    listActiveClasses(db, { ...query, keyword: keyword?.trim(), now }),
  )
  serve(app, adminApi.getManagedClass, ({ params, db, now }) => readManagedClass(db, params.id, now))
  serve(app, adminApi.callOffClass, async ({ params, body: { reason, revision: seen }, staff, db, now }) => {
    await cancelByOperator(db, { invitationId: params.id, reason, seen, staffId: staff.id, now })
    return null
  })
  serve(app, adminApi.signClass, async ({ params, body: { attendances, revision: seen }, staff, db, now }) => {
    await signByOperator(db, { invitationId: params.id, attendances, seen, staffId: staff.id, now })
    return null
  })
  serve(app, adminApi.finishClass, async ({ params, body: { revision: seen }, staff, db, now }) => {
    await finishByOperator(db, { invitationId: params.id, seen, staffId: staff.id, now })
    return null
  })
  serve(app, adminApi.queryObjections, ({ query: { current, rows, stage }, db, now }) =>
    listManagedObjections(db, { current, rows, stage, now }),
  )
  serve(app, adminApi.answerObjectionByOperator, async ({ params, body: { isRefunded, reason }, staff, db, now }) => {
    await answerByOperator(db, { objectionId: params.id, isRefunded, reason, staffId: staff.id, now })
    return null
  })
}
