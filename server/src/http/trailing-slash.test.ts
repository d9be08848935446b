import { expect, test } from 'vitest'
import { givenPlayer } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'
import { readPermissionMatrix } from './permission-matrix.ts'

const { db, request, tokenOf } = await startTestServer()

/** Every call of the matrix, with numbers as its path parts. */
const calls = [...new Set(readPermissionMatrix().map(({ endpoint }) => endpoint))].map((endpoint) => {
  const [method = '', path = ''] = endpoint.split(' ')
  return { method: method as 'GET', url: `/aaapi${path.replace(/\{\w+\}/g, '1')}` }
})

test('every call means the same with a slash at its end, and has the same access check', async () => {
  const different: string[] = []
  for (const { method, url } of calls) {
    const [plain, formatSlashDay] = [await request({ method, url }), await request({ method, url: `${url}/` })]
    if (plain.statusCode !== formatSlashDay.statusCode) different.push(`${method} ${url}`)
  }
  expect(calls.length).toBeGreaterThan(300)
  expect(different).toEqual([])
})

test('a query after the slash is read', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(await givenPlayer(db))}` }
  const url = '/aaapi/course-invitation-response/pageByUser'
  for (const path of [url, `${url}/`]) {
    expect((await request({ url: `${path}?current=1&rows=10`, headers })).statusCode).toBe(200)
    expect((await request({ url: `${path}?current=0&rows=10`, headers })).statusCode).toBe(400)
  }
})
