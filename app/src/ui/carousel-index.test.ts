import { expect, test } from 'vitest'
import { slideAfter, slideAt } from './carousel-index'

test.each([
  [0, 0],
  [171, 0],
  [172, 1],
  [343, 1],
  [686, 2],
  // Rubber banding at both ends.
  [-40, 0],
  [900, 2],
])('of three slides 343 px wide, scrolled by %d, slide %d is visible', (scrollLeft, index) => {
  expect(slideAt(scrollLeft, 343, 3)).toBe(index)
})

test('before the layout of the carousel, or without slides, it is the first one', () => {
  expect(slideAt(0, 0, 3)).toBe(0)
  expect(slideAt(10, 343, 0)).toBe(0)
})

test('the first slide follows the last', () => {
  expect([0, 1, 2].map((index) => slideAfter(index, 3))).toEqual([1, 2, 0])
  expect(slideAfter(0, 0)).toBe(0)
})
