import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsAfter, compactGridOf } from './compact-grid.ts'

const DATE = '2026-05-01'
const STATUSES = ['COACH_OCCUPIED', 'COURT_OCCUPIED', 'COACH_UNAVAILABLE', 'COURT_UNAVAILABLE'] as const
const cell = (courtCode: string, timeIndex: number, status: (typeof STATUSES)[number]) => ({
  courtCode,
  timeIndex,
  date: DATE,
  status,
  inviteId: null,
})

test('a grid has a text a court, with a letter a half-hour', () => {
  const cells = [cell('1', 2, 'COACH_OCCUPIED'), cell('1', 3, 'COURT_OCCUPIED'), cell('3', 1, 'COURT_UNAVAILABLE')]
  expect(compactGridOf(cells)).toEqual([
    { courtCode: '1', statuses: '..CO' },
    { courtCode: '3', statuses: '.X' },
  ])
  expect(compactGridOf([])).toEqual([])
})

test('what the venue closed stays told from other locks', () => {
  const cells = [{ ...cell('1', 1, 'COURT_UNAVAILABLE'), isClosed: true as const }, cell('1', 2, 'COURT_UNAVAILABLE')]
  expect(compactGridOf(cells)).toEqual([{ courtCode: '1', statuses: '.VX' }])
  expect(cellsAfter([], compactGridOf(cells), DATE)).toEqual(cells)
})

test('whoever has no class in it sees after a message what a read gives', () => {
  const grids = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.uniqueArray(fc.tuple(fc.nat(47), fc.nat(3)), { selector: ([at]) => at }),
  )
  fc.assert(
    fc.property(grids, grids, (before, now) => {
      const [shown, read] = [before, now].map((courts) =>
        Object.entries(courts).flatMap(([courtCode, halfHours]) =>
          halfHours
            .sort(([a], [b]) => a - b)
            .map(([timeIndex, status]) => cell(courtCode, timeIndex, STATUSES[status] ?? 'COURT_OCCUPIED')),
        ),
      )
      const message = JSON.parse(JSON.stringify(compactGridOf(read ?? [])))
      expect(cellsAfter(shown ?? [], message, DATE)).toEqual(read)
    }),
  )
})

test.each([
  ['an own class', { status: 'MY_INVITING', inviteId: '7' }],
  ['an own class at another court, which takes the coach', { status: 'COACH_OCCUPIED', inviteId: '7' }],
] as const)('a reader with %s has to read', (_what, own) => {
  expect(cellsAfter([{ ...cell('1', 20, 'COACH_OCCUPIED'), ...own }], [], DATE)).toBeUndefined()
})

test('a letter of a later server has to be read', () => {
  expect(cellsAfter([], [{ courtCode: '1', statuses: '.?' }], DATE)).toBeUndefined()
})
