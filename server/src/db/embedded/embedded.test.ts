import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { settingsFor } from './embedded.ts'
import { placeOfSocket, rotateLog } from './postmaster.ts'
import { stateOf } from './process-state.ts'
import { urlOfRunning } from './running.ts'

/** A directory from which `tsx` can be resolved. */
const here = fileURLToPath(new URL('.', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'paidang-embedded-'))
// As root, the server runs as another account, which must be able to enter. Otherwise its files would go to /var/lib.
chmodSync(home, 0o711)
const dataDir = join(home, '数据 目录')
const owners = new Map<ChildProcess, Promise<unknown>>()
/** Says how many bytes the disk has free. */
const roomFile = join(home, 'room')
const setRoom = (bytes: number) => writeFileSync(roomFile, String(bytes))
setRoom(1e12)

/** The script of an owner process: it opens the database of dataDir, prints a line, and stops it on SIGTERM. */
const OWNER = `
import { readFileSync } from 'node:fs'
import { openEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
const notices = []
const notice = (sentence) => { notices.push(sentence); console.error(sentence) }
const freeBytes = async () => Number(readFileSync(${JSON.stringify(roomFile)}, 'utf8'))
const database = await openEmbedded(${JSON.stringify(dataDir)}, notice, freeBytes)
database.lost.then((error) => { console.error(error.message); process.exit(1) })
process.on('SIGTERM', async () => { await database.stop(); process.exit(0) })
setInterval(() => undefined, 60_000)
console.log(JSON.stringify({ url: database.url, dataDirectory: database.dataDirectory, notices }))
`
type Opened = { url: string; dataDirectory: string; notices: string[] }
type Owner = {
  child: ChildProcess
  opened: Promise<Opened>
  ended: Promise<{ code: number | null; said: string }>
  /** The notices and errors until now. */
  said(): string
}

function startOwner(): Owner {
  const args = ['--import', 'tsx', '--input-type=module', '-e', OWNER]
  const child = spawn(process.execPath, args, { cwd: here, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let out = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => {
      owners.delete(child)
      resolve({ code, said })
    })
  })
  owners.set(child, ended)
  const opened = new Promise<Opened>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.includes('\n')) resolve(JSON.parse(out) as Opened)
    })
    void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  // A test that expects a refusal reads only `ended`.
  opened.catch(() => undefined)
  return { child, opened, ended, said: () => said }
}

const runtime = () =>
  JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as { pid: number; postmasterPid: number }

const logFile = join(dataDir, 'logs', 'postgres.log')
const log = () => readFileSync(logFile, 'utf8')

/** The address of the same database for the cluster's superuser, which the product never uses. */
const asSuperuser = (url: string) => {
  const password = readFileSync(join(dataDir, 'secrets', 'database-password'), 'utf8').trim()
  return url.replace(/\/\/[^@]*@/, `//app:${password}@`)
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

afterEach(async () => {
  for (const child of owners.keys()) child.kill('SIGTERM')
  await Promise.all(owners.values())
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('the database starts, survives a killed owner, has one owner at a time, and stops with its owner', async () => {
  const first = startOwner()
  const { url, dataDirectory, notices } = await first.opened
  expect(notices.join()).toContain('初始化数据库')
  expect(await query(url, 'SHOW data_directory')).toEqual([{ data_directory: dataDirectory }])
  expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS n')
  await expect(query(url.replace(/:[^:@]*@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(dataDir, 'secrets', 'database-password')).mode & 0o777).toBe(0o600)

  const second = await startOwner().ended
  expect(second.code).toBe(1)
  expect(second.said).toMatch(
    new RegExp(
      `拍档已在运行：数据目录 ${dataDir} 由进程 ${first.child.pid} 使用（数据库端口 \\d+），它照常工作。要另开一份，请设置另一个 DATA_DIR 与 PORT。`,
    ),
  )
  expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])

  first.child.kill('SIGKILL')
  await first.ended
  const { postmasterPid } = runtime()
  expect(stateOf(postmasterPid)).toBe('postgres')
  const heir = startOwner()
  const inherited = await heir.opened
  expect(inherited.notices.join()).toContain('接管')
  expect(inherited.url).toBe(url)
  expect(runtime()).toMatchObject({ pid: heir.child.pid, postmasterPid })
  expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  // The owner speaks through a socket of files, and who comes from outside through TCP.
  const place = placeOfSocket(join(dataDir, 'pg'))
  expect(url).toBe(`${urlOfRunning(dataDir)}${place === '' ? '' : `&host=${encodeURIComponent(place)}`}`)

  heir.child.kill('SIGTERM')
  expect((await heir.ended).code).toBe(0)
  expect(['gone', 'zombie']).toContain(stateOf(postmasterPid))
  expect(existsSync(join(dataDirectory, 'postmaster.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false)
  expect(urlOfRunning(dataDir)).toBeUndefined()
})

test('the product is no superuser, and gets ownership of objects that an earlier version made as superuser', async () => {
  const first = startOwner()
  const { url } = await first.opened
  const outside = ["COPY kept TO PROGRAM 'true'", "COPY kept FROM '/etc/passwd'", "SELECT pg_read_file('/etc/passwd')"]
  for (const text of [...outside, "ALTER SYSTEM SET fsync = 'off'", 'CREATE ROLE another', 'CREATE DATABASE another']) {
    await expect(query(url, text), text).rejects.toMatchObject({ code: '42501' })
  }
  await expect(query(url.replace('/paidang?', '/postgres?'), 'SELECT 1')).rejects.toMatchObject({ code: '42501' })

  await query(
    asSuperuser(url),
    `CREATE SCHEMA former;
    CREATE TYPE former.mood AS ENUM ('good');
    CREATE TABLE former.notes (id serial PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY, mood former.mood);
    CREATE SEQUENCE former.numbers;
    CREATE VIEW former.moods AS SELECT mood FROM former.notes;
    CREATE FUNCTION former.one() RETURNS int LANGUAGE sql AS 'SELECT 1';`,
  )
  await expect(query(url, 'SELECT id FROM former.notes')).rejects.toMatchObject({ code: '42501' })
  first.child.kill('SIGTERM')
  await first.ended

  const { url: again } = await startOwner().opened
  await query(
    again,
    `ALTER TYPE former.mood ADD VALUE 'better';
    ALTER TABLE former.notes ADD COLUMN words text;
    INSERT INTO former.notes (words) VALUES ('kept');
    CREATE OR REPLACE FUNCTION former.one() RETURNS int LANGUAGE sql AS 'SELECT 2';`,
  )
  const owners = `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
    WHERE relnamespace IN ('former'::regnamespace, 'public'::regnamespace)`
  expect(await query(again, owners)).toEqual([{ owner: 'paidang_server' }])
  await query(again, 'DROP SCHEMA former CASCADE')
})

test('a server that is killed comes back on the same port, with the same owner', async () => {
  const owner = startOwner()
  const { url } = await owner.opened
  const before = runtime().postmasterPid
  // A process of the dead server that ends late keeps its memory. The new server waits for it.
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const [late] = rows.map(({ pid }) => pid)
  if (late === undefined) throw new Error('no process answered')
  process.kill(late, 'SIGSTOP')
  process.kill(before, 'SIGKILL')
  await expect.poll(log).toContain('pre-existing shared memory block')
  process.kill(late, 'SIGCONT')
  await expect.poll(() => runtime().postmasterPid).not.toBe(before)
  expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  expect((await startOwner().ended).said).toContain(`由进程 ${owner.child.pid} 使用`)
})

test('on a full disk the server says so and waits, and comes back on the same port when there is room', async () => {
  const owner = startOwner()
  const { url } = await owner.opened
  const before = runtime().postmasterPid
  setRoom(0)
  process.kill(before, 'SIGKILL')
  await expect.poll(owner.said).toContain('磁盘已满，数据库暂停运行。请为')
  expect(owner.said()).not.toContain('已丢失')
  expect(runtime().postmasterPid).toBe(before)
  setRoom(1e12)
  await expect.poll(() => runtime().postmasterPid, { timeout: 10_000 }).not.toBe(before)
  expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  expect(owner.said().match(/磁盘已满/g)).toHaveLength(1)

  setRoom(0)
  process.kill(runtime().postmasterPid, 'SIGKILL')
  await expect.poll(() => owner.said().match(/磁盘已满/g)?.length).toBe(2)
  owner.child.kill('SIGTERM')
  expect((await owner.ended).code).toBe(0)
  setRoom(1e12)
})

test('the log has nothing of what statements said, and is emptied while the server writes into it', async () => {
  const { url } = await startOwner().opened
  await query(url, 'CREATE TABLE phones (phone text PRIMARY KEY)')
  await query(url, "INSERT INTO phones VALUES ('13712345678')")
  for (const [text, code] of [
    ["INSERT INTO phones VALUES ('13712345678')", '23505'],
    ["SELECT '13712345678x'::bigint", '22P02'],
    ["DO $$ BEGIN RAISE WARNING '13712345678'; END $$", undefined],
  ] as const) {
    const answer = query(url, text)
    if (code) await expect(answer).rejects.toMatchObject({ code })
    else await answer
  }
  expect(log()).toContain('ready to accept connections')
  expect(log()).not.toMatch(/13712345678|phones|STATEMENT|DETAIL|duplicate/)

  rotateLog(logFile, new Date())
  const former = `${logFile}.1`
  expect([existsSync(former), log() === '']).toEqual([false, false])
  truncateSync(logFile, 10_000_001)
  rotateLog(logFile, new Date())
  expect([statSync(former).size, log()]).toEqual([10_000_001, ''])
  await query(asSuperuser(url), 'SELECT pg_reload_conf()')
  await expect.poll(log).toContain('received SIGHUP')
  const fifteenDaysAgo = new Date(Date.now() - 15 * 86_400_000)
  utimesSync(former, fifteenDaysAgo, fifteenDaysAgo)
  rotateLog(logFile, new Date())
  expect([readFileSync(former, 'utf8'), log()]).toEqual([expect.stringContaining('received SIGHUP'), ''])
  await query(url, 'DROP TABLE phones')
})

test('a path that is too long for a socket, or that PostgreSQL would read as two, has none', () => {
  expect(placeOfSocket('/数据 目录/pg')).toBe('/数据 目录/pg')
  const longest = `/${'a'.repeat(102 - '/.s.PGSQL.65535'.length)}`
  expect([placeOfSocket(longest), placeOfSocket(`${longest}a`)]).toEqual([longest, ''])
  expect([placeOfSocket('/a,b'), placeOfSocket('/a"b')]).toEqual(['', ''])
})

test.each([
  [512, { shared_buffers: '64MB', effective_cache_size: '256MB', maintenance_work_mem: '32MB', work_mem: '4MB' }],
  [2_048, { shared_buffers: '256MB', effective_cache_size: '1024MB', maintenance_work_mem: '64MB', work_mem: '4MB' }],
  [
    262_144,
    { shared_buffers: '512MB', effective_cache_size: '65536MB', maintenance_work_mem: '256MB', work_mem: '32MB' },
  ],
])('on a machine of %i MB the settings are fit for it', (megabytes, settings) => {
  expect(settingsFor(megabytes * 1_048_576)).toMatchObject(settings)
})
