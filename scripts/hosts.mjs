// Several hosts on one machine, of Debian's own programs: PostgreSQL with a streaming replica, PgBouncer, the product as
// several processes, an S3 store, and an address that moves. For hosts.test.mjs, which npm run test:long runs as root.
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BINARIES = '/usr/lib/postgresql/15/bin'
const PACKAGES = ['postgresql-15', 'pgbouncer', 'redis-server', 'ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common']
const TOKEN_SECRET = '6f2d91c07be34a588d1f0c3e97a45b62'
const READY_TRIES = 600
const [BUSY_TRIES, BUSY_PAUSE_MS] = [60, 250]

const home = mkdtempSync(join(tmpdir(), 'paidang-hosts-'))
chmodSync(home, 0o755)
/** Ends what was started, the last first. */
const ends = []

/** What is missing is installed, or named where this account may not. */
export async function ensurePackages() {
  const others = ['/usr/sbin/pgbouncer', '/usr/bin/redis-server', '/usr/bin/ceph-osd', '/usr/bin/radosgw']
  const programs = [`${BINARIES}/postgres`, ...others]
  if (programs.every((path) => existsSync(path))) return
  const code = await run('apt-get', ['install', '--yes', '--no-install-recommends', ...PACKAGES])
  if (code !== 0) throw new Error(`apt-get ended with ${code}`)
}

/** Ends everything, and deletes its files. */
export async function endAll() {
  for (const end of ends.reverse()) await end()
  rmSync(home, { recursive: true, force: true })
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Waits until the answer is true. @param {() => Promise<boolean> | boolean} isSo */
export async function until(isSo, what) {
  for (let tries = 0; tries < READY_TRIES; tries++) {
    if (await (async () => isSo())().catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`not so after a minute: ${what}`)
}

/**
 * Starts a program under an account.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ account?: string, env?: NodeJS.ProcessEnv, cwd?: string, endsBy?: NodeJS.Signals }} [options]
 * @returns its process, its end, and what it says
 */
function begin(program, args, { account, env = process.env, cwd = home, endsBy = 'SIGTERM' } = {}) {
  const child = account
    ? spawn('setpriv', [`--reuid=${account}`, `--regid=${account}`, '--init-groups', program, ...args], { env, cwd })
    : spawn(program, args, { env, cwd })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-20_000)
    })
  }
  const gone = new Promise((resolve) => child.once('close', resolve))
  const end = async (signal = endsBy) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await gone
  }
  ends.push(() => end())
  return { child, end, gone, said: () => said }
}

const asPostgres = (program, ...args) =>
  execFileSync('setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })

/** Runs one statement as the superuser. */
export const sql = ({ port }, statement, database = 'postgres') =>
  asPostgres('psql', '-h', home, '-p', String(port), '-d', database, '-Atqc', statement).trim()

/**
 * A PostgreSQL: a new one, or a streaming replica of another. It forgets what a crash of the machine would take.
 *
 * @param {{ of?: { port: number }, settings?: Record<string, string | number> }} [options]
 */
export async function startPostgres({ of, settings = {} } = {}) {
  const port = await freePort()
  const directory = join(home, `pg-${port}`)
  if (of) {
    asPostgres(
      `${BINARIES}/pg_basebackup`,
      '-h',
      home,
      '-p',
      String(of.port),
      '-D',
      directory,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    )
  } else {
    mkdirSync(directory, { mode: 0o700 })
    execFileSync('chown', ['postgres:postgres', directory])
    execFileSync('chown', ['postgres:postgres', home])
    asPostgres(`${BINARIES}/initdb`, '-D', directory, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8')
  }
  const all = {
    fsync: 'off',
    max_connections: 200,
    unix_socket_directories: home,
    listen_addresses: '127.0.0.1',
    wal_keep_size: '256MB',
    shared_buffers: '256MB',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const run = () =>
    begin(`${BINARIES}/postgres`, ['-D', directory, '-p', String(port), ...options], {
      account: 'postgres',
      endsBy: 'SIGQUIT',
    })
  let process = run()
  const server = {
    port,
    pid: () => process.child.pid,
    /** `SIGINT`: as an administrator does. `SIGQUIT`: as a crash does. */
    stop: (/** @type {NodeJS.Signals} */ signal = 'SIGINT') => process.end(signal),
    async restart() {
      process = run()
      await until(() => sql(server, 'select 1') === '1', `PostgreSQL on ${port}: ${process.said()}`)
    },
    promote: () => asPostgres(`${BINARIES}/pg_ctl`, 'promote', '-D', directory, '-w'),
  }
  await until(() => sql(server, 'select 1') === '1', `PostgreSQL on ${port}: ${process.said()}`)
  return server
}

/** Makes role and database as docs/external-database.md says. */
export function makeDatabase(server) {
  sql(server, `CREATE ROLE paidang_server LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD 'only-a-test'`)
  sql(server, `CREATE DATABASE paidang OWNER paidang_server ENCODING 'UTF8' TEMPLATE template0`)
}

export const urlAt = (port) => `postgres://paidang_server:only-a-test@127.0.0.1:${port}/paidang`

/** Debian's PgBouncer before the database at this port. It gives each transaction whatever session is free. */
export async function startPooler(database, settings = {}) {
  const port = await freePort()
  const file = join(home, `pgbouncer-${port}.ini`)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(home, 'userlist.txt'),
    pool_mode: 'transaction',
    default_pool_size: 6,
    max_client_conn: 400,
    server_login_retry: 1,
    ...settings,
  }
  writeFileSync(join(home, 'userlist.txt'), '"paidang_server" "only-a-test"\n')
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, `[databases]\npaidang = host=127.0.0.1 port=${database}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const { child, said } = begin('/usr/sbin/pgbouncer', [file], { account: 'postgres' })
  await until(() => isOpen(port), `PgBouncer: ${said()}`)
  return { port, pid: child.pid }
}

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })

/** An address that leads to one port, and later to another, as that of a primary does. */
export async function startAddress(target) {
  const port = await freePort()
  const sockets = new Set()
  let leadsTo = target
  const server = createServer((from) => {
    const to = connect(leadsTo, '127.0.0.1')
    const join = (one, other) => {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    join(from, to)
    join(to, from)
  }).listen(port, '127.0.0.1')
  ends.push(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port,
    moveTo(next) {
      leadsTo = next
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Debian's Redis, which keeps nothing. */
export async function startRedis() {
  const port = await freePort()
  const run = () =>
    begin('/usr/bin/redis-server', ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'])
  let process = run()
  await until(() => isOpen(port), `Redis: ${process.said()}`)
  return {
    url: `redis://127.0.0.1:${port}`,
    ask: (...words) => execFileSync('/usr/bin/redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' }).trim(),
    stop: () => process.end('SIGKILL'),
    async restart() {
      process = run()
      await until(() => isOpen(port), `Redis: ${process.said()}`)
    },
  }
}

/** Compiles the server, which each host then runs. */
export function compileServer() {
  const output = join(ROOT, 'server/dist/hosts')
  execFileSync(process.execPath, [join(ROOT, 'scripts/compile-server.mjs')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', PAIDANG_OUTPUT: output },
  })
  return join(output, 'main.mjs')
}

/** The product on a host of its own: with its own folder, port and processes. */
export async function startHost(program, settings) {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PORT: String(port),
    DATA_DIR: join(home, `host-${port}`),
    TOKEN_SECRET,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const { child, end, gone, said } = begin(process.execPath, ['--max-semi-space-size=32', program], { env, cwd: ROOT })
  const address = `http://127.0.0.1:${port}`
  const isReady = () => fetch(`${address}/readyz`).then((answer) => answer.ok)
  await until(async () => child.exitCode !== null || (await isReady()), `a host: ${said()}`)
  if (child.exitCode !== null) throw new Error(`a host ended at its start: ${said()}`)
  return { address, pid: child.pid, dataDir: env.DATA_DIR, env, end, gone, said, isReady }
}

/** Runs a command of the product with the settings of a host. @returns what it says, also of what it finds wrong */
export async function runCommand(program, name, args, env) {
  const { gone, said } = begin(process.execPath, [join(program, '..', `${name}.mjs`), ...args], { env, cwd: ROOT })
  await gone
  return said()
}

/** Debian's Ceph in memory, which speaks S3 as Amazon does. @returns the settings of a bucket in it */
export async function startPictureStore() {
  const [port, monitor] = [await freePort(), await freePort()]
  const at = (name) => join(home, 'ceph', name)
  mkdirSync(at('mon'), { recursive: true })
  mkdirSync(at('osd'))
  const [cluster, disk] = [randomUUID(), randomUUID()]
  const settings = {
    fsid: cluster,
    'mon host': `[v1:127.0.0.1:${monitor}]`,
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 1,
    'osd pool default pgp num': 1,
    'osd pool default pg autoscale mode': 'off',
    'mon allow pool size one': true,
    'mon max pg per osd': 1000,
    'osd crush chooseleaf type': 0,
    'osd objectstore': 'memstore',
    'ms bind msgr2': false,
    'admin socket': at('$name.asok'),
    'log file': at('$name.log'),
    'mon data': at('mon'),
    'osd data': at('osd'),
    keyring: at('keyring'),
    'rgw frontends': `beast endpoint=127.0.0.1:${port}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(at('ceph.conf'), `[global]\n${lines.join('\n')}\n`)
  writeFileSync(at('keyring'), '')
  const run = (name, ...args) => execFileSync(name, ['-c', at('ceph.conf'), ...args], { stdio: 'pipe' })
  execFileSync('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, at('monmap')])
  run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', at('monmap'))
  begin('ceph-mon', ['-c', at('ceph.conf'), '-i', 'a', '-f'])
  run('ceph', '--connect-timeout', '30', 'osd', 'new', disk)
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
  // It asks before it knows the cluster now and then, and ends. It is started again.
  let osd = begin('ceph-osd', ['-c', at('ceph.conf'), '-i', '0', '-f'])
  await until(() => {
    if (osd.child.exitCode !== null) osd = begin('ceph-osd', ['-c', at('ceph.conf'), '-i', '0', '-f'])
    return / up /.test(/^osd\.0 .*$/m.exec(String(run('ceph', 'osd', 'dump')))?.[0] ?? '')
  }, 'the disk of Ceph')
  begin('radosgw', ['-c', at('ceph.conf'), '-n', 'client.rgw', '-f'])
  const [key, secret] = ['paidang', 'only-a-test']
  run(
    'radosgw-admin',
    'user',
    'create',
    '--uid=paidang',
    '--display-name=paidang',
    `--access-key=${key}`,
    `--secret-key=${secret}`,
  )
  await until(() => isOpen(port), 'Ceph')
  const endpoint = `http://127.0.0.1:${port}`
  const { CreateBucketCommand, S3Client } = createRequire(join(ROOT, 'server/package.json'))('@aws-sdk/client-s3')
  const credentials = { accessKeyId: key, secretAccessKey: secret }
  const client = new S3Client({ region: 'us-east-1', endpoint, credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'paidang-test' }))
  return {
    S3_BUCKET: 'paidang-test',
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: endpoint,
    S3_PATH_STYLE: 'on',
    S3_ACCESS_KEY_ID: key,
    S3_SECRET_ACCESS_KEY: secret,
  }
}

/**
 * A client of one host, which answers status, headers and body. It asks again with the same key where the host is busy, as
 * the app does: a machine that is all hosts at once is.
 */
export const clientOf =
  ({ address }, token) =>
  async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const request = {
      method,
      redirect: /** @type {const} */ ('manual'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${address}${path.startsWith('/aaapi/') ? '' : '/aaapi'}${path}`, request)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      const json = isJson ? JSON.parse(String(bytes)) : undefined
      if (json?.code !== 'server_busy' || tries === BUSY_TRIES)
        return { status: answer.status, headers: answer.headers, bytes, body: json }
      await sleep(BUSY_PAUSE_MS)
    }
  }
