import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf } from '../../../kernel/day.ts'
import { bandsOf, MATRIX_STATUSES, type MatrixRow, matrixOf } from './matrix.ts'
import { type BookingGrid, slotsOfRange, toggleSlot } from './selection.ts'
import { SLOT_STATUSES, type SlotStatus } from './slot-status.ts'
import { cell, date, givenGrid } from './testing/booking-grid.ts'

const codes = ['A', 'B', 'C']
const everywhere = (time: string, status: SlotStatus) => codes.map((code) => cell(code, time, status))
/** The rows 18:00 to 19:30. */
const state = (over: Partial<BookingGrid>) => givenGrid({ firstStart: 36, lastStart: 39, ...over })
const cellOf = (rows: MatrixRow[], courtCode: string, time: string) =>
  rows.find((row) => row.time === time)?.cells.find((one) => one.courtCode === courtCode)

describe('the matrix', () => {
  test('has a row for each start, both ends included, and a cell for each court in its order', () => {
    const rows = matrixOf(state({ firstStart: 12, lastStart: 44 }))
    expect(rows).toHaveLength(33)
    expect([rows[0]?.time, rows[32]?.time, rows[32]?.timeIndex]).toEqual(['06:00', '22:00', 44])
    for (const row of rows) expect(row.cells.map((one) => one.courtCode)).toEqual(codes)
  })

  test('shows each cell in the form of the specification', () => {
    const grid = [
      cell('A', '18:00', 'COURT_OCCUPIED'),
      cell('B', '18:30', 'MY_INVITING', '500'),
      cell('C', '19:00', 'COACH_OCCUPIED'),
    ]
    const selection = [
      { courtCode: 'C', timeSlot: '18:30', date: '2026/05/01', status: 'AVAILABLE' as const, inviteId: null },
      { courtCode: 'C', timeSlot: '19:00', date: '2026/05/01', status: 'COACH_OCCUPIED' as const, inviteId: null },
    ]
    const rows = matrixOf(state({ grid, selection, allowConflict: true }))
    expect(rows[0]?.cells[0]).toEqual({
      courtCode: 'A',
      time: '18:00',
      status: 'booked',
      courtStatus: 'COURT_OCCUPIED',
      inviteId: null,
      isPast: false,
    })
    expect(cellOf(rows, 'B', '18:30')).toMatchObject({ status: 'booked', courtStatus: 'MY_INVITING', inviteId: '500' })
    expect(cellOf(rows, 'A', '18:30')).toMatchObject({ status: 'available', courtStatus: 'AVAILABLE' })
    expect(cellOf(rows, 'C', '18:30')).toMatchObject({ status: 'selected', courtStatus: 'AVAILABLE' })
    expect(cellOf(rows, 'C', '19:00')).toMatchObject({ status: 'conflict-selected', courtStatus: 'COACH_OCCUPIED' })
  })

  test('a half-hour that has begun is past and booked, whatever the server answered', () => {
    const rows = matrixOf(state({ now: instantOf(date, 37) }))
    expect(rows.map((row) => row.cells[0]?.isPast)).toEqual([true, true, false, false])
    expect(rows.map((row) => row.cells[0]?.status)).toEqual(['booked', 'booked', 'available', 'available'])
  })

  test('a selected half-hour that has begun is in conflict', () => {
    const selection = toggleSlot(state({}), { courtCode: 'A', timeIndex: 37 }).selection
    expect(cellOf(matrixOf(state({ selection, now: instantOf(date, 37) })), 'A', '18:30')?.status).toBe(
      'conflict-selected',
    )
  })

  test('while editing, the half-hours of that invitation are selected without conflict, or free', () => {
    const range = { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 38 }
    const selection = slotsOfRange({ ...range, courseDate: date, inviteId: '501' })
    const grid = [
      cell('A', '18:30', 'MY_INVITING', '501'),
      cell('B', '18:30', 'COACH_OCCUPIED', '501'),
      cell('A', '19:00', 'MY_INVITING', '500'),
    ]
    const rows = matrixOf(state({ grid, selection, editingInvitationId: '501' }))
    expect(cellOf(rows, 'A', '18:30')).toMatchObject({ status: 'selected', courtStatus: 'MY_INVITING' })
    expect(cellOf(rows, 'B', '18:30')).toMatchObject({ status: 'available', courtStatus: 'COACH_OCCUPIED' })
    expect(cellOf(rows, 'A', '19:00')).toMatchObject({ status: 'booked' })
  })

  test('cells and slots of another date are not shown', () => {
    const grid = [{ ...cell('A', '18:30', 'COURT_OCCUPIED'), date: '2026-05-02' }]
    const selection = slotsOfRange({
      courtCode: 'B',
      beginTimeSlot: 37,
      endTimeSlot: 38,
      courseDate: '2026-05-02',
      inviteId: '1',
    })
    const rows = matrixOf(state({ grid, selection }))
    expect(rows.flatMap((row) => row.cells).every((one) => one.status === 'available')).toBe(true)
  })
})

describe('merging', () => {
  /** A row as letters: = a band, else one letter per cell; < joins above, > joins below. */
  const drawn = (over: Partial<BookingGrid>) => {
    const current = state(over)
    return bandsOf(matrixOf(current), current.allowConflict).map((row) => {
      const mark = (one: { joinsAbove: boolean; joinsBelow: boolean }) =>
        `${one.joinsAbove ? '<' : ''}${one.joinsBelow ? '>' : ''}`
      return row.cells ? row.cells.map((one) => `${one.status[0]}${mark(one)}`).join(' ') : `${row.band}${mark(row)}`
    })
  }

  test('a coach who blocks every court makes one band, and equal bands join', () => {
    const grid = [
      ...everywhere('18:30', 'COACH_OCCUPIED'),
      ...everywhere('19:00', 'COACH_OCCUPIED'),
      ...everywhere('19:30', 'COACH_UNAVAILABLE'),
    ]
    expect(drawn({ grid })).toEqual(['a a a', 'COACH_OCCUPIED>', 'COACH_OCCUPIED<', 'COACH_UNAVAILABLE'])
  })

  test('with conflicts allowed the band splits into cells that join in their columns', () => {
    const grid = [...everywhere('18:30', 'COACH_OCCUPIED'), ...everywhere('19:00', 'COACH_OCCUPIED')]
    expect(drawn({ grid, allowConflict: true })).toEqual(['a a a', 'b> b> b>', 'b< b< b<', 'a a a'])
  })

  test('one different cell splits the band, and its cells do not join the band below', () => {
    const grid = [
      ...everywhere('18:30', 'COACH_OCCUPIED').slice(0, 2),
      cell('C', '18:30', 'MY_INVITING', '500'),
      ...everywhere('19:00', 'COACH_OCCUPIED'),
    ]
    expect(drawn({ grid })).toEqual(['a a a', 'b b b', 'COACH_OCCUPIED', 'a a a'])
  })

  test.each([
    ['courts that are all booked', everywhere('18:30', 'COURT_OCCUPIED'), {}],
    [
      'a row of two coach states',
      [...everywhere('18:30', 'COACH_OCCUPIED').slice(1), cell('A', '18:30', 'COACH_UNAVAILABLE')],
      {},
    ],
    [
      'a coach whose class it is that is edited',
      everywhere('18:30', 'COACH_OCCUPIED').map((one) => ({ ...one, inviteId: '501' })),
      { editingInvitationId: '501' },
    ],
    ['the past', everywhere('18:30', 'COACH_OCCUPIED'), { now: instantOf(date, 37) }],
  ])('%s make no band', (_case, grid, over) => {
    expect(drawn({ grid, ...over })[1]).not.toContain('COACH')
  })

  test('a venue without courts has empty rows and no bands', () => {
    expect(bandsOf(matrixOf(state({ courts: [] })), false).map((row) => row.cells)).toEqual([[], [], [], []])
  })

  test('equal neighbours join only within the column, and free cells never do', () => {
    const grid = [
      cell('A', '18:00', 'COURT_OCCUPIED'),
      cell('A', '18:30', 'COURT_OCCUPIED'),
      cell('A', '19:00', 'COURT_OCCUPIED'),
      cell('B', '18:30', 'COURT_OCCUPIED'),
      cell('B', '19:00', 'COURT_UNAVAILABLE'),
    ]
    expect(drawn({ grid })).toEqual(['b> a a', 'b<> b a', 'b< b a', 'a a a'])
  })

  test('two own classes in a row stay separate, while the halves of one join', () => {
    const grid = [
      cell('A', '18:00', 'MY_INVITING', '500'),
      cell('A', '18:30', 'MY_INVITING', '500'),
      cell('A', '19:00', 'MY_INVITING', '502'),
    ]
    expect(drawn({ grid })).toEqual(['b> a a', 'b< a a', 'b a a', 'a a a'])
  })

  test('past cells join each other in any status, but not upcoming cells', () => {
    const grid = [
      cell('A', '18:00', 'COACH_OCCUPIED'),
      cell('A', '18:30', 'COURT_UNAVAILABLE'),
      cell('A', '19:00', 'COURT_UNAVAILABLE'),
    ]
    expect(drawn({ grid, now: instantOf(date, 37) }).slice(0, 3)).toEqual(['b> b> b>', 'b< b< b<', 'b a a'])
  })

  test('an own class that has begun is still one class, separate from the rest of the past', () => {
    const grid = [cell('A', '18:30', 'MY_INVITING', '500'), cell('A', '19:00', 'MY_INVITING', '500')]
    expect(drawn({ grid, now: instantOf(date, 37) }).slice(0, 3)).toEqual(['b b> b>', 'b> b< b<', 'b< a a'])
  })

  test('selected cells join in any status, separate from those in conflict', () => {
    const grid = [
      cell('A', '18:00', 'MY_INVITING', '501'),
      cell('A', '19:00', 'COURT_OCCUPIED'),
      cell('A', '19:30', 'COACH_UNAVAILABLE'),
    ]
    const over = { grid, allowConflict: true, editingInvitationId: '501' }
    const first = toggleSlot(state(over), { courtCode: 'A', timeIndex: 36 }).selection
    const { selection } = toggleSlot(state({ ...over, selection: first }), { courtCode: 'A', timeIndex: 39 })
    expect(drawn({ ...over, selection })).toEqual(['s> a a', 's< a a', 'c> a a', 'c< a a'])
  })

  test('joins are mutual, bands appear only without conflicts, and no cell is lost', () => {
    const anySlot = fc.record({
      courtCode: fc.constantFrom(...codes),
      timeIndex: fc.integer({ min: 36, max: 39 }),
      date: fc.constant(date),
      status: fc.constantFrom<SlotStatus>(...SLOT_STATUSES, 'COACH_OCCUPIED', 'COACH_OCCUPIED', 'COACH_OCCUPIED'),
      inviteId: fc.constantFrom(null, null, '501'),
    })
    const anyGrid = fc.uniqueArray(anySlot, { maxLength: 12, selector: (one) => `${one.courtCode} ${one.timeIndex}` })
    fc.assert(
      fc.property(
        anyGrid,
        fc.boolean(),
        fc.constantFrom(undefined, '501'),
        (grid, allowConflict, editingInvitationId) => {
          const rows = matrixOf(state({ grid, allowConflict, editingInvitationId }))
          const shown = bandsOf(rows, allowConflict)
          expect(shown.map((row) => row.timeIndex)).toEqual(rows.map((row) => row.timeIndex))
          shown.forEach((row, index) => {
            const below = shown[index + 1]
            if (row.band) {
              expect(allowConflict).toBe(false)
              expect(rows[index]?.cells.every((one) => one.courtStatus === row.band && one.status === 'booked')).toBe(
                true,
              )
              expect(row.joinsBelow).toBe(below?.band ? below.joinsAbove : false)
              return
            }
            expect(row.cells).toEqual(rows[index]?.cells.map((one) => expect.objectContaining(one)))
            row.cells?.forEach((one, column) => {
              expect(one.joinsBelow).toBe(below?.cells?.[column]?.joinsAbove ?? false)
              expect(MATRIX_STATUSES).toContain(one.status)
            })
          })
        },
      ),
    )
  })
})
