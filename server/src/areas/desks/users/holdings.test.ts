import { queryActiveClasses } from '@paidang/api/areas/activities/admin-classes'
import { listManagedStringingOrders } from '@paidang/api/areas/activities/admin-stringing'
import { queryGames } from '@paidang/api/areas/activities/ball-courts'
import { readManagedCoach } from '@paidang/api/areas/desks/admin-coaches'
import { listReports } from '@paidang/api/areas/desks/admin-reports'
import { readManagedUser } from '@paidang/api/areas/desks/admin-users'
import { queryCards } from '@paidang/api/areas/money/admin-cards'
import { queryContracts } from '@paidang/api/areas/money/admin-contracts'
import { queryOrders } from '@paidang/api/areas/money/admin-payments'
import { beforeAll, describe, expect, test } from 'vitest'
import { rosterImportRows, rosterImports } from '../../../tables/roster.ts'
import { givenContract, only, TEST_NOW } from '../../../testing/builders.ts'
import { givenWorld, type World } from '../../../testing/given-world.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { takeBackContracts } from '../../money/contracts/ledger.ts'

const { db, asStaff } = await startTestServer({ rows: 'kept' })
const operator = asStaff('operator')
let world: World
beforeAll(async () => {
  world = await givenWorld(db)
  await givenUndoneImport(world)
})

/** A contract that an import wrote, and that was taken back with it. */
async function givenUndoneImport({ owner, companyId, courseId, admin }: World): Promise<void> {
  const [createdAt, undoneAt] = [
    new Date(TEST_NOW.getTime() - 2 * 86_400_000),
    new Date(TEST_NOW.getTime() - 86_400_000),
  ]
  const contractId = await givenContract(db, { userId: owner, courseId, sessions: 10, createdAt })
  await takeBackContracts(db, [contractId], { actorId: admin, reason: '', now: undoneAt })
  const by = { uploadedBy: admin, confirmedBy: admin, confirmedAt: createdAt, undoneAt, createdAt }
  const batch = { companyId, number: 77, fileName: 'b.csv', fileHash: 'b', state: 'UNDONE' as const, ...by }
  const { id: importId } = only(await db.insert(rosterImports).values(batch).returning())
  const cells = { name: '', phone: '', course: '', sessions: '', price: '', expiry: '', coach: '' }
  const row = { importId, line: 2, cells, result: 'NEW' as const, studentId: owner, contractId, undoneAt }
  await db.insert(rosterImportRows).values(row)
}

const page = { current: 1, rows: 100 }
type Lists = Record<string, (userId: string) => Promise<{ total: number; rows: readonly object[] }>>

describe('every count of a user opens a list with exactly these rows', () => {
  const LISTS: Lists = {
    classes: (userId) => operator(queryActiveClasses, { query: { ...page, userId } }),
    taughtClasses: (coachId) => operator(queryActiveClasses, { query: { ...page, coachId } }),
    contracts: (userId) => operator(queryContracts, { query: { ...page, userId } }),
    cards: (userId) => operator(queryCards, { query: { ...page, userId } }),
    orders: (userId) => operator(queryOrders, { query: { ...page, userId } }),
    stringing: (userId) => operator(listManagedStringingOrders, { query: { ...page, userId } }),
    balls: (userId) => operator(queryGames, { query: { ...page, userId } }),
    reports: (ownerId) => operator(listReports, { query: { ...page, ownerId, state: 'all' } }),
  }

  test.each(Object.keys(LISTS))('%s', async (what) => {
    const people = [world.owner, world.joiner, world.coach, world.stranger, world.admin, world.classmate]
    const { rows } = await operator(listReports, { query: { ...page, state: 'all' } })
    const reported = rows.map(({ owner }) => owner.id)
    const counted = []
    for (const id of new Set([...people, ...reported])) {
      const { holdings } = await operator(readManagedUser, { params: { id } })
      const count = holdings[what as keyof typeof holdings]
      const list = await LISTS[what]?.(id)
      expect(list).toMatchObject({ total: count, rows: { length: count } })
      counted.push(count)
    }
    expect(Math.max(...counted)).toBeGreaterThan(0)
  })
})

test('the counts of a coach open lists with these rows', async () => {
  const { work } = await operator(readManagedCoach, { params: { id: world.coach } })
  const active = await operator(queryContracts, { query: { ...page, coachId: world.coach, isActive: true } })
  expect(active.total).toBe(work.runningContracts)
  expect(new Set(active.rows.map(({ contractStatus }) => contractStatus))).toEqual(new Set([1]))
})

test('classes of a person have every status, the latest first; without a person they wait or are active', async () => {
  const own = await operator(queryActiveClasses, { query: { ...page, userId: world.owner } })
  const statuses = own.rows.map(({ invitationStatus }) => invitationStatus)
  expect(new Set(statuses)).toEqual(new Set(['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED']))
  const days = own.rows.map(({ courseDate, beginTimeSlot }) => `${courseDate} ${beginTimeSlot + 10}`)
  expect(days).toEqual([...days].sort().reverse())
  const open = await operator(queryActiveClasses, { query: page })
  expect(new Set(open.rows.map(({ invitationStatus }) => invitationStatus))).toEqual(new Set(['PENDING', 'CONFIRMED']))
})

test('contracts are found by company, and those that are over by their state', async () => {
  const all = await operator(queryContracts, { query: { ...page, companyId: world.companyId } })
  const over = await operator(queryContracts, { query: { ...page, companyId: world.companyId, isActive: false } })
  expect(all.rows.map(({ id }) => id)).toEqual(expect.arrayContaining([world.contractId, world.expiredContractId]))
  expect(over.rows.map(({ id }) => id)).toEqual(
    expect.arrayContaining([world.usedUpContractId, world.expiredContractId]),
  )
  expect(over.rows.map(({ id }) => id)).not.toContain(world.contractId)
})
