import * as desk from '@paidang/api/areas/admin-classes'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { listManagedObjections } from './list-objections.ts'
import { listStandingClasses } from './list-standing.ts'
import { answerByOperator, cancelByOperator, finishByOperator, signByOperator } from './operate-class.ts'
import { readManagedClass } from './read-managed-class.ts'

/** What operators see of classes that wait or stand, and do to them. */
export default async function classOperatorRoutes(app: FastifyInstance) {
  serve(app, desk.queryStandingClasses, ({ query: { current, rows, keyword, stadiumId, isUnfinished }, db, now }) =>
    listStandingClasses(db, { current, rows, keyword: keyword?.trim(), stadiumId, isUnfinished, now }),
  )
  serve(app, desk.getManagedClass, ({ params, db, now }) => readManagedClass(db, params.id, now))
  serve(app, desk.callOffClass, async ({ params, body: { reason }, staff, db, now }) => {
    await cancelByOperator(db, { invitationId: params.id, reason, staffId: staff.id, now })
    return null
  })
  serve(app, desk.signClass, async ({ params, body: { attendances }, staff, db, now }) => {
    await signByOperator(db, { invitationId: params.id, attendances, staffId: staff.id, now })
    return null
  })
  serve(app, desk.finishClass, async ({ params, staff, db, now }) => {
    await finishByOperator(db, { invitationId: params.id, staffId: staff.id, now })
    return null
  })
  serve(app, desk.queryObjections, ({ query: { current, rows, stage }, db, now }) =>
    listManagedObjections(db, { current, rows, stage, now }),
  )
  serve(app, desk.answerObjection, async ({ params, body: { isRefunded, reason }, staff, db, now }) => {
    await answerByOperator(db, { objectionId: params.id, isRefunded, reason, staffId: staff.id, now })
    return null
  })
}
