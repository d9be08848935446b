import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, messageOf } from '../../process/error-parts.ts'
import { ensureDataDirectory } from '../../process/secrets.ts'
import { StartRefused } from '../../process/start-refused.ts'
import { type Account, canEnter, chooseAccount, environmentOfPostgres } from './account.ts'
import { type Binaries, SYSTEM_DIRECTORY } from './binaries.ts'
import { isAlive } from './process-state.ts'

/** The superuser that initdb creates. Its password is in DATA_DIR/secrets. */
export const SUPERUSER = 'app'

/** The directory of a cluster, and the account that runs it. */
export type ClusterPlace = { directory: string; account: Account }

/** The file in DATA_DIR that names the directory of a cluster outside it. */
const POINTER = 'database-directory'
const INITDB_TIMEOUT_MS = 120_000

/**
 * The present or future place of the cluster of this DATA_DIR. It is inside DATA_DIR, unless PostgreSQL's account
 * cannot enter there (root with a closed home). Then it is in a system directory that survives a reboot, and a pointer
 * file in DATA_DIR names it.
 */
export function locateCluster(dataDir: string): ClusterPlace {
  ensureDataDirectory(dataDir)
  const inside = join(dataDir, 'pg')
  const directory = readPointer(dataDir) ?? (existsSync(inside) ? inside : undefined)
  if (directory !== undefined) {
    const account = chooseAccount(existsSync(directory) ? directory : undefined)
    if (canEnter(account, dirname(directory))) return { directory, account }
    throw new StartRefused(
      `数据库目录 ${directory} 的上级目录不允许 PostgreSQL 的账户（uid ${account.uid}）进入。请恢复该目录的进入权限，或设置另一个 DATA_DIR。`,
    )
  }
  const account = chooseAccount(undefined)
  if (canEnter(account, dataDir)) return { directory: inside, account }
  return { directory: placeElsewhere(dataDir), account }
}

function readPointer(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, POINTER), 'utf8').trim() || undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function placeElsewhere(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  const home = join(SYSTEM_DIRECTORY, name)
  try {
    mkdirSync(home, { recursive: true })
  } catch (error) {
    throw new StartRefused(
      `PostgreSQL 的账户进不了 ${dataDir}，也无法创建 ${home}（${codeOf(error)}）。请把 DATA_DIR 设为其他账户可进入的目录。`,
    )
  }
  // Without a pointer, a cluster here belongs to a deleted DATA_DIR. It is not touched.
  let directory = join(home, 'pg')
  for (let count = 2; existsSync(directory); count += 1) directory = join(home, `pg-${count}`)

  const draft = join(dataDir, `${POINTER}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, `${directory}\n`, { mode: 0o600, flush: true })
    linkSync(draft, join(dataDir, POINTER))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  // Another process may have written its pointer first.
  return readPointer(dataDir) ?? directory
}

/** Whether the cluster exists. Its directory is renamed into place, so an existing directory is complete. */
export function clusterExists({ directory }: ClusterPlace): boolean {
  return existsSync(directory)
}

/**
 * Creates the cluster if it is missing, and renames it into place. So an interrupted initdb leaves no half cluster.
 * When two processes start at once, the slower one uses the other's cluster.
 *
 * @param password of the superuser; scram-sha-256 is the only authentication
 * @throws StartRefused with the output of initdb
 */
export async function ensureCluster(
  place: ClusterPlace,
  { binaries, password, sync }: { binaries: Binaries; password: string; sync: boolean },
): Promise<void> {
  if (clusterExists(place)) return
  const { directory, account } = place
  const home = dirname(directory)
  removeAbandoned(home)
  const work = mkdtempSync(join(home, `${DRAFT}${process.pid}-`))
  try {
    const passwordFile = join(work, 'password')
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    for (const path of [work, passwordFile]) {
      if (account.uid !== undefined) chownSync(path, account.uid, account.gid)
    }
    const draft = join(work, 'pg')
    await runInitdb(binaries, account, [
      ...['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--no-locale', '--auth=scram-sha-256'],
      ...[`--pwfile=${passwordFile}`, ...(sync ? [] : ['--no-sync'])],
    ])
    renameSync(draft, directory)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function runInitdb(binaries: Binaries, account: Account, args: string[]): Promise<void> {
  const options = { ...account, env: environmentOfPostgres(), cwd: '/', timeout: INITDB_TIMEOUT_MS }
  try {
    await promisify(execFile)(binaries.initdb, args, options)
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim()
    const reason = said?.includes('No space left on device')
      ? '磁盘已满，请腾出空间后重新启动。'
      : said || messageOf(error)
    throw new StartRefused(`初始化数据库失败：${reason}`)
  }
}

const DRAFT = 'initdb-'

/** Deletes the remains of an initdb whose process is gone. */
function removeAbandoned(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = name.startsWith(DRAFT) ? Number.parseInt(name.slice(DRAFT.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(home, name), { recursive: true, force: true })
  }
}
