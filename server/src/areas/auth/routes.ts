import * as auth from '@paidang/api/areas/auth'
import { staffLogin } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { publishChanges } from '../../db/change-feed.ts'
import { serve } from '../../http/serve.ts'
import { logIn } from './log-in.ts'
import { logInStaff } from './log-in-staff.ts'
import { revokeSession } from './queries.ts'
import { refreshTokens } from './refresh-tokens.ts'

export default async function authRoutes(app: FastifyInstance) {
  serve(app, auth.h5Login, ({ body, db, now }) => logIn(db, app.sessions, { ...body, now }))
  serve(app, staffLogin, ({ body, db, now }) => logInStaff(db, app.sessions, { ...body, now }))
  serve(app, auth.refreshToken, ({ body, db, now }) => refreshTokens(db, app.sessions, { ...body, now }))
  serve(app, auth.logOut, async ({ user, db, now }) => {
    await revokeSession(db, user.sessionId, 'logged out', now)
    await publishChanges(db, [`session|${user.sessionId}`])
    return null
  })
  serve(app, auth.demoAccounts, async () => [...app.demoAccounts])
  serve(app, auth.wxLogin, async () => {
    throw new ApiError('wechat_login_unavailable')
  })
  serve(app, auth.decryptPhone, async () => {
    throw new ApiError('phone_decryption_unavailable')
  })
}
