import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { wechatAccessTokens } from '../../../tables/wechat.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import {
  CODE_PATH,
  PHONE_PATH,
  PICTURE_CHECK_PATH,
  SEND_PATH,
  SESSION_PATH,
  startWechatStandIn,
  TEXT_CHECK_PATH,
  TOKEN_PATH,
  type WechatStandIn,
} from '../../../testing/wechat-stand-in.ts'
import { createWechatClient } from './http-client.ts'
import { type WechatClient, WechatRefusal, WechatUnavailable } from './wechat-client.ts'

const { db, drop } = await createTestDatabase()
const START = new Date('2026-05-01T12:00:00+08:00')
let now = START
let wechat: WechatStandIn
let client: WechatClient
const clientOf = (over: Partial<WechatStandIn['settings']> = {}) =>
  createWechatClient({ ...wechat.settings, ...over }, { db, now: () => now, limit: wechat.limit })

beforeEach(async () => {
  now = START
  wechat = await startWechatStandIn()
  client = clientOf()
})
afterEach(async () => {
  await wechat.close()
  await db.delete(wechatAccessTokens)
})
afterAll(drop)

const message = { openId: 'o1', templateId: 't1', page: 'pages/home/index', data: { thing1: '周五的课' } }
const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

test('a log-in code is exchanged for the person’s ids, with our app id and secret', async () => {
  const code = wechat.codeOf('openid-of-lin', 'a2V5')
  expect(await client.codeToSession(code)).toEqual({ openId: 'openid-of-lin', unionId: null, sessionKey: 'a2V5' })
  expect(wechat.calls).toMatchObject([
    { method: 'GET', path: SESSION_PATH, query: { js_code: code, grant_type: 'authorization_code' } },
  ])
})

test('a phone code is exchanged for the number; a number for another app is refused', async () => {
  expect(await client.phoneOf(wechat.phoneCodeOf('13800000001'))).toEqual({ countryCode: '86', number: '13800000001' })
  const strange = wechat.phoneCodeOf('13800000001', { appid: 'wx0000000000000001' })
  await expect(client.phoneOf(strange)).rejects.toThrow(WechatUnavailable)
})

test.each([40029, 40226, 45011, 40013, 40163])(
  'a refusal of WeChat with %i is a refusal with that number',
  async (errcode) => {
    wechat.failNext(SESSION_PATH, { errcode })
    const refusal = await client.codeToSession('any').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(WechatRefusal)
    expect(refusal).toMatchObject({ errcode })
    expect(wechat.calls).toHaveLength(1)
  },
)

test('while WeChat is busy it is asked again twice, and no more', async () => {
  const code = wechat.codeOf('o1')
  wechat.failNext(SESSION_PATH, { errcode: -1 }, 2)
  expect(await client.codeToSession(code)).toMatchObject({ openId: 'o1' })
  expect(wechat.calls).toHaveLength(3)
  wechat.failNext(SESSION_PATH, { errcode: -1 }, 9)
  await expect(client.codeToSession(wechat.codeOf('o2'))).rejects.toMatchObject({ errcode: -1 })
  expect(wechat.calls).toHaveLength(6)
})

test.each([
  ['BROKEN', /with 500/],
  ['HTML', /nonsense/],
  ['CUT', /could not be asked/],
  ['SILENT', /could not be asked/],
  ['ELSEWHERE', /could not be asked/],
] as const)(
  'an answer that is %s is unusable, and the error contains neither the secret nor the code',
  async (fault, said) => {
    wechat.failNext(SESSION_PATH, fault)
    const error = await client.codeToSession('the code of somebody').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WechatUnavailable)
    expect((error as Error).message).toMatch(said)
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(/a secret of tests|somebody/)
  },
)

test.each([[{}], [{ openid: '' }], [{ openid: 'o1' }], [[]], ['text'], [null]])(
  'a session of another shape is unusable: %j',
  async (says) => {
    wechat.failNext(SESSION_PATH, { says })
    await expect(client.codeToSession('any')).rejects.toThrow(WechatUnavailable)
  },
)

test('the access token is requested once, and shared until five minutes before its end', async () => {
  await client.sendSubscribeMessage(message)
  await clientOf().sendSubscribeMessage(message)
  minutesLater(114)
  await client.sendSubscribeMessage(message)
  expect(wechat.callsTo(TOKEN_PATH)).toMatchObject([
    { body: { grant_type: 'client_credential', force_refresh: false } },
  ])
  minutesLater(2)
  await client.sendSubscribeMessage(message)
  expect(wechat.callsTo(TOKEN_PATH)).toHaveLength(2)
})

test('when many calls in several processes need a token at once, one of them requests it', async () => {
  const release = wechat.hold(TOKEN_PATH)
  const others = [client, clientOf(), clientOf()]
  const all = Array.from({ length: 12 }, (_, n) => (others[n % 3] as WechatClient).sendSubscribeMessage(message))
  await expect.poll(() => wechat.callsTo(TOKEN_PATH)).toHaveLength(1)
  release()
  await Promise.all(all)
  expect(wechat.callsTo(TOKEN_PATH)).toHaveLength(1)
  expect(wechat.callsTo(SEND_PATH)).toHaveLength(12)
})

test('a token near its end is renewed by one call, while the others still use it', async () => {
  await client.sendSubscribeMessage(message)
  minutesLater(117)
  const release = wechat.hold(TOKEN_PATH)
  const renewing = client.sendSubscribeMessage(message)
  await expect.poll(() => wechat.callsTo(TOKEN_PATH)).toHaveLength(2)
  await clientOf().sendSubscribeMessage(message)
  expect(wechat.callsTo(SEND_PATH)).toHaveLength(2)
  release()
  await renewing
  expect(wechat.callsTo(TOKEN_PATH)).toHaveLength(2)
})

test.each([40001, 42001])(
  'a token that WeChat rejects (%i) is renewed once, and the call is repeated',
  async (errcode) => {
    await client.sendSubscribeMessage(message)
    wechat.revokeToken()
    wechat.failNext(SEND_PATH, { errcode })
    await client.sendSubscribeMessage(message)
    expect(wechat.callsTo(TOKEN_PATH)).toHaveLength(2)
    expect(wechat.callsTo(SEND_PATH).map(({ query }) => query.access_token)).toEqual(['token 1', 'token 1', 'token 2'])
    wechat.failNext(SEND_PATH, { errcode }, 2)
    await expect(client.sendSubscribeMessage(message)).rejects.toMatchObject({ errcode })
    expect(wechat.callsTo(SEND_PATH)).toHaveLength(5)
  },
)

test('after a failed renewal the next call can renew the token', async () => {
  wechat.failNext(TOKEN_PATH, 'BROKEN')
  await expect(client.sendSubscribeMessage(message)).rejects.toThrow(WechatUnavailable)
  await client.sendSubscribeMessage(message)
  expect(wechat.callsTo(TOKEN_PATH)).toHaveLength(2)
})

test('a wrong secret is refused', async () => {
  await expect(clientOf({ appSecret: 'another' }).sendSubscribeMessage(message)).rejects.toMatchObject({
    errcode: 40125,
  })
})

test('a message is sent in WeChat’s format, and a refusal gives the reason', async () => {
  await client.sendSubscribeMessage(message)
  expect(wechat.callsTo(SEND_PATH)).toMatchObject([
    {
      method: 'POST',
      body: {
        touser: 'o1',
        template_id: 't1',
        page: 'pages/home/index',
        data: { thing1: { value: '周五的课' } },
        miniprogram_state: 'formal',
        lang: 'zh_CN',
      },
    },
  ])
  wechat.failNext(SEND_PATH, { errcode: 43101 })
  await expect(client.sendSubscribeMessage(message)).rejects.toMatchObject({ errcode: 43101 })
})

test('a mini-program code is a picture; JSON or a page instead of it is unusable', async () => {
  const wish = { scene: 'i=AbC123', page: 'pages/home/index', width: 430 }
  expect(await sharp(await client.miniProgramCode(wish)).metadata()).toMatchObject({ format: 'png' })
  expect(wechat.callsTo(CODE_PATH)).toMatchObject([{ body: { ...wish, check_path: true, env_version: 'release' } }])
  wechat.failNext(CODE_PATH, { errcode: 41030 })
  await expect(client.miniProgramCode(wish)).rejects.toMatchObject({ errcode: 41030 })
  wechat.failNext(CODE_PATH, 'HTML')
  await expect(client.miniProgramCode(wish)).rejects.toThrow(WechatUnavailable)
})

test('a phone code that WeChat does not know is refused', async () => {
  await expect(client.phoneOf('unknown')).rejects.toMatchObject({ errcode: 40029 })
  expect(wechat.callsTo(PHONE_PATH)).toHaveLength(1)
})

const text = { openId: 'o1', scene: 1, text: '周末打球' }

test.each([
  [{ suggest: 'pass', label: 100 }, { verdict: 'passed' }],
  [
    { suggest: 'risky', label: 20003 },
    { verdict: 'rejected', label: 20003 },
  ],
  [
    { suggest: 'risky', label: '20003' },
    { verdict: 'rejected', label: 20003 },
  ],
  [{ suggest: 'review', label: 21000 }, { verdict: 'undecided' }],
])('WeChat’s result %j for a text gives the verdict %j', async (result, verdict) => {
  wechat.failNext(TEXT_CHECK_PATH, { says: { errcode: 0, errmsg: 'ok', trace_id: 't', result } })
  expect(await client.checkText(text)).toEqual(verdict)
  expect(wechat.callsTo(TEXT_CHECK_PATH)).toMatchObject([
    { method: 'POST', body: { openid: 'o1', scene: 1, version: 2, content: '周末打球' } },
  ])
})

test('for a picture WeChat answers only a trace for the later verdict', async () => {
  const picture = { openId: 'o1', scene: 1, url: 'https://example.com/a.webp' }
  expect(await client.checkPicture(picture)).toEqual({ verdict: 'undecided', traceId: 'trace 1' })
  expect(wechat.callsTo(PICTURE_CHECK_PATH)).toMatchObject([
    { body: { openid: 'o1', scene: 1, version: 2, media_type: 2, media_url: picture.url } },
  ])
})

test('without an openid WeChat is not asked, and an author who was away for hours is refused', async () => {
  await expect(client.checkText({ ...text, openId: null })).rejects.toMatchObject({ errcode: 40003 })
  expect(wechat.calls).toEqual([])
  wechat.failNext(TEXT_CHECK_PATH, { errcode: 61010 })
  await expect(client.checkText(text)).rejects.toMatchObject({ errcode: 61010 })
})
