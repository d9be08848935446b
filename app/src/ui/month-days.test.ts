import { expect, test } from 'vitest'
import { addMonths, monthText, weeksOf } from './month-days'

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2027-01', -1, '2026-12'],
  ['2026-11', 14, '2028-01'],
])('%s and %d months are %s', (month, n, result) => {
  expect(addMonths(month, n)).toBe(result)
})

test('a month is shown in whole weeks from Sunday', () => {
  const weeks = weeksOf('2026-12')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
  expect(weeks[0]).toEqual([null, null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'])
  expect(weeks[4]?.slice(3)).toEqual(['2026-12-30', '2026-12-31', null, null])
  expect(weeksOf('2026-02')).toHaveLength(4)
})

test('a month is named in everyday form', () => {
  expect(monthText('2027-03')).toBe('2027 年 3 月')
})
