import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Encrypter } from 'age-encryption'
import { type About, ArchiveWriter, encrypterFor, removeLeftovers } from './backup/archive.ts'
import { copyCluster, dumpDatabase, listing } from './backup/database-copy.ts'
import { ConfigError, DEFAULT_DATA_DIR, sessionDatabaseUrl } from './config.ts'
import { locateCluster } from './db/embedded/cluster.ts'
import { openEmbedded } from './db/embedded/embedded.ts'
import { superuserOfRunning, urlOfRunning } from './db/embedded/running.ts'
import { isConnectionFault } from './db/faults.ts'
import { createClient } from './db/pool.ts'
import { codeOf, messageOf } from './process/error-parts.ts'
import { StartRefused } from './process/start-refused.ts'

const USAGE = `用法：npm run backup -- --to <目录> [--keep <份数>] [--recipient age1…] [--environment <文件>]
数据库取 DATABASE_URL 指定的，否则取 DATA_DIR 里自带的；产品不必停止。`

const NAME = /^paidang-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/

type Wish = {
  to: string
  /** How many archives stay; without it all of them. */
  keep: number | undefined
  encrypter: Encrypter | undefined
  /** The settings of the deployment, which hold secrets too. */
  environment: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** Whether pictures lie in an S3 store, which keeps its own copies. */
  isWithoutPictures: boolean
  /** Somebody ended the process. */
  signal: AbortSignal
}

/**
 * Writes one archive of database, pictures and secrets. Pictures are copied before the database, and those that came
 * meanwhile after it. So each picture that the copied database shows is in the archive.
 *
 * @returns the path of the archive
 */
async function backUp({
  to,
  keep,
  encrypter,
  environment,
  dataDir,
  databaseUrl,
  isWithoutPictures,
  signal,
}: Wish): Promise<string> {
  const createdAt = new Date().toISOString()
  await mkdir(to, { recursive: true, mode: 0o700 })
  await removeLeftovers(to)
  const name = `paidang-${createdAt.replace(/[-:]|\.\d+/g, '')}.tar.gz${encrypter ? '.age' : ''}`
  const file = join(to, name)
  const archive = new ArchiveWriter(file, encrypter)
  signal.addEventListener('abort', () => archive.interrupt(signal.reason))
  try {
    if (!isWithoutPictures) await addFolder(archive, dataDir, 'uploads')
    const postgres = databaseUrl
      ? await dumpDatabase(archive, databaseUrl, signal)
      : await withEmbedded(dataDir, (url) => copyCluster(archive, locateCluster(dataDir).directory, url))
    if (!isWithoutPictures) await addFolder(archive, dataDir, 'uploads')
    await addFolder(archive, dataDir, 'secrets')
    if (environment !== undefined) await archive.addText('environment', environment)
    const about: About = { createdAt, database: databaseUrl ? 'external' : 'embedded', postgres, isWithoutPictures }
    await archive.finish(about)
  } catch (error) {
    await archive.giveUp()
    throw signal.aborted ? signal.reason : error
  }
  if (keep !== undefined) await forgetOld(to, keep)
  const { size } = await stat(file)
  try {
    if (databaseUrl) await record(databaseUrl, size)
    else await withEmbedded(dataDir, () => record(urlOfRunning(dataDir), size))
  } catch (error) {
    throw new StartRefused(`备份已写到 ${file}，但没能记入数据库：${messageOf(error)}`)
  }
  return file
}

/** Tells the product that there is an archive, since it tells its operators when the last one is too old. */
async function record(url: string | undefined, bytes: number): Promise<void> {
  if (url === undefined) throw new Error('the database has no address')
  const client = createClient(url, { applicationName: 'paidang-backup', onError: () => undefined })
  await client.connect()
  try {
    // The database of an earlier version keeps none.
    const { rows } = await client.query<{ isKept: boolean }>(`SELECT to_regclass('backups') IS NOT NULL AS "isKept"`)
    if (rows[0]?.isKept) await client.query('INSERT INTO backups (bytes) VALUES ($1)', [bytes])
  } finally {
    await client.end()
  }
}

/** Works with the database that comes along: with the running one, or with one that is started for it. */
async function withEmbedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const running = superuserOfRunning(dataDir)
  const opened = running ? undefined : await openEmbedded(dataDir, (sentence) => console.error(sentence))
  try {
    const url = running ?? superuserOfRunning(dataDir)
    if (url === undefined) throw new Error('the embedded database has no address')
    return await work(url)
  } finally {
    await opened?.stop()
  }
}

/** Adds the files of a folder of DATA_DIR that the archive does not have yet. */
async function addFolder(archive: ArchiveWriter, dataDir: string, folder: string): Promise<void> {
  const entries = await listing(join(dataDir, folder)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`
    if (!entry.isDirectory && !archive.has(name)) await archive.addFile(name, join(dataDir, name))
  }
}

/** Deletes the oldest archives but so many. Their names are their times. */
async function forgetOld(directory: string, keep: number): Promise<void> {
  const archives = (await readdir(directory)).filter((name) => NAME.test(name)).sort()
  for (const name of archives.slice(0, Math.max(0, archives.length - keep))) {
    for (const path of [name, `${name}.sha256`]) await rm(join(directory, path), { force: true })
  }
}

/** Why there is no backup, for who looks into the journal of the night. */
function sentenceOf(error: unknown, to: string | undefined): string {
  if (error instanceof StartRefused || error instanceof ConfigError) return error.message
  if (codeOf(error) === 'ENOSPC') return `目标盘已满：${to} 放不下这份备份，没有留下文件。请腾出空间，或换一个目录。`
  if (isConnectionFault(error)) return `备份失败，数据库无法连接：${messageOf(error)}`
  return `备份失败：${messageOf(error)}`
}

const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => ended.abort(new StartRefused('备份被中断，没有留下文件。')))
}
let to: string | undefined
try {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      recipient: { type: 'string', multiple: true, default: [] },
      environment: { type: 'string' },
    },
  })
  if (!values.to || (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))) throw new StartRefused(USAGE)
  to = resolve(values.to)
  const { environment } = values
  const file = await backUp({
    to,
    keep: values.keep === undefined ? undefined : Number(values.keep),
    encrypter: encrypterFor(values.recipient),
    environment: environment === undefined ? undefined : await readFile(environment, 'utf8'),
    dataDir: resolve(process.env.DATA_DIR || DEFAULT_DATA_DIR),
    databaseUrl: sessionDatabaseUrl(process.env),
    isWithoutPictures: Boolean(process.env.S3_BUCKET),
    signal: ended.signal,
  })
  const megabytes = Math.ceil((await stat(file)).size / 1_048_576)
  process.stdout.write(`已备份到 ${file}（${megabytes} MB）\n`)
  if (process.env.S3_BUCKET)
    process.stdout.write('图片在 S3 存储里，不在备份中，请为存储桶开启版本控制或跨区域复制。\n')
  if (values.recipient.length === 0) process.stdout.write('备份没有加密，里面有个人信息与密钥，请妥善保管。\n')
} catch (error) {
  process.stderr.write(`${sentenceOf(error, to)}\n`)
  process.exitCode = 1
}
