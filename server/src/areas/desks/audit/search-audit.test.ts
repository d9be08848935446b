import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { courtReleases } from '../../../tables/arrivals.ts'
import { givenWorld, type World } from '../../../testing/given-world.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, asStaff } = await startTestServer({ rows: 'kept' })
const operator = asStaff('operator')
let world: World

beforeAll(async () => {
  world = await givenWorld(db)
})

const search = (query: object = {}) => operator(searchAudit, { query: { current: 1, rows: 100, ...query } as never })
const countOf = async (table: string, where = 'true') => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where ${sql.raw(where)}`,
  )
  return rows[0]?.n ?? 0
}

test('all histories form one list, latest first, with every row', async () => {
  const { total } = await search()
  const events = [
    await countOf('invitation_events'),
    await countOf('lesson_ledger'),
    await countOf('card_ledger'),
    await countOf('orders'),
    await countOf('orders', 'paid_at is not null'),
    await countOf('orders', 'closed_at is not null'),
    await countOf('refunds'),
    await countOf('refunds', 'done_at is not null'),
    await countOf('stringing_steps'),
    await countOf('string_ledger'),
    await countOf('stock_ledger'),
    await countOf('level_changes'),
    await countOf('login_sessions'),
    await countOf('ball_participants'),
    await countOf('ball_participants', 'left_at is not null'),
    await countOf('court_releases'),
    await countOf('release_rule_changes'),
    await countOf('staff_audit_events'),
  ]
  expect(total).toBe(events.reduce((sum, one) => sum + one, 0))
  const pages = []
  for (let current = 1; (current - 1) * 50 < total; current++) pages.push((await search({ current, rows: 50 })).rows)
  const all = pages.flat()
  expect(new Set(all.map(({ key }) => key)).size).toBe(total)
  const times = all.map(({ at }) => at)
  expect(times).toEqual([...times].sort().reverse())
})

describe('a thing', () => {
  test('a class and a game show who released their court', async () => {
    const released = { fromTimeSlot: 23, releasedBy: world.manager, releasedAt: new Date('2026-05-01T03:45:00Z') }
    const bookings = [{ invitationId: world.classes.running }, { ballId: world.missedBallId }]
    const inserted = await db
      .insert(courtReleases)
      .values(bookings.map((booking) => ({ ...booking, ...released })))
      .returning({ id: courtReleases.id })
    for (const [objectKind, objectId] of [
      ['class', world.classes.running],
      ['ball', world.missedBallId],
    ] as const)
      expect((await search({ objectKind, objectId })).rows).toContainEqual(
        expect.objectContaining({
          action: `${objectKind}.release-court`,
          actor: { kind: 'user', id: world.manager, name: expect.any(String) },
        }),
      )
    await db.delete(courtReleases).where(
      inArray(
        courtReleases.id,
        inserted.map(({ id }) => id),
      ),
    )
  })

  test('a class shows who acted on it, and which hours moved because of it', async () => {
    const { confirmed } = world.classes
    const { rows, total } = await search({ objectKind: 'class', objectId: confirmed })
    expect(total).toBe(rows.length)
    expect(new Set(rows.map(({ object }) => object.kind))).toEqual(new Set(['class', 'contract']))
    expect(rows).toContainEqual(
      expect.objectContaining({
        action: 'class.confirm',
        object: { kind: 'class', id: confirmed, name: expect.stringContaining('05-02') },
        actor: { kind: 'user', id: world.coach, name: expect.any(String) },
        from: 'PENDING',
        to: 'CONFIRMED',
      }),
    )
    expect(rows).toContainEqual(
      expect.objectContaining({ action: 'contract.HOLD', about: { kind: 'class', id: confirmed }, unit: 'hours' }),
    )
  })

  test('a card shows what changed its balance, the balance after each change, and the requests to change it', async () => {
    const { cardId } = world.otherCard
    const { rows } = await search({ objectKind: 'card', objectId: cardId })
    const movements = rows.filter(({ object }) => object.kind === 'card')
    expect(movements.length).toBe(await countOf('card_ledger', `card_id = ${cardId}`))
    expect(movements.at(-1)).toMatchObject({ action: 'card.TOP_UP', amount: 50_000, after: 50_000, unit: 'fen' })
  })

  test('a contract, an order, a stringing order, a string, a product and a user have histories of their own', async () => {
    const things: [string, string, string][] = [
      ['contract', world.contractId, 'contract.GRANT'],
      ['order', world.shopOrders.cancelled.paymentOrderId, 'order.pay'],
      ['stringing-order', world.strungOrderId, 'stringing-order.handOver'],
      ['string', world.shop.polyId, 'string.DRAWN'],
      ['product', world.productId, 'product.SALE'],
    ]
    for (const [objectKind, objectId, action] of things) {
      const { rows } = await search({ objectKind, objectId })
      expect(rows.map((row) => row.action)).toContain(action)
      expect(new Set(rows.map(({ object }) => object.id))).toEqual(new Set([objectId]))
    }
  })

  test('the audit events of the staff on a thing are listed with their text, beside what its managers changed', async () => {
    const { rows } = await search({ objectKind: 'venue', objectId: world.venueId })
    expect(rows).toMatchObject([
      { actor: { kind: 'staff', id: world.operatorId }, summary: expect.any(String), amount: null, to: null },
      { actor: { kind: 'user', id: world.manager }, action: 'venue.release-rule', amount: null, to: null },
    ])
  })
})

describe('a person', () => {
  test('for a user all their actions are found, and no actions of others', async () => {
    const { rows } = await search({ actorKind: 'user', actorId: world.coach })
    expect(rows.length).toBeGreaterThan(3)
    expect(new Set(rows.map(({ actor }) => `${actor.kind} ${actor.id}`))).toEqual(new Set([`user ${world.coach}`]))
  })

  test('a staff member and a user with the same id are different actors', async () => {
    const { rows } = await search({ actorKind: 'staff', actorId: world.merchantStaffId })
    expect(new Set(rows.map(({ actor }) => actor.kind))).not.toContain('user')
  })

  test('an action without an actor belongs to the system', async () => {
    const { rows } = await search({ actorKind: 'system' })
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ actor }) => actor.id))).toEqual(new Set([null]))
  })
})

describe('the events of a user', () => {
  const eventsOf = async (personId: string) => (await search({ personId })).rows

  test('are what the user did, and what happened to their hours, cards, orders and rackets', async () => {
    const rows = await eventsOf(world.owner)
    const actions = new Set(rows.map(({ action }) => action))
    for (const action of [
      'user.log-in',
      'class.create',
      'contract.GRANT',
      'card.TOP_UP',
      'order.place',
      'order.pay',
      'order.refund',
      'stringing-order.receive',
      'stringing-order.handOver',
      'ball.seat',
    ])
      expect(actions).toContain(action)
    expect(rows).toContainEqual(
      expect.objectContaining({ action: 'ball.seat', object: expect.objectContaining({ name: expect.any(String) }) }),
    )
  })

  test('include suspensions, with their reason', async () => {
    const id = world.newcomer
    await operator(suspendUser, { params: { id }, body: { reason: '私下收款', lastDay: null } })
    expect(await eventsOf(id)).toContainEqual(
      expect.objectContaining({ action: 'user.suspend', summary: expect.stringContaining('私下收款') }),
    )
  })

  test('of one user never show what concerns only others', async () => {
    const rows = await eventsOf(world.idler)
    const others = rows.filter(({ actor, object }) => ![actor.id, object.id].includes(world.idler))
    expect(others).toEqual([])
  })
})

test('one action can be found among all', async () => {
  const { rows, total } = await search({ action: 'class.cancel' })
  expect(total).toBe(await countOf('invitation_events', `action = 'cancel'`))
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['class.cancel']))
})

test('days are those of Shanghai, both included', async () => {
  const { rows } = await search({ action: 'class.create', objectId: world.classes.pending })
  const day = new Date(Date.parse(rows[0]?.at ?? '') + 8 * 3_600_000).toISOString().slice(0, 10)
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const within = (from: string, to: string) =>
    search({ action: 'class.create', objectId: world.classes.pending, from, to })
  expect((await within(day, day)).total).toBe(1)
  expect((await within(next, next)).total).toBe(0)
})

test('a filter that no history can match gives an empty list', async () => {
  expect(await search({ objectKind: 'class', actorKind: 'staff' })).toEqual({ rows: [], total: 0 })
  expect(await search({ objectKind: 'nothing', objectId: '7' })).toEqual({ rows: [], total: 0 })
})
