// npm run dev in a copy of this checkout. Run: npm run test:long -- dev
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
/** On the same file system, so that the packages can be hard links. */
const copy = mkdtempSync(join(root, '.cache/dev-'))
const PATIENCE = { timeout: 600_000, interval: 500 }
const started = []

beforeAll(() => {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const path of git('ls-files', '-z', '--cached', '--others', '--exclude-standard')) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  for (const folder of ['.', 'app', 'server']) {
    execFileSync('cp', ['-al', join(root, folder, 'node_modules'), join(copy, folder, 'node_modules')])
  }
})

afterAll(async () => {
  await Promise.all(started.map(({ end }) => end()))
  rmSync(copy, { recursive: true, force: true })
})

/** Starts it with data of its own, and waits for its address. */
async function start(name, ...words) {
  const data = join(copy, '.data', name)
  const child = spawn(process.execPath, [join(copy, 'scripts/dev.mjs'), ...words], {
    detached: true,
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, DATA_DIR: data, PORT: undefined },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text))
  const closed = once(child, 'close')
  const end = async () => {
    if (child.exitCode === null) child.kill('SIGINT')
    await closed
  }
  started.push({ end })
  const addressIn = () => /拍档已启动：(\S+)/.exec(log)?.[1]
  await expect.poll(() => addressIn() ?? log, PATIENCE).toMatch(/^http:/)
  return { address: addressIn(), closed, end, group: child.pid, data }
}

/** The answer, or why there is none. */
const get = async (url) => {
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') }
  } catch (error) {
    return { status: 0, text: String(error), policy: null }
  }
}
const textOf = async (url) => (await get(url)).text

function change(path, from, to) {
  const text = readFileSync(join(copy, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(copy, path), text.replaceAll(from, to))
}

/** The commands that still run and name this folder: PostgreSQL leaves the group, and keeps its data directory. */
const runningIn = (folder) =>
  execFileSync('ps', ['-eo', 'args', '-ww'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder))

test('server, web app and console reload on change, two stand side by side, and nothing outlives them', async () => {
  const first = await start('first')
  const { address } = first

  // Each of the three answers at one address, under the product's policy.
  await expect.poll(() => textOf(`${address}/js/app.js`), PATIENCE).toContain('app-frame')
  const page = await get(`${address}/`)
  const console = await get(`${address}/console/`)
  for (const { policy } of [page, console]) expect(policy).toMatch(/script-src 'self' 'nonce-dev';/)
  expect(await textOf(`${address}/sw.js`)).toContain('unregister')
  expect(console.text).toContain('/console/src/main.tsx')
  for (const [script] of console.text.matchAll(/<script[^>]*>/g)) expect(script).toContain('nonce="dev"')
  expect((await get(`${address}/aaapi/openapi.json`)).status).toBe(200)

  // A change of each arrives.
  change('app/src/app.tsx', "import './app.scss'", "import './app.scss'\nconsole.log('mark-of-app')")
  await expect.poll(() => textOf(`${address}/js/app.js`), PATIENCE).toContain('mark-of-app')
  change('console/src/main.tsx', "import './main.css'", "import './main.css'\nconsole.log('mark-of-console')")
  await expect.poll(() => textOf(`${address}/console/src/main.tsx`), PATIENCE).toContain('mark-of-console')
  change('server/src/http/reference.ts', '拍档 API', 'mark-of-server')
  await expect.poll(() => textOf(`${address}/aaapi/openapi.json`), PATIENCE).toContain('mark-of-server')

  // The second one takes another port and answers too.
  const second = await start('second')
  expect(second.address).not.toBe(address)
  await expect.poll(async () => (await get(`${second.address}/`)).status, PATIENCE).toBe(200)
  expect((await get(`${second.address}/aaapi/openapi.json`)).status).toBe(200)

  // SIGINT ends each with all that it started.
  expect(runningIn(copy).length).toBeGreaterThan(0)
  for (const { end, closed } of [first, second]) {
    await end()
    expect((await closed)[0]).toBe(0)
  }
  expect(runningIn(copy)).toEqual([])
})

test("with weapp the mini-program's build follows a change, and nothing outlives it", async () => {
  const { address, end, closed } = await start('weapp', 'weapp')
  const built = () => readFileSync(join(copy, 'app/dist/dev-weapp/app.js'), 'utf8')
  await expect.poll(built, PATIENCE).toContain('webpackJsonp')
  change('app/src/app.tsx', "import './app.scss'", "import './app.scss'\nconsole.log('mark-of-weapp')")
  await expect.poll(built, PATIENCE).toContain('mark-of-weapp')
  expect((await get(`${address}/aaapi/openapi.json`)).status).toBe(200)

  await end()
  expect((await closed)[0]).toBe(0)
  expect(runningIn(copy)).toEqual([])
})
