import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isConnectionFault } from '../db/faults.ts'
import { createClient } from '../db/pool.ts'
import { codeOf } from '../process/error-parts.ts'
import { StartRefused } from '../process/start-refused.ts'
import type { ArchiveWriter } from './archive.ts'

/** Where an archive holds the files of a cluster, or the dump of a database. */
export const CLUSTER = 'pg'
export const DUMP = 'database.dump'

/** What a cluster makes anew, or must not find. Source: PostgreSQL documentation, Making a Base Backup Using the Low Level API */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..+|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$|(^|\/)(pgsql_tmp|pg_internal\.init)/
const CONTROL = 'global/pg_control'
const onError = () => undefined

/**
 * Copies the running cluster of a bundled PostgreSQL file by file, with the log that makes the files agree. It waits for
 * nobody, and nobody waits for it.
 *
 * @param url the cluster's superuser
 * @returns the version of PostgreSQL
 */
export async function copyCluster(archive: ArchiveWriter, directory: string, url: string): Promise<string> {
  const client = createClient(url, { applicationName: 'paidang-backup', onError })
  await client.connect()
  try {
    // Until the connection ends, the server keeps the log from here on.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`paidang_backup_${process.pid}`])
    await client.query(`SELECT pg_backup_start('paidang', true)`)
    for (const entry of await listing(directory)) {
      if (NOT_COPIED.test(entry.name) || entry.name === CONTROL) continue
      const name = `${CLUSTER}/${entry.name}`
      if (entry.isDirectory) await archive.addDirectory(name)
      else await archive.addFile(name, join(directory, entry.name))
    }
    await archive.addFile(`${CLUSTER}/${CONTROL}`, join(directory, CONTROL))
    const { rows } = await client.query<{ label: string; last: string; version: string }>(
      `SELECT labelfile AS label, pg_walfile_name(lsn) AS last, current_setting('server_version') AS version
       FROM pg_backup_stop(false)`,
    )
    const { label = '', last = '', version = '' } = rows[0] ?? {}
    await archive.addText(`${CLUSTER}/backup_label`, label)
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? last
    for (const name of (await readdir(join(directory, 'pg_wal'))).sort()) {
      const isPart = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
      if (isPart || name.endsWith('.history')) {
        await archive.addFile(`${CLUSTER}/pg_wal/${name}`, join(directory, 'pg_wal', name))
      }
    }
    return version
  } finally {
    await client.end()
  }
}

/**
 * Adds what pg_dump writes of a database, which lies nowhere in plain text meanwhile.
 *
 * @returns the version of PostgreSQL
 */
export async function dumpDatabase(archive: ArchiveWriter, url: string, signal: AbortSignal): Promise<string> {
  const dump = await startTool('pg_dump', url, { args: ['--format=custom', '--compress=0'], signal })
  await archive.addParts(DUMP, outputOf(dump))
  const client = createClient(url, { onError })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Writes a dump into an empty database.
 *
 * @throws StartRefused where the database has tables, or cannot be reached
 */
export async function loadDump(path: string, url: string, signal: AbortSignal): Promise<void> {
  const client = createClient(url, { onError })
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_tables WHERE schemaname IN ('public', 'drizzle', 'pgboss')`,
    )
    if (rowCount) throw new StartRefused('目标数据库里已有数据。恢复只写入空数据库，请先新建一个。')
  } catch (error) {
    throw isConnectionFault(error) ? new StartRefused(`无法连接目标数据库：${(error as Error).message}`) : error
  } finally {
    await client.end()
  }
  const restore = await startTool('pg_restore', url, { args: ['--single-transaction'], signal })
  // Where it ends early, its own words say why.
  await pipeline(contentOf(path), restore.stdin).catch(() => undefined)
  await restore.ended
}

/** Everything below a directory, in the order of names. */
export async function listing(directory: string): Promise<{ name: string; isDirectory: boolean }[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  return entries
    .map((entry) => ({
      name: join(entry.parentPath, entry.name).slice(directory.length + 1),
      isDirectory: entry.isDirectory(),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The bytes of a dump: of its parts, or of the single file of older archives. */
async function* contentOf(path: string): AsyncIterable<Buffer> {
  const files = (await stat(path)).isDirectory() ? (await listing(path)).map(({ name }) => join(path, name)) : [path]
  for (const file of files) yield* createReadStream(file)
}

/** What a tool writes, up to its good end. */
async function* outputOf({ stdout, ended }: Tool): AsyncIterable<Buffer> {
  yield* stdout
  await ended
}

type Tool = {
  stdin: NodeJS.WritableStream
  stdout: Readable
  /** Rejects with what it said, when it failed. */
  ended: Promise<void>
}

async function startTool(
  name: 'pg_dump' | 'pg_restore',
  url: string,
  { args, signal }: { args: string[]; signal?: AbortSignal },
): Promise<Tool> {
  // Everybody on the machine can read arguments, so the password is none.
  const address = new URL(url)
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(address.password) }
  address.password = ''
  const child = spawn(name, ['--no-owner', '--no-privileges', '--dbname', address.href, ...args], { env, signal })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close').then(([code, ended]) => {
    if (code !== 0) throw new StartRefused(`${name} 失败：${said.trim() || `代码 ${code ?? ended}`}`)
  })
  // Whoever uses the tool awaits it, sooner or later.
  ended.catch(() => undefined)
  await once(child, 'spawn').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new StartRefused(
      `没有找到 ${name}。请安装与数据库同版本的 PostgreSQL 客户端（apt-get install postgresql-client）。`,
    )
  })
  return { stdin: child.stdin, stdout: child.stdout, ended }
}
