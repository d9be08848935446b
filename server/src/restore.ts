import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type About, unpack } from './backup/archive.ts'
import { CLUSTER, DUMP, listing, loadDump } from './backup/database-copy.ts'
import { DEFAULT_DATA_DIR, sessionDatabaseUrl } from './config.ts'
import { chooseAccount } from './db/embedded/account.ts'
import { openEmbedded } from './db/embedded/embedded.ts'
import { startThrowawayPostgres } from './db/embedded/throwaway.ts'
import { createClient } from './db/pool.ts'
import { checkAll } from './invariants/check-all.ts'
import { codeOf, messageOf } from './process/error-parts.ts'
import { ensureDataDirectory } from './process/secrets.ts'
import { StartRefused } from './process/start-refused.ts'

const USAGE = `用法：npm run restore -- --from <备份> [--identity <age 私钥文件>] [--drill]
写入 DATA_DIR（须为空）；备份来自外部数据库时，还写入 DATABASE_URL（须为空库）。--drill 只在临时位置演练，不改动任何数据。`

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

type Wish = {
  from: string
  identities: readonly string[]
  dataDir: string
  databaseUrl: string | undefined
  /** Ends it before anything stands. */
  signal: AbortSignal
}

/** Restores an archive and checks it. @returns whether everything in it is sound */
async function restore({ from, identities, dataDir, databaseUrl, signal }: Wish): Promise<boolean> {
  const isOurs = !existsSync(dataDir)
  ensureDataDirectory(dataDir)
  if ((await readdir(dataDir)).length > 0)
    throw new StartRefused(`${dataDir} 不是空的。恢复不覆盖任何数据，请另设 DATA_DIR。`)
  const work = join(dataDir, 'restoring')
  await mkdir(work)
  try {
    const { about, url } = await take({ from, identities, databaseUrl, signal }, work)
    for (const name of (await readdir(work)).filter((one) => one !== DUMP)) {
      await rename(join(work, name), join(dataDir, name))
    }
    return await isSound(about, dataDir, url)
  } finally {
    await rm(work, { recursive: true, force: true })
    if (isOurs && (await readdir(dataDir)).length === 0) await rmdir(dataDir)
  }
}

/** Unpacks an archive into a directory, and makes its database usable. */
async function take({ from, identities, databaseUrl, signal }: Omit<Wish, 'dataDir'>, work: string) {
  try {
    const about = await unpack(from, work, { identities, signal })
    say(`备份写于 ${about.createdAt}，PostgreSQL ${about.postgres}，每个文件都与清单相符。`)
    const url = await restoreDatabase(about, { work, databaseUrl, signal })
    signal.throwIfAborted()
    return { about, url }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

type Place = { work: string } & Pick<Wish, 'databaseUrl' | 'signal'>

/** Makes the copied database usable. @returns the address of an external one */
async function restoreDatabase({ database }: About, { work, databaseUrl, signal }: Place): Promise<string | undefined> {
  if (database === 'external') {
    if (!databaseUrl) throw new StartRefused('这份备份来自外部数据库，请用 DATABASE_URL 指出要写入的空数据库。')
    await loadDump(join(work, DUMP), databaseUrl, signal)
    return databaseUrl
  }
  const { uid, gid } = chooseAccount(undefined)
  if (uid === undefined) return undefined
  const cluster = join(work, CLUSTER)
  for (const path of [cluster, ...(await listing(cluster)).map(({ name }) => join(cluster, name))]) {
    await chown(path, uid, gid)
  }
  return undefined
}

/** Checks every invariant of a restored product, and that each picture it keeps is there. */
async function isSound(
  { database, isWithoutPictures }: About,
  dataDir: string,
  externalUrl: string | undefined,
): Promise<boolean> {
  const embedded = database === 'embedded' ? await openEmbedded(dataDir, say) : undefined
  const url = externalUrl ?? embedded?.url ?? ''
  try {
    let broken = 0
    await checkAll(url, {
      onChecked({ name, verdict, severity, count }) {
        if (verdict === 'ok' || severity === 'warning') return
        broken += 1
        say(`${verdict === 'broken' ? `不成立（${count} 处）` : '未能检查'}：${name}`)
      },
    })
    const missing = isWithoutPictures ? [] : await missingPictures(url, join(dataDir, 'uploads'))
    if (isWithoutPictures) say('图片在 S3 存储里，不在备份中，没有检查。')
    for (const path of missing) say(`缺少图片：${path}`)
    return broken + missing.length === 0
  } finally {
    await embedded?.stop()
  }
}

async function missingPictures(url: string, directory: string): Promise<string[]> {
  const client = createClient(url, { onError: () => undefined })
  await client.connect()
  try {
    const { rows } = await client.query<{ path: string }>(
      'SELECT relative_path AS path FROM files WHERE discarded_at IS NULL',
    )
    const there = new Set(existsSync(directory) ? (await listing(directory)).map(({ name }) => name) : [])
    return rows.map(({ path }) => path).filter((path) => !there.has(path))
  } finally {
    await client.end()
  }
}

/** Restores an archive into a temporary place, checks it, and deletes it. */
async function drill(wish: Pick<Wish, 'from' | 'identities' | 'signal'>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paidang-drill-'))
  // PostgreSQL runs under another account where we are root, and has to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startThrowawayPostgres()
  try {
    return await restore({ ...wish, dataDir, databaseUrl: postgres.url })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The secret keys of age in a file, which may have comments. */
async function identitiesIn(file: string): Promise<string[]> {
  const keys = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new StartRefused(`私钥文件不存在：${file}`)
    throw new StartRefused(`私钥文件无法读取：${file}（${codeOf(error)}）`)
  })
  const identities = keys.split('\n').flatMap((line) => /^AGE-SECRET-KEY-\S+/.exec(line) ?? [])
  if (identities.length === 0) throw new StartRefused(`这个文件里没有 age 私钥（AGE-SECRET-KEY-…）：${file}`)
  return identities
}

const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => ended.abort(new StartRefused('恢复被中断，没有留下文件。')))
}

try {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, identity: { type: 'string' }, drill: { type: 'boolean', default: false } },
  })
  if (!values.from) throw new Error(USAGE)
  const identities = values.identity === undefined ? [] : await identitiesIn(values.identity)
  const from = resolve(values.from)
  const isDone = values.drill
    ? await drill({ from, identities, signal: ended.signal })
    : await restore({
        from,
        identities,
        dataDir: resolve(process.env.DATA_DIR || DEFAULT_DATA_DIR),
        databaseUrl: sessionDatabaseUrl(process.env),
        signal: ended.signal,
      })
  say(isDone ? '已恢复，所有检查都通过。' : '已恢复，但有检查没有通过，见上。')
  process.exitCode = isDone ? 0 : 1
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
