import { type SQLWrapper, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { listInbox } from './inbox-queries.ts'

const { db } = await startTestServer()

/** One part of history: what was sent, given up and looked at, or compared, and waits for nobody. */
const MESSAGES = 2_000
const DAYS = 400

/** Adds that much history once more. Every tenth message was given up, and every tenth day failed before it was done. */
async function addHistory(receiverId: string, part: number): Promise<void> {
  await db.execute(sql`
    with sent as (
      insert into messages (receiver_id, category, title, content)
      select ${receiverId}::bigint, 'systemNotice', '通知', '内容' from generate_series(1, ${MESSAGES}) returning id)
    insert into outbox (message_id, channel, payload, sent_at, given_up_at, last_error, dismissed_at)
    select id, 'wechat', '{}', case when id % 10 > 0 then now() end, case when id % 10 = 0 then now() end,
      case when id % 10 = 0 then 'WeChat refused the message: 47003' end, case when id % 10 = 0 then now() end from sent`)
  const days = sql`generate_series(1, ${DAYS}) n, lateral (select date '2000-01-01' + ${part * DAYS}::int + n as day) d`
  await db.execute(sql`insert into reconcile_runs (day, state, ended_at)
    select day, 'FAILED', now() from ${days} where n % 10 = 0`)
  await db.execute(sql`insert into reconcile_runs (day, state, ended_at) select day, 'DONE', now() from ${days}`)
  await db.execute(sql`vacuum analyze`)
}

/** The plan of the inbox's statement, with the pages of the database that it read. */
async function readPlan(): Promise<{ pages: number; text: string }> {
  const { rows } = await listInboxThrough((statement) =>
    db.execute<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      sql`explain (analyze, buffers, format json) ${statement}`,
    ),
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('explain answers one plan')
  return { pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), text: JSON.stringify(plan) }
}

/** Runs the inbox's own statement in another way. */
async function listInboxThrough<Result>(run: (statement: SQLWrapper) => Promise<Result>): Promise<Result> {
  let result: Result | undefined
  const execute = async (statement: SQLWrapper) => {
    result = await run(statement)
    return { rows: [{ counts: [], items: [] }] }
  }
  await listInbox({ execute } as unknown as Database, { kind: undefined, now: TEST_NOW })
  if (result === undefined) throw new Error('the inbox ran no statement')
  return result
}

test('ten times as much history costs the inbox no more', async () => {
  const receiverId = await givenPlayer(db)
  await addHistory(receiverId, 0)
  const before = await readPlan()
  for (let part = 1; part < 10; part++) await addHistory(receiverId, part)
  const after = await readPlan()
  expect(after.text).toContain('outbox_for_operators')
  expect(after.text).toContain('reconcile_runs_failed')
  console.log(
    before.pages,
    after.pages,
    after.text.match(/"Node Type":"[^"]*","[^}]*?"Relation Name":"(outbox|reconcile_runs)"[^}]*?"Actual Rows":[\d.]+/g),
  )
})
