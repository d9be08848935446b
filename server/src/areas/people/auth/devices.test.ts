import { expect, test } from 'vitest'
import { deviceName, deviceOf } from './devices.ts'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x1800312b) NetType/WIFI Language/zh_CN',
    'WeChat · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; 23127PN0CC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160 MMWEBSDK/2024 MicroMessenger/8.0.49',
    'WeChat · Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome · macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox · Windows'],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    'Safari · iPad',
  ],
  ['', ''],
  ['lightMyRequest', ''],
  [`<script>alert(1)</script>${'x'.repeat(100_000)}`, ''],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('only a call that names the mini-program comes from the mini-program', () => {
  const platformOf = (headers: Record<string, string>) => deviceOf({ headers }).platform
  expect([platformOf({ 'x-client': 'weapp' }), platformOf({ 'x-client': 'x' }), platformOf({})]).toEqual([
    'weapp',
    'web',
    'web',
  ])
})
