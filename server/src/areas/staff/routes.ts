import * as staffCalls from '@paidang/api/areas/staff'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { enterAnalytics, logOutOfAnalytics, renewAnalyticsToken } from '../analytics/enter-analytics.ts'
import { issueStaffToken, logInStaff } from '../auth/log-in-staff.ts'
import { logOutStaff } from '../auth/log-out-staff.ts'
import { accountOfStaff } from '../auth/tries.ts'
import accountRoutes from './account-routes.ts'

export default async function staffRoutes(app: FastifyInstance) {
  serve(app, staffCalls.staffLogin, async ({ body, db, now, request, reply }) => {
    const source = app.deviceCookies.sourceOf(request)
    const begun = await logInStaff(db, app, { ...body, source, now })
    app.deviceCookies.remember(request, reply, accountOfStaff(begun.staff.id))
    return begun
  })
  serve(app, staffCalls.enterAnalytics, ({ body: { ticket }, db, now }) =>
    enterAnalytics(db, app.sessions, { ticket, now }),
  )
  serve(app, staffCalls.renewStaffToken, ({ staff, admin, db, now }) =>
    staff
      ? issueStaffToken(db, app.sessions, { sessionId: staff.sessionId, now })
      : renewAnalyticsToken(db, app.sessions, { sessionId: admin?.sessionId ?? '', now }),
  )
  serve(app, staffCalls.staffLogOut, async ({ staff, admin, db, now }) => {
    if (staff) await logOutStaff(db, { sessionId: staff.sessionId, now })
    if (admin) await logOutOfAnalytics(db, { sessionId: admin.sessionId, now })
    return null
  })
  await app.register(accountRoutes)
}
