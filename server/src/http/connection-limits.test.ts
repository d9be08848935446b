import { once } from 'node:events'
import { connect } from 'node:net'
import { LIVE_CLOSE } from '@paidang/api/live'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { createCounts } from '../process/shared-counts.ts'
import { givenPlayer } from '../testing/builders.ts'
import { openLive } from '../testing/live-client.ts'
import { startTestServer } from '../testing/test-server.ts'

const { another, db, tokenOf } = await startTestServer()
const connectionLimits = { connections: 2, requests: 2 }
const direct = await another({ limits: 'on', connectionLimits })
const behindProxy = await another({ limits: 'on', connectionLimits, trustProxy: ['127.0.0.1'] })
for (const app of [direct, behindProxy]) await app.listen({ host: '127.0.0.1', port: 0 })

const openTo = async (app: FastifyInstance) => {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
type Opened = Awaited<ReturnType<typeof openTo>>

/** The first line of the answer to a request; empty when the connection is closed instead. */
async function statusLineOf(socket: Opened, request: string): Promise<string> {
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(request)
  await expect.poll(() => answer !== '' || socket.closed).toBe(true)
  return answer.split('\r\n')[0] ?? ''
}

const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
/** A request whose body never arrives, forwarded for this address by a proxy. */
const slowBy = (address: string) =>
  `POST /aaapi/auth/h5-login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
const getBy = (address: string) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`

test('one address has a limited number of connections, and gets another when one has ended', async () => {
  const [first, second] = [await openTo(direct), await openTo(direct)]
  expect(await statusLineOf(first, GET)).toBe('HTTP/1.1 200 OK')
  expect(await statusLineOf(second, GET)).toBe('HTTP/1.1 200 OK')
  expect(await statusLineOf(await openTo(direct), GET)).toBe('')
  first.destroy()
  await expect.poll(async () => statusLineOf(await openTo(direct), GET)).toBe('HTTP/1.1 200 OK')
})

test('behind a proxy the callers are counted, not the proxy', async () => {
  const sockets: Opened[] = []
  const send = async (request: string) => {
    const socket = await openTo(behindProxy)
    sockets.push(socket)
    return { socket, line: () => statusLineOf(socket, request) }
  }
  const slow = [await send(slowBy('198.51.100.7')), await send(slowBy('198.51.100.7'))]
  for (const { socket } of slow) socket.write(slowBy('198.51.100.7'))
  const refused = 'HTTP/1.1 429 Too Many Requests'
  await expect.poll(async () => (await send(getBy('198.51.100.7'))).line()).toBe(refused)
  // Another caller behind the same proxy.
  expect(await (await send(getBy('198.51.100.8'))).line()).toBe('HTTP/1.1 200 OK')
  for (const { socket } of slow) socket.destroy()
  await expect.poll(async () => (await send(getBy('198.51.100.7'))).line()).toBe('HTTP/1.1 200 OK')
  for (const socket of sockets) socket.destroy()
})

test('processes that count together allow one address and one user no more than one process does', async () => {
  const counts = createCounts()
  const one = await another({ limits: 'on', connectionLimits, counts, liveLimits: { perUser: 1 } })
  const other = await another({ limits: 'on', connectionLimits, counts, liveLimits: { perUser: 1 } })
  const userId = await givenPlayer(db)
  const first = await openLive(one)
  first.send({ type: 'hello', token: await tokenOf(userId) })
  await first.next('welcome')
  const second = await openLive(other)
  second.send({ type: 'hello', token: await tokenOf(userId) })
  expect(await second.closed).toBe(LIVE_CLOSE.limit)
  const sockets = [await openTo(other), await openTo(other)]
  const answers = await Promise.all(sockets.map((socket) => statusLineOf(socket, GET)))
  expect(answers.sort()).toEqual(['', 'HTTP/1.1 200 OK'])
  for (const socket of sockets) socket.destroy()
  first.socket.terminate()

  const statuses: number[] = []
  for (let n = 0; n < 601; n++) {
    const answer = await (n % 2 ? one : other).inject({
      url: '/aaapi/auth/demo-accounts',
      remoteAddress: '203.0.113.7',
    })
    statuses.push(answer.statusCode)
  }
  expect([statuses.filter((status) => status === 200).length, statuses[600]]).toEqual([600, 429])
})
