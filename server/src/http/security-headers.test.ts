import { expect, test } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'

const { request } = await startTestServer()

const connectSources = async (url: string, host: string) => {
  const { headers } = await request({ url, headers: { host } })
  return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}

test('a page may open sockets to the host that it came from, which older browsers do not count to self', async () => {
  expect(await connectSources('/', 'paidang.cn')).toBe("'self' ws://paidang.cn wss://paidang.cn")
  expect(await connectSources('/', '127.0.0.1:8080')).toBe("'self' ws://127.0.0.1:8080 wss://127.0.0.1:8080")
  expect(await connectSources('/', '[::1]:8080')).toBe("'self' ws://[::1]:8080 wss://[::1]:8080")
})

test.each(['a; script-src *', 'a b', '*', 'a,b'])(
  'a host that is none (%s) adds nothing to the policy',
  async (host) => {
    expect(await connectSources('/', host)).toBe("'self'")
  },
)

test('the answers of calls carry the policy without sockets', async () => {
  expect(await connectSources('/aaapi/common/adv/getHomeAdv', 'paidang.cn')).toBe("'self'")
})
