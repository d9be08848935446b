import { expect, test } from 'vitest'
import { leftOfDevelopment, whyNotRelease } from '../../scripts/release.mjs'
import { builtPackage } from './harness/package-files.ts'

const appId = 'wx0123456789abcdef'
const apiOrigin = 'https://api.paidang.cn'

test.each([
  ['what WeChat takes', {}, []],
  ['a port of its own', { apiOrigin: 'https://api.paidang.cn:8443' }, []],
  ['no settings', { appId: undefined, apiOrigin: undefined }, [/^WECHAT_APP_ID /, /例如 https/]],
  ['the tourist', { appId: 'touristappid' }, [/^WECHAT_APP_ID /]],
  ['capital letters', { appId: 'wx0123456789ABCDEF' }, [/^WECHAT_APP_ID /]],
  ['http', { apiOrigin: 'http://api.paidang.cn' }, [/https/]],
  ['a path', { apiOrigin: 'https://api.paidang.cn/' }, [/不带路径/]],
  ['the usual port', { apiOrigin: 'https://api.paidang.cn:443' }, [/非默认端口/]],
  ['an address', { apiOrigin: 'https://118.24.123.45' }, [/IP/]],
  ['a short address', { apiOrigin: 'https://[::1]' }, [/IP/]],
  ['this machine', { apiOrigin: 'https://localhost' }, [/公网/]],
  ['a name of the own network', { apiOrigin: 'https://club.local' }, [/公网/]],
  ['WeChat itself', { apiOrigin: 'https://api.weixin.qq.com' }, [/自己的域名/]],
  ['words', { apiOrigin: '服务器' }, [/例如 https/]],
])('a release of %s', (_case, over, input) => {
  const faults = whyNotRelease({ appId, apiOrigin, ...over })
  expect(faults).toEqual(input.map((words) => expect.stringMatching(words)))
})

test('parts that only a development build contains are found in it', () => {
  const left = leftOfDevelopment(builtPackage().directory).join('\n')
  for (const name of ['模拟支付页', '演示账号', '游客 AppID', '本机或内网地址']) expect(left).toContain(name)
})
