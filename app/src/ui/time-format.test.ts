import { expect, test } from 'vitest'
import { dateText, dayText, hoursUntilText, momentText, remainingText } from './time-format'

/** An instant in Shanghai in November 2026. */
const at = (day: string, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)

test('days show their weekday, and their year only when it is not the current one', () => {
  const now = at('20', '12:00')
  expect(dayText('2026-11-22', now)).toBe('11.22 周日')
  expect(dayText('2025-11-22', now)).toBe('2025.11.22 周六')
  expect(dateText('2026-01-05', now)).toBe('1.5')
  expect(momentText(new Date('2026-11-20T01:36:59Z'), now)).toBe('11.20 09:36')
  expect(momentText(new Date('2025-12-31T15:59:00Z'), now)).toBe('2025.12.31 23:59')
})

test.each([
  ['20', '12:00', '2 天 6 小时'],
  ['20', '18:30', '2 天'],
  ['21', '18:35', '23 小时 55 分'],
  ['22', '16:30', '2 小时'],
  ['22', '18:04', '26 分钟'],
  ['22', '18:30', '1 分钟'],
] as const)('from %s日 %s it is %s to 22日 18:30', (day, time, text) => {
  expect(remainingText(at(day, time), at('22', '18:30'))).toBe(text)
})

test('a begun minute counts, so that the last half minute is not shown as zero', () => {
  expect(remainingText(new Date('2026-11-22T18:29:30+08:00'), at('22', '18:30'))).toBe('1 分钟')
})

test('the distance to a class is shown in whole hours, and in minutes below one hour', () => {
  expect(hoursUntilText(at('20', '09:00'), at('22', '18:30'))).toBe('57 小时')
  expect(hoursUntilText(at('22', '17:50'), at('22', '18:30'))).toBe('40 分钟')
})
