import fc from 'fast-check'
import { expect, test } from 'vitest'
import { innerPath } from './log-in-page'

test.each([
  ['/venues?city=上海市', '/venues?city=上海市'],
  [null, '/'],
  ['', '/'],
  ['/', '/'],
  ['//elsewhere.example/', '/'],
  ['/\\elsewhere.example', '/'],
  ['https://elsewhere.example/', '/'],
  ['/\t/elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
])('%s leads to %s', (to, path) => {
  expect(innerPath(to)).toBe(path)
})

test('any address stays on this host', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.string().map((text) => `/${text}`),
      ),
      (to) => {
        expect(new URL(innerPath(to), 'https://console.test').host).toBe('console.test')
      },
    ),
  )
})
