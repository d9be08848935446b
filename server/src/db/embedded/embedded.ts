import { unlinkSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { freeBytesAt, LEAST_FREE_BYTES } from '../../process/disk-room.ts'
import { messageOf } from '../../process/error-parts.ts'
import { readOrCreateSecret, readSecret, secretFile } from '../../process/secrets.ts'
import { StartRefused } from '../../process/start-refused.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { type ClusterPlace, clusterExists, ensureCluster, locateCluster, SUPERUSER } from './cluster.ts'
import { attach } from './hold.ts'
import {
  DISK_FULL,
  type PidFile,
  type Postmaster,
  readPidFile,
  rotateLog,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { stateOf } from './process-state.ts'
import { removeRuntimeFile, SERVER_PASSWORD, SUPERUSER_PASSWORD, urlOf, writeRuntimeFile } from './running.ts'
import { DATABASE, prepareDatabase, SERVER_ROLE } from './server-role.ts'

/** The server that this process owns. */
export type EmbeddedDatabase = {
  url: string
  /** An absolute path; not always inside DATA_DIR. */
  dataDirectory: string
  /** Resolves with the reason, only when the server is lost for good while we run. */
  lost: Promise<Error>
  /**
   * Stops the server. With `immediate` it skips the checkpoint, and the next start recovers. Repeated calls are
   * allowed.
   */
  stop(options?: { immediate?: boolean }): Promise<void>
}

/** Informs the person at the keyboard, in Chinese, of slow or unusual events. */
export type Notice = (sentence: string) => void

const POLL_MS = 100
/** A dead postmaster may stay a zombie for some seconds, and counts as alive. */
const PATIENCE_MS = 10_000
/** After this many crashes in a short time, the server is not restarted. */
const MAX_REVIVALS = 3
const REVIVAL_WINDOW_MS = 60_000
const DISK_POLL_MS = 1_000
const LOG_CHECK_MS = 60_000

type Owned = Postmaster & { client: Client }
type Setting = {
  dataDir: string
  place: ClusterPlace
  binaries: Binaries
  password: string
  serverPassword: string
  notice: Notice
  /** The free bytes of the database's disk. */
  freeBytes: () => Promise<number>
}

const logOf = (dataDir: string) => join(dataDir, 'logs', 'postgres.log')

/**
 * Starts the bundled PostgreSQL on DATA_DIR, or adopts the one that a killed owner left running there.
 *
 * @param dataDir absolute path, created if missing
 * @param freeBytes by default the disk is asked
 * @throws StartRefused when another process owns it, or when it cannot run here
 */
export async function openEmbedded(
  dataDir: string,
  notice: Notice,
  freeBytes?: () => Promise<number>,
): Promise<EmbeddedDatabase> {
  const place = locateCluster(dataDir)
  const binaries = prepareBinaries(place.account)
  const password = passwordOf(dataDir, place)
  if (!clusterExists(place)) {
    notice(`首次启动：正在 ${place.directory} 初始化数据库……`)
    await ensureCluster(place, { binaries, password, sync: true })
  }
  const serverPassword = readOrCreateSecret(dataDir, SERVER_PASSWORD)
  const setting: Setting = {
    dataDir,
    place,
    binaries,
    password,
    serverPassword,
    notice,
    freeBytes: freeBytes ?? (() => freeBytesAt(place.directory)),
  }
  const ownership = new Ownership(setting)
  const { port } = await ownership.begin()
  return {
    url: urlOf({ user: SERVER_ROLE, password: serverPassword, port, database: DATABASE, directory: place.directory }),
    dataDirectory: place.directory,
    lost: ownership.lost,
    stop: ({ immediate = false } = {}) => ownership.end(immediate),
  }
}

/**
 * The password is created with the cluster. A cluster without its password cannot be opened, and never gets a new one.
 */
function passwordOf(dataDir: string, place: ClusterPlace): string {
  const file = secretFile(dataDir, SUPERUSER_PASSWORD)
  if (!clusterExists(place)) return readOrCreateSecret(dataDir, SUPERUSER_PASSWORD)
  const password = readSecret(file)
  if (password !== undefined) return password
  throw new StartRefused(`数据库 ${place.directory} 的口令文件 ${file} 不见了。请从备份恢复它，或设置另一个 DATA_DIR。`)
}

/**
 * The ownership of a server from start to stop. The connection that holds the lock also shows that the server is alive.
 */
class Ownership {
  readonly lost: Promise<Error>
  private lose: (reason: Error) => void = () => undefined
  private owned: Owned | undefined
  private revival: Promise<void> | undefined
  private revivals: number[] = []
  private ending = false
  private logCheck: NodeJS.Timeout | undefined

  constructor(private readonly setting: Setting) {
    this.lost = new Promise((resolve) => {
      this.lose = resolve
    })
  }

  async begin(): Promise<Postmaster> {
    const owned = await own(this.setting, undefined, this.onError)
    this.watch(owned)
    try {
      const { password, serverPassword } = this.setting
      const asSuperuser = (database: string) => urlOf({ user: SUPERUSER, password, port: owned.port, database })
      await prepareDatabase(owned.client, { serverPassword, urlOf: asSuperuser })
    } catch (error) {
      await this.end(false)
      throw error
    }
    return owned
  }

  async end(immediate: boolean): Promise<void> {
    this.ending = true
    clearInterval(this.logCheck)
    await this.revival
    const owned = this.owned
    if (!owned) return
    // The server itself releases the lock when it ends. A process that starts now waits instead of adopting a dying
    // server.
    await stopPostmaster(owned.pid, { immediate })
    await owned.client.end()
    removeRuntimeFile(this.setting.dataDir)
    this.owned = undefined
  }

  private readonly onError = (error: Error) => {
    if (!this.ending) this.setting.notice(`与自带数据库的连接出错：${messageOf(error)}`)
  }

  private watch(owned: Owned): void {
    this.owned = owned
    this.logCheck ??= setInterval(() => this.checkLog(), LOG_CHECK_MS).unref()
    writeRuntimeFile(this.setting.dataDir, owned)
    owned.client.once('end', () => {
      if (!this.ending) this.revival = this.revive(owned)
    })
  }

  private checkLog(): void {
    try {
      rotateLog(logOf(this.setting.dataDir), new Date())
    } catch (error) {
      this.setting.notice(`数据库日志无法清理：${messageOf(error)}`)
    }
  }

  /**
   * Restarts the server on its port, after the lock's connection ended: it crashed, or somebody else stopped it. Where
   * the disk is full it waits for room, however long that takes.
   */
  private async revive(former: Owned): Promise<void> {
    const { notice, place } = this.setting
    try {
      notice('自带的数据库意外停止，正在恢复……')
      if (!(await this.isDiskFull())) this.countRevival()
      let owned = await this.restart(former)
      if (!owned) notice(`${DISK_FULL}，数据库暂停运行。请为 ${place.directory} 所在的磁盘腾出空间，之后会自动恢复。`)
      while (!owned && !this.ending) {
        await sleep(DISK_POLL_MS)
        owned = await this.restart(former)
      }
      if (!owned) return
      if (owned.port !== former.port) throw new Error(`已被移到端口 ${owned.port}`)
      this.watch(owned)
      notice('自带的数据库已恢复。')
    } catch (error) {
      this.owned = undefined
      this.lose(new Error(`自带的数据库已丢失：${messageOf(error)}`))
    }
  }

  /** Starts the server again. Returns undefined where the disk is full. */
  private async restart({ pid, port }: Owned): Promise<Owned | undefined> {
    if (await this.isDiskFull()) return undefined
    try {
      return await own(this.setting, { pid, port }, this.onError)
    } catch (error) {
      if (messageOf(error).startsWith(DISK_FULL) || (await this.isDiskFull())) return undefined
      throw error
    }
  }

  private async isDiskFull(): Promise<boolean> {
    return (await this.setting.freeBytes()) < LEAST_FREE_BYTES
  }

  private countRevival(): void {
    const now = Date.now()
    this.revivals = [...this.revivals.filter((at) => at > now - REVIVAL_WINDOW_MS), now]
    if (this.revivals.length > MAX_REVIVALS) throw new Error('一分钟内反复停止')
  }
}

/**
 * Takes ownership of the server of this cluster: adopts a running one without an owner, or starts one.
 *
 * @param former the server that we owned until now; it keeps its port, since our pools use that port
 */
async function own(setting: Setting, former: Postmaster | undefined, onError: (error: Error) => void): Promise<Owned> {
  const { dataDir, place, binaries, password, notice } = setting
  const { directory } = place
  const logFile = logOf(dataDir)
  let ownPid = former?.pid
  let lastSign = Date.now()
  for (; ; await sleep(POLL_MS)) {
    const file = readPidFile(directory)
    const state = file ? stateOf(file.pid) : 'gone'
    if (file && state === 'postgres') {
      const attachment = file.port ? await attach({ port: file.port, password, directory, onError }) : undefined
      if (attachment?.kind === 'held' && file.port) {
        if (file.pid !== ownPid) notice(`接管了仍在运行的数据库（进程 ${file.pid}）：它的上一个主人没有正常退出。`)
        return { pid: file.pid, port: file.port, client: attachment.client }
      }
      if (attachment?.kind === 'in-use') {
        throw new StartRefused(
          `拍档已在运行：数据目录 ${dataDir} 由进程 ${attachment.owner} 使用（数据库端口 ${file.port}），它照常工作。要另开一份，请设置另一个 DATA_DIR 与 PORT。`,
        )
      }
      // A server that starts, recovers or stops reports it, and may take its time.
      if (attachment?.kind === 'busy') lastSign = Date.now()
    } else if (file && state !== 'gone') {
      if (expired(lastSign) && state === 'zombie') unlinkSync(join(directory, 'postmaster.pid'))
    } else {
      const settings = settingsFor(memoryOfMachine())
      const started = await startPostmaster(place, { binaries, logFile, port: former?.port, settings })
      if (started) {
        ownPid = started.pid
        lastSign = Date.now()
      }
    }
    if (expired(lastSign) && state !== 'zombie') throw new StartRefused(whyStuck(setting, file, state))
  }
}

/** The memory that this machine or container has, in bytes. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** PostgreSQL's own is for a turning disk: it would read a whole table rather than some hundred rows by their index. */
export const RANDOM_PAGE_COST = '1.1'

/**
 * Settings for a server that shares its machine with us. PostgreSQL's own suit a machine of 1 GB with a turning disk.
 * Source: PostgreSQL documentation, Resource Consumption
 */
export function settingsFor(memoryBytes: number): Record<string, string> {
  const megabytes = memoryBytes / 1_048_576
  const between = (least: number, share: number, most: number) =>
    `${Math.floor(Math.min(most, Math.max(least, megabytes * share)))}MB`
  return {
    shared_buffers: between(64, 1 / 8, 512),
    effective_cache_size: between(256, 1 / 2, 65_536),
    maintenance_work_mem: between(32, 1 / 32, 256),
    // A pool has eight connections, and few sort at once.
    work_mem: between(4, 1 / 512, 32),
    random_page_cost: RANDOM_PAGE_COST,
    // A booking locks some hundred tables and indexes. More than this many take turns at one table of locks.
    max_locks_per_transaction: '256',
    wal_compression: 'on',
  }
}

function expired(lastSign: number): boolean {
  return Date.now() - lastSign > PATIENCE_MS
}

function whyStuck({ place, dataDir }: Setting, file: PidFile | undefined, state: string): string {
  const lock = join(place.directory, 'postmaster.pid')
  if (state === 'other') {
    return `${lock} 指向进程 ${file?.pid}，它已不是 PostgreSQL。请确认没有别的机器或容器在使用 ${dataDir}，再删除该文件后重试。`
  }
  return `数据目录 ${dataDir} 上的 PostgreSQL（进程 ${file?.pid ?? '?'}）没有应答。请查看 ${logOf(dataDir)}，停止该进程后重试。`
}
