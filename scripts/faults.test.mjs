// What breaks under load, as often as it is told, and whether every acknowledged effect is there once afterwards. It needs
// root on Linux for a small disk of its own. Run: npm run test:long -- faults. FAULT_SERVER_KILLS=100 makes it shorter.
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { Client } = createRequire(join(root, 'server/package.json'))('pg')
const times = (name, all) => Number(process.env[name] ?? all)
const SERVER_KILLS = times('FAULT_SERVER_KILLS', 1_000)
const DATABASE_KILLS = times('FAULT_DATABASE_KILLS', 500)
const CUTS = times('FAULT_CUTS', 5_000)
const CLOCK_JUMPS = times('FAULT_CLOCK_JUMPS', 50)
const SLOW_BODIES = times('FAULT_SLOW_BODIES', 500)
const READY_MS = 300_000
const HOURS_MS = 3 * 3_600_000
const PORT = 18_970
const api = `http://127.0.0.1:${PORT}/aaapi`

const disk = mkdtempSync(join(tmpdir(), 'paidang-faults-'))
const dataDir = join(disk, 'data')
let child
const hasEnded = () => child.exitCode !== null || child.signalCode !== null
/** Starts the product, unless it runs, and waits until it is ready. */
async function ensureRunning(env = {}) {
  for (const deadline = Date.now() + READY_MS; ; await sleep(50)) {
    if (!child || hasEnded()) {
      child = spawn(process.execPath, [join(root, 'server/dist/program/main.mjs')], {
        env: {
          ...process.env,
          NODE_ENV: '',
          DATABASE_URL: '',
          DATA_DIR: dataDir,
          PORT: String(PORT),
          DEMO: '1',
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'fatal',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
    if (
      await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    if (Date.now() > deadline) throw new Error('the product is not ready in time')
  }
}
async function end(signal) {
  if (hasEnded()) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}
const runtime = () => JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8'))
/** Asks the database as its superuser, who is not cut off with the others. */
async function ask(sql, values = []) {
  const password = readFileSync(join(dataDir, 'secrets/database-password'), 'utf8').trim()
  const client = new Client({
    host: '127.0.0.1',
    port: runtime().port,
    user: 'app',
    password,
    database: 'paidang',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** One press of a button: the same key until there is an answer. Whoever lost the answer asks again, as the app does. */
async function press({ token, method, path, body, key = randomUUID() }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  for (;;) {
    try {
      const sent = await fetch(api + path, {
        method,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
      const answer = /** @type {{ success: boolean, code: string | number, data: any }} */ (await sent.json())
      if (sent.status < 500 && !/under_way|too_many/.test(String(answer.code))) return { key, ...answer }
      expect(answer.code, 'of faults that are foreseen').toBe('server_busy')
    } catch (/** @type {any} */ error) {
      if (!(error instanceof TypeError || error.name === 'TimeoutError' || error instanceof SyntaxError)) throw error
    }
    await sleep(50)
  }
}

let players
let since
beforeAll(async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m,mode=0711', 'tmpfs', disk])
  mkdirSync(dataDir, { mode: 0o711 })
  await ensureRunning()
  const logIn = async (username) => {
    const body = JSON.stringify({ username, password: 'demo1234' })
    const headers = { 'content-type': 'application/json' }
    const answer = /** @type {any} */ (
      await (await fetch(`${api}/auth/h5-login`, { method: 'POST', headers, body })).json()
    )
    return answer.data.tokens.token
  }
  const [{ now }] = await ask('select max(id) as now from invitations')
  since = now
  const usual =
    await ask(`select u.username, i.initiator_id, i.coach_id, i.stadium_id, i.course_design_id from credentials u
    join lateral (select * from invitations where initiator_id = u.user_id order by id desc limit 1) i on true
    where u.username like 'player%'`)
  players = await Promise.all(usual.map(async (one) => ({ ...one, open: [], token: await logIn(one.username) })))
}, READY_MS)
afterAll(async () => {
  await end('SIGTERM')
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

const made = new Map()
const cancelled = new Set()
let isOver = false
/** Books and cancels as fast as it is answered. */
async function use(player) {
  for (let n = 0; !isOver; n += 1) {
    const day = new Date(Date.now() + (2 + (n % 9)) * 86_400_000).toISOString().slice(0, 10)
    const beginTimeSlot = 16 + 2 * Math.floor(Math.random() * 12)
    const body = {
      coachId: player.coach_id,
      stadiumId: player.stadium_id,
      courseDesignId: player.course_design_id,
      selectedCourt: Math.floor(Math.random() * 2),
      courseDate: day,
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 2,
    }
    const { token } = player
    const booked = await press({ token, method: 'POST', path: '/course-invitation/create/by-player', body })
    expect(booked.code, 'of a press that is foreseen').not.toBe('session_expired')
    if (booked.success) {
      made.set(booked.data.id, { key: booked.key, token, body })
      player.open.push(booked.data.id)
      if (Math.random() < 0.1) continue
    }
    // Nobody may have many that no coach has confirmed.
    const id = player.open.shift()
    if (id === undefined) continue
    const gone = await press({ token, method: 'PUT', path: `/course-invitation/cancel/by-player/${id}`, body: {} })
    if (gone.success) cancelled.add(id)
  }
}
/** Lets people use the product while something breaks it, then looks whether everything that was answered is there once. */
async function under(breaking) {
  await ensureRunning()
  isOver = false
  const before = made.size + cancelled.size
  const using = [...players, ...players].map(use)
  try {
    await breaking()
  } finally {
    isOver = true
  }
  await ensureRunning()
  await Promise.all(using)
  return made.size + cancelled.size - before
}

afterEach(async () => {
  const rows = await ask(
    'select id, invitation_status as status from invitations where id > $1 and initiator_id = any($2)',
    [since, players.map((one) => one.initiator_id)],
  )
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(made.keys()))
  for (const { id, status } of rows) if (cancelled.has(id)) expect(status).toBe('CANCELLED')
  for (const [id, { key, token, body }] of [...made].slice(-20)) {
    const again = await press({ token, method: 'POST', path: '/course-invitation/create/by-player', body, key })
    expect(again.data?.id).toBe(id)
  }
  // It ends with an error for a broken rule, and for one that could not be checked.
  execFileSync(process.execPath, [join(root, 'server/dist/program/check-invariants.mjs')], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}, READY_MS)

/** Long enough for some writes, also right after a start. */
const moment = () => sleep(20 + Math.random() * 800)
/** @param {number} least so many writes were answered, or nobody used the product meanwhile */
function figure(what, answers, least) {
  expect(answers, 'acknowledged writes').toBeGreaterThanOrEqual(least)
  console.log(`figure: ${what}: ${answers} acknowledged writes, each there once; every invariant holds`)
}

test(
  'kills of the server',
  async () => {
    const answers = await under(async () => {
      for (let n = 0; n < SERVER_KILLS; n += 1) {
        await moment()
        await end('SIGKILL')
        await ensureRunning()
      }
    })
    figure(`${SERVER_KILLS} kills of the server`, answers, SERVER_KILLS / 2)
  },
  HOURS_MS,
)

test(
  'kills of PostgreSQL',
  async () => {
    const answers = await under(async () => {
      for (let n = 0; n < DATABASE_KILLS; n += 1) {
        await moment()
        const killed = runtime().postmasterPid
        process.kill(killed, 'SIGKILL')
        // The product starts it again by itself; the fifth time in a minute it ends, and is started again.
        await expect.poll(() => hasEnded() || runtime().postmasterPid !== killed, { timeout: READY_MS }).toBe(true)
        await ensureRunning()
      }
    })
    figure(`${DATABASE_KILLS} kills of PostgreSQL`, answers, DATABASE_KILLS / 2)
  },
  HOURS_MS,
)

test(
  'cut connections',
  async () => {
    let cut = 0
    const answers = await under(async () => {
      while (cut < CUTS) {
        await moment()
        const rows = await ask(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'paidang' and pid <> pg_backend_pid()`,
        )
        cut += rows.length
        await ensureRunning()
      }
    })
    figure(`${cut} cut connections`, answers, CUTS / 10)
  },
  HOURS_MS,
)

test(
  'a full disk',
  async () => {
    const filler = join(disk, 'filler')
    const answers = await under(async () => {
      for (let n = 0; n < 3; n += 1) {
        await moment()
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(4 << 20), { flag: 'a' })
        } catch (/** @type {any} */ error) {
          expect(error.code).toBe('ENOSPC')
        }
        await expect
          .poll(
            () =>
              fetch(`http://127.0.0.1:${PORT}/readyz`).then(
                ({ status }) => status,
                () => 'gone',
              ),
            { timeout: 20_000 },
          )
          .not.toBe(200)
        await sleep(2_000)
        rmSync(filler)
        await ensureRunning()
      }
    })
    figure('a disk that was full three times', answers, 3)
  },
  HOURS_MS,
)

test(
  'clock jumps',
  async () => {
    const answers = await under(async () => {
      for (let n = 0; n < CLOCK_JUMPS; n += 1) {
        await moment()
        await end('SIGTERM')
        await ensureRunning({ CLOCK_AHEAD_MINUTES: String(Math.floor(Math.random() * 20)) })
      }
      await end('SIGTERM')
      await ensureRunning()
    })
    figure(`${CLOCK_JUMPS} jumps of the clock by up to 20 minutes, forwards and back`, answers, CLOCK_JUMPS)
  },
  HOURS_MS,
)

test(
  'clients that send a body slowly',
  async () => {
    let closed = 0
    const answers = await under(async () => {
      const head =
        'POST /aaapi/auth/h5-login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n'
      const sockets = Array.from({ length: SLOW_BODIES }, () => connect(PORT, '127.0.0.1'))
      for (const socket of sockets)
        socket
          .on('connect', () => socket.write(head))
          .on('error', () => undefined)
          .on('close', () => {
            closed += 1
          })
          .resume()
      const drip = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write(' ')
      }, 1_000)
      await expect.poll(() => closed, { timeout: 120_000, interval: 500 }).toBe(SLOW_BODIES)
      clearInterval(drip)
    })
    figure(`${SLOW_BODIES} clients that send a body by a byte a second, all closed`, answers, SLOW_BODIES / 10)
  },
  HOURS_MS,
)
