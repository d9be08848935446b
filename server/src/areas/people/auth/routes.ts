import * as auth from '@paidang/api/areas/auth'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../../http/network-of.ts'
import { serve } from '../../../http/serve.ts'
import { bindPhone } from './bind-phone.ts'
import { deviceOf } from './device-of.ts'
import { endSession } from './end-sessions.ts'
import { logIn } from './log-in.ts'
import { logInByWechat } from './log-in-by-wechat.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { accountOfUser } from './tries.ts'

export default async function authRoutes(app: FastifyInstance) {
  serve(app, auth.h5Login, async ({ body: { username, password, agreementVersion }, db, now, request, reply }) => {
    const source = app.deviceCookies.sourceOf(request)
    const begun = await logIn(db, app.sessions, {
      username,
      password,
      source,
      device: deviceOf(request),
      agreementVersion,
      now,
    })
    app.deviceCookies.remember(request, reply, accountOfUser(begun.userInfo.userId))
    return begun
  })
  serve(app, auth.refreshToken, ({ body, db, now }) => refreshTokens(db, app.sessions, { ...body, now }))
  serve(app, auth.logOut, async ({ user, db, now }) => {
    await endSession(db, { sessionId: user.sessionId, because: 'logged out', now })
    return null
  })
  serve(app, auth.readOperator, async () => app.operator)
  serve(app, auth.features, async () => app.features)
  serve(app, auth.demoAccounts, async () => [...app.demoAccounts])
  serve(app, auth.wxLogin, ({ body: { code, agreementVersion }, db, now, request }) =>
    logInByWechat(db, app.sessions, {
      wechat: app.wechat,
      code,
      device: deviceOf(request),
      address: networkOf(request.ip),
      agreementVersion,
      now,
    }),
  )
  serve(app, auth.decryptPhone, ({ body, user, db, now, request }) =>
    bindPhone(db, app, { ...body, actorId: user.id, device: deviceOf(request), now }),
  )
}
