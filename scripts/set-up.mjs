// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Installs the dependencies if they are missing or differ from package-lock.json. Run: node scripts/set-up.mjs
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, isMain, run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/**
 * The oldest minor version of each Node.js line that the packages accept. Later lines: any. Keep in step with
 * `engines`.
 */
const OLDEST_MINOR = { 20: 20, 22: 13 }
const ANY_FROM = 24

/** Makes node_modules match package-lock.json. If it does already, this takes a few milliseconds. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < ANY_FROM && !(minor >= OLDEST_MINOR[major])) {
    fail(
      `需要 Node.js 20.20、22.13 或 24 及更高版本，当前是 ${process.versions.node}。请升级后重试：https://nodejs.org`,
    )
  }
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  // Includes the platform, because packages contain binaries, for example the database's programs.
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lock}`).digest('hex')
  const stamp = join(root, 'node_modules', '.paidang-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted) return

  if (!isInstalledByHand(JSON.parse(lock))) {
    const isFirst = !existsSync(join(root, 'node_modules'))
    console.log(`${isFirst ? '首次启动，正在安装依赖' : '依赖有变化，正在重新安装'}，大约需要两分钟……`)
    const code = await runNpm(['ci', '--include=dev'])
    if (code !== 0) fail(`安装依赖失败（npm ci 退出码 ${code}）。请检查网络与上面的输出后重试。`)
    console.log('依赖安装完成。')
  }
  try {
    writeFileSync(stamp, `${wanted}\n`)
  } catch (/** @type {any} */ error) {
    // The checkout belongs to another user. The stamp only saves the comparison at the next start.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/**
 * Whether somebody ran npm by hand with this lock file. npm records what it has installed. Every package that is not
 * optional must be there in the version of the lock file.
 */
function isInstalledByHand({ packages }) {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  const differs = ([path, { version, integrity }]) =>
    packages[path] === undefined || packages[path].version !== version || packages[path].integrity !== integrity
  // The other entries are this repository's own workspaces, which nothing installs.
  const packagesOf = (entries) => Object.entries(entries).filter(([path]) => path.includes('node_modules/'))
  if (packagesOf(installed).some(differs)) return false
  const isNeeded = ([, { optional, devOptional, link }]) => !optional && !devOptional && !link
  return packagesOf(packages)
    .filter(isNeeded)
    .every(([path]) => installed[path] !== undefined && existsSync(join(root, path)))
}

/** Uses the npm that started this process, else the one on the PATH. */
function runNpm(args) {
  const npm = process.env.npm_execpath
  const options = { cwd: root }
  if (npm && /^npm-cli\.[cm]?js$/.test(basename(npm))) return run(process.execPath, [npm, ...args], options)
  // npm is a .cmd file on Windows, which needs a shell; these arguments need no quoting.
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

if (isMain(import.meta.url)) await ensureInstalled()
