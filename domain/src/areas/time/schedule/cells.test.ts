import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byClaimOrder, type Cell, CLAIM_KINDS, cellsOf } from './cells.ts'

const evening = { courseDate: '2026-05-01', beginTimeSlot: 37, endTimeSlot: 39 }
const written = (cells: Cell[]) => cells.map(({ kind, resourceId, halfHour }) => `${kind} ${resourceId} ${halfHour}`)

test('a class takes court, coach and players for each half-hour, in the order in which all writers claim', () => {
  const cells = cellsOf({ ...evening, courtId: '7', coachId: '3', playerIds: ['1000', '20'] })
  expect(written(cells)).toEqual([
    'COURT 7 37',
    'COURT 7 38',
    'COACH 3 37',
    'COACH 3 38',
    'PLAYER 20 37',
    'PLAYER 20 38',
    'PLAYER 1000 37',
    'PLAYER 1000 38',
  ])
  expect(cells[0]).toEqual({ kind: 'COURT', resourceId: '7', day: '2026-05-01', halfHour: 37 })
})

test.each([
  ['players only, while a conflict-allowed invitation waits', { playerIds: ['1'] }, ['PLAYER 1 37', 'PLAYER 1 38']],
  ['a court alone', { courtId: '7', coachId: null, playerIds: [] }, ['COURT 7 37', 'COURT 7 38']],
  ['nothing of nobody', { courtId: null, playerIds: [] }, []],
  ['a player named twice once', { playerIds: ['1', '1'] }, ['PLAYER 1 37', 'PLAYER 1 38']],
  [
    'both sides of a coach who plays',
    { coachId: '9', playerIds: ['5'], coachPlayerIds: ['5'] },
    ['COACH 5 37', 'COACH 5 38', 'COACH 9 37', 'COACH 9 38', 'PLAYER 5 37', 'PLAYER 5 38'],
  ],
  [
    'a joiner who is a coach, without the coach of the class',
    { playerIds: ['5'], coachPlayerIds: ['5'] },
    ['COACH 5 37', 'COACH 5 38', 'PLAYER 5 37', 'PLAYER 5 38'],
  ],
])('takes %s', (_case, who, expected) => {
  expect(written(cellsOf({ ...evening, ...who }))).toEqual(expected)
})

test('takes nothing when the begin is at or after the end, and refuses half-hours outside the day', () => {
  expect(cellsOf({ ...evening, endTimeSlot: 37, courtId: '7', playerIds: ['1'] })).toEqual([])
  expect(() => cellsOf({ ...evening, endTimeSlot: 49, playerIds: ['1'] })).toThrow(RangeError)
})

const anyId = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)
const anyCell: fc.Arbitrary<Cell> = fc.record({
  kind: fc.constantFrom(...CLAIM_KINDS),
  resourceId: fc.oneof(anyId, fc.constantFrom('9', '10', '99', '100')),
  day: fc.constantFrom('2026-04-30', '2026-05-01'),
  halfHour: fc.integer({ min: 0, max: 47 }),
})

test('two writers take their common cells in the same order, whatever else they claim', () => {
  const key = ({ kind, resourceId, day, halfHour }: Cell) =>
    [CLAIM_KINDS.indexOf(kind), resourceId.padStart(19, '0'), day, String(halfHour).padStart(2, '0')].join()
  fc.assert(
    fc.property(fc.array(anyCell), (cells) => {
      expect(cells.slice().sort(byClaimOrder).map(key)).toEqual(cells.map(key).sort())
    }),
  )
})

test('a booking takes each cell once, in sorted order', () => {
  const ids = fc.array(fc.oneof(anyId, fc.constantFrom('1', '2', '10')), { maxLength: 4 })
  fc.assert(
    fc.property(ids, ids, fc.nat(47), fc.integer({ min: 1, max: 6 }), (playerIds, coachPlayerIds, begin, length) => {
      const span = { beginTimeSlot: begin, endTimeSlot: Math.min(48, begin + length) }
      const cells = cellsOf({ ...evening, ...span, courtId: '7', coachId: '2', playerIds, coachPlayerIds })
      const resources = 1 + new Set(['2', ...coachPlayerIds]).size + new Set(playerIds).size
      expect(cells).toHaveLength(resources * (span.endTimeSlot - span.beginTimeSlot))
      expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(cells.length)
      expect(cells.slice().sort(byClaimOrder)).toEqual(cells)
    }),
  )
})
