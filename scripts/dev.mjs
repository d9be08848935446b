// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Starts the product for work on it: server, web app and console reload on change, behind one address. Run: npm run dev
// [-- weapp]. With `weapp` it builds the mini-program on each change, in place of the web app.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { createServer as createSocket } from 'node:net'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { fail, followShell } from './child.mjs'
import { ensureInstalled } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A change here restarts the server. */
const OF_SERVER = ['server', 'api/src', 'domain/src'].map((folder) => join(root, folder) + sep)
const OF_NO_PROCESS = /[\\/](dist|node_modules)[\\/]|\.test\.ts$/
/** Editors write several files at once. */
const SETTLE_MS = 200
const DEFAULT_PORT = 8080
/** Everything but the console and its own socket. */
const NOT_THE_CONSOLE = '^/(?!console(?:[/?]|$))'
/** The lines of the app's build that its developer reads. All of them go to a file. */
const APP_LINES = /^(ERROR in|Module not found|SyntaxError|TypeError|Error:)|Compiled (successfully|with)/

const [word, ...rest] = process.argv.slice(2)
if (rest.length > 0 || (word !== undefined && word !== 'weapp')) fail('用法：npm run dev [-- weapp]')
const isWeb = word === undefined

await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { createLogger, createServer } = await import('vite')
const { pagePolicyOf } = await import('../server/src/http/security-headers.ts')

const [serverPort, appPort] = await Promise.all([freePort(), freePort()])
const logger = createLogger()
const front = await createServer({
  configFile: join(root, 'console/vite.config.ts'),
  clearScreen: false,
  // What is asked while the server restarts is answered below.
  customLogger: { ...logger, error: (text, options) => /proxy error/.test(text) || logger.error(text, options) },
  html: { cspNonce: 'dev' },
  plugins: [{ name: 'like-the-server', configureServer: ({ middlewares }) => void middlewares.use(actLikeServer) }],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT || DEFAULT_PORT),
    strictPort: Boolean(process.env.PORT),
    proxy: {
      '/aaapi': { target: `http://127.0.0.1:${serverPort}`, ws: true, configure: answerWhileRestarting },
      ...(isWeb && { [NOT_THE_CONSOLE]: { target: `http://127.0.0.1:${appPort}`, ws: true } }),
    },
  },
})
await front.listen()
const address = `http://127.0.0.1:${front.httpServer.address().port}`

let isEnding = false
let server = startServer()
const app = startApp()

let timer
front.watcher.add(OF_SERVER)
front.watcher.on('all', (_event, path) => {
  if (!OF_SERVER.some((folder) => path.startsWith(folder)) || OF_NO_PROCESS.test(path)) return
  clearTimeout(timer)
  timer = setTimeout(restartServer, SETTLE_MS)
})

followShell()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))

/** Removes what a built app keeps at the same address (app/config/sw.js), and shows the app of the sources. */
const KEEP_NOTHING = `
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await registration.unregister()
    for (const page of await clients.matchAll({ type: 'window' })) await page.navigate(page.url)
  })()))`

/**
 * Sets the product's own policy, so that what it forbids fails here too. Vite marks its inline script with the nonce.
 * The console opens without a slash, as it does at the server.
 */
function actLikeServer(request, response, next) {
  if (request.url === '/console') request.url = '/console/'
  if (isWeb && request.url === '/sw.js') {
    response.setHeader('content-type', 'text/javascript').end(KEEP_NOTHING)
    return
  }
  const policy = pagePolicyOf(request.headers.host ?? '').replace("script-src 'self'", "$& 'nonce-dev'")
  response.setHeader('content-security-policy', policy)
  next()
}

/** The clients ask again after a busy server. */
function answerWhileRestarting(proxy) {
  proxy.on('error', (_error, _request, response) => {
    if (!('writeHead' in response) || response.headersSent) return
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    response.end(JSON.stringify({ success: false, code: 'server_busy', data: null, msg: '服务器正在重新启动' }))
  })
}

function startServer() {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: address },
  })
  child.once('close', (code) => {
    if (code !== 0 && !isEnding) console.error('服务器已停止，修改源文件后会重新启动。')
  })
  return child
}

let restarting = Promise.resolve()
function restartServer() {
  restarting = restarting.then(async () => {
    await stop(server)
    if (!isEnding) server = startServer()
  })
}

function startApp() {
  const what = isWeb ? '网页版' : '微信小程序'
  const output = isWeb ? 'dist/dev-h5' : 'dist/dev-weapp'
  const log = join(root, '.cache/logs/dev-app.log')
  mkdirSync(join(root, '.cache/logs'), { recursive: true })
  const file = createWriteStream(log)
  console.log(`正在构建${what}，首次需要一两分钟。完整日志：${relative(root, log)}`)
  const taro = join(root, 'node_modules/@tarojs/cli/bin/taro')
  const child = spawn(
    process.execPath,
    [taro, 'build', '--type', isWeb ? 'h5' : 'weapp', '--watch', '--port', String(appPort)],
    {
      cwd: join(root, 'app'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PAIDANG_BUILD_CACHE: '1',
        PAIDANG_OUTPUT: output,
        PAIDANG_API_ORIGIN: process.env.PAIDANG_API_ORIGIN ?? address,
      },
    },
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      file.write(text)
      for (const line of stripVTControlCharacters(text).split('\n')) {
        if (APP_LINES.test(line)) console.log(`${what}：${line.trim()}`)
      }
    })
  }
  child.once('close', (code) => {
    if (isEnding) return
    console.error(`构建${what}的程序已退出（退出码 ${code}）。`)
    end(1)
  })
  return child
}

/** Ends the child in good order and waits for it. */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

async function end(code) {
  if (isEnding) return
  isEnding = true
  await Promise.all([stop(server), stop(app), restarting])
  await front.close()
  process.exit(code)
}

/** A port that nobody listens on. */
async function freePort() {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await once(socket.close(), 'close')
  return port
}
