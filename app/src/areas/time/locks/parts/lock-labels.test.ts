import { expect, test } from 'vitest'
import { chosenText, lockedText, repeatChoices, repeatText } from './lock-labels'

const columns = ['1号场', '2号场', '3号场', '4号场'].map((name) => ({ name }))
const cells = (...pairs: [number, number][]) => pairs.map(([column, timeIndex]) => ({ column, timeIndex }))

test.each([
  [cells([1, 19], [1, 20], [1, 21]), { title: '2号场 3 格', line: '09:30–11:00' }],
  [cells([1, 19], [1, 22]), { title: '2号场 2 格', line: '09:30–10:00 等 2 段' }],
  [cells([1, 19], [0, 19]), { title: '1号场、2号场 2 格', line: '09:30–10:00' }],
  [cells([0, 19], [1, 19], [2, 20], [3, 19]), { title: '4 片场地 4 格', line: '09:30–10:00 等 4 段' }],
])('%o is shown as %o', (chosen, words) => {
  expect(chosenText(chosen, columns)).toEqual(words)
})

test.each([
  [cells([1, 16], [1, 17], [1, 18], [1, 19]), '已锁定 2号场 08:00–10:00'],
  [cells([1, 16], [0, 16]), '已锁定 1号场、2号场 08:00–08:30'],
  [cells([1, 16], [1, 18]), '已锁定 2号场 08:00–08:30 等 2 段'],
  [cells([0, 16], [1, 18]), '已锁定 1号场 08:00–08:30 等 2 段'],
  [cells([0, 16], [1, 16], [2, 16], [3, 16]), '已锁定 1号场 08:00–08:30 等 4 段'],
])('%o once locked is shown as %s', (chosen, text) => {
  expect(lockedText(chosen, columns)).toBe(text)
})

test('a repetition may last 26 weeks, including the first one', () => {
  const choices = repeatChoices('2026-11-22')
  expect(choices[0]).toEqual({ until: '2026-11-29', text: '至 11.29 周日', count: 2 })
  expect(choices.at(-1)).toMatchObject({ until: '2027-05-16', text: '至 2027.05.16 周日', count: 26 })
})

test('the repetition names its weekday and its last day', () => {
  expect(repeatText('2026-11-22', undefined)).toBe('不重复')
  expect(repeatText('2026-11-22', '2026-12-20')).toBe('每周日重复至 12.20')
  expect(repeatText('2026-11-22', '2027-01-03')).toBe('每周日重复至 2027.01.03')
})
