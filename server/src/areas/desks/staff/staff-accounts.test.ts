import { staffLogin } from '@paidang/api/areas/desks/staff'
import * as accounts from '@paidang/api/areas/desks/staff-accounts'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { loginFailures } from '../../../tables/auth.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { givenCompany, givenStaff, givenStaffLogin } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenMerchant } from '../../../testing/given-stringing.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { atOnce } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer()
const { db, call, asStaff, asAdmin, clientOf } = server
const page = { current: 1, rows: 20 }

let merchantId: string
let owner: Call
let operator: Call
let senior: Call
beforeEach(async () => {
  merchantId = await givenMerchant(db)
  owner = asStaff('owner', merchantId)
  operator = asStaff('operator')
  senior = asStaff('senior')
})

const logIn = async (username: string, password: string) => {
  const { token, staff: who } = await call(staffLogin, { body: { username, password } })
  return { as: clientOf(token), who }
}
const hire = (body = { username: 'New_Clerk', nickname: ' 小李 ' }) => owner(accounts.createColleague, { body })
const see = (as: Call) => as(accounts.colleagues, {})
const actions = async () =>
  (await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(({ action, summary }) => [
    action,
    summary,
  ])

test('an owner hires a clerk, who logs in with the password that is shown once', async () => {
  const { account, password } = await hire()
  expect(account).toMatchObject({ username: 'new_clerk', nickname: '小李', role: 'merchant', merchantId })
  expect(account).toMatchObject({ lastSeenTime: null, disabledTime: null })
  const { who } = await logIn('new_clerk', password)
  expect(who).toMatchObject({ id: account.id, role: 'merchant', merchantId })
  const listed = await see(owner)
  expect(listed.map(({ role }) => role)).toEqual(['owner', 'merchant'])
  expect(listed[1]?.lastSeenTime).not.toBeNull()
  expect(JSON.stringify(listed)).not.toContain('argon2')
  expect(await actions()).toEqual([['staff.create', '新增员工账号「小李（new_clerk）」']])
})

test('first passwords differ, and each meets the password rules', async () => {
  const { account, password } = await hire()
  const again = await owner(accounts.resetColleague, { params: { id: account.id } })
  expect(again.password).not.toBe(password)
  for (const one of [password, again.password]) expect(one).toMatch(/^(?=.*[a-z])(?=.*[0-9])[a-z0-9]{12}$/)
})

test.each([
  [{ username: '13900000000', nickname: '小李' }, 'username_invalid'],
  [{ username: ' ', nickname: '小李' }, 'username_missing'],
  [{ username: 'new_clerk', nickname: ' ' }, 'staff_name_missing'],
])('an account with %o is refused: %s', async (body, code) => {
  await see(owner)
  await expectRefusal(db, () => hire(body), { code })
})

test('a user name is taken once, also by two who hire at the same moment', async () => {
  const rival = asStaff('owner')
  await Promise.all([see(owner), see(rival)])
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = { username: `clerk_${round}`, nickname: '小李' }
    const outcome = await atOnce([owner, rival].map((one) => () => one(accounts.createColleague, { body })))
    expect(outcome).toEqual({ done: 1, codes: ['username_taken'] })
  }
})

test('a disabled account is logged out at once, cannot log in, and returns with its own password', async () => {
  const { account, password } = await hire()
  const { as } = await logIn('new_clerk', password)
  const params = { id: account.id }
  const answer = await owner(accounts.disableColleague, { params, body: { isDisabled: true } })
  expect(answer.disabledTime).not.toBeNull()
  await expect(as(accounts.colleagues, {})).rejects.toMatchObject({ code: 'session_expired' })
  await expect(logIn('new_clerk', password)).rejects.toMatchObject({ code: 'login_wrong' })
  await owner(accounts.disableColleague, { params, body: { isDisabled: true } })
  await owner(accounts.disableColleague, { params, body: { isDisabled: false } })
  await expect(as(accounts.colleagues, {})).rejects.toMatchObject({ code: 'session_expired' })
  expect((await logIn('new_clerk', password)).who.id).toBe(account.id)
  expect((await actions()).map(([action]) => action)).toEqual(['staff.create', 'staff.disable', 'staff.enable'])
})

test('a new password ends the log-ins of the last one, and the pause after wrong passwords', async () => {
  const { account, password } = await hire()
  const { as } = await logIn('new_clerk', password)
  for (let tries = 0; tries < 5; tries += 1) await logIn('new_clerk', 'wrong').catch(() => undefined)
  await expect(logIn('new_clerk', password)).rejects.toMatchObject({ code: 'login_too_often' })
  const { password: another } = await owner(accounts.resetColleague, { params: { id: account.id } })
  await expect(as(accounts.colleagues, {})).rejects.toMatchObject({ code: 'session_expired' })
  await expect(logIn('new_clerk', password)).rejects.toMatchObject({ code: 'login_wrong' })
  expect((await logIn('new_clerk', another)).who.id).toBe(account.id)
})

test('an owner cannot manage another shop’s staff, another owner, or themselves', async () => {
  const [stranger, partner] = [
    await givenStaff(db, { kind: 'merchant', merchantId: await givenMerchant(db) }),
    await givenStaff(db, { kind: 'merchant', merchantId, isLead: true }),
  ]
  const own = (await see(owner)).find(({ id }) => id !== partner)?.id ?? ''
  for (const [id, code] of [
    [stranger, 'staff_not_found'],
    [partner, 'action_forbidden'],
    [own, 'staff_oneself'],
    ['999999', 'staff_not_found'],
  ] as const) {
    const disable = { params: { id }, body: { isDisabled: true } }
    await expectRefusal(db, () => owner(accounts.disableColleague, disable), { code })
    await expectRefusal(db, () => owner(accounts.resetColleague, { params: { id } }), { code })
  }
})

test('operators manage the staff of shops, senior operators also the operators', async () => {
  const [clerk, colleague] = [
    await givenStaff(db, { kind: 'merchant', merchantId, nickname: '穿线师阿杰' }),
    await givenStaff(db, { kind: 'operator' }),
  ]
  const list = async (as: Call, query = {}) => {
    const { rows } = await as(accounts.queryStaff, { query: { ...page, ...query } })
    return rows.map(({ id }) => id)
  }
  expect(await list(operator)).toEqual([clerk])
  expect(await list(senior)).toEqual(expect.arrayContaining([clerk, colleague]))
  expect(await list(senior, { keyword: '阿杰' })).toEqual([clerk])
  expect(await list(senior, { merchantId, role: 'owner' })).toEqual([])
  await operator(accounts.promoteStaff, { params: { id: clerk }, body: { isLead: true } })
  expect(await list(senior, { merchantId, role: 'owner', isDisabled: false })).toEqual([clerk])

  const promote = { params: { id: colleague }, body: { isLead: true } }
  await expectRefusal(db, () => operator(accounts.promoteStaff, promote), { code: 'staff_not_found' })
  const body = { username: 'new_operator', nickname: '小吴', isLead: false }
  await expectRefusal(db, () => operator(accounts.createStaff, { body }), { code: 'action_forbidden' })
  expect(await senior(accounts.promoteStaff, promote)).toMatchObject({ role: 'senior' })
  expect((await senior(accounts.createStaff, { body })).account).toMatchObject({ role: 'operator', merchantId: null })
  const nowhere = { ...body, username: 'nobody', merchantId: '999999' }
  await expectRefusal(db, () => senior(accounts.createStaff, { body: nowhere }), { code: 'merchant_not_found' })
})

test('of two seniors who disable each other at the same moment one stays enabled', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const both = await Promise.all(
      [1, 2].map(async () => {
        const { staffId, username, password } = await givenStaffLogin(db, { kind: 'operator', isLead: true })
        return { staffId, as: (await logIn(username, password)).as }
      }),
    )
    const [one, other] = both
    if (!one || !other) throw new Error('two were made')
    const disable = (by: typeof one, of: typeof one) => () =>
      by.as(accounts.disableStaff, { params: { id: of.staffId }, body: { isDisabled: true } })
    const outcome = await atOnce([disable(one, other), disable(other, one)])
    expect(outcome.done).toBe(1)
    const rows = await db.select().from(staff)
    expect(rows.filter(({ id, disabledAt }) => both.some(({ staffId }) => staffId === id) && !disabledAt)).toHaveLength(
      1,
    )
  }
})

test('all staff members can change their own password, which ends their other log-ins', async () => {
  const { account, password } = await hire()
  const [here, elsewhere] = [await logIn('new_clerk', password), await logIn('new_clerk', password)]
  const change = (oldPassword: string, newPassword: string) =>
    here.as(accounts.changeStaffPassword, { body: { oldPassword, newPassword } })
  await expectRefusal(db, () => change(password, 'short1'), { code: 'password_weak' })
  await expect(change('wrong', 'string5678')).rejects.toMatchObject({ code: 'password_wrong', data: { triesLeft: 4 } })
  expect(await db.$count(loginFailures, eq(loginFailures.key, `own:staff:${account.id}`))).toBe(1)
  expect(await change(password, 'string5678')).toBeNull()
  await expect(elsewhere.as(accounts.colleagues, {})).rejects.toMatchObject({ code: 'session_expired' })
  await expect(here.as(accounts.colleagues, {})).rejects.toMatchObject({ code: 'action_forbidden' })
  await expect(logIn('new_clerk', password)).rejects.toMatchObject({ code: 'login_wrong' })
  expect((await logIn('new_clerk', 'string5678')).who.id).toBe(account.id)
})

test('a company admin, who comes from the app, has no password here', async () => {
  const { companyId, adminId } = await givenCompany(db)
  const admin = asAdmin({ userId: adminId, companyId })
  const body = { oldPassword: 'demo1234', newPassword: 'string5678' }
  await expect(admin(accounts.changeStaffPassword, { body })).rejects.toMatchObject({ code: 'action_forbidden' })
})
