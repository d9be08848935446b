import * as accounts from '@paidang/api/areas/accounts'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../../http/network-of.ts'
import { serve } from '../../../http/serve.ts'
import { checkContent } from '../../ground/content/check-content.ts'
import { oneValue } from '../../ground/content/hold-content.ts'
import { bindWechat } from '../../people/auth/bind-wechat.ts'
import { deviceOf } from '../../people/auth/device-of.ts'
import { listDevices } from '../../people/auth/list-devices.ts'
import { logOutDevice } from '../../people/auth/log-out-device.ts'
import { readAccount } from '../../people/auth/read-account.ts'
import { registerAccount } from '../../people/auth/register-account.ts'
import { requestPassword } from '../../people/auth/request-password.ts'
import { setPassword } from '../../people/auth/set-password.ts'
import { settlePhone } from '../../people/auth/settle-phone.ts'
import { accountOfUser } from '../../people/auth/tries.ts'
import { revokeAnalyticsSessionsOf } from '../../views/analytics/session.ts'
import { closeAccount } from './close-account.ts'
import { readClosing } from './read-closing.ts'

export default async function accountsRoutes(app: FastifyInstance) {
  serve(app, accounts.registerAccount, {
    prepare: ({ body: { nickname }, request }) => {
      const values = { nickname: oneValue(nickname) }
      return checkContent(app, { kind: 'user', objectId: undefined, values, actorId: undefined, request })
    },
    async handle({ body, prepared: verdicts, db, now, request, reply }) {
      const from = { device: deviceOf(request), address: networkOf(request.ip) }
      const begun = await registerAccount(db, app.sessions, { ...body, ...from, verdicts, now })
      app.deviceCookies.remember(request, reply, accountOfUser(begun.userInfo.userId))
      return begun
    },
  })
  serve(app, accounts.readAccount, ({ user, db }) => readAccount(db, user))
  serve(app, accounts.setPassword, ({ body, user, db, now, request }) => {
    const from = { wechat: app.wechat, address: networkOf(request.ip) }
    return setPassword(db, { ...body, ...from, actor: user, now, endOpened: revokeAnalyticsSessionsOf })
  })
  serve(app, accounts.requestPassword, async ({ body, db, now, request }) => {
    await requestPassword(db, { ...body, address: networkOf(request.ip), now })
    return null
  })
  serve(app, accounts.bindWechat, async ({ body: { code }, user, db, now, request }) => {
    await bindWechat(db, { wechat: app.wechat, code, actorId: user.id, address: networkOf(request.ip), now })
    return readAccount(db, user)
  })
  serve(app, accounts.settlePhone, ({ body, user, db, now, request }) =>
    settlePhone(db, app, {
      ...{ ...body, actorId: user.id, now },
      ...{ source: app.deviceCookies.sourceOf(request), device: deviceOf(request) },
    }),
  )
  serve(app, accounts.listDevices, ({ user, db, now }) => listDevices(db, { actor: user, now }))
  serve(app, accounts.logOutDevice, ({ params, user, db, now }) =>
    logOutDevice(db, { sessionId: params.id, actorId: user.id, now }),
  )
  serve(app, accounts.exportOwnData, ({ user, now, request }) =>
    app.makeExport(request, 'ownData', { actorId: user.id, now }),
  )
  serve(app, accounts.readClosing, ({ user, db, now }) => readClosing(db, { actorId: user.id, now }))
  serve(app, accounts.closeAccount, ({ body: { password }, user, db, now }) =>
    closeAccount(db, { actorId: user.id, password, now }),
  )
}
