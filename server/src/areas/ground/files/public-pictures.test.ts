import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, request, staffTokenOf } = await startTestServer()
const at = (path: string) => join(app.filesDirectory, path)

const PICTURE = Buffer.from([0x52, 0x49, 0x46, 0x46, 0x00, 0xff, 0x80])
const NOT_FOUND = '{"success":false,"code":"file_not_found","data":null,"msg":"文件不存在"}'
let port = 0

beforeAll(async () => {
  await mkdir(at('public/avatars/small'), { recursive: true })
  await mkdir(at('public/folder.webp'))
  await mkdir(at('contracts'))
  await mkdir(at('publicity'))
  await writeFile(at('public/avatars/12.webp'), PICTURE)
  await writeFile(at('public/avatars/small/12.png'), PICTURE)
  await writeFile(at('public/cover.jpg'), PICTURE)
  await writeFile(at('public/empty.png'), '')
  await writeFile(at('public/page.html'), '<script>')
  await writeFile(at('public/drawing.svg'), '<svg onload="">')
  await writeFile(at('public/noextension'), 'text')
  await writeFile(at('public/.hidden.webp'), 'hidden')
  await writeFile(at('public/two.dots.webp'), 'dots')
  await writeFile(at('secret.webp'), 'secret')
  await writeFile(at('contracts/1.webp'), 'secret')
  await writeFile(at('publicity/1.webp'), 'secret')
  await symlink(at('contracts/1.webp'), at('public/link.webp'))
  await symlink(at('contracts'), at('public/linked'))
  await symlink(at('publicity/1.webp'), at('public/beside.webp'))
  await symlink(at('public/loop.webp'), at('public/loop.webp'))
  await symlink(at('public/avatars/12.webp'), at('public/inside.webp'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends the path unchanged. An ordinary client would remove `..` before sending. */
function fetchRaw(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

test.each([
  ['avatars/12.webp', 'image/webp'],
  ['avatars/small/12.png', 'image/png'],
  ['cover.jpg', 'image/jpeg'],
])('a guest gets public/%s as %s, byte for byte', async (path, contentType) => {
  const { status, headers, body } = await fetchRaw(`/aaapi/files/public/${path}`)
  expect(status).toBe(200)
  expect(body).toEqual(PICTURE)
  expect(headers).toMatchObject({
    'content-type': contentType,
    'content-length': String(PICTURE.length),
    'cache-control': 'public, max-age=86400, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
})

test('an empty picture is an empty answer', async () => {
  const { status, headers, body } = await fetchRaw('/aaapi/files/public/empty.png')
  expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0])
})

test('HEAD answers the headers of GET, without the bytes', async () => {
  const { status, headers, body } = await fetchRaw('/aaapi/files/public/cover.jpg', { method: 'HEAD' })
  expect([status, body.length]).toEqual([200, 0])
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(PICTURE.length) })
})

test('a client that has the picture already gets no bytes until the picture changes', async () => {
  const path = '/aaapi/files/public/changing.webp'
  await writeFile(at('public/changing.webp'), 'one')
  const first = await fetchRaw(path)
  const etag = String(first.headers.etag)
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await fetchRaw(path, { headers: { 'if-none-match': held } })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
  }
  expect((await fetchRaw(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)

  await writeFile(at('public/next.webp'), 'two')
  await utimes(at('public/next.webp'), new Date('2026-05-01'), new Date('2026-05-01'))
  await rename(at('public/next.webp'), at('public/changing.webp'))
  const changed = await fetchRaw(path, { headers: { 'if-none-match': etag } })
  expect([changed.status, changed.body.toString()]).toEqual([200, 'two'])
})

test('a link to another public picture is followed', async () => {
  expect((await fetchRaw('/aaapi/files/public/inside.webp')).body).toEqual(PICTURE)
})

test.each([
  ['a file that is not there', 'public/avatars/13.webp'],
  ['a folder that is not there', 'public/nowhere/12.webp'],
  ['a file taken for a folder', 'public/cover.jpg/12.webp'],
  ['a folder', 'public/avatars'],
  ['a folder with a slash', 'public/avatars/'],
  ['a folder named like a picture', 'public/folder.webp'],
  ['the public folder', 'public'],
  ['a page', 'public/page.html'],
  ['a drawing that can carry scripts', 'public/drawing.svg'],
  ['a file without extension', 'public/noextension'],
  ['a hidden file', 'public/.hidden.webp'],
  ['a name with two dots', 'public/two.dots.webp'],
  ['an extension in capitals', 'public/cover.JPG'],
  ['a file beside the public folder', 'secret.webp'],
  ['a contract photo', 'contracts/1.webp'],
  ['a folder whose name begins with public', 'publicity/1.webp'],
  ['a link out of the public folder', 'public/link.webp'],
  ['a linked folder', 'public/linked/1.webp'],
  ['a link to a folder whose name begins with public', 'public/beside.webp'],
  ['a link to itself', 'public/loop.webp'],
  ['..', 'public/../secret.webp'],
  ['.. after a real folder', 'public/avatars/../../secret.webp'],
  ['.. back into public', 'public/../public/cover.jpg'],
  ['encoded ..', 'public/%2e%2e/secret.webp'],
  ['encoded .. with encoded slashes', 'public%2f%2e%2e%2fsecret.webp'],
  ['twice encoded ..', 'public/%252e%252e/secret.webp'],
  ['.. with a backslash', 'public/..%5csecret.webp'],
  ['a single dot', 'public/./cover.jpg'],
  ['an empty part', 'public//cover.jpg'],
  ['an absolute path', '/etc/passwd'],
  ['an encoded absolute path', '%2fetc%2fpasswd'],
  ['an absolute path below public', 'public/%2fetc%2fpasswd.webp'],
  ['NUL before the extension', 'public/cover.jpg%00.webp'],
  ['NUL after the extension', 'public/cover.jpg%00'],
  ['a line break after the extension', 'public/cover.jpg%0a'],
  ['a space', 'public/cover%20.jpg'],
  ['full-width letters', 'public/%EF%BD%83over.jpg'],
  ['a stream of Windows', 'public/cover.jpg::$DATA'],
  ['a name longer than file systems take', `public/${'a'.repeat(300)}.webp`],
  ['a path longer than file systems take', `public/${'a/'.repeat(3000)}a.webp`],
])('%s is not found, always with the same answer', async (_what, path) => {
  const { status, headers, body } = await fetchRaw(`/aaapi/files/${path}`)
  expect([status, body.toString()]).toEqual([404, NOT_FOUND])
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
})

test.each(['public/%c0%ae%c0%ae/contracts/1.webp', 'public/%ff.webp', 'public/%zz', 'public/%2'])(
  '%s is an invalid address, and refused before any file is looked for',
  async (path) => {
    const { status, body } = await fetchRaw(`/aaapi/files/${path}`)
    expect(status).toBe(400)
    expect(body.toString()).not.toContain('secret')
  },
)

test('no token opens more than the public pictures', async () => {
  const staff = await staffTokenOf('operator')
  for (const token of [staff, 'nonsense']) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await request({ method: 'GET', url: '/aaapi/files/public/cover.jpg', headers })).statusCode).toBe(200)
    expect((await request({ method: 'GET', url: '/aaapi/files/contracts/1.webp', headers })).statusCode).toBe(404)
  }
})

test('the API reference lists the call', async () => {
  const document = (await request({ method: 'GET', url: '/aaapi/openapi.json' })).json()
  expect(Object.keys(document.paths)).toContain('/aaapi/files/{relativePath}')
})
