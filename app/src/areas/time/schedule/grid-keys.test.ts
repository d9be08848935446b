import { expect, test } from 'vitest'
import { actionOfKey, placeOf, placeText } from './grid-keys'

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
  expect(actionOfKey(key, false, middle, size)).toEqual({ kind: 'move', to })
})

test.each([
  ['ArrowUp', { row: 0, column: 0 }],
  ['ArrowLeft', { row: 0, column: 0 }],
  ['ArrowDown', { row: 32, column: 9 }],
  ['ArrowRight', { row: 32, column: 9 }],
])('%s stays at the edge of the grid', (key, edge) => {
  expect(actionOfKey(key, false, edge, size)).toEqual({ kind: 'move', to: edge })
})

test('with Shift an arrow extends', () => {
  expect(actionOfKey('ArrowDown', true, middle, size)).toEqual({ kind: 'extend', to: { row: 11, column: 4 } })
})

test('at the edge Shift and an arrow do not extend', () => {
  const edge = { row: 32, column: 0 }
  expect(actionOfKey('ArrowDown', true, edge, size)).toEqual({ kind: 'move', to: edge })
})

test('Space and Enter press, Esc clears, and other keys are left to the browser', () => {
  expect(actionOfKey(' ', false, middle, size)).toEqual({ kind: 'press' })
  expect(actionOfKey('Enter', false, middle, size)).toEqual({ kind: 'press' })
  expect(actionOfKey('Escape', false, middle, size)).toEqual({ kind: 'clear' })
  expect(actionOfKey('Tab', false, middle, size)).toBeUndefined()
  expect(actionOfKey('a', false, middle, size)).toBeUndefined()
})

test('the text of a cell is read as its place, and any other text is not', () => {
  expect(placeOf(placeText({ row: 12, column: 0 }))).toEqual({ row: 12, column: 0 })
  expect(placeOf(undefined)).toBeUndefined()
  expect(placeOf('12:')).toBeUndefined()
  expect(placeOf('-1:2')).toBeUndefined()
})
