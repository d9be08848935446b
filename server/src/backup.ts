import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type About, ArchiveWriter } from './backup/archive.ts'
import { copyCluster, dumpDatabase, listing } from './backup/database-copy.ts'
import { DEFAULT_DATA_DIR } from './config.ts'
import { locateCluster } from './db/embedded/cluster.ts'
import { openEmbedded } from './db/embedded/embedded.ts'
import { superuserOfRunning, urlOfRunning } from './db/embedded/running.ts'
import { createClient } from './db/pool.ts'
import { codeOf, messageOf } from './process/error-parts.ts'

const USAGE = `用法：npm run backup -- --to <目录> [--keep <份数>] [--recipient age1…] [--environment <文件>]
数据库取 DATABASE_URL 指定的，否则取 DATA_DIR 里自带的；产品不必停止。`

const NAME = /^paidang-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/

type Wish = {
  to: string
  /** How many archives stay; without it all of them. */
  keep: number | undefined
  recipients: readonly string[]
  /** The file with the settings of the deployment, which holds secrets too. */
  environment: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** Whether pictures lie in an S3 store, which keeps its own copies. */
  isWithoutPictures: boolean
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
  recipients,
  environment,
  dataDir,
  databaseUrl,
  isWithoutPictures,
}: Wish): Promise<string> {
  const createdAt = new Date().toISOString()
  await mkdir(to, { recursive: true, mode: 0o700 })
  const name = `paidang-${createdAt.replace(/[-:]|\.\d+/g, '')}.tar.gz${recipients.length > 0 ? '.age' : ''}`
  const file = join(to, name)
  const archive = new ArchiveWriter(file, recipients)
  try {
    if (!isWithoutPictures) await addFolder(archive, dataDir, 'uploads')
    const postgres = databaseUrl
      ? await dumpDatabase(archive, databaseUrl, to)
      : await withEmbedded(dataDir, (url) => copyCluster(archive, locateCluster(dataDir).directory, url))
    if (!isWithoutPictures) await addFolder(archive, dataDir, 'uploads')
    await addFolder(archive, dataDir, 'secrets')
    if (environment !== undefined) await archive.addText('environment', await readFile(environment, 'utf8'))
    const about: About = { createdAt, database: databaseUrl ? 'external' : 'embedded', postgres, isWithoutPictures }
    await archive.finish(about)
  } catch (error) {
    await archive.giveUp()
    throw error
  }
  if (keep !== undefined) await forgetOld(to, keep)
  const { size } = await stat(file)
  if (databaseUrl) await record(databaseUrl, size)
  else await withEmbedded(dataDir, () => record(urlOfRunning(dataDir), size))
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

try {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      recipient: { type: 'string', multiple: true, default: [] },
      environment: { type: 'string' },
    },
  })
  if (!values.to || (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))) throw new Error(USAGE)
  const file = await backUp({
    to: resolve(values.to),
    keep: values.keep === undefined ? undefined : Number(values.keep),
    recipients: values.recipient,
    environment: values.environment,
    dataDir: resolve(process.env.DATA_DIR || DEFAULT_DATA_DIR),
    databaseUrl: process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || undefined,
    isWithoutPictures: Boolean(process.env.S3_BUCKET),
  })
  const megabytes = Math.ceil((await stat(file)).size / 1_048_576)
  process.stdout.write(`已备份到 ${file}（${megabytes} MB）\n`)
  if (process.env.S3_BUCKET)
    process.stdout.write('图片在 S3 存储里，不在备份中，请为存储桶开启版本控制或跨区域复制。\n')
  if (values.recipient.length === 0) process.stdout.write('备份没有加密，里面有个人信息与密钥，请妥善保管。\n')
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
