import { expect, test } from 'vitest'
import { deedOfKey, placeOf, placeText } from './grid-keys'

const size = { rows: 33, columns: 10 }
const middle = { row: 10, column: 4 }

test.each([
  ['ArrowUp', { row: 9, column: 4 }],
  ['ArrowDown', { row: 11, column: 4 }],
  ['ArrowLeft', { row: 10, column: 3 }],
  ['ArrowRight', { row: 10, column: 5 }],
  ['Home', { row: 10, column: 0 }],
  ['End', { row: 10, column: 9 }],
])('%s moves by one cell or to the end of the row', (key, to) => {
  expect(deedOfKey(key, false, middle, size)).toEqual({ kind: 'move', to })
})

test.each([
  ['ArrowUp', { row: 0, column: 0 }],
  ['ArrowLeft', { row: 0, column: 0 }],
  ['ArrowDown', { row: 32, column: 9 }],
  ['ArrowRight', { row: 32, column: 9 }],
])('%s stays at the edge of the grid', (key, edge) => {
  expect(deedOfKey(key, false, edge, size)).toEqual({ kind: 'move', to: edge })
})

test('with Shift an arrow extends', () => {
  expect(deedOfKey('ArrowDown', true, middle, size)).toEqual({ kind: 'extend', to: { row: 11, column: 4 } })
})

test('at the edge there is nothing to extend to', () => {
  const edge = { row: 32, column: 0 }
  expect(deedOfKey('ArrowDown', true, edge, size)).toEqual({ kind: 'move', to: edge })
})

test('Space and Enter press, Esc clears, and other keys are left to the browser', () => {
  expect(deedOfKey(' ', false, middle, size)).toEqual({ kind: 'press' })
  expect(deedOfKey('Enter', false, middle, size)).toEqual({ kind: 'press' })
  expect(deedOfKey('Escape', false, middle, size)).toEqual({ kind: 'clear' })
  expect(deedOfKey('Tab', false, middle, size)).toBeUndefined()
  expect(deedOfKey('a', false, middle, size)).toBeUndefined()
})

test('a cell names its place, and nothing else is a place', () => {
  expect(placeOf(placeText({ row: 12, column: 0 }))).toEqual({ row: 12, column: 0 })
  expect(placeOf(undefined)).toBeUndefined()
  expect(placeOf('12:')).toBeUndefined()
  expect(placeOf('-1:2')).toBeUndefined()
})
