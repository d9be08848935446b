import { expect, test } from 'vitest'
import { CLASH_KINDS, type ClashKind, clashesOf, yieldsTo } from './class-clash.ts'

const held = (kind: ClashKind, holderId: string, halfHour: number) => ({ kind, holderId, halfHour, title: '' })

test('adjacent half-hours of one holder are one span, and a gap splits them into two', () => {
  const clashes = clashesOf([
    held('own_lock', '1', 39),
    held('own_lock', '1', 36),
    held('own_lock', '1', 37),
    held('own_class', '1', 38),
  ])
  expect(clashes.map(({ kind, beginTimeSlot, endTimeSlot }) => [kind, beginTimeSlot, endTimeSlot])).toEqual([
    ['own_lock', 36, 38],
    ['own_class', 38, 39],
    ['own_lock', 39, 40],
  ])
})

test('two adjacent locks are two clashes, and one class that holds court and coach is one', () => {
  expect(clashesOf([held('own_lock', '1', 36), held('own_lock', '2', 37)])).toHaveLength(2)
  expect(clashesOf([held('own_class', '1', 36), held('own_class', '1', 36)])).toEqual([
    { kind: 'own_class', holderId: '1', title: '', beginTimeSlot: 36, endTimeSlot: 37 },
  ])
  expect(clashesOf([])).toEqual([])
})

test('only the coach’s own locks give way', () => {
  expect(CLASH_KINDS.filter((kind) => yieldsTo({ kind }))).toEqual(['own_lock'])
})
