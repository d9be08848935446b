import { expect, test } from 'vitest'
import { sumOfUpcoming, upcomingText, venueStateOf } from './venue-state.ts'

test.each([
  [0, false, 'waiting'],
  [1, false, 'open'],
  [2, false, 'refused'],
  [2, true, 'off'],
] as const)('verdict %i, taken off %s: %s', (approveStatus, isTakenOff, state) => {
  expect(venueStateOf({ approveStatus, isTakenOff })).toBe(state)
})

const at = (hour: number) => new Date(`2026-05-02T${hour}:00:00+08:00`)

test('the text states what is upcoming, with the first start', () => {
  expect(upcomingText({ classes: 2, games: 1, first: at(10) })).toBe('2 节约课、1 场球局，最早 2026-05-02 10:00')
  expect(upcomingText({ classes: 0, games: 3, first: at(18) })).toBe('3 场球局，最早 2026-05-02 18:00')
  expect(upcomingText({ classes: 0, games: 0, first: null })).toBe('')
})

test('the sum of several has the earliest start of all', () => {
  const each = [
    { classes: 1, games: 0, first: at(18) },
    { classes: 0, games: 0, first: null },
    { classes: 2, games: 3, first: at(10) },
  ]
  expect(sumOfUpcoming(each)).toEqual({ classes: 3, games: 3, first: at(10) })
  expect(sumOfUpcoming([])).toEqual({ classes: 0, games: 0, first: null })
})
