import { expect, test } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'

const { request } = await startTestServer()
const secure = await startTestServer({ publicUrl: 'https://paidang.example' })
const plain = await startTestServer({ publicUrl: 'http://192.168.1.2:8080' })

const connectSources = async (url: string, host: string) => {
  const { headers } = await request({ url, headers: { host } })
  return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}

test('a page may open sockets to its own host, which older browsers do not count as self', async () => {
  expect(await connectSources('/', 'paidang.cn')).toBe("'self' ws://paidang.cn wss://paidang.cn")
  expect(await connectSources('/', '127.0.0.1:8080')).toBe("'self' ws://127.0.0.1:8080 wss://127.0.0.1:8080")
  expect(await connectSources('/', '[::1]:8080')).toBe("'self' ws://[::1]:8080 wss://[::1]:8080")
})

test.each(['a; script-src *', 'a b', '*', 'a,b'])('an invalid host (%s) adds nothing to the policy', async (host) => {
  expect(await connectSources('/', host)).toBe("'self'")
})

test('the answers of calls have the policy without sockets', async () => {
  expect(await connectSources('/aaapi/common/adv/getHomeAdv', 'paidang.cn')).toBe("'self'")
})

test('a browser stays with https where the product has an https address, and gets no such header elsewhere', async () => {
  const told = async (ask: typeof request) => (await ask({ url: '/' })).headers['strict-transport-security']
  expect(await told(secure.request)).toBe('max-age=31536000')
  expect(await told(plain.request)).toBeUndefined()
  expect(await told(request)).toBeUndefined()
})

test.each(['/', '/aaapi/common/adv/getHomeAdv'])(
  'pages and answers (%s) use no device feature except location, and load nothing from elsewhere',
  async (url) => {
    const { headers } = await request({ url })
    const features = String(headers['permissions-policy']).split(', ')
    expect(features[0]).toBe('geolocation=(self)')
    // Chromium warns of any other name. Source: Chromium's permissions_policy_features.json5
    const KNOWN = ['camera', 'microphone', 'payment', 'usb', 'serial', 'midi', 'display-capture']
    expect(features.slice(1)).toEqual(KNOWN.map((name) => `${name}=()`))
    const policy = String(headers['content-security-policy'])
    const sources = policy.split(';').flatMap((directive) => directive.trim().split(' ').slice(1))
    expect(sources.filter((source) => !/^('.*'|data:|blob:|wss?:\/\/localhost:80)$/.test(source))).toEqual([])
  },
)
