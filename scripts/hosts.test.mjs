// Several hosts behind one address: what one does, the others know, and nothing happens twice. It needs root on Debian.
// Run: npm run test:long -- hosts
import { randomBytes, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clientOf,
  compileServer,
  endAll,
  ensurePackages,
  makeDatabase,
  runCommand,
  sql,
  startAddress,
  startHost,
  startPictureStore,
  startPooler,
  startPostgres,
  startRedis,
  until,
  urlAt,
} from './hosts.mjs'

const WebSocket = createRequire(createRequire(import.meta.url).resolve('@fastify/websocket'))('ws')

// The world of the bench, in its small size.
process.argv.push('--small')
const { bookingBody } = await import('../bench/src/booking-requests.ts')
const { createS3Store } = await import('../server/src/areas/ground/files/s3-store.ts')
const { openLive } = await import('../server/src/testing/live-client.ts')
const { createClient } = await import('../server/src/db/pool.ts')
const { FIRST, fillWorld, PASSWORD, usernameOf } = await import('../bench/src/world.ts')

let program
let primary
let pooler
/** Where the primary is, for now. */
let address
let settings
let hosts
let replica
let world
const tokens = new Map()

beforeAll(async () => {
  await ensurePackages()
  program = compileServer()
  primary = await startPostgres()
  makeDatabase(primary)
  address = await startAddress(primary.port)
})
afterAll(endAll)

/** Logs a student of the bench's world in. The session is valid at every host. */
async function tokenOf(place, host = hosts[0]) {
  if (!tokens.has(place)) {
    const credentials = { username: usernameOf(FIRST.studioPlayer + place), password: PASSWORD }
    const { body } = await clientOf(host)('POST', '/auth/h5-login', credentials)
    tokens.set(place, body.data.tokens.token)
  }
  return tokens.get(place)
}
const book = async (host, n, headers = {}) =>
  clientOf(host, await tokenOf(n % 32))('POST', '/course-invitation/create/by-player', bookingBody(world, n), headers)
const bookings = () => Number(sql(primary, 'select count(*) from invitations where initiator_id >= 1010001', 'paidang'))

test('a role without time limits behind a pooler is refused, and the page says what to do', async () => {
  const { port } = await startPooler(address.port)
  const without = { DATABASE_URL: urlAt(port), DATABASE_DIRECT_URL: urlAt(address.port) }
  await expect(startHost(program, without)).rejects.toThrow(/statement_timeout.*external-database\.md/)
  sql(primary, `ALTER ROLE paidang_server SET statement_timeout = '5s'`)
  sql(primary, `ALTER ROLE paidang_server SET idle_in_transaction_session_timeout = '10s'`)
  // Its sessions begin after the change; the other's began before.
  pooler = await startPooler(address.port)
  settings = { DATABASE_URL: urlAt(pooler.port), DATABASE_DIRECT_URL: urlAt(address.port) }
})

test('two hosts, one of two processes, start at once on an empty database, through a pooler of transactions', async () => {
  hosts = await Promise.all([startHost(program, settings), startHost(program, { ...settings, WEB_CONCURRENCY: '2' })])
  const client = createClient(urlAt(address.port), { onError: () => undefined })
  await client.connect()
  world = await fillWorld(client)
  await client.end()
  expect(await Promise.all(hosts.map((host) => host.isReady()))).toEqual([true, true])
})

test('the same half-hours from two hosts at once: one booking, and the other is refused', async () => {
  for (let n = 0; n < 32; n++) {
    const answers = await Promise.all(hosts.map((host) => book(host, n)))
    expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers.map(({ body }) => body))).toEqual([
      200, 409,
    ])
  }
})

test('the same press from two hosts at once: one booking, and both answers are that one', async () => {
  const before = bookings()
  for (let n = 32; n < 64; n++) {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(hosts.map((host) => book(host, n, headers)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1)
  }
  expect(bookings() - before).toBe(32)
})

test('more calls at once than the pooler has sessions: all are answered', async () => {
  const token = await tokenOf(0)
  const read = (host) => clientOf(host, token)('GET', '/common/messages/unread-count')
  const all = await Promise.all(Array.from({ length: 120 }, (_, at) => read(hosts[at % 2])))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
})

/** The world of the bench is not without fault itself. */
const brokenInvariants = async () => {
  const said = await runCommand(program, 'check-invariants', [], hosts[0].env)
  return said.split('\n').filter((line) => /^(BROKEN|unchecked)/.test(line))
}

/** Opens the live connection of a host, as an open screen does. */
async function openScreen(host, place, topics) {
  const app = {
    server: { listening: true, address: () => ({ port: new URL(host.address).port }) },
    websocketServer: { options: { WebSocket } },
  }
  let screen
  // A machine that is all hosts at once refuses some at times, and the app tries again too.
  await until(async () => {
    screen = await openLive(app)
    return true
  }, 'an open connection')
  screen.send({ type: 'hello', token: await tokenOf(place) })
  await screen.next('welcome')
  screen.send({ type: 'watch', topics })
  await screen.next('watching')
  return screen
}

/** Books at each host while screens are open at the other. @param {number} first the first of two bookings, 32 apart */
async function hearEachOther(first) {
  const { stadiumId, coachId, courseDate: date } = bookingBody(world, first)
  const topic = { kind: 'grid', stadiumId, coachId, date }
  for (const [at, [here, there]] of [hosts, [...hosts].reverse()].entries()) {
    // Several connections, so that some reach each process.
    const screens = await Promise.all(Array.from({ length: 6 }, () => openScreen(there, 0, [topic])))
    expect((await book(here, first + at * 32)).status).toBe(200)
    for (const screen of screens) {
      // The new grid comes along where it is at hand.
      const { grid: _grid, ...told } = await screen.next('changed')
      expect(told).toEqual({ type: 'changed', topic })
      screen.socket.terminate()
    }
  }
}
test('an open screen at each host and process hears what was written at the other', () => hearEachOther(64))

/** Asks at both hosts until both refuse, though neither has been asked as often as the limit says. */
async function reachLimitTogether() {
  // Windows begin with the minute.
  await until(() => new Date().getSeconds() < 30, 'the first half of a minute')
  const clients = await Promise.all(hosts.map(async (host) => clientOf(host, await tokenOf(1))))
  const ask = (client) => client('GET', '/common/messages/unread-count').then(({ status }) => status)
  for (let round = 0; round < 16; round++) {
    await Promise.all(clients.flatMap((client) => Array.from({ length: 20 }, () => ask(client))))
  }
  await until(async () => (await Promise.all(clients.map(ask))).every((status) => status === 429), 'refused at both')
}
test('a limit holds over both hosts, also while each alone is below it', reachLimitTogether)

test('with Redis changes and limits leave the database alone, and without it they go on', async () => {
  for (const host of hosts) await host.end()
  const redis = await startRedis()
  const { DATABASE_URL, DATABASE_DIRECT_URL } = settings
  const withRedis = { DATABASE_URL, DATABASE_DIRECT_URL, REDIS_URL: redis.url }
  hosts = await Promise.all([startHost(program, withRedis), startHost(program, { ...withRedis, WEB_CONCURRENCY: '2' })])
  // Each of three processes listens, on one channel whose name is of their secret.
  const listening = () => {
    const channels = redis.ask('PUBSUB', 'CHANNELS', 'paidang:*')
    return channels.startsWith('paidang:') && redis.ask('PUBSUB', 'NUMSUB', channels).endsWith('3')
  }
  await until(listening, 'three that listen')
  sql(primary, 'truncate rate_windows', 'paidang')
  await hearEachOther(212)
  await reachLimitTogether()
  expect(sql(primary, 'select count(*) from rate_windows', 'paidang')).toBe('0')
  expect(Number(redis.ask('DBSIZE'))).toBeGreaterThan(0)

  await redis.stop()
  await hearEachOther(277)
  await reachLimitTogether()
  expect(Number(sql(primary, 'select count(*) from rate_windows', 'paidang'))).toBeGreaterThan(0)
  await redis.restart()
  await until(listening, 'three that listen again')
  await hearEachOther(342)
})

/** The smallest picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function upload(host, place, purpose) {
  const form = new FormData()
  form.append('file', new Blob([PICTURE], { type: 'image/png' }), 'x.png')
  let answer
  const send = async () => {
    answer = await clientOf(host, await tokenOf(place))('POST', `/files/upload?purpose=${purpose}`, form)
    return answer.status === 200
  }
  // A machine that does everything at once is busy at times, and the app tries again too.
  await until(send, 'an upload')
  return answer.body.data
}
const statusOf = async (host, place, { relativePath }) =>
  (await clientOf(host, place === undefined ? undefined : await tokenOf(place))('GET', `/files/${relativePath}`)).status

test('pictures move from the folder of one host into a store that all hosts read, and back', async () => {
  const old = [await upload(hosts[0], 0, 'avatar'), await upload(hosts[0], 0, 'certificate')]
  expect(await statusOf(hosts[1], 0, old[0])).toBe(404)

  const s3 = await startPictureStore()
  const withStore = { ...hosts[0].env, ...s3 }
  expect(await runCommand(program, 'move-files', ['--to', 's3'], withStore)).toContain('共 3 张图片，本次复制 3 张')
  expect(await runCommand(program, 'move-files', ['--to', 's3'], withStore)).toContain('本次复制 0 张')
  for (const host of hosts) await host.end()
  settings = { ...settings, ...s3 }
  const direct = { ...settings, S3_PUBLIC_URL: s3.S3_ENDPOINT, WEB_CONCURRENCY: '2' }
  hosts = await Promise.all([startHost(program, settings), startHost(program, direct)])

  const fresh = [await upload(hosts[1], 0, 'avatar'), await upload(hosts[0], 0, 'certificate')]
  for (const picture of [old[0], fresh[0]]) {
    for (const host of hosts) expect(await statusOf(host, undefined, picture)).toBe(200)
  }
  for (const picture of [old[1], fresh[1]]) {
    expect(await statusOf(hosts[0], 0, picture)).toBe(200)
    for (const place of [1, undefined]) for (const host of hosts) expect(await statusOf(host, place, picture)).toBe(404)
    // The second host's clients reach the store, and are sent there.
    const sent = await clientOf(hosts[1], await tokenOf(0))('GET', picture.url)
    expect(sent.status).toBe(302)
    const link = sent.headers.get('location') ?? ''
    const read = await fetch(link)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/webp'])
    for (const other of [link.split('?')[0], link.replace(picture.relativePath, old[0].relativePath)]) {
      expect((await fetch(other)).status).toBe(403)
    }
  }

  const store = createS3Store(s3)
  const large = randomBytes(11_000_000)
  await store.write('public/photos/large.webp', large)
  const chunks = []
  for await (const chunk of (await store.open('public/photos/large.webp')).stream()) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(large)).toBe(true)
  await store.remove('public/photos/large.webp')
  await expect(store.open('public/photos/large.webp')).rejects.toMatchObject({ code: 'file_not_found' })
  const away = createS3Store({ ...s3, S3_ENDPOINT: 'http://127.0.0.1:1' })
  await expect(away.write('public/photos/x.webp', PICTURE)).rejects.toMatchObject({ code: 'server_busy' })

  const back = { ...hosts[1].env, DATA_DIR: `${hosts[1].dataDir}-back` }
  expect(await runCommand(program, 'move-files', ['--to', 'local'], back)).toContain('共 6 张图片，本次复制 6 张')
})

test('a replica answers lists, is at most so old, and shows people what they wrote themselves', async () => {
  for (const host of hosts) await host.end()
  replica = await startPostgres({ of: primary, settings: { hot_standby_feedback: 'on' } })
  settings = { ...settings, DATABASE_REPLICA_URL: urlAt(replica.port), DATABASE_REPLICA_LAG_SECONDS: '4' }
  hosts = await Promise.all([startHost(program, settings), startHost(program, { ...settings, WEB_CONCURRENCY: '2' })])
  const nameAt = async (host, place) => {
    const asked = clientOf(host, await tokenOf(place))('GET', '/stadium/searchByCityAndApprove?rows=1&keyword=馆')
    return (await asked).body.data[0].name
  }
  const rename = (name) => sql(primary, `update venues set name = '${name}' where approve_status = 1`, 'paidang')
  await tokenOf(2)
  rename('甲馆')
  await until(async () => (await nameAt(hosts[0], 2)) === '甲馆', 'the first name')
  // Who logged in wrote. After the bound everybody reads from the replica.
  const readsOfReplica = () =>
    sql(replica, `select seq_scan + idx_scan from pg_stat_user_tables where relname = 'venues'`, 'paidang')
  const readsBefore = readsOfReplica()
  await until(async () => (await nameAt(hosts[0], 2)) && readsOfReplica() !== readsBefore, 'a read of the replica')

  sql(replica, 'select pg_wal_replay_pause()')
  const pausedAt = performance.now()
  rename('乙馆')
  expect(await nameAt(hosts[0], 2)).toBe('甲馆')
  // Another's write is seen once the bound is over; one's own at once, on the other host too.
  expect((await book(hosts[0], 99)).status).toBe(200)
  await until(async () => (await nameAt(hosts[1], 3)) === '乙馆', 'what one wrote')
  expect(performance.now() - pausedAt).toBeLessThan(4_000)
  expect(await nameAt(hosts[0], 3)).toBe('乙馆')
  await until(async () => (await nameAt(hosts[0], 2)) === '乙馆', 'the end of the bound')
  expect(performance.now() - pausedAt).toBeGreaterThan(2_000)
  expect(performance.now() - pausedAt).toBeLessThan(8_000)
  sql(replica, 'select pg_wal_replay_resume()')
})

test('a replica that is killed is not missed', async () => {
  const token = await tokenOf(4)
  const read = () => clientOf(hosts[0], token)('GET', '/stadium/searchByCityAndApprove')
  const reads = Array.from({ length: 60 }, async (_, at) => {
    await sleep(at * 20)
    return (await read()).status
  })
  await sleep(300)
  await replica.stop('SIGQUIT')
  expect(new Set(await Promise.all(reads))).toEqual(new Set([200]))
  await replica.restart()
})

test('the primary dies in the midst of bookings: its replica takes over, and each booking is there once', async () => {
  // What is answered is on both.
  sql(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  sql(primary, 'select pg_reload_conf()')
  await until(
    () => sql(primary, `select count(*) from pg_stat_replication where sync_state = 'sync'`) === '1',
    'a synchronous replica',
  )
  const brokenBefore = await brokenInvariants()
  const before = bookings()
  const wanted = Array.from({ length: 60 }, (_, at) => 128 + at)
  for (const n of wanted) await tokenOf(n % 32)
  // As the app does: the same key again, until there is an answer.
  const press = async (n, at) => {
    const headers = { 'idempotency-key': randomUUID() }
    await sleep(at * 25)
    for (let tries = 0; tries < 120; tries++) {
      const answer = await book(hosts[(n + tries) % 2], n, headers).catch(() => undefined)
      if (answer && answer.status < 500 && answer.status !== 429) return answer
      await sleep(500)
    }
    throw new Error(`no answer to booking ${n}`)
  }
  const presses = wanted.map(press)
  await sleep(700)
  await primary.stop('SIGQUIT')
  replica.promote()
  address.moveTo(replica.port)
  primary = replica
  const answers = await Promise.all(presses)
  expect(answers.map(({ status, body }) => `${status} ${status === 200 ? '' : body.msg}`)).toEqual(
    wanted.map(() => '200 '),
  )
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(wanted.length)
  expect(bookings() - before).toBe(wanted.length)
  await until(async () => (await Promise.all(hosts.map((host) => host.isReady()))).every(Boolean), 'ready again')
  expect(await brokenInvariants()).toEqual(brokenBefore)
})
