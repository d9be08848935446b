import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { observeStatements } from '../db/statements.ts'
import { startTestServer } from '../testing/test-server.ts'
import { createErrorReports } from './error-reports.ts'
import { startTraces } from './traces.ts'

const { another, databaseUrl, takeFaults } = await startTestServer()

const heard: { path: string | undefined; key: string | undefined; body: string }[] = []
const collector = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (chunk) => {
    body += String(chunk)
  })
  incoming.on('end', () => {
    heard.push({ path: incoming.url, key: incoming.headers['x-sentry-auth'] as string | undefined, body })
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
afterAll(() => collector.close())
afterEach(() => heard.splice(0))
const address = `127.0.0.1:${(collector.address() as AddressInfo).port}`

test('an unexpected error is reported with route, request and stack, and without values', async () => {
  const faults: unknown[] = []
  const reportError = createErrorReports(`http://secretkey@${address}/base/42`, (error) => faults.push(error))
  const now = () => {
    throw new Error('Failed query: select 1\nparams: 13800000001')
  }
  const app = await another({ reportError, now })
  await app.inject({ url: '/aaapi/common/adv/getHomeAdv', headers: { 'x-request-id': 'from-the-gateway-7' } })
  await reportError.sent()
  expect([faults, takeFaults().length]).toEqual([[], 1])
  const [told] = heard
  expect([told?.path, told?.key]).toEqual(['/base/api/42/envelope/', expect.stringContaining('sentry_key=secretkey')])
  const event = JSON.parse(told?.body.split('\n')[2] ?? '')
  expect(event).toMatchObject({
    transaction: 'GET /aaapi/common/adv/getHomeAdv',
    tags: { request_id: 'from-the-gateway-7' },
    exception: { values: [{ type: 'Error', value: 'Failed query: select 1' }] },
  })
  expect(event.exception.values[0].stacktrace.frames.at(-1)).toMatchObject({
    filename: expect.stringContaining('told-outside'),
  })
  expect(told?.body).not.toContain('13800000001')
})

test('one fault in every request is not a flood', async () => {
  const reportError = createErrorReports(`http://secretkey@${address}/42`, (error) => expect.fail(String(error)))
  for (let times = 0; times < 200; times++) reportError(new Error('again'), { where: 'a job' })
  await reportError.sent()
  expect(heard).toHaveLength(30)
})

test('a request and its statements are one trace, which the caller began', async () => {
  const traces = startTraces(`http://${address}`)
  const pool = createPool(databaseUrl, { max: 1, onError: (error) => expect.fail(error.message) })
  observeStatements(pool, { observers: [traces.observer] })
  const app = await another({ traces, db: createDatabase(pool) })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const payload = { username: 'nobody', password: 'wrong1234' }
  await app.inject({ method: 'POST', url: '/aaapi/auth/h5-login', headers: { traceparent }, payload })
  await traces.stop()
  await app.close()
  await pool.end()
  type Sent = { name: string; traceId: string; spanId: string; parentSpanId: string }
  const spans: Sent[] = heard.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)
  const request = spans.find(({ name }) => name === 'POST /aaapi/auth/h5-login')
  expect(request).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name }) => name)).toContain('SELECT')
  expect(JSON.stringify(heard)).not.toContain('nobody')
})
