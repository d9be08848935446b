import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { useErrorHandler } from './error-handler.ts'
import { serveConsole, serveWebApp } from './web-app.ts'

const directory = mkdtempSync(join(tmpdir(), 'paidang-web-'))
afterAll(() => rmSync(directory, { recursive: true }))
const roots = ['app', 'console'].map((name) => {
  const root = join(directory, name)
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), `<!doctype html><body><div>${name}</div></body>`)
  return root
}) as [string, string]
writeFileSync(join(directory, 'secret'), 'not for anybody')

async function serving(isOpenDemo: boolean) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  useErrorHandler(app)
  await serveWebApp(app, { root: roots[0], isOpenDemo })
  await serveConsole(app, { root: roots[1], isOpenDemo })
  return (url: string) => app.inject({ url })
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
