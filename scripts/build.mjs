// Builds the app for the web (h5) and for WeChat (weapp). Run: node scripts/build.mjs [h5] [weapp]   (default: both)
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { fail, isMain, run } from './child.mjs'
import { ensureInstalled } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const app = join(root, 'app')

/** What each target is called on screen, and the files without which it does not work. */
const TARGETS = {
  h5: { name: '网页版', needs: ['index.html', 'js'] },
  weapp: { name: '微信小程序', needs: ['app.json', 'app.js', 'project.config.json'] },
}
/** Everything the output depends on. */
const SOURCES = ['app/src', 'app/config', 'api/src', 'domain/src', 'package-lock.json', 'scripts/build.mjs']
const HEARTBEAT_MS = 15_000
const LOG_LINES_SHOWN = 40
/** Below this size a compressed twin saves no packet. */
const MIN_COMPRESSED_BYTES = 1_024

/**
 * Builds one target, unless its output was made from the sources as they are now.
 *
 * @param {'h5' | 'weapp'} target
 */
export async function build(target) {
  const { name } = TARGETS[target]
  const output = join(app, 'dist', target)
  const stamp = join(app, 'dist', `.${target}-built`)
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted && missingFrom(target).length === 0) return

  console.log(`正在构建${name}，通常不到一分钟……`)
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  // `taro build` may end with code 0 and nothing written: what stands here afterwards was made now.
  try {
    for (const path of [stamp, output]) rmSync(path, { recursive: true, force: true })
    mkdirSync(output, { recursive: true })
  } catch (error) {
    fail(`无法写入 ${output}（${error.code}）。请检查该目录的权限。`)
  }

  const heartbeat = setInterval(() => console.log(`  仍在构建${name}（${seconds()} 秒）……`), HEARTBEAT_MS)
  let log = ''
  const code = await run(process.execPath, [taroProgram(), 'build', '--type', target], {
    cwd: app,
    env: { ...process.env, NODE_ENV: 'production', PAIDANG_OUTPUT: `dist/${target}` },
    onOutput: (text) => {
      log += text
    },
  })
  clearInterval(heartbeat)
  const logFile = join(app, 'dist', `${target}-build.log`)
  writeFileSync(logFile, log)

  const fault = faultOf(target, code, log)
  if (fault) {
    console.error(log.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n'))
    fail(`构建${name}失败：${fault}。完整日志：${logFile}`)
  }
  if (target === 'h5') await compress(output)
  writeFileSync(stamp, `${wanted}\n`)
  console.log(`${name}已构建（${seconds()} 秒）：${relative(root, output)}`)
}

function faultOf(target, code, log) {
  if (code !== 0) return `taro 退出码 ${code}`
  // webpack warns, and goes on with undefined.
  const absent = /^.*was not found in.*$/m.exec(log)
  if (absent) return absent[0].trim()
  const missing = missingFrom(target)
  return missing.length > 0 ? `缺少产物 ${missing.join('、')}` : undefined
}

function missingFrom(target) {
  return TARGETS[target].needs.filter((file) => !existsSync(join(app, 'dist', target, file)))
}

/** A brotli twin beside each text file; the server sends it to browsers that take it. */
async function compress(directory) {
  for (const path of filesIn(directory)) {
    if (!/\.(js|css|html|svg|json)$/.test(path)) continue
    const text = readFileSync(path)
    if (text.length < MIN_COMPRESSED_BYTES) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }))
  }
}

function taroProgram() {
  const program = [app, root]
    .map((folder) => join(folder, 'node_modules', '@tarojs', 'cli', 'bin', 'taro'))
    .find((path) => existsSync(path))
  return program ?? fail('没有找到 Taro（@tarojs/cli），请先运行 node scripts/set-up.mjs。')
}

function hashOfSources() {
  const hash = createHash('sha256')
  // The address of the server is built into the mini-program.
  hash.update(process.env.PAIDANG_API_ORIGIN ?? '')
  const ownFiles = readdirSync(app).filter((name) => /\.(js|json|ts)$/.test(name))
  for (const source of [...SOURCES, ...ownFiles.map((name) => `app/${name}`)]) {
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
  const targets = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TARGETS)
  const unknown = targets.filter((target) => !(target in TARGETS))
  if (unknown.length > 0) fail(`不认识的构建目标 ${unknown.join('、')}，可用：${Object.keys(TARGETS).join('、')}`)
  await ensureInstalled()
  for (const target of targets) await build(target)
}
