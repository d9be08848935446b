import { DrizzleQueryError } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { describeError, loggerOptions } from './logger.ts'

test('a failed query is logged with its text and codes, and without its values', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_phone_key"'), {
    code: '23505',
    constraint: 'users_phone_key',
    detail: 'Key (phone)=(13800000001) already exists.',
  })
  const described = describeError(new DrizzleQueryError('insert into users values ($1)', ['13800000001'], cause))
  expect(described).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query: insert into users values ($1)',
    cause: { code: '23505', constraint: 'users_phone_key' },
  })
  expect(described.stack).toContain('logger.test.ts')
  expect(JSON.stringify(described)).not.toContain('13800000001')
})

/** The log entries for requests of these addresses. */
async function loggedRequests(urls: readonly string[]) {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const app = Fastify({ logger: { ...loggerOptions({ logLevel: 'info', production: true }), stream } })
  app.get('/*', async () => 'seen')
  for (const url of urls) await app.inject(url)
  await app.close()
  return lines.flatMap((line) => (JSON.parse(line) as { req?: { url: string } }).req ?? [])
}

test('a request is logged without a searched phone number, and otherwise unchanged', async () => {
  const requests = await loggedRequests([
    '/search/13712345678',
    '/students?userName=13712345678&current=1',
    '/class/137123456789',
  ])
  expect(requests.map(({ url }) => url)).toEqual([
    '/search/1**********',
    '/students?userName=1**********&current=1',
    '/class/137123456789',
  ])
  expect(requests[0]).toMatchObject({ method: 'GET', host: 'localhost:80' })
})

test('a request of a calendar is logged without its secret', async () => {
  const requests = await loggedRequests(['/aaapi/calendar/feed/7-2-abc_DEF-123.ics', '/aaapi/calendar/feed'])
  expect(requests.map(({ url }) => url)).toEqual(['/aaapi/calendar/feed/***.ics', '/aaapi/calendar/feed'])
})

test('a link into the console is logged without its ticket', async () => {
  const requests = await loggedRequests(['/console/enter?ticket=abc_DEF-123', '/console/enter?a=1&ticket=abc&b=2'])
  expect(requests.map(({ url }) => url)).toEqual(['/console/enter?ticket=***', '/console/enter?a=1&ticket=***&b=2'])
})

const encoded = encodeURIComponent
const FULL_WIDTH = '１３７１２３４５６７８'

test.each([
  ...['13712345678', '+8613712345678', '%2B8613712345678', '%2B86%2013712345678', '+86-137-1234-5678'],
  ...['008613712345678', '8613712345678', '137%201234%205678', '137+1234+5678', '137-1234-5678'],
  ...['(137)1234-5678', '137.1234.5678', encoded(FULL_WIDTH), encoded(FULL_WIDTH).toLowerCase()],
  ...['137　1234　5678', '（137）1234－5678', '137\u200b1234\u200b5678', '137\t1234\t5678'].map(encoded),
  ...['137·1234·5678', '137−1234−5678', '137－1234－5678', '137\u20091234\u202f5678'].map(encoded),
  ...['①③⑦①②③④⑤⑥⑦⑧', '𝟏𝟑𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖', '𝟙𝟛𝟟𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠', '＋８６ 137 1234 5678'].map(encoded),
  ...['0 0 8 6 137 1234 5678', '\u202d137 1234 5678\u202c', '137\r\n12345678'].map(encoded),
])('no spelling of a phone number is in the log: %s', async (phone) => {
  const requests = await loggedRequests([`/search/${phone}`, `/students?keyword=${phone}&current=1`])
  const masked = expect.stringMatching(/^\/(?:search\/|students\?keyword=)[(]?1\*{10}(?:%E2%80%AC)?(?:&current=1)?$/)
  expect(requests.map(({ url }) => url.replace(/%E2%80%AD/g, ''))).toEqual([masked, masked])
})

test('a number is masked within other words and beside broken encoding, and nothing else of the address changes', async () => {
  const requests = await loggedRequests([
    `/students?keyword=${encoded('张三 137 1234 5678')}&city=${encoded('上海')}+1`,
    '/students?keyword=%ZZ13712345678&note=%E4%B8',
    '/students?begin=2026-11-25&id=213712345678&name=12712345678',
  ])
  expect(requests.map(({ url }) => url)).toEqual([
    `/students?keyword=${encoded('张三 ')}1**********&city=${encoded('上海')}+1`,
    '/students?keyword=%25ZZ1**********&note=%E4%B8',
    '/students?begin=2026-11-25&id=213712345678&name=12712345678',
  ])
})

test.each([
  [
    '/aaapi/files/private/contracts/a.webp?until=1777612345&sign=abc-DEF',
    '/aaapi/files/private/contracts/a.webp?until=1777612345&sign=***',
  ],
  ['/aaapi/course-invitation/7?share=abc_DEF', '/aaapi/course-invitation/7?share=***'],
  ['/aaapi/cards/player/7?i=Share0Id', '/aaapi/cards/player/7?i=***'],
  ['/aaapi/share/Share0Id', '/aaapi/share/***'],
  ['/aaapi/share/Share0Id/poster.png', '/aaapi/share/***/poster.png'],
  ['/aaapi/share/create', '/aaapi/share/create'],
  ['/?i=Share0Id&share=abc', '/?i=***&share=***'],
])('a secret that grants access alone is not in the log: %s', async (url, logged) => {
  expect(await loggedRequests([url])).toMatchObject([{ url: logged }])
})
