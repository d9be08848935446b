import { expect, test } from 'vitest'
import { agendaOf, dayHead, gapText, nextClass } from './my-classes-agenda'
import { at } from './testing/given-invitation'

const klass = (id: string, courseDate: string, beginTimeSlot = 36) => ({
  id,
  invitation: { courseDate, beginTimeSlot },
})
const read = (rows: ReturnType<typeof klass>[], span: Parameters<typeof agendaOf>[1]) =>
  agendaOf(rows, span).map((block) =>
    block.kind === 'day' ? `${block.day} ${block.rows.map(({ id }) => id).join('')}` : `${block.from}…${block.to}`,
  )

const SPAN = { from: '2026-11-20', until: '2026-11-27' }

test('each day has its classes by begin, and the days between them are folded', () => {
  const rows = [klass('c', '2026-11-24'), klass('b', '2026-11-20', 40), klass('a', '2026-11-20', 16)]
  expect(read(rows, SPAN)).toEqual(['2026-11-20 ab', '2026-11-21…2026-11-23', '2026-11-24 c', '2026-11-25…2026-11-26'])
})

test('today is shown even without classes', () => {
  expect(read([klass('a', '2026-11-21')], SPAN)).toEqual([
    '2026-11-20…2026-11-20',
    '2026-11-21 a',
    '2026-11-22…2026-11-26',
  ])
})

test('day heads and gaps call today and tomorrow by name', () => {
  const now = at('20', '12:00')
  expect(dayHead('2026-11-20', now)).toEqual({ name: '今天', date: '11.20 周五' })
  expect(dayHead('2026-11-21', now)).toEqual({ name: '明天', date: '11.21 周六' })
  expect(dayHead('2026-11-22', now)).toEqual({ name: '周日', date: '11.22' })
  expect(dayHead('2027-01-03', now)).toEqual({ name: '周日', date: '2027.01.03' })
  expect(gapText({ from: '2026-11-20', to: '2026-11-20' }, now)).toBe('今天没有课')
  expect(gapText({ from: '2026-11-21', to: '2026-11-24' }, now)).toBe('明天 至 11.24 周二没有课')
})

test('the next class is the current one, or the first future one', () => {
  const rows = [
    { id: 'over', invitation: { endsAt: at('20', '12:00') } },
    { id: 'on', invitation: { endsAt: at('20', '12:30') } },
    { id: 'later', invitation: { endsAt: at('21', '12:30') } },
  ]
  expect(nextClass(rows, at('20', '12:00'))?.id).toBe('on')
  expect(nextClass(rows, at('21', '12:30'))).toBeUndefined()
})
