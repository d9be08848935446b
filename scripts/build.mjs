// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Builds the app for the web (h5) and for WeChat (weapp), the console, and the server. Without a word it makes the
// folder that runs with Node.js alone, `dist/paidang`. Run: node scripts/build.mjs [h5] [weapp] [console] [server]
// The release for WeChat: WECHAT_APP_ID=… PAIDANG_API_ORIGIN=… node scripts/build.mjs weapp --release
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { fail, isMain, run } from './child.mjs'
import { makeFolder } from './folder.mjs'
import { leftOfDevelopment, whyNotRelease } from './release.mjs'
import { ensureInstalled } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What every output depends on. */
const SHARED_SOURCES = ['api/src', 'domain/src', 'package-lock.json', 'scripts/build.mjs']

/**
 * For each target: its name on screen, its workspace, output folder, build command and sources. Also the files without
 * which it does not work.
 */
const TARGETS = {
  h5: {
    name: '网页版',
    workspace: 'app',
    output: 'dist/h5',
    sources: ['app/src', 'app/config'],
    needs: ['index.html', 'js'],
    program: '@tarojs/cli/bin/taro',
    args: ['build', '--type', 'h5'],
    isServed: true,
  },
  weapp: {
    name: '微信小程序',
    workspace: 'app',
    output: 'dist/weapp',
    sources: ['app/src', 'app/config'],
    needs: ['app.json', 'app.js', 'project.config.json'],
    program: '@tarojs/cli/bin/taro',
    args: ['build', '--type', 'weapp'],
    isServed: false,
  },
  console: {
    name: '工作台',
    workspace: 'console',
    output: 'dist',
    sources: ['console/src', 'console/public'],
    needs: ['index.html', 'assets'],
    program: 'vite/bin/vite.js',
    args: ['build'],
    isServed: true,
  },
  server: {
    name: '服务端',
    workspace: 'server',
    output: 'dist/program',
    sources: ['server/src', 'scripts/compile-server.mjs'],
    needs: ['main.mjs'],
    program: join(root, 'scripts/compile-server.mjs'),
    args: [],
    isServed: false,
  },
}
/** What the folder that runs by itself holds. */
const OF_THE_FOLDER = ['h5', 'console', 'server']
/** The release for WeChat is built next to the development build, because the tests run the latter. */
const RELEASE = { ...TARGETS.weapp, name: '微信小程序（发布版）', output: 'dist/weapp-release' }
const targetOf = (target) => (target === 'weapp-release' ? RELEASE : TARGETS[target])

/** A build creates many short-lived objects. With a larger young generation V8 collects garbage less often. */
const NODE_OPTIONS = ['--max-semi-space-size=64']
const HEARTBEAT_MS = 15_000
const LOG_LINES_SHOWN = 40
/** File names with a content hash. No other build uses them for other content. */
const HASHED = /\.[0-9a-f]{8}\.(js|css)(\.br)?$|^assets[/\\]/
/** Below this size compression saves no network packet. */
const MIN_COMPRESSED_BYTES = 1_024

/** Aborts the parallel builds when one fails. */
const failed = new AbortController()

/**
 * Builds one target, unless its output is up to date with its sources. Several may be built at once. Each output line
 * names its target. The first failure ends the other builds and this process.
 *
 * @param {'h5' | 'weapp' | 'weapp-release' | 'console' | 'server'} target
 */
export async function build(target) {
  const { name, workspace, program, args, isServed, ...one } = targetOf(target)
  const output = join(root, workspace, one.output)
  const isRelease = target === 'weapp-release'
  const records = join(root, '.cache')
  const stamp = join(records, `${target}-built`)
  const before = join(records, `${target}-before`)
  const wanted = hashOfSources(target)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted && missingFrom(target).length === 0) return

  console.log(`正在构建${name}，通常一两分钟……`)
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  // `taro build` may end with code 0 without output. The old output was deleted before, so existing files are new.
  try {
    const isBuilt = isServed && existsSync(stamp) && existsSync(output)
    rmSync(stamp, { force: true })
    if (isBuilt) rmSync(before, { recursive: true, force: true })
    if (isBuilt) renameSync(output, before)
    rmSync(output, { recursive: true, force: true })
    for (const path of [records, output]) mkdirSync(path, { recursive: true })
  } catch (/** @type {any} */ error) {
    fail(`无法写入 ${output}（${error.code}）。请检查该目录的权限。`)
  }

  const heartbeat = setInterval(() => console.log(`  仍在构建${name}（${seconds()} 秒）……`), HEARTBEAT_MS)
  let log = ''
  const code = await run(process.execPath, [...NODE_OPTIONS, programOf(workspace, program), ...args], {
    cwd: join(root, workspace),
    signal: failed.signal,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PAIDANG_OUTPUT: one.output,
      PAIDANG_RELEASE: isRelease ? '1' : '',
    },
    onOutput: (text) => {
      log += text
    },
  })
  clearInterval(heartbeat)
  const logFile = join(records, `${target}-build.log`)
  writeFileSync(logFile, log)

  if (code === 0 && isRelease) nameApp(output)
  const fault = faultOf(target, code, log)
  if (fault) {
    failed.abort()
    console.error(log.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n'))
    fail(`构建${name}失败：${fault}。完整日志：${logFile}`)
  }
  if (isServed) await compress(output)
  if (isServed) keepForOneRelease(target, { before, output })
  writeFileSync(stamp, `${wanted}\n`)
  console.log(`${name}已构建（${seconds()} 秒）：${relative(root, output)}`)
}

function faultOf(target, code, log) {
  if (code !== 0) return `构建程序退出码 ${code}`
  // webpack only warns and goes on with undefined. Vite fails by itself.
  const absent = /^.*was not found in.*$/m.exec(log)
  if (absent) return absent[0].trim()
  const missing = missingFrom(target)
  if (missing.length > 0) return `缺少产物 ${missing.join('、')}`
  const left = target === 'weapp-release' ? leftOfDevelopment(join(root, RELEASE.workspace, RELEASE.output)) : []
  return left.length > 0 ? `发布版不应含有 ${left.join('、')}` : undefined
}

/** Writes the AppID into the project settings of the upload. */
function nameApp(output) {
  const path = join(output, 'project.config.json')
  const project = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, `${JSON.stringify({ ...project, appid: process.env.WECHAT_APP_ID }, null, 2)}\n`)
}

function missingFrom(target) {
  const { workspace, output, needs } = targetOf(target)
  return needs.filter((file) => !existsSync(join(root, workspace, output, file)))
}

/**
 * Keeps the files of the previous build, and of no older one, next to the new ones. Users who opened that release can
 * still load its pages. A list names the files of each build.
 */
function keepForOneRelease(target, { before, output }) {
  const list = join(root, '.cache', `${target}-files.json`)
  const made = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  writeFileSync(list, JSON.stringify(filesIn(output).map((path) => relative(output, path))))
  for (const file of made) {
    const [from, to] = [join(before, file), join(output, file)]
    if (!HASHED.test(file) || !existsSync(from) || existsSync(to)) continue
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
  }
}

/** Writes a brotli file next to each text file. The server sends it to browsers that accept it. */
async function compress(directory) {
  for (const path of filesIn(directory)) {
    if (!/\.(js|css|html|svg|json)$/.test(path)) continue
    const text = readFileSync(path)
    if (text.length < MIN_COMPRESSED_BYTES) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }))
  }
}

function programOf(workspace, program) {
  if (isAbsolute(program)) return program
  const found = [join(root, workspace), root]
    .map((folder) => join(folder, 'node_modules', program))
    .find((path) => existsSync(path))
  return found ?? fail(`没有找到 ${program}，请先运行 node scripts/set-up.mjs。`)
}

function hashOfSources(target) {
  const { workspace, sources } = targetOf(target)
  const hash = createHash('sha256')
  // The address of the server is built into the mini-program, and the AppID into a release.
  hash.update(process.env.PAIDANG_API_ORIGIN ?? '').update(process.env.WECHAT_APP_ID ?? '')
  const ownFiles = readdirSync(join(root, workspace)).filter((name) => /\.(js|json|ts|html)$/.test(name))
  for (const source of [...SHARED_SOURCES, ...sources, ...ownFiles.map((name) => `${workspace}/${name}`)]) {
    const path = join(root, source)
    for (const file of statSync(path).isDirectory() ? filesIn(path) : [path]) {
      if (/\.test\.tsx?$/.test(file)) continue
      const content = readFileSync(file)
      hash.update(`${relative(root, file)} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}

function filesIn(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

if (isMain(import.meta.url)) {
  const words = process.argv.slice(2).filter((word) => word !== '--release')
  const isRelease = words.length < process.argv.length - 2
  if (isRelease && words.join() !== 'weapp') fail('--release 只用于小程序：node scripts/build.mjs weapp --release')
  if (isRelease) {
    const { WECHAT_APP_ID: appId, PAIDANG_API_ORIGIN: apiOrigin } = process.env
    const faults = whyNotRelease({ appId, apiOrigin })
    if (faults.length > 0) fail(`不能构建发布版：\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  }
  const targets = words.length > 0 ? words : OF_THE_FOLDER
  const unknown = targets.filter((target) => !(target in TARGETS))
  if (unknown.length > 0) fail(`不认识的构建目标 ${unknown.join('、')}，可用：${Object.keys(TARGETS).join('、')}`)
  await ensureInstalled()
  await Promise.all(
    /** @type {Parameters<typeof build>[0][]} */ (isRelease ? ['weapp-release'] : targets).map((target) =>
      build(target),
    ),
  )
  if (words.length === 0) makeFolder()
}
