import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { staffLogin } from '@paidang/api/areas/desks/staff'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLead } from './areas/desks/staff/create-lead.ts'
import { staffAuditEvents } from './tables/audit-log.ts'
import { staff } from './tables/staff-identities.ts'
import { expectRefusal } from './testing/expect-refusal.ts'
import { startTestServer } from './testing/test-server.ts'

const { db, call, databaseUrl } = await startTestServer()

const script = fileURLToPath(new URL('./create-operator.ts', import.meta.url))
const nothingRuns = fileURLToPath(new URL('./no-such-data', import.meta.url))

async function run(...parameters: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...parameters], {
    env: { ...process.env, DATA_DIR: nothingRuns, DATABASE_URL: undefined },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [status] = await once(child, 'close')
  return { status, said }
}
const now = new Date('2026-11-25T10:00:00+08:00')
const create = (username: string, more: { nickname?: string; isLeadLost?: boolean } = {}) =>
  createLead(db, { username, nickname: '主管', isLeadLost: false, now, ...more })

test('the first senior operator logs in with the password that is printed once, and has to change it', async () => {
  const { status, said } = await run('--database-url', databaseUrl, '--username', 'Boss_Lin', '--nickname', ' 林主管 ')
  expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('boss_lin') })
  const password = /一次性密码 (\S+?)（/.exec(said)?.[1] ?? ''
  const { staff: who } = await call(staffLogin, { body: { username: 'boss_lin', password } })
  expect(who).toMatchObject({ role: 'senior', nickname: '林主管', isPasswordGiven: true })
  const [account] = await db.select().from(staff)
  expect(account?.passwordHash).not.toContain(password)
  expect(await db.select().from(staffAuditEvents)).toMatchObject([
    { action: 'staff.create', staffId: account?.id, summary: '在服务器上新增运营主管「林主管（boss_lin）」' },
  ])
})

test('the command says how it is used, and why it did nothing', async () => {
  const unaddressed = await run('--username', 'new_lead')
  expect(unaddressed).toMatchObject({ status: 1, said: expect.stringContaining('用法') })
  const refused = await run('--database-url', databaseUrl, '--username', '1380013')
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('username_invalid') })
})

test('of those that run at once one succeeds, and a later one only when the lead is lost', async () => {
  const made = await Promise.allSettled(['lead_one', 'lead_two', 'lead_three'].map((name) => create(name)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expectRefusal(db, () => create('lead_four'), { code: 'staff_lead_exists' })

  await create('lead_four', { isLeadLost: true })
  expect(await db.$count(staff, eq(staff.isLead, true))).toBe(2)
  expect(await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).toMatchObject([
    { action: 'staff.create' },
    { action: 'staff.replace-lead', summary: expect.stringMatching(/lead_four.*原主管无法登录/) },
  ])
  await expectRefusal(db, () => create('Lead_Four', { isLeadLost: true }), { code: 'username_taken' })
})

test('a disabled lead does not count', async () => {
  await create('gone_lead')
  await db.update(staff).set({ disabledAt: now })
  await create('next_lead')
})

test.each([
  ['1380013', '主管', 'username_invalid'],
  [' ', '主管', 'username_missing'],
  ['new_lead', ' ', 'staff_name_missing'],
] as const)('%s with the name %s is refused: %s', async (username, nickname, code) => {
  await expectRefusal(db, () => create(username, { nickname }), { code })
  expect(await db.$count(staff)).toBe(0)
})
