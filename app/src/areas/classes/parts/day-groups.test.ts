import { expect, test } from 'vitest'
import { at } from '../testing/given-invitation'
import { groupByDay } from './day-groups'

const changed = (id: string, instant: Date) => ({ id, responseTime: instant })

test('classes stand under the day of their last change, in the order of the server', () => {
  const rows = [
    changed('a', at('20', '11:00')),
    changed('b', at('20', '00:00')),
    changed('c', at('19', '23:59')),
    changed('d', at('15', '12:00')),
    changed('e', new Date('2025-11-15T12:00:00+08:00')),
  ]
  const groups = groupByDay(rows, at('20', '12:00'))
  expect(groups.map(({ title, rows: ofDay }) => [title, ofDay.map(({ id }) => id).join('')])).toEqual([
    ['今天更新', 'ab'],
    ['昨天更新', 'c'],
    ['11.15 周日更新', 'd'],
    ['2025.11.15 周六更新', 'e'],
  ])
})

test('the next page only adds at the end', () => {
  const first = [changed('a', at('20', '11:00')), changed('b', at('19', '11:00'))]
  const now = at('20', '12:00')
  const before = groupByDay(first, now)
  const after = groupByDay([...first, changed('c', at('19', '10:00')), changed('d', at('18', '10:00'))], now)
  expect(after[0]).toEqual(before[0])
  expect(after.map(({ rows }) => rows.length)).toEqual([1, 2, 1])
})

test('no classes, no days', () => {
  expect(groupByDay([], at('20', '12:00'))).toEqual([])
})
