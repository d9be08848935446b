import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from './db/database.ts'
import { type EmbeddedDatabase, openEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { files } from './tables/files.ts'
import { givenWorld } from './testing/given-world.ts'
import { isLongRun } from './testing/run-length.ts'

const home = mkdtempSync(join(tmpdir(), 'paidang-backup-'))
chmodSync(home, 0o711)
const dataDir = join(home, 'data')
const to = join(home, 'archives')
const pictures = join(dataDir, 'uploads/public/photos')
const onError = () => undefined
let product: EmbeddedDatabase
let pool: ReturnType<typeof createPool>
let owner: string

beforeAll(async () => {
  product = await openEmbedded(dataDir, onError)
  await migrate(product.url, { onError })
  pool = createPool(product.url, { max: 2, onError, statementTimeoutMs: 600_000 })
  const db = createDatabase(pool)
  owner = (await givenWorld(db)).idler
  mkdirSync(pictures, { recursive: true })
  for (const { relativePath } of await db.select().from(files)) {
    const path = join(dataDir, 'uploads', relativePath)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'a picture of the world')
  }
})
afterAll(async () => {
  await pool.end()
  await product.stop()
  rmSync(home, { recursive: true, force: true })
})

function start(command: 'backup' | 'restore', parameters: string[], env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...parameters], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_DIRECT_URL: undefined, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  return { child, ended: once(child, 'close').then(([status]) => ({ status, said })) }
}
const run = (command: 'backup' | 'restore', parameters: string[], DATA_DIR = dataDir) =>
  start(command, parameters, { DATA_DIR }).ended
const archives = () => readdirSync(to).filter((name) => /\.gz(\.age)?$/.test(name))

/** Random bytes beside the product's own tables, since nothing makes these smaller: a megabyte, or a gigabyte. */
const BALLAST_MB = isLongRun ? 1_000 : 1
const BALLAST = `create table ballast as select string_agg(decode(md5(random()::text), 'hex'), '') as random
  from generate_series(1, ${BALLAST_MB * 65_536}) as n group by n / 4096`
const sumOfBallast = async (at: typeof pool) =>
  (await at.query(`select md5(string_agg(md5(random), '' order by md5(random))) as sum from ballast`)).rows
async function sumOfRestored(directory: string) {
  const restored = await openEmbedded(directory, onError)
  const at = createPool(restored.url, { max: 1, onError, statementTimeoutMs: 600_000 })
  const sum = await sumOfBallast(at)
  await at.end()
  await restored.stop()
  return sum
}

/** Somebody uploads a picture: first the file, then its row. */
async function upload(name: string) {
  writeFileSync(join(pictures, name), name)
  const [relativePath, now] = [`public/photos/${name}`, new Date()]
  const size = { sizeBytes: 1, width: 1, height: 1 }
  await createDatabase(pool)
    .insert(files)
    .values({ relativePath, ownerId: owner, createdAt: now, ...size })
}

test('an archive that was made while people upload is restored whole, for whoever has the key alone', async () => {
  const identity = await generateIdentity()
  const keys = join(home, 'keys')
  writeFileSync(keys, `# the operator's\n${identity}\n`)
  const settings = join(home, 'settings')
  writeFileSync(settings, 'TOKEN_SECRET=known')
  const age = ['--recipient', await identityToRecipient(identity), '--environment', settings]
  mkdirSync(to)
  for (const other of [
    'paidang-20200101T000000Z.tar.gz',
    'paidang-20200101T000000Z.tar.gz.sha256',
    'paidang-notes.txt',
  ])
    writeFileSync(join(to, other), '')
  await pool.query(BALLAST)
  let isDone = false
  const begun = performance.now()
  const made = run('backup', ['--to', to, '--keep', '1', ...age]).finally(() => {
    isDone = true
  })
  for (let count = 1; !isDone && count <= 300; count += 1) await upload(`${count}.webp`)
  expect(await made).toMatchObject({ status: 0 })
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  const backedUp = seconds()
  const [name = ''] = archives()
  const archive = join(to, name)
  expect(statSync(archive).size).toBeGreaterThan(BALLAST_MB * 1_000_000)
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  expect(readFileSync(archive).includes('known')).toBe(false)

  const target = join(home, 'restored')
  expect(await run('restore', ['--from', archive, '--identity', keys], target)).toMatchObject({
    status: 0,
    said: expect.stringContaining('所有检查都通过'),
  })
  expect(await sumOfRestored(target)).toEqual(await sumOfBallast(pool))
  const restored = seconds() - backedUp
  console.log(`figure: a backup of ${BALLAST_MB} MB and the world: made in ${backedUp} s, restored in ${restored} s`)
  expect(readFileSync(join(target, 'environment'), 'utf8')).toBe('TOKEN_SECRET=known')
  expect(readFileSync(join(target, 'secrets/database-password'))).toEqual(
    readFileSync(join(dataDir, 'secrets/database-password')),
  )
  expect(readdirSync(to).sort()).toEqual([name, `${name}.sha256`, 'paidang-notes.txt'])

  // The log at the end is mostly zeros: much of it is read at the cut, and waits.
  const cut = join(home, 'cut.tar.gz.age')
  const whole = readFileSync(archive)
  writeFileSync(cut, whole.subarray(0, whole.length - 50_000))
  const emptied = join(home, 'emptied')
  expect(await run('restore', ['--from', cut, '--identity', keys], emptied)).toEqual({
    status: 1,
    said: expect.stringContaining('备份无法读取：'),
  })
  expect(existsSync(emptied)).toBe(false)
})

test('a backup that fails or is ended says why in a sentence, and leaves nothing', async () => {
  const failed = join(home, 'failed')
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const ended = start('backup', ['--to', failed], { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/db` })
  const isAnswered = once(silent, 'connection')
  const others = [
    { said: 'BACKUP_RECIPIENT（--recipient）是空的', ...start('backup', ['--to', failed, '--recipient', '']) },
    { said: 'pg_dump 失败：', ...start('backup', ['--to', failed], { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/db' }) },
    { said: '私钥文件不存在：/nowhere', ...start('restore', ['--from', 'any.age', '--identity', '/nowhere']) },
  ]
  for (const other of others) {
    const { status, said } = await other.ended
    expect(said).toContain(other.said)
    expect(said).not.toMatch(/^ +at /m)
    expect(status).toBe(1)
  }
  const [socket] = await isAnswered
  expect(readdirSync(failed)).toEqual([expect.stringMatching(/\.partial$/)])
  ended.child.kill('SIGTERM')
  expect(await ended.ended).toEqual({ status: 1, said: '备份被中断，没有留下文件。\n' })
  expect(readdirSync(failed)).toEqual([])
  socket.destroy()
  silent.close()
})

test('a restore that is ended says so, and leaves nothing', async () => {
  const [pipe, target] = [join(home, 'endless.tar.gz'), join(home, 'halfway')]
  execFileSync('mkfifo', [pipe])
  const ended = start('restore', ['--from', pipe], { DATA_DIR: target })
  const tar = pack()
  const zeros = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(65_536)
    })(),
  )
  const writing = createWriteStream(pipe)
  const fed = Promise.allSettled([
    pipeline(zeros, tar.entry({ name: 'uploads/endless', size: 2 ** 40 })),
    pipeline(tar, createGzip({ level: 1 }), writing),
  ])
  // Opened once somebody reads.
  await once(writing, 'open')
  ended.child.kill('SIGTERM')
  expect(await ended.ended).toEqual({ status: 1, said: '恢复被中断，没有留下文件。\n' })
  expect((await fed)[1]).toMatchObject({ status: 'rejected', reason: { code: 'EPIPE' } })
  expect(existsSync(target)).toBe(false)
})

test('a drill tells of a picture that is lost, and leaves everything as it was', async () => {
  await upload('lost.webp')
  rmSync(join(pictures, 'lost.webp'))
  expect(await run('backup', ['--to', to, '--keep', '1'])).toMatchObject({ status: 0 })
  const target = join(home, 'untouched')
  expect(await run('restore', ['--from', join(to, archives()[0] ?? ''), '--drill'], target)).toMatchObject({
    status: 1,
    said: expect.stringContaining('缺少图片：public/photos/lost.webp'),
  })
  expect(existsSync(target)).toBe(false)
})
