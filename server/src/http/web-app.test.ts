import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { refuseAddress, useErrorHandler } from './error-handler.ts'
import { useSecurityHeaders } from './security-headers.ts'
import { scriptHashesOf, serveConsole, serveWebApp } from './web-app.ts'

const directory = mkdtempSync(join(tmpdir(), 'paidang-web-'))
afterAll(() => rmSync(directory, { recursive: true }))
const roots = ['app', 'console'].map((name) => {
  const root = join(directory, name)
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), `<!doctype html><body><div>${name}</div></body>`)
  return root
}) as [string, string]
writeFileSync(join(directory, 'secret'), 'not for anybody')

type Place = { isOpenDemo?: boolean; picturesUrl?: string }

async function serving(isOpenDemo: boolean) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, frameworkErrors: refuseAddress })
  useErrorHandler(app)
  await serveWebApp(app, { root: roots[0], isOpenDemo })
  await serveConsole(app, { root: roots[1], isOpenDemo })
  return (url: string, accept?: string) => app.inject({ url, headers: accept ? { accept } : {} })
}

const plain = await serving(false)
const demo = await serving(true)

test.each([
  ['/', 'app'],
  ['/index.html', 'app'],
  ['/?i=Share0Id', 'app'],
  ['/console', 'console'],
  ['/console/', 'console'],
  ['/console/index.html', 'console'],
  ['/console/users/7', 'console'],
])('every page of an open demo has a ribbon, and no other page has one: %s', async (url, name) => {
  const [usual, shown] = [await plain(url), await demo(url)]
  for (const answer of [usual, shown]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/html; charset=utf-8/i)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain(`<div>${name}</div>`)
  }
  expect(usual.body).not.toContain('演示')
  expect(shown.body).toContain('>演示</div></body>')
})

test.each([
  '/%2e%2e/secret',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%2e%2e%2fsecret',
  '/..%2fsecret',
  '/.%2e/secret',
  '/%5c..%5csecret',
  '/no-such-file.js',
  '/console/assets/venues-page-0ldBu1ld.js',
])('a path outside the served files, or to nothing, is unknown: %s', async (url) => {
  for (const ask of [plain, demo]) {
    const { statusCode, body } = await ask(url)
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'path_unknown'])
  }
})

test('the page may run its own scripts, of this text only, and a server without the app allows none', async () => {
  const root = join(directory, 'with-script')
  mkdirSync(root)
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><head><script>go()</script><script src="a.js"></script></head>',
  )
  const policyWith = async (webRoot: string) => {
    const app = Fastify()
    useSecurityHeaders(app, { publicUrl: undefined, scriptHashes: await scriptHashesOf(webRoot) })
    await serveWebApp(app, { root: webRoot, isOpenDemo: false })
    const { headers } = await app.inject('/')
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  // printf 'go()' | openssl dgst -sha256 -binary | base64
  expect(await policyWith(root)).toBe("'self' 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='")
  expect(await policyWith(join(directory, 'absent'))).toBe("'self'")
})

test('what browsers keep is another version once the page or its policy is another, and never else', async () => {
  const root = join(directory, 'with-worker')
  mkdirSync(root)
  writeFileSync(join(root, 'sw.js'), "keep('VERSION')")
  const versionOf = async (page: string, { isOpenDemo = false, ...place }: Place = {}) => {
    writeFileSync(join(root, 'index.html'), page)
    const app = Fastify()
    useSecurityHeaders(app, { publicUrl: undefined, ...place })
    await serveWebApp(app, { root, isOpenDemo })
    const { headers, body } = await app.inject('/sw.js')
    expect([headers['cache-control'], headers['content-type']]).toEqual(['no-cache', 'text/javascript; charset=utf-8'])
    expect(body).toMatch(/^keep\('[0-9a-f]{64}'\)$/)
    return body
  }
  const page = '<body></body>'
  const first = await versionOf(page)
  expect(await versionOf(page)).toBe(first)
  const others = [
    await versionOf('<body> </body>'),
    await versionOf(page, { isOpenDemo: true }),
    await versionOf(page, { picturesUrl: 'https://pictures.example' }),
  ]
  expect(new Set([first, ...others]).size).toBe(4)
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test.each([
  ['/no/such/page', 404],
  ['/no-such-page.html', 404],
  ['/aaapi/no-such-call', 404],
  ['/..%2fsecret', 404],
  ['/%zz', 404],
  ['/%23/pages/user_card/index?i=Ab3dEf9h', 200],
  ['/%2523/pages/user_card/index?i=Ab3dEf9h', 200],
  ['/%23%2Fpages%2Fuser_card%2Findex%3Fi%3DAb3dEf9h', 200],
  ['/pages/user_card/index?i=Ab3dEf9h', 200],
  ['/bookingBall/pages/ballDetail/index?id=42', 200],
])('a browser that opens %s gets the app, with its files from the root', async (url, status) => {
  for (const ask of [plain, demo]) {
    const { statusCode, headers, body } = await ask(url, BROWSER)
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(body).toContain('<base href="/" /><body><div>app</div>')
    expect(body).not.toContain('not for anybody')
  }
})

test('a call to an unknown path, in any form of its own, gets the envelope', async () => {
  for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/plain, */*']) {
    for (const url of ['/aaapi/no-such-call', '/no/such/page', '/%zz']) {
      const { statusCode, body } = await plain(url, accept)
      expect([statusCode, JSON.parse(body).success]).toEqual([url === '/%zz' ? 400 : 404, false])
    }
  }
})

test('a changing call of a browser to an unknown path gets the envelope', async () => {
  const app = Fastify()
  useErrorHandler(app)
  await serveWebApp(app, { root: roots[0], isOpenDemo: false })
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/no/such/page', headers: { accept: BROWSER } })
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'path_unknown'])
})
