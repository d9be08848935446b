import { expect, test } from 'vitest'
import { boardSpan, hourOn, placeBlocks } from './board-layout'

const lanesOf = (...spans: [number, number][]) =>
  placeBlocks(spans.map(([begin, end]) => ({ begin, end }))).map(
    ({ block: { begin, end }, lane, lanes }) => `${begin}-${end} ${lane + 1}/${lanes}`,
  )

test('consecutive blocks have the full width', () => {
  expect(lanesOf([30, 32], [28, 30])).toEqual(['28-30 1/1', '30-32 1/1'])
})

test('two requests for the same time are side by side, and the next class has the full width again', () => {
  expect(lanesOf([28, 30], [28, 30], [30, 32])).toEqual(['28-30 1/2', '28-30 2/2', '30-32 1/1'])
})

test('a chain of overlaps shares its lanes: a free lane is used again', () => {
  expect(lanesOf([20, 26], [20, 22], [22, 24], [25, 28])).toEqual(['20-26 1/2', '20-22 2/2', '22-24 2/2', '25-28 2/2'])
  expect(lanesOf([20, 24], [21, 23], [22, 26])).toEqual(['20-24 1/3', '21-23 2/3', '22-26 3/3'])
})

test('without blocks there are no places', () => {
  expect(placeBlocks([])).toEqual([])
})

const span = (blocks: [number, number][], nowHour?: number) => {
  const { from, to } = boardSpan(
    blocks.map(([begin, end]) => ({ begin, end })),
    nowHour,
  )
  return `${from}-${to}`
}

test.each([
  ['nothing: eight hours from eight', [], undefined, '8-16'],
  ['what lies in these: the same', [[16, 19]], undefined, '8-16'],
  ['an early class begins it', [[13, 16]], undefined, '6-14'],
  ['a late class ends it', [[41, 44]], undefined, '14-22'],
  ['the whole day', [[0, 48]], undefined, '0-24'],
  ['the last half-hour', [[47, 48]], undefined, '16-24'],
  ['the first half-hour', [[0, 1]], undefined, '0-8'],
  [
    'a lunch break and a late class',
    [
      [24, 27],
      [38, 41],
    ],
    undefined,
    '12-21',
  ],
  ['the present hour is in it', [[28, 30]], 21.4, '14-22'],
  ['the present hour late in the evening', [], 23.9, '16-24'],
  ['no hour of the night, though it is the present one', [[14, 16]], 0.5, '7-15'],
] as [string, [number, number][], number | undefined, string][])('a board shows %s', (_what, blocks, now, expected) => {
  expect(span(blocks, now)).toBe(expected)
})

test('the present hour is in Shanghai time, and only on its own day', () => {
  const now = new Date('2026-11-20T01:30:00Z')
  expect(hourOn('2026-11-20', now)).toBe(9.5)
  expect(hourOn('2026-11-19', now)).toBeUndefined()
  expect(hourOn('2026-11-21', now)).toBeUndefined()
})
