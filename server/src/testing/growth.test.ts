import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LIVE_PATH } from '@paidang/api/live'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MATRIX_ROLES, type MatrixRole, type MatrixRow } from '../http/permission-matrix.ts'
import { API_PREFIX } from '../http/serve.ts'
import { emptyTables } from './all-rows.ts'
import { givenWorld, type World } from './given-world.ts'
import { createHistory, type Size } from './grow-history.ts'
import {
  ASKER,
  SWEEP_PICTURES,
  SWEEP_REQUESTS,
  type SweepRequest,
  standIns,
  userOfRole,
} from './permission-requests.ts'
import { routesOf } from './routes-of.ts'
import { POOL_SIZE } from './test-database.ts'
import { startTestServer } from './test-server.ts'

// Every GET of the API on little and on ten times as much history. `npm run bench -- growth` judges what this measures.

/** Two sizes to compare, or one; and how often each call is timed. */
type Run = { sizes: Size[]; repeats: number }

/** Every call answers, in seconds. No figure of it counts. */
const SMALL: Run = { sizes: [{ players: 8, coaches: 2, elsewhere: 4, students: 4, history: 2 }], repeats: 0 }
/**
 * The bench names one: `full` has 1,000,000 classes of 100,000 players, `person` as many people and a long history of one
 * alone. Both begin with tables of many pages: of a small one PostgreSQL reads all, which says nothing of growth.
 */
const RUNS: Record<string, Run> = {
  full: {
    sizes: [
      { players: 10_000, coaches: 1_000, elsewhere: 10_000, students: 10, history: 100 },
      { players: 100_000, coaches: 1_000, elsewhere: 100_000, students: 100, history: 1_000 },
    ],
    repeats: 20,
  },
  person: {
    sizes: [
      { players: 10_000, coaches: 1_000, elsewhere: 100, students: 10, history: 100 },
      { players: 100_000, coaches: 1_000, elsewhere: 1_000, students: 100, history: 1_000 },
    ],
    repeats: 20,
  },
}
const { sizes, repeats } = RUNS[process.env.GROWTH ?? ''] ?? SMALL
/** Where the measurements are written, and the calls that are measured: by default all. */
const { GROWTH_FILE, GROWTH_CALLS = '' } = process.env
/** PostgreSQL settles on a plan for a statement after five runs. */
const WARM_UP = repeats === 0 ? 0 : 6
const ROUNDS = repeats === 0 ? 1 : 3
/** A call that takes seconds is asked and timed less often. */
const PATIENCE_MS = 2_000
/** Those who have a long history, first. Of a call that none of them may make, the first who may. */
const PEOPLE: readonly MatrixRole[] = ['PS', 'CI', 'CA', 'ST']

/** What the app asks besides the requests of the sweep: other filters, other orders. */
const ASKED_BY_APP: readonly [call: string, query: string][] = [
  ['GET /course-invitation-response/pageByUser', 'sort=nearest'],
  ['GET /course-invitation-response/pageByUser', 'invitation.invitationStatus=PENDING,CONFIRMED'],
  ['GET /course-invitation-response/pageByUser', 'invitation.invitationStatus=COMPLETED'],
  ['GET /coach-home/inviteInfo/pageByCoach/{coachId}', 'sort=nearest'],
  ['GET /coach-home/inviteInfo/myInviteRecord/{coachId}', 'invitationStatus=COMPLETED'],
  ['GET /coach-home/inviteInfo/myInviteRecord/{coachId}', 'keyword=学员'],
  ['GET /coach-home/inviteInfo/myInviteRecord/{coachId}', 'keyword=没有这个人'],
  ['GET /coach-home/player-page/{coachId}', 'userName=学员'],
  ['GET /coach-home/player-page/{coachId}', 'isRunningOut=true'],
  ['GET /coach-home/player-page/{coachId}', 'sort=courseDate'],
  ['GET /course-used-record', 'as=coach'],
  ['GET /common/messages/ball-message/{messageType}', 'sord=asc'],
  ['GET /orders/mine', 'state=PAID'],
  ['GET /shop/orders', 'tab=received'],
]

/** A socket, not an answer. */
const WITHOUT_ANSWER = [`GET ${LIVE_PATH}`]

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })
const { app, db, maintenance, request } = server

type Asked = { status: number; buffers: number; rows: number; body: string }
type Cost = Omit<Asked, 'body'> & { p95: number }
type Measured = { call: string; role: MatrixRole; costs: Cost[] }

test('every GET of the API answers however long history is', async () => {
  const world = await givenWorld(db)
  const tokens = await tokensOf(world)
  for (const path of SWEEP_PICTURES.map((relativePath) => join(app.filesDirectory, relativePath))) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'the bytes of a picture')
  }
  const cases = casesOf(world)
  const growTo = await createHistory(db, maintenance, world)
  const measured: Measured[] = cases.map(({ call, role }) => ({ call, role, costs: [] }))
  const refused: string[] = []
  if (GROWTH_FILE) {
    // What it does meanwhile would make connections read their catalogue anew.
    await maintenance('alter system set autovacuum = off', [])
    await maintenance('select pg_reload_conf()', [])
  }
  for (const size of sizes) {
    const begin = Date.now()
    await growTo(size)
    await maintenance('vacuum analyze', [])
    if (GROWTH_FILE) console.log(`${JSON.stringify(size)}: ${Math.round((Date.now() - begin) / 1000)} s`)
    for (const [index, { call, role, input }] of cases.entries()) {
      const token = tokens.get(input.as ?? (role === 'ST' ? staffRoleOf(call) : role))
      const { body, ...cost } = await costOf(input, token, size === sizes[sizes.length - 1])
      measured[index]?.costs.push(cost)
      if (cost.status !== 200 || body === '') refused.push(`${call} (${role}) ${cost.status}: ${body.slice(0, 300)}`)
    }
  }
  if (GROWTH_FILE) {
    await writeFile(GROWTH_FILE, JSON.stringify(measured))
    // The invariants of so much take longer than the measurement. The small run asks them.
    await emptyTables(maintenance)
  }
  expect(refused).toEqual([])
}, 3_600_000)

type Case = { call: string; role: MatrixRole; input: SweepRequest }

/** What is measured: each call of the matrix for the people with a long history who may make it. */
function casesOf(world: World): Case[] {
  const served = routesOf(app)
  return app.permissionMatrix.flatMap((row) => {
    const isRead = row.endpoint.startsWith('GET ') && served.includes(row.endpoint)
    if (!isRead || WITHOUT_ANSWER.includes(row.endpoint)) return []
    const call = row.case === '-' ? row.endpoint : `${row.endpoint} | ${row.case}`
    const make = SWEEP_REQUESTS[call] ?? SWEEP_REQUESTS[row.endpoint]
    if (!make) throw new Error(`No request for ${call}: add its row to requests.tsv`)
    const admitted = (roles: readonly MatrixRole[]) => roles.filter((role) => row.expected[role] === 200)
    const people = admitted(PEOPLE)
    const roles = people.length > 0 ? people : admitted(MATRIX_ROLES).slice(0, 1)
    if (!new RegExp(GROWTH_CALLS).test(call)) return []
    const queries = ASKED_BY_APP.flatMap(([asked, query]) => (asked === call ? [query] : []))
    return roles.flatMap((role) => {
      const input = make(world, role)
      const others = queries.map((query) => ({ call: `${call}?${query}`, role, input: askedBy(input, query) }))
      return [{ call, role, input }, ...others]
    })
  })
}

/** The request with these parameters instead of its own of the same name. */
function askedBy({ path, ...rest }: SweepRequest, query: string): SweepRequest {
  const [place = '', own] = path.split('?')
  const parameters = new URLSearchParams(own)
  for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value)
  return { ...rest, path: `${place}?${parameters}` }
}

const rowOf = (call: string): MatrixRow | undefined =>
  app.permissionMatrix.find((row) => call === row.endpoint || call === `${row.endpoint} | ${row.case}`)

function staffRoleOf(call: string): string {
  const audience = rowOf(call)?.audience ?? ''
  return ['operator', 'senior', 'merchant', 'owner', 'company'].includes(audience) ? audience : 'senior'
}

async function tokensOf(world: World): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  for (const role of MATRIX_ROLES) {
    const userId = userOfRole(world, role)
    if (userId) tokens.set(role, await server.tokenOf(userId))
  }
  for (const userId of standIns(world)) tokens.set(userId, await server.tokenOf(userId))
  for (const role of ['operator', 'senior', 'merchant', 'owner'] as const)
    tokens.set(role, await server.staffTokenOf(role, world.merchantId))
  tokens.set(ASKER, await server.tokenOfStaff(world.operatorId))
  tokens.set('staff', await server.tokenOfStaff(world.merchantStaffId))
  tokens.set('company', await server.adminTokenOf({ userId: world.admin, companyId: world.companyId }))
  return tokens
}

/**
 * What one request costs once its statements are planned. Buffers and rows are those of the product's connections, and
 * of several rounds the fewest: a connection may have learned a table's definition in one of them. The last size is timed.
 */
async function costOf(
  { path, headers }: SweepRequest,
  token: string | undefined,
  isLast: boolean,
): Promise<Asked & { p95: number }> {
  const ask = () =>
    request({
      method: 'GET',
      url: API_PREFIX + path,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    })
  // How often one may look up people is counted by the hour, and not what is measured here.
  const forget = () => maintenance('delete from student_look_ups', [])
  const times: number[] = []
  const timed = async (most: number) => {
    times.length = 0
    for (let spent = 0; times.length < most && spent < PATIENCE_MS; ) {
      await forget()
      const begin = performance.now()
      await ask()
      times.push(performance.now() - begin)
      spent += performance.now() - begin
    }
  }
  // On every connection: each plans for itself.
  for (let wave = 0, begin = performance.now(); wave < WARM_UP && performance.now() - begin < PATIENCE_MS; wave += 1) {
    await forget()
    await Promise.all(Array.from({ length: POOL_SIZE }, ask))
  }
  const asked: Asked[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await forget()
    const before = await readCounts()
    const { statusCode: status, body } = await ask()
    const after = await readCounts()
    asked.push({ status, body, buffers: after.buffers - before.buffers, rows: after.rows - before.rows })
  }
  const [least] = asked.sort((a, b) => a.buffers - b.buffers)
  if (!least) throw new Error('nothing was asked')
  await timed(isLast ? repeats : 0)
  times.sort((a, b) => a - b)
  return { ...least, p95: times[Math.ceil(times.length * 0.95) - 1] ?? 0 }
}

/** Buffers that the pool's connections have read or found, and rows that were read of the product's tables. */
async function readCounts(): Promise<{ buffers: number; rows: number }> {
  // As many at once as there are connections, so that each reports what it did.
  const flushed = await Promise.all(
    Array.from({ length: POOL_SIZE }, () =>
      db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_stat_force_next_flush()`),
    ),
  )
  const pids = flushed.map(({ rows }) => Number(rows[0]?.pid))
  const counts = (await maintenance(
    `select (select sum(coalesce(hits, 0) + coalesce(reads, 0))::int from unnest($1::int[]) pid
       cross join pg_stat_get_backend_io(pid) where object = 'relation') as buffers,
       (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint from pg_stat_user_tables
        where schemaname = 'public') as rows`,
    [pids],
  )) as unknown as { buffers: number; rows: string }[]
  return { buffers: Number(counts[0]?.buffers), rows: Number(counts[0]?.rows) }
}
