import { expect, test } from 'vitest'
import { plainAddress } from './plain-address.ts'

test.each([
  ['/aaapi/common/messages/unread-count', '/aaapi/common/messages/unread-count'],
  ['/%61aap%69/x?a=%61', '/aaapi/x?a=%61'],
  ['http://x.example/%61aapi/x', '/aaapi/x'],
  ['http://x.example', '/'],
  ['http://x.example?a=1', '/?a=1'.replace('/', '')],
  ['/%2561aapi/x', '/%2561aapi/x'],
  ['/%2e%2e/x%2Fy', '/%2e%2e/x%2Fy'],
  ['/搜索/%E6%90%9C', '/搜索/%E6%90%9C'],
  ['/a%', '/a%'],
])('%s is read as %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain)
})
