import { expect, test } from 'vitest'
import { APP_COUNT_LIMIT, FIRST_PAGE, mayLoadMore, offsetOf, PAGE_SIZE, totalText } from './page.ts'

test.each([
  ['while loading', { loading: true, current: 1, rows: 10, total: 100 }, false],
  ['once all are there', { loading: false, current: 2, rows: 10, total: 20 }, false],
  ['once the last page was not full', { loading: false, current: 3, rows: 10, total: 21 }, false],
  ['for an empty list', { loading: false, current: 1, rows: 10, total: 0 }, false],
  ['with one more row', { loading: false, current: 2, rows: 10, total: 21 }, true],
])('loading more %s', (_case, list, expected) => {
  expect(mayLoadMore(list)).toBe(expected)
})

test.each([
  [FIRST_PAGE, PAGE_SIZE, 0],
  [2, 10, 10],
  [4, 25, 75],
])('page %i of %i rows begins after %i', (current, rows, expected) => {
  expect(offsetOf({ current, rows })).toBe(expected)
})

test('a total that was not counted to its end says that there are more', () => {
  expect([totalText(APP_COUNT_LIMIT), totalText(APP_COUNT_LIMIT + 1)]).toEqual(['1000', '1000+'])
})
