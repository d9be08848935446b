import { randomUUID } from 'node:crypto'
import { REVISED_FACTS, type RevisedTable } from '@paidang/domain/kernel/revision'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '../http/serve.ts'
import { restoreRows, saveRows } from './all-rows.ts'
import { givenWorld, type World } from './given-world.ts'
import { SWEEP_REQUESTS, standIns, userOfRole } from './permission-requests.ts'
import { CHANGES, REVISED_CALLS } from './revised-calls.ts'
import { nameOf } from './routes-of.ts'
import { startTestServer } from './test-server.ts'

// Every call that decides on something that others may change: it is refused for another state than the seen one.

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })
const { app, db, maintenance, request } = server

let world: World
const tokens = new Map<string, string>()

beforeAll(async () => {
  world = await givenWorld(db)
  for (const userId of [...Object.values(PEOPLE(world)), ...standIns(world)]) {
    if (userId) tokens.set(userId, await server.tokenOf(userId))
  }
  for (const role of ['operator', 'senior', 'merchant', 'owner'] as const)
    tokens.set(role, await server.staffTokenOf(role, world.merchantId))
  tokens.set('company', await server.adminTokenOf({ userId: world.admin, companyId: world.companyId }))
  await saveRows(maintenance)
})

afterEach(async () => {
  await restoreRows(maintenance)
  app.sessions.forgetAll()
  app.gridCache.clear()
})

const PEOPLE = (of: World) => ({
  PO: userOfRole(of, 'PO'),
  PS: userOfRole(of, 'PS'),
  PP: userOfRole(of, 'PP'),
  CI: userOfRole(of, 'CI'),
  CA: userOfRole(of, 'CA'),
  VM: userOfRole(of, 'VM'),
})

test.each(REVISED_CALLS.map((call) => [call.request, call] as const))(
  '%s decides on what its sender saw, and on nothing newer',
  async (name, { role, staff, table, rowId, bodyWith = (body, revision) => ({ ...body, revision }), ...call }) => {
    const make = SWEEP_REQUESTS[name]
    const change = call.change ?? CHANGES[table]
    if (!make || !change) throw new Error(`no request, or no change of ${table}, for ${name}`)
    const says = call.says ?? change.says
    const id = rowId(world)
    const { path, body = {}, as } = make(world, role)
    const token = tokens.get(staff ?? as ?? userOfRole(world, role) ?? '')
    const [method = ''] = name.split(' ')
    const isDelete = method === 'DELETE'
    const ask = (revision: number) =>
      request({
        method: method as 'PUT',
        url: `${API_PREFIX}${path}${isDelete ? `?revision=${revision}` : ''}`,
        ...(!isDelete && { payload: bodyWith(body, revision) }),
        // Some of these calls need a key. Each try is a press of its own.
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      })
    const seen = await revisionOf(table, id)
    const from = sql.raw(table)
    const together = change.with && sql.raw(`with together as (${change.with.replaceAll('$', id)}) `)
    await db.execute(sql`${together}update ${from} set ${sql.raw(change.set)} where id = ${id}`)
    const present = await revisionOf(table, id)
    expect(present).toBeGreaterThan(seen)

    const refused = await ask(seen)
    expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({
      status: 409,
      code: 'revision_outdated',
      msg: `${says}，请核对后再操作`,
      data: { revision: present, changes: says.split('，'), state: { id, revision: present } },
    })
    expect((await ask(present)).json()).toMatchObject({ success: true })
  },
)

async function revisionOf(table: RevisedTable, id: string): Promise<number> {
  const { rows } = await db.execute<{ revision: number }>(sql`select revision from ${sql.raw(table)} where id = ${id}`)
  return rows[0]?.revision ?? -1
}

test('the list has every call that accepts a revision, and no other', () => {
  const accepting = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {})
      .filter(([, call]) => {
        const { requestBody, parameters } = call as { requestBody?: unknown; parameters?: unknown }
        return JSON.stringify([requestBody, parameters]).includes('"revision"')
      })
      .map(([method]) => nameOf(method, path)),
  )
  // Its revision counts reports, too, so it has a test of its own.
  const counted = 'POST /admin/reports/decide/{id}'
  const listed = REVISED_CALLS.map((call) => call.request.replace(/ \|.*/, ''))
  expect([...new Set(listed)].sort()).toEqual(accepting.filter((name) => name !== counted).sort())
})

/** Facts that are rows of another table. The use case counts them. */
const BESIDE = ['coach_courses', 'business_cards', 'level']

test('the database counts a change of exactly the columns that have a sentence', async () => {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where tgfoid = 'count_revision'::regproc`)
  const counted = Object.fromEntries(
    rows.map(({ name, definition }) => [
      name,
      [...(/count_revision\((.*)\)/.exec(definition)?.[1] ?? '').matchAll(/'(\w+)'/g)]
        .map(([, column]) => column)
        .sort(),
    ]),
  )
  const said = Object.fromEntries(
    Object.entries(REVISED_FACTS).map(([name, facts]) => [
      name,
      facts
        .flatMap(([columns]) => columns)
        .filter((column) => !BESIDE.includes(column))
        .sort(),
    ]),
  )
  expect(counted).toEqual(said)
})
