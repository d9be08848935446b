import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { uploadFile } from '@paidang/api/areas/ground/files'
import { h5Login } from '@paidang/api/areas/people/auth'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { givenLogin, givenPlayer } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'
import { HEADER_LIMITS, isTooSlow, RECEIVE_LIMITS } from './receive-deadline.ts'

const { db, tokenOf, another } = await startTestServer()
// A sender that stops is cut off at the second check. No test here waits for one that continues.
const server = await another({ receiveLimits: { windowMs: 20, bytesPerWindow: 65_536, totalMs: 45_000 } })
await server.listen({ host: '127.0.0.1', port: 0 })
const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => void socket.destroy()))

const portOf = (app: FastifyInstance) => (app.server.address() as { port: number }).port

/** Sends these lines and nothing more. @returns everything that comes back until the server closes */
async function answerTo(lines: string[], body: string): Promise<string> {
  const socket = connect(portOf(server), '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // The sender may see the cut as a reset.
  socket.on('error', () => undefined)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return answer
}

const JSON_LINES = ['Content-Type: application/json', 'Content-Length: 500']
const FORM_LINES = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 90000']

test.each<[string, string, string[], string]>([
  ['a call', `POST /aaapi${h5Login.path}`, JSON_LINES, '408'],
  [
    'a body in chunks',
    `POST /aaapi${h5Login.path}`,
    ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    '408',
  ],
  ['a path that is none', 'POST /aaapi/nothing', ['Content-Type: text/plain', 'Content-Length: 500'], '408'],
  // These are answered at once. The connection ends although the rest of the body never arrives.
  ['a broken address', 'POST /aaapi/%zz', JSON_LINES, '400'],
  ['a call of who is not logged in', `POST /aaapi${uploadFile.path}`, FORM_LINES, '401'],
  ['a GET with a body', 'GET /healthz', JSON_LINES, '200'],
])('%s whose body stops is cut off', async (_what, start, lines, status) => {
  expect(await answerTo([`${start} HTTP/1.1`, 'Host: x', ...lines], '1\r\n{\r\n')).toMatch(`HTTP/1.1 ${status}`)
})

test('an upload that stops is cut off with a sentence, and its place is freed', async () => {
  const authorization = `Authorization: Bearer ${await tokenOf(await givenPlayer(db))}`
  const start = [`POST /aaapi${uploadFile.path} HTTP/1.1`, 'Host: x', authorization, ...FORM_LINES]
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nsome'
  // More uploads than one account has places. Each gets its turn, since those before it are cut off.
  const answers = await Promise.all(Array.from({ length: 8 }, () => answerTo(start, part)))
  for (const answer of answers) {
    expect(answer).toMatch('HTTP/1.1 408')
    expect(answer).toMatch('网络太慢，提交超时，请重试')
  }
})

test('a body that arrives in time is read, whatever follows on its connection', async () => {
  const { username, password } = await givenLogin(db, { userId: await givenPlayer(db) })
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/aaapi${h5Login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  expect(answer.status).toBe(200)
})

test.each([
  [{ bytes: 65_535, elapsedMs: 10_000 }, true],
  [{ bytes: 65_536, elapsedMs: 10_000 }, false],
  [{ bytes: 2_000_000, elapsedMs: 40_000 }, false],
  [{ bytes: 2_000_000, elapsedMs: 45_000 }, true],
])('%o of a body is too slow: %s', (progress, answer) => {
  expect(isTooSlow(progress, RECEIVE_LIMITS)).toBe(answer)
})

test('headers and trickling bodies end within 15 seconds', () => {
  expect(server.server.headersTimeout + HEADER_LIMITS.connectionsCheckingInterval).toBeLessThan(15_000)
  expect(RECEIVE_LIMITS.windowMs).toBeLessThan(15_000)
})
