import { closeAccount, registerAccount, setPassword, settlePhone } from '@paidang/api/areas/desks/accounts'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { enterAnalytics, staffLogin } from '@paidang/api/areas/desks/staff'
import { changeStaffPassword, disableStaff } from '@paidang/api/areas/desks/staff-accounts'
import { beginFactor, confirmFactor } from '@paidang/api/areas/desks/staff-factor'
import { decryptPhone, wxLogin } from '@paidang/api/areas/people/auth'
import { changeCompanyAdmin } from '@paidang/api/areas/places/companies'
import { openAnalytics } from '@paidang/api/areas/views/analytics'
import type { Call } from '@paidang/api/client'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { expect, test } from 'vitest'
import { givenCoach, givenCompany, givenLogin, givenStaffLogin } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { codeOf } from '../staff/one-time-code.ts'

// A ticket continues what its maker began. It does not survive a change of who may continue.

const { db, call, clock, clientOf, signedInAs, asStaff, tokenOf } = await startTestServer()

const [OLD, NEW] = ['demo1234', 'other5678']
const HALF_MINUTE_MS = 30_000
let codes = 0
const wechatCodeOf = (person: string) => {
  codes += 1
  return `sim:${person}:${codes}`
}

type Begun = {
  use: (password?: string) => Promise<unknown>
  changePassword: () => Promise<unknown>
  closeAccount: () => Promise<unknown>
  /** The ticket is used by, or its right has gone to, another account. */
  useAsAnother: () => Promise<unknown>
}

/** Sets up a second factor for the console. */
async function beginSecondFactor(): Promise<Begun> {
  const as = async () => {
    const { staffId, username, password } = await givenStaffLogin(db, { kind: 'operator' })
    return { staffId, client: clientOf((await call(staffLogin, { body: { username, password } })).token) }
  }
  const [{ staffId, client }, another] = [await as(), await as()]
  const { secret, ticket } = await client(beginFactor, {})
  const code = codeOf(secret, Math.floor(clock.now().getTime() / HALF_MINUTE_MS))
  const confirm = (caller: Call, password = OLD) => caller(confirmFactor, { body: { ticket, code, password } })
  return {
    use: (password) => confirm(client, password),
    changePassword: () => client(changeStaffPassword, { body: { oldPassword: OLD, newPassword: NEW } }),
    closeAccount: () => asStaff('senior')(disableStaff, { params: { id: staffId }, body: { isDisabled: true } }),
    useAsAnother: () => confirm(another.client),
  }
}

/** Brings a number that another account claims. */
async function beginPhone(): Promise<Begun> {
  const number = `1381234${String(1000 + codes)}`
  await call(registerAccount, {
    body: { username: `claims_${codes}`, password: OLD, nickname: '林小满', phone: number },
  })
  const as = async () => {
    const body = { code: wechatCodeOf(`person${codes}`), agreementVersion: AGREEMENT_VERSION }
    const { tokens, userInfo } = await call(wxLogin, { body })
    await givenLogin(db, { userId: userInfo.userId, password: OLD })
    return clientOf(tokens.token)
  }
  const [client, another] = [await as(), await as()]
  const { claimed } = await client(decryptPhone, { body: { code: wechatCodeOf(number) } })
  const settle = (caller: Call) => caller(settlePhone, { body: { ticket: claimed?.ticket ?? '' } })
  return {
    use: () => settle(client),
    changePassword: () => client(setPassword, { body: { oldPassword: OLD, newPassword: NEW } }),
    closeAccount: () => client(closeAccount, { body: { password: OLD, confirm: '注销' } }),
    useAsAnother: () => settle(another),
  }
}

/** Makes a link that opens the analytics of a company in the console. */
async function beginLink(): Promise<Begun> {
  const { companyId, adminId } = await givenCompany(db)
  await givenLogin(db, { userId: adminId, password: OLD })
  const coachId = await givenCoach(db, { companyId })
  const client = clientOf(await tokenOf(adminId))
  const { path } = await client(openAnalytics, { body: { companyId } })
  const enter = () => call(enterAnalytics, { body: { ticket: path.split('ticket=')[1] ?? '' } })
  return {
    use: enter,
    changePassword: () => client(setPassword, { body: { oldPassword: OLD, newPassword: NEW } }),
    closeAccount: () =>
      asStaff('operator')(suspendUser, { params: { id: adminId }, body: { reason: '违规', lastDay: null } }),
    async useAsAnother() {
      await signedInAs(adminId)(changeCompanyAdmin, { body: { coachId, companyId } })
      return enter()
    },
  }
}

const KINDS = {
  'a second factor': { begin: beginSecondFactor, refusal: 'factor_ticket_expired', ended: 'session_expired' },
  'a phone number': { begin: beginPhone, refusal: 'phone_ticket_expired', ended: 'session_expired' },
  'a link into the console': { begin: beginLink, refusal: 'analytics_link_used', ended: 'analytics_link_used' },
} as const

test.each(Object.entries(KINDS))('a ticket for %s is good for who began it, and nobody else', async (_kind, kind) => {
  const { begin, refusal, ended } = kind
  await expect((await begin()).use()).resolves.toBeDefined()

  const changed = await begin()
  await changed.changePassword()
  await expect(changed.use(NEW)).rejects.toMatchObject({ code: refusal })

  const closed = await begin()
  await closed.closeAccount()
  await expect(closed.use()).rejects.toMatchObject({ code: ended })

  const own = await begin()
  await expect(own.useAsAnother()).rejects.toMatchObject({ code: refusal })
})
