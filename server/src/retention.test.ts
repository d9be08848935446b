import { readFileSync } from 'node:fs'
import { DRAFT_DAYS } from '@paidang/domain/areas/activities/roster/import-rows'
import { FORGOTTEN_ADDRESS } from '@paidang/domain/areas/people/addresses/address'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { hashOfToken } from './areas/people/auth/sessions.ts'
import * as schema from './db/schema.ts'
import { keptSince, RETENTION_DAYS } from './jobs/retention.ts'
import { JOBS } from './jobs-of-areas.ts'
import { loginSessions, phoneConflicts, refreshTokens, staffSessions } from './tables/auth.ts'
import { contentSubmissions } from './tables/content.ts'
import { messages, outbox, reminders } from './tables/messages.ts'
import { questionCounts, questions } from './tables/questions.ts'
import { coachApplications } from './tables/registration.ts'
import { reports } from './tables/reports.ts'
import { rosterImportRows, rosterImports } from './tables/roster.ts'
import { shopOrders } from './tables/shop.ts'
import { stringingOrders } from './tables/stringing-orders.ts'
import { givenCoach, givenCompany, givenPlayer, givenStaff } from './testing/builders.ts'
import { givenContent, givenReport } from './testing/given-desks.ts'
import { givenApplication, givenPhoneConflict, givenQuestion } from './testing/given-people.ts'
import { givenProduct, givenShopOrder } from './testing/given-shop.ts'
import { givenRacket, givenShop } from './testing/given-stringing.ts'
import { givenStringingOrder } from './testing/given-stringing-order.ts'
import { runJob } from './testing/run-job.ts'
import { startTestServer } from './testing/test-server.ts'

const server = await startTestServer()
const { db, clock } = server

/** Runs the job of that name once. */
async function cleanup(name: string): Promise<void> {
  const job = JOBS.find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  expect(await runJob(server, job.run)).toEqual([])
}

/** Two instants of an ending: the earliest one that is still kept, and the latest one that is not. */
function border(what: keyof typeof RETENTION_DAYS) {
  const since = keptSince(what, clock.now())
  return { kept: since, over: new Date(since.getTime() - 1) }
}

/** Content that waits to be sent to WeChat. */
const LEAVING = { template: 'class', page: 'pages/home/index', words: [] }

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()

/** Inserts a message at an instant. @returns its id */
async function givenMessage(over: Partial<typeof messages.$inferInsert> & { receiverId: string }): Promise<string> {
  const written = { category: 'systemNotice' as const, title: '通知', content: '内容', ...over }
  const [row] = await db.insert(messages).values(written).returning({ id: messages.id })
  return row?.id ?? ''
}

describe('ended things are kept as long as docs/privacy.md says', () => {
  test('messages, except unanswered requests and messages that wait to be sent', async () => {
    const receiverId = await givenPlayer(db)
    const { kept, over: createdAt } = border('messages')
    const young = await givenMessage({ receiverId, createdAt: kept })
    const asking = await givenMessage({ receiverId, createdAt, approveStatus: 0 })
    const leaving = await givenMessage({ receiverId, createdAt })
    await db.insert(outbox).values({ messageId: leaving, channel: 'wechat', payload: LEAVING })
    await givenMessage({ receiverId, createdAt })
    await givenMessage({ receiverId, createdAt, approveStatus: 1, readStatus: 1 })
    await cleanup('cleanup-messages')
    expect(ids(await db.select({ id: messages.id }).from(messages))).toEqual([young, asking, leaving].sort())
  })

  test('messages that their receivers deleted', async () => {
    const receiverId = await givenPlayer(db)
    const { kept, over } = border('deletedMessages')
    const lately = await givenMessage({ receiverId, deletedAt: kept })
    await givenMessage({ receiverId, deletedAt: over })
    await cleanup('cleanup-messages')
    expect(ids(await db.select({ id: messages.id }).from(messages))).toEqual([lately])
  })

  test('the reminders that were sent', async () => {
    const userId = await givenPlayer(db)
    const { kept, over } = border('reminders')
    const reminder = { objectKind: 'ball' as const, userId, hoursBefore: 2 }
    await db.insert(reminders).values([
      { ...reminder, objectId: '1', beginsAt: kept },
      { ...reminder, objectId: '2', beginsAt: over },
    ])
    await cleanup('cleanup-messages')
    expect(await db.select().from(reminders)).toMatchObject([{ objectId: '1' }])
  })

  test('log-ins, except those whose token is still valid', async () => {
    const userId = await givenPlayer(db)
    const { kept, over } = border('logIns')
    const logIn = async (lastSeenAt: Date, expiresAt?: Date) => {
      const [row] = await db.insert(loginSessions).values({ userId, lastSeenAt }).returning({ id: loginSessions.id })
      const sessionId = row?.id ?? ''
      if (expiresAt) await db.insert(refreshTokens).values({ tokenHash: hashOfToken(sessionId), sessionId, expiresAt })
      return sessionId
    }
    const seen = await logIn(kept)
    const open = await logIn(over, clock.now())
    await logIn(over)
    await logIn(over, new Date(clock.now().getTime() - 1))
    await cleanup('cleanup-log-ins')
    expect(ids(await db.select({ id: loginSessions.id }).from(loginSessions))).toEqual([seen, open].sort())
    expect(await db.select().from(refreshTokens)).toMatchObject([{ sessionId: open }])
  })

  test('log-ins of the staff', async () => {
    const staffId = await givenStaff(db, { kind: 'operator' })
    const { kept, over } = border('staffLogIns')
    await db.insert(staffSessions).values([
      { staffId, createdAt: kept },
      { staffId, createdAt: over },
    ])
    await cleanup('cleanup-log-ins')
    expect(await db.select().from(staffSessions)).toMatchObject([{ createdAt: kept }])
  })

  test('numbers that two people claim', async () => {
    await givenPhoneConflict(db, '13900139001')
    await db.update(phoneConflicts).set({ createdAt: border('phoneConflicts').over })
    await givenPhoneConflict(db, '13900139002')
    await cleanup('cleanup-log-ins')
    expect(await db.select().from(phoneConflicts)).toMatchObject([{ phone: '13900139002' }])
  })

  test('applications that were refused, and no others', async () => {
    const { kept, over: decidedAt } = border('refusedApplications')
    const apply = async (row: Partial<typeof coachApplications.$inferInsert>) =>
      givenApplication(db, { userId: await givenPlayer(db), ...row })
    const lately = await apply({ approveStatus: 2, decidedAt: kept })
    const coach = await givenCoach(db, { verified: 1 })
    await givenCompany(db, { adminId: coach, isPerson: true })
    const approved = await apply({ userId: coach, approveStatus: 1, decidedAt })
    const waiting = await apply({})
    await apply({ approveStatus: 2, decidedAt })
    await cleanup('cleanup-applications')
    const rows = await db.select({ id: coachApplications.id }).from(coachApplications)
    expect(ids(rows)).toEqual([lately, approved, waiting].sort())
  })

  test('reports that were decided', async () => {
    const { kept, over } = border('reports')
    const report = async (row: Partial<typeof reports.$inferInsert>) =>
      givenReport(db, { reporterId: await givenPlayer(db), ownerId: await givenPlayer(db), ...row })
    const lately = await report({ state: 'KEPT', decidedAt: kept })
    const waiting = await report({ createdAt: over })
    await report({ state: 'KEPT', decidedAt: over })
    await cleanup('cleanup-reports')
    expect(ids(await db.select({ id: reports.id }).from(reports))).toEqual([lately, waiting].sort())
  })

  test('questions before buying, with the numbers of guests', async () => {
    const { companyId } = await givenCompany(db)
    const { kept, over } = border('questions')
    const ask = async (row: Partial<typeof questions.$inferInsert>) => givenQuestion(db, { companyId, ...row })
    const lately = await ask({ state: 'CLOSED', endedAt: kept })
    const open = await ask({})
    await ask({ state: 'CLOSED', endedAt: over })
    await db.insert(questionCounts).values({ key: 'phone:13800000001', day: '2026-04-30', questions: 1 })
    await cleanup('cleanup-questions')
    expect(ids(await db.select({ id: questions.id }).from(questions))).toEqual([lately, open].sort())
    expect(await db.$count(questionCounts)).toBe(0)
  })

  test('tables of students that nobody confirmed, which then are given up', async () => {
    const { companyId, adminId } = await givenCompany(db)
    const { kept, over } = border('rosterDrafts')
    const confirmed = { state: 'WRITTEN' as const, confirmedBy: adminId, confirmedAt: over }
    const given = [{ createdAt: kept }, { createdAt: over }, { createdAt: over, ...confirmed }]
    const made = await db
      .insert(rosterImports)
      .values(
        given.map((row, at) => ({ companyId, number: at + 1, fileName: '台账.csv', uploadedBy: adminId, ...row })),
      )
      .returning({ id: rosterImports.id })
    const cells = { name: '孟晴', phone: '13800000077', course: '', coach: '', sessions: '', price: '', expiry: '' }
    await db.insert(rosterImportRows).values(made.map(({ id: importId }) => ({ importId, line: 2, cells })))
    await cleanup('cleanup-roster-drafts')
    // The page of such a table names the days.
    expect(RETENTION_DAYS.rosterDrafts).toBe(DRAFT_DAYS)
    const left = await db.select({ id: rosterImportRows.importId }).from(rosterImportRows)
    expect(ids(left)).toEqual([made[0]?.id, made[2]?.id])
    const tables = await db.select({ state: rosterImports.state }).from(rosterImports).orderBy(rosterImports.number)
    expect(tables.map(({ state }) => state)).toEqual(['DRAFT', 'UNDONE', 'WRITTEN'])
  })

  test('texts and pictures that were approved or rejected', async () => {
    const { kept, over } = border('contentSubmissions')
    const submit = async (row: { state?: 'APPROVED'; decidedAt?: Date; createdAt?: Date }) =>
      givenContent(db, { authorId: await givenPlayer(db), ...row })
    const lately = await submit({ state: 'APPROVED', decidedAt: kept })
    const waiting = await submit({ createdAt: over })
    await submit({ state: 'APPROVED', decidedAt: over })
    await cleanup('cleanup-content')
    const rows = await db.select({ id: contentSubmissions.id }).from(contentSubmissions)
    expect(ids(rows)).toEqual([lately, waiting].sort())
  })

  test('delivery addresses of shop orders', async () => {
    const userId = await givenPlayer(db)
    const items = [{ productId: await givenProduct(db), quantity: 1 }]
    const received = await givenShopOrder(db, { userId, items, status: 'RECEIVED' })
    const sent = await givenShopOrder(db, { userId, items, status: 'SENT' })
    const addresses = async () => {
      const { id, contactName, contactPhone, addressDetail } = shopOrders
      return db.select({ id, contactName, contactPhone, addressDetail }).from(shopOrders).orderBy(id)
    }
    const before = await addresses()
    const [row] = await db.select().from(shopOrders).orderBy(shopOrders.id)
    const endedAt = row?.receivedAt ?? clock.now()
    const years = RETENTION_DAYS.deliveryAddresses * 86_400_000
    clock.set(new Date(endedAt.getTime() + years))
    await cleanup('cleanup-shop-addresses')
    expect(await addresses()).toEqual(before)
    clock.set(new Date(endedAt.getTime() + years + 1))
    await cleanup('cleanup-shop-addresses')
    expect(await addresses()).toMatchObject([{ id: received.id, ...FORGOTTEN_ADDRESS }, { id: sent.id }])
    expect((await addresses())[1]).toEqual(before[1])
  })

  test('return addresses of rackets', async () => {
    const userId = await givenPlayer(db)
    const { merchantId } = await givenShop(db)
    const racketId = await givenRacket(db, { userId })
    const order = { userId, merchantId, racketId, handIn: 'COURIER' as const }
    const { id: past } = await givenStringingOrder(db, order)
    const { id: brought } = await givenStringingOrder(db, { ...order, handIn: 'DROP_OFF' })
    const { id: running } = await givenStringingOrder(db, { ...order, status: 'RECEIVED' })
    const [first] = await db.select().from(stringingOrders).orderBy(stringingOrders.id)
    const endedAt = first?.responseTime ?? clock.now()
    const { id: lately } = await givenStringingOrder(db, {
      ...order,
      createdAt: new Date(Number(first?.createdAt) + 1),
    })
    clock.set(new Date(endedAt.getTime() + RETENTION_DAYS.deliveryAddresses * 86_400_000 + 1))
    await cleanup('cleanup-stringing-addresses')
    const rows = await db.select().from(stringingOrders).orderBy(stringingOrders.id)
    const phones = Object.fromEntries(rows.map((row) => [row.id, row.contactPhone]))
    const phone = phones[lately]
    expect(phone).toMatch(/^1\d{10}$/)
    expect(phones).toEqual({ [lately]: phone, [past]: '', [brought]: null, [running]: phone })
    expect(rows.find((row) => row.id === past)).toMatchObject(FORGOTTEN_ADDRESS)
  })
})

/** The tables of docs/privacy.md: names of tables, and the days after which a job deletes. */
const privacy = readFileSync(new URL('../../docs/privacy.md', import.meta.url), 'utf8')

test('docs/privacy.md names each table once', () => {
  const names = Object.values(schema)
    .filter((one) => is(one, PgTable))
    .map(getTableName)
  const named = privacy
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...line.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))
  expect(named.sort()).toEqual(names.sort())
})

test('docs/privacy.md has the same numbers of days as the jobs', () => {
  const said = [...privacy.matchAll(/(\d+) days? \(([a-zA-Z]+)\)/g)].map(([, days, what]) => [what, Number(days)])
  expect(Object.fromEntries(said)).toEqual(RETENTION_DAYS)
})
