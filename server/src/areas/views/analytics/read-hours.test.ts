import { analyticsHours, analyticsOverview, exportAnalyticsHours } from '@paidang/api/areas/views/analytics'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { givenScene, TEST_NOW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenPackage, givenPurchase } from '../../../testing/given-package.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { moveHours } from '../../money/contracts/ledger.ts'

const { db, asAdmin } = await startTestServer()

const YEAR = { from: '2025-06-01', until: '2026-05-31' }

test('hours by month are the rows of the ledgers, and what is owed is what is left of them', async () => {
  await givenScene(db)
  const scene = await givenScene(db)
  const { companyId, courseId, adminId, playerId, contractId } = scene
  const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-01' })
  await givenPurchase(db, { userId: playerId, packageId })
  const of = { contractId, heldChange: 0, invitationId: null, seatUserId: null, round: null, actorId: null, reason: '' }
  await moveHours(db, { ...of, kind: 'ADJUST', remainingChange: -2, now: new Date('2026-03-31T15:59:59Z') })
  await moveHours(db, { ...of, kind: 'EXPIRE', remainingChange: -1.5, now: TEST_NOW })
  const as = asAdmin({ userId: adminId, companyId })
  const { months, owed } = await as(analyticsHours, { query: YEAR })

  const [ledger] = await db
    .select({
      sessions: sql`sum(${lessonLedger.remainingChange})`.mapWith(Number),
      fen: sql`round(sum(${lessonLedger.remainingChange} * ${lessonLedger.unitPrice}))`.mapWith(Number),
    })
    .from(lessonLedger)
    .innerJoin(contracts, and(eq(contracts.id, lessonLedger.contractId), eq(contracts.companyId, companyId)))
  const total = (unit: 'sessions' | 'fen') =>
    months.reduce(
      (sum, { sold, adjusted, consumed, refunded, expired }) =>
        sum + sold[unit] + adjusted[unit] - consumed[unit] - refunded[unit] - expired[unit],
      0,
    )
  expect({ sessions: total('sessions'), fen: total('fen') }).toEqual(ledger)
  expect(owed).toEqual([{ month: '2027-01', owed: ledger }])
  expect(months.map(({ month }) => month)).toEqual(expect.arrayContaining(['2026-05', '2026-03']))
  expect(months.find(({ month }) => month === '2026-03')?.adjusted.sessions).toBe(-2)
  expect(months.find(({ month }) => month === '2026-05')).toMatchObject({ expired: { sessions: 1.5 } })
  const overview = await as(analyticsOverview, { query: { from: '2026-05-01', until: '2026-05-31' } })
  expect(overview.owed).toMatchObject(ledger ?? {})
  const file = await as(exportAnalyticsHours, { query: { ...YEAR, format: 'csv' } })
  const [head, ...lines] = Buffer.from(file.base64, 'base64').toString().trim().split('\r\n')
  expect(head).toContain('月份,售出课时,售出金额（元）,调整课时')
  expect(lines).toHaveLength(months.length)
})
