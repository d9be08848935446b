import { openAnalytics } from '@paidang/api/areas/views/analytics'
import { expect, test } from 'vitest'
import { givenCoach, givenCompany, givenStaffLogin } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, request, signedInAs, tokenOf, staffTokenOf, clock } = await startTestServer()
const behindProxy = await startTestServer({ trustProxy: ['loopback'] })
const underHttps = await startTestServer({ publicUrl: 'https://paidang.example' })

const PASSWORD = 'demo1234'
const HEADER = 'x-paidang-console'
const COOKIE_FORM = /^paidang-console=([\w.-]+); Path=\/aaapi; Max-Age=7200; HttpOnly; SameSite=Strict$/

const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []].flat().map(String)
const consoleCookieOf = (answer: { headers: Record<string, unknown> }) =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('paidang-console='))

/** A log-in as a page of the console sends it. */
async function logInOnPage() {
  const { staffId, username } = await givenStaffLogin(db, { kind: 'operator' })
  const payload = { username, password: PASSWORD }
  const answer = await request({ method: 'POST', url: '/aaapi/staff/login', headers: { [HEADER]: 'log-in' }, payload })
  const [, token = ''] = COOKIE_FORM.exec(consoleCookieOf(answer) ?? '') ?? []
  return { staffId, username, answer, token, page: `staff:${staffId}` }
}

const read = (headers: Record<string, string>) =>
  request({ url: '/aaapi/staff/factor', headers: { host: 'paidang.example', ...headers } }).then(
    (one) => one.statusCode,
  )

test('a page of the console gets its token in a cookie that no script reads, and not in the answer', async () => {
  const { staffId, answer, token } = await logInOnPage()
  expect(answer.json()).toMatchObject({ code: 0, data: { token: '', expiresIn: 7200, staff: { id: staffId } } })
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(answer.body).not.toContain(token)
})

test('another program gets its token in the answer, and no cookie', async () => {
  const { username } = await givenStaffLogin(db, { kind: 'operator' })
  const payload = { username, password: PASSWORD }
  for (const headers of [{}, { [HEADER]: 'log-in', 'sec-fetch-site': 'cross-site' }]) {
    const answer = await request({ method: 'POST', url: '/aaapi/staff/login', headers, payload })
    expect([consoleCookieOf(answer), answer.json().data.token]).toEqual([undefined, expect.stringMatching(/./)])
    expect(await read({ authorization: `Bearer ${answer.json().data.token}` })).toBe(200)
  }
})

test('the cookie opens what its own page of this site asks for, and nothing else', async () => {
  const { token, page } = await logInOnPage()
  const cookie = `other=1; paidang-console=${token}`
  const cases: [headers: Record<string, string>, status: number][] = [
    [{ [HEADER]: page }, 200],
    [{ [HEADER]: page, 'sec-fetch-site': 'same-origin' }, 200],
    [{ [HEADER]: page, 'sec-fetch-site': 'same-origin', origin: 'https://behind-a-proxy.example' }, 200],
    [{ [HEADER]: page, origin: 'http://paidang.example' }, 200],
    [{}, 401],
    [{ 'sec-fetch-site': 'same-origin' }, 401],
    [{ [HEADER]: page, 'sec-fetch-site': 'same-site' }, 401],
    [{ [HEADER]: page, 'sec-fetch-site': 'cross-site' }, 401],
    [{ [HEADER]: page, 'sec-fetch-site': 'none' }, 401],
    [{ [HEADER]: page, origin: 'https://evil.example' }, 401],
    [{ [HEADER]: page, origin: 'null' }, 401],
    [{ [HEADER]: 'log-in' }, 401],
    [{ [HEADER]: 'staff:1' }, 401],
    [{ [HEADER]: page.replace('staff', 'company') }, 401],
    [{ [HEADER]: page, authorization: 'Bearer nonsense' }, 401],
  ]
  for (const [headers, status] of cases)
    expect([headers, await read({ cookie, ...headers })]).toEqual([headers, status])
  expect(await read({ [HEADER]: page })).toBe(401)
  expect(await read({ [HEADER]: page, cookie: `paidang-console=${token}x` })).toBe(401)
  const player = await tokenOf(await givenCoach(db))
  expect(await read({ [HEADER]: page, cookie: `paidang-console=${player}` })).toBe(401)
})

test('a renewed token goes into the cookie again, until the working day is over', async () => {
  const { token, page } = await logInOnPage()
  const renew = () =>
    request({
      method: 'POST',
      url: '/aaapi/staff/renew',
      headers: { [HEADER]: page, cookie: `paidang-console=${token}` },
    })
  clock.set(new Date(clock.now().getTime() + 60_000))
  const renewed = await renew()
  const [, next] = COOKIE_FORM.exec(consoleCookieOf(renewed) ?? '') ?? []
  expect(renewed.json().data.token).toBe('')
  expect(next).not.toBe(token)
  expect(await read({ [HEADER]: page, cookie: `paidang-console=${next}` })).toBe(200)
})

test('a log-out removes the cookie and ends the log-in, and a refused one removes it too', async () => {
  const { token, page } = await logInOnPage()
  const headers = { [HEADER]: page, cookie: `paidang-console=${token}` }
  for (const status of [200, 401]) {
    const answer = await request({ method: 'POST', url: '/aaapi/staff/logout', headers })
    expect(answer.statusCode).toBe(status)
    expect(consoleCookieOf(answer)).toBe('paidang-console=; Path=/aaapi; Max-Age=0; HttpOnly; SameSite=Strict')
  }
  expect(await read(headers)).toBe(401)
  const bearer = { authorization: `Bearer ${await staffTokenOf('operator')}` }
  const foreign = await request({ method: 'POST', url: '/aaapi/staff/logout', headers: bearer })
  expect([foreign.statusCode, consoleCookieOf(foreign)]).toEqual([200, undefined])
})

test('the one-time link of a company’s admin opens a page with a cookie', async () => {
  const { companyId, adminId } = await givenCompany(db)
  const { path } = await signedInAs(adminId)(openAnalytics, { body: { companyId } })
  const ticket = new URL(path, 'http://paidang.example').searchParams.get('ticket')
  const headers = { [HEADER]: 'log-in' }
  const entered = await request({ method: 'POST', url: '/aaapi/staff/enter', headers, payload: { ticket } })
  const [, token = ''] = COOKIE_FORM.exec(consoleCookieOf(entered) ?? '') ?? []
  expect(entered.json()).toMatchObject({ data: { token: '', staff: { id: adminId, role: 'company' } } })
  const renew = (page: string) =>
    request({
      method: 'POST',
      url: '/aaapi/staff/renew',
      headers: { [HEADER]: page, cookie: `paidang-console=${token}` },
    })
  expect((await renew(`company:${adminId}`)).json()).toMatchObject({ code: 0, data: { token: '' } })
  expect((await renew(`staff:${adminId}`)).statusCode).toBe(401)
})

test('under https the cookies are sent under https alone', async () => {
  const logInAt = async (server: typeof behindProxy, headers: Record<string, string>) => {
    const { username } = await givenStaffLogin(server.db, { kind: 'operator' })
    const payload = { username, password: PASSWORD }
    const sent = { [HEADER]: 'log-in', ...headers }
    return cookiesOf(await server.request({ method: 'POST', url: '/aaapi/staff/login', headers: sent, payload }))
  }
  const cookies = [
    ...(await logInAt(behindProxy, { 'x-forwarded-proto': 'https' })),
    ...(await logInAt(underHttps, {})),
  ]
  expect(cookies).toHaveLength(4)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/)
})
