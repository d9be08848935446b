import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  ['this machine with a dot at the end', { apiOrigin: 'https://localhost.' }, [/公网/]],
  ['this machine below a name', { apiOrigin: 'https://api.localhost' }, [/公网/]],
  ['this machine as two numbers', { apiOrigin: 'https://127.1' }, [/只写/]],
  ['this machine as a hexadecimal number', { apiOrigin: 'https://0x7f.1' }, [/只写/]],
  ['this machine as a dotted address with a dot', { apiOrigin: 'https://127.0.0.1.' }, [/只写/]],
  ['a mapped address', { apiOrigin: 'https://[::ffff:7f00:1]' }, [/IP/]],
  ['a name of the own network', { apiOrigin: 'https://club.local' }, [/公网/]],
  ['a name of the own network with a dot', { apiOrigin: 'https://club.local.' }, [/公网/]],
  ['a name of a cloud’s network', { apiOrigin: 'https://api.internal' }, [/公网/]],
  ['a name of a company’s network', { apiOrigin: 'https://api.corp' }, [/公网/]],
  ['a reversed address', { apiOrigin: 'https://1.0.0.127.in-addr.arpa' }, [/公网/]],
  ['a single word', { apiOrigin: 'https://server' }, [/公网/]],
  ['a public name with a dot at the end', { apiOrigin: 'https://api.paidang.cn.' }, [/完整的域名/]],
  ['a wildcard', { apiOrigin: 'https://*.paidang.cn' }, [/完整的域名/]],
  ['an underscore', { apiOrigin: 'https://api_1.paidang.cn' }, [/完整的域名/]],
  ['an empty part', { apiOrigin: 'https://api..paidang.cn' }, [/完整的域名/]],
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

test.each([
  ['http://127.0.0.1:8080', true],
  ['https://localhost', true],
  ['wss://[::1]:8080/aaapi/live', true],
  ['https://172.16.0.9', true],
  ['http://169.254.169.254', true],
  ['https://nas.local/aaapi', true],
  ['https://api.paidang.cn', false],
  ['http://www.w3.org/2000/svg', false],
])('a script that names %s is refused: %s', (address, isRefused) => {
  const output = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    writeFileSync(join(output, 'app.js'), `const origin = '${address}'`)
    expect(leftOfDevelopment(output)).toEqual(isRefused ? ['app.js：本机或内网地址'] : [])
  } finally {
    rmSync(output, { recursive: true })
  }
})
