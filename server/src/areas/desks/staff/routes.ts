import * as staffCalls from '@paidang/api/areas/staff'
import type { FastifyInstance } from 'fastify'
import { answerLogIn, dropCookie } from '../../../http/console-cookie.ts'
import { serve } from '../../../http/serve.ts'
import { issueStaffToken, logInStaff } from '../../people/auth/log-in-staff.ts'
import { logOutStaff } from '../../people/auth/log-out-staff.ts'
import { accountOfStaff } from '../../people/auth/tries.ts'
import { enterAnalytics, logOutOfAnalytics, renewAnalyticsToken } from '../../views/analytics/session.ts'
import accountRoutes from './account-routes.ts'

export default async function staffRoutes(app: FastifyInstance) {
  // A refused log-out ends the page's log-in too: the cookie is gone, whatever the answer is.
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.path === staffCalls.staffLogOut.path) dropCookie(request, reply)
  })
  serve(app, staffCalls.staffLogin, async ({ body, db, now, request, reply }) => {
    const source = app.deviceCookies.sourceOf(request)
    const begun = await logInStaff(db, app, { ...body, source, now })
    app.deviceCookies.remember(request, reply, accountOfStaff(begun.staff.id))
    return answerLogIn(request, reply, begun)
  })
  serve(app, staffCalls.enterAnalytics, async ({ body: { ticket }, db, now, request, reply }) =>
    answerLogIn(request, reply, await enterAnalytics(db, app.sessions, { ticket, now })),
  )
  serve(app, staffCalls.renewStaffToken, async ({ staff, admin, db, now, request, reply }) => {
    const renewed = staff
      ? await issueStaffToken(db, app.sessions, { sessionId: staff.sessionId, now })
      : await renewAnalyticsToken(db, app.sessions, { sessionId: admin?.sessionId ?? '', now })
    return answerLogIn(request, reply, renewed)
  })
  serve(app, staffCalls.staffLogOut, async ({ staff, admin, db, now }) => {
    if (staff) await logOutStaff(db, { sessionId: staff.sessionId, now })
    if (admin) await logOutOfAnalytics(db, { sessionId: admin.sessionId, now })
    return null
  })
  await app.register(accountRoutes)
}
