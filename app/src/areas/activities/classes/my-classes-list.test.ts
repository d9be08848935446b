import type { InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import { instantOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { groupByDay } from './my-classes-list'
import { at } from './testing/given-invitation'

/** Returns a class of one hour from 18:00. */
const on = (id: string, courseDate: string, invitationStatus: InvitationStatus = 'CONFIRMED') => ({
  id,
  invitation: { courseDate, endsAt: instantOf(courseDate, 38), expiresAt: at('30', '00:00'), invitationStatus },
})
const drawn = (rows: Parameters<typeof groupByDay>[0], now: Date) =>
  groupByDay(rows as ReturnType<typeof on>[], now).map(({ title, rows: ofDay }) => [
    title,
    ofDay.map(({ id }) => id).join(''),
  ])

test('classes are grouped by day in the order of the server: future ones, then past ones', () => {
  const rows = [
    on('a', '2026-11-20'),
    on('b', '2026-11-20'),
    on('c', '2026-11-21'),
    on('d', '2026-11-22'),
    on('h', '2026-11-22', 'CANCELLED'),
    on('e', '2026-11-20', 'EXPIRED'),
    on('f', '2026-11-15', 'COMPLETED'),
    on('g', '2025-11-15', 'COMPLETED'),
  ]
  expect(drawn(rows, at('20', '12:00'))).toEqual([
    ['今天', 'ab'],
    ['明天', 'c'],
    ['11.22 周日', 'd'],
    ['11.22 周日 已取消', 'h'],
    ['今天 已结束', 'e'],
    ['11.15 周日 已结束', 'f'],
    ['2025.11.15 周六 已结束', 'g'],
  ])
})

test('a class is over at its end', () => {
  expect(drawn([on('a', '2026-11-20')], at('20', '18:59'))).toEqual([['今天', 'a']])
  expect(drawn([on('a', '2026-11-20')], at('20', '19:00'))).toEqual([['今天 已结束', 'a']])
})

test('an empty list has no days', () => {
  expect(groupByDay([], at('20', '12:00'))).toEqual([])
})
