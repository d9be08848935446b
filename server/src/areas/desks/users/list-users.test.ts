import { listDuplicates, queryUsers, readManagedUser, revealUserPhone } from '@paidang/api/areas/desks/admin-users'
import { h5Login } from '@paidang/api/areas/people/auth'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { givenCoach, givenCompany, givenLogin, givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenPhoneConflict } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, clock, asStaff } = await startTestServer()

const ask = () => asStaff('operator')
const list = async (query: object) => {
  const { rows, total } = await ask()(queryUsers, { query: { current: 1, rows: 10, ...query } })
  return { ids: rows.map(({ id }) => id), total, rows }
}

test('users are found by number, its end, id, nickname and user name; pattern signs of SQL are plain characters', async () => {
  const wang = await givenPlayer(db, { nickname: '王 50%', phone: '13811112222' })
  const li = await givenPlayer(db, { nickname: '李', phone: '13833334444' })
  await givenLogin(db, { userId: li, username: 'tennis_li' })
  for (const number of ['13811112222', '138 1111 2222', '+86 138-1111-2222']) {
    expect((await list({ keyword: number })).ids).toEqual([wang])
  }
  expect((await list({ keyword: ' 4444 ' })).ids).toEqual([li])
  expect((await list({ keyword: li })).ids).toEqual([li])
  expect((await list({ keyword: '50%' })).ids).toEqual([wang])
  expect((await list({ keyword: '%' })).ids).toEqual([wang])
  expect((await list({ keyword: 'NIS_' })).ids).toEqual([li])
  const digits = await givenPlayer(db, { nickname: '20261122' })
  expect((await list({ keyword: '20261122' })).ids).toEqual([digits])
  expect((await list({ keyword: '9'.repeat(40) })).ids).toEqual([])
})

test('kind and days filter the list, both days included; numbers are masked and the openid is hidden', async () => {
  const at = (instant: string) => ({ createdAt: new Date(instant) })
  const early = await givenPlayer(db, at('2026-04-01T00:00:00+08:00'))
  const late = await givenCoach(db, { phone: '13811112222', ...at('2026-04-02T23:59:59+08:00') })
  await givenPlayer(db, at('2026-04-03T00:00:00+08:00'))
  expect(await list({ from: '2026-04-01', until: '2026-04-02' })).toMatchObject({ ids: [late, early], total: 2 })
  const { rows } = await list({ userType: 1 })
  expect(rows).toMatchObject([{ id: late, phone: '138****2222', state: 'NORMAL', lastSeenAt: null }])
  expect(JSON.stringify(rows)).not.toContain('openid')
})

test('the latest seen come first, users never seen last; the other order is the exact reverse', async () => {
  const [first, never, last] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  for (const [userId, instant] of [
    [first, '2026-05-01T08:00:00Z'],
    [last, '2026-05-01T09:00:00Z'],
  ] as const) {
    clock.set(new Date(instant))
    await call(h5Login, { body: await givenLogin(db, { userId }) })
  }
  expect((await list({ sort: 'lastSeenAt', sord: 'desc' })).ids).toEqual([last, first, never])
  expect((await list({ sort: 'lastSeenAt', sord: 'asc' })).ids).toEqual([never, first, last])
  const byTime = (await list({ sort: 'createdAt', sord: 'desc' })).ids
  expect((await list({ sort: 'createdAt', sord: 'asc' })).ids).toEqual([...byTime].reverse())
})

test('the detail shows what belongs to an account, its log-ins and its companies', async () => {
  const scene = await givenScene(db, { sessions: 10 })
  const { playerId } = scene
  const { companyId, adminId } = await givenCompany(db, { companyName: '甲俱乐部' })
  await call(h5Login, { body: await givenLogin(db, { userId: playerId }) })
  const player = await ask()(readManagedUser, { params: { id: playerId } })
  expect(player).toMatchObject({ holdings: { contracts: 1, hours: 10, classes: 0 }, logIns: [{ platform: 'web' }] })
  expect(await ask()(readManagedUser, { params: { id: adminId } })).toMatchObject({
    companies: [{ id: companyId, companyName: '甲俱乐部', isAdmin: true }],
  })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const [held] = await db.select().from(contracts).where(eq(contracts.userId, playerId))
  expect(held).toMatchObject({ remainingSessions: 10, heldSessions: 1 })
  const { holdings } = await ask()(readManagedUser, { params: { id: playerId } })
  expect(holdings).toMatchObject({ contracts: 1, hours: 9, classes: 1 })
})

test('an operator reveals the whole number on request, and the audit log records it', async () => {
  const id = await givenPlayer(db, { phone: '13811112222', nickname: '王' })
  expect(await ask()(readManagedUser, { params: { id } })).toMatchObject({ phone: '138****2222', auditEvents: [] })
  expect(await ask()(revealUserPhone, { params: { id } })).toEqual({ phone: '13811112222' })
  expect(
    await db.select({ action: staffAuditEvents.action, objectId: staffAuditEvents.objectId }).from(staffAuditEvents),
  ).toEqual([{ action: 'user.read', objectId: id }])
  expect(await ask()(readManagedUser, { params: { id } })).toMatchObject({
    auditEvents: [{ action: 'user.read', summary: '查看用户「王」的完整手机号' }],
  })
})

test('accounts that share a number are listed until one of them has another number', async () => {
  const phone = '13811112222'
  const holderId = await givenPlayer(db, { phone })
  const claimantId = await givenPhoneConflict(db, phone)
  const duplicates = () => ask()(listDuplicates, { query: { current: 1, rows: 10 } })
  expect(await duplicates()).toMatchObject({
    total: 1,
    rows: [{ claimant: { id: claimantId }, holder: { id: holderId, phone: '138****2222' } }],
  })
  await db.update(users).set({ phone: '13833334444' }).where(eq(users.id, holderId))
  expect(await duplicates()).toEqual({ rows: [], total: 0 })
})
