import { expect, test } from 'vitest'
import { holdRows } from './held-rows'

const rows = (ids: string) => [...ids].map((id) => ({ id }))
const keyOf = ({ id }: { id: string }) => id
const text = ({ rows: held, later }: ReturnType<typeof holdRows<{ id: string }>>) =>
  `${held.map(({ row, isOver }) => (isOver ? `(${row.id})` : row.id)).join('')} ${later}`

test.each([
  ['what was not seen comes in the order of the list', '', 'abc', 'abc 0'],
  ['a row that left keeps its place', 'abc', 'ac', 'a(b)c 0'],
  ['an order that changes moves nothing', 'abc', 'cab', 'abc 0'],
  ['what comes is behind all others', 'abc', 'xaybcz', 'abcxyz 0'],
] as const)('%s', (_what, before, now, expected) => {
  expect(text(holdRows(rows(before), rows(now), { keyOf }))).toBe(expected)
})

test('what comes in front of a seen row waits where it shall come later; more at the end does not', () => {
  expect(text(holdRows(rows('abc'), rows('xaybcz'), { keyOf, comes: 'later' }))).toBe('abcz 2')
  expect(text(holdRows([], rows('xa'), { keyOf, comes: 'later' }))).toBe('xa 0')
})

test('rows that are over take no place of those that the list may show', () => {
  const isIn = ({ id }: { id: string }) => id !== 'a'
  expect(text(holdRows(rows('ab'), rows('abcd'), { keyOf, isIn, limit: 2 }))).toBe('(a)bc 0')
  expect(text(holdRows(rows('bc'), rows('xbc'), { keyOf, isIn, limit: 2 }))).toBe('bc 0')
})

test('of rows that would move others those wait that the list may show', () => {
  const limited = { keyOf, limit: 2, fits: () => false }
  expect(text(holdRows(rows('a'), rows('xya'), limited))).toBe('a 1')
  expect(text(holdRows(rows('ab'), rows('xab'), limited))).toBe('ab 0')
})
