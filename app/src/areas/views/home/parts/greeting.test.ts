import { expect, test } from 'vitest'
import { greeting } from './greeting'

test.each([
  ['00:10', '晚上好'],
  ['04:59', '晚上好'],
  ['05:00', '早上好'],
  ['10:59', '早上好'],
  ['11:00', '中午好'],
  ['13:29', '中午好'],
  ['13:30', '下午好'],
  ['17:59', '下午好'],
  ['18:00', '晚上好'],
])('at %s the greeting is %s', (time, text) => {
  expect(greeting(new Date(`2026-11-20T${time}:00+08:00`))).toBe(text)
})

test('a user who is logged in is greeted by name', () => {
  expect(greeting(new Date('2026-11-20T09:00:00+08:00'), '林知夏')).toBe('早上好，林知夏')
})
