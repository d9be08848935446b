import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { inboxAt } from './inbox.ts'

const { db, drop } = await createTestDatabase()
afterAll(drop)

/** One part of history: messages of which an operator took note, and days whose comparison is done. */
const MESSAGES = 500
const DAYS = 1_000
const LONG_AGO = '2026-01-01'

/** Adds messages that WeChat refused. An operator took note of them, or they wait. */
const addMessages = (receiverId: string, count: number, dismissedAt: string | null) =>
  db.execute(sql`
    with made as (
      insert into messages (receiver_id, category, title, content)
      select ${receiverId}::bigint, 'systemNotice', '通知', '内容' from generate_series(1, ${count}::int) returning id)
    insert into outbox (message_id, channel, payload, given_up_at, last_error, dismissed_at)
    select id, 'wechat', '{"template":"class","page":"pages/index/index","words":["通知"]}', ${LONG_AGO}::timestamptz,
      'WeChat refused the message: 47003', ${dismissedAt}::timestamptz from made`)

/** Adds comparisons of this many days, from a day on. */
const addRuns = (firstDay: number, count: number, state: 'DONE' | 'FAILED') =>
  db.execute(sql`
    insert into reconcile_runs (day, state, ended_at)
    select date '2000-01-01' + ${firstDay}::int + n, ${state}, ${LONG_AGO}::timestamptz
    from generate_series(1, ${count}::int) n`)

/** The plan of the inbox's statement, with the pages of the database that it read. */
async function readPlan(): Promise<{ pages: number; text: string }> {
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    sql`explain (analyze, buffers, format json) ${inboxAt(TEST_NOW, null)}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('explain answers one plan')
  return { pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), text: JSON.stringify(plan) }
}

test('ten times as much history costs the inbox no more', async () => {
  const receiverId = await givenPlayer(db)
  await addMessages(receiverId, 1, null)
  await addRuns(-1, 1, 'FAILED')
  await addHistory(0, 1)
  const once = await readPlan()
  await addHistory(1, 9)
  const tenTimes = await readPlan()
  for (const index of ['outbox_for_operators', 'reconcile_runs_failed'])
    expect(tenTimes.text).toMatch(new RegExp(`"Index Name":"${index}"[^}]*"Actual Rows":1,`))
  expect(tenTimes.pages).toBeLessThanOrEqual(once.pages)

  async function addHistory(from: number, parts: number): Promise<void> {
    await addMessages(receiverId, parts * MESSAGES, LONG_AGO)
    await addRuns(from * DAYS, parts * DAYS, 'DONE')
    await db.execute(sql`vacuum analyze`)
  }
})
