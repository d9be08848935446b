import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, instantOf } from '../../../kernel/day.ts'
import { halfHourOf } from '../../../kernel/half-hour.ts'
import {
  type BookingGrid,
  collisionsOf,
  type GridSlot,
  MAX_SLOTS,
  rangeOf,
  reconcile,
  toggleSlot,
  turnOffConflict,
  whyNotBook,
  whyNotSelect,
} from './selection.ts'
import { SELECTION_REFUSALS } from './selection-texts.ts'
import { SLOT_STATUSES } from './slot-status.ts'
import { date, givenGrid, timesOf } from './testing/booking-grid.ts'

describe('any sequence of presses', () => {
  const rows = { firstStart: 32, lastStart: 44 }
  const anyCell: fc.Arbitrary<GridSlot> = fc.record({
    courtCode: fc.constantFrom('A', 'B'),
    timeIndex: fc.integer({ min: rows.firstStart, max: rows.lastStart }),
    date: fc.constantFrom(date, date, date, addDays(date, 1)),
    status: fc.constantFrom(...SLOT_STATUSES),
    inviteId: fc.constantFrom(null, null, '500', '501'),
  })
  const anyGrid = fc.uniqueArray(anyCell, {
    maxLength: 9,
    selector: (slot) => `${slot.courtCode} ${slot.timeIndex} ${slot.date}`,
  })
  const anyPress = fc.record({
    courtCode: fc.constantFrom('A', 'A', 'A', 'A', 'B', 'X'),
    timeIndex: fc.integer({ min: rows.firstStart - 1, max: rows.lastStart + 1 }),
  })
  const anyState = fc
    .record({
      grid: anyGrid,
      allowConflict: fc.boolean(),
      editingInvitationId: fc.constantFrom(undefined, '501'),
      now: fc.constantFrom(instantOf(date, 20), instantOf(date, 34), instantOf(date, 36)),
    })
    .map((over) => givenGrid({ ...rows, ...over }))

  /** The rules of section 5 of the specification, implemented a second time in another way. */
  function isSelectable(
    { grid, allowConflict, editingInvitationId, now }: BookingGrid,
    courtCode: string,
    index: number,
  ) {
    const found = grid.find((one) => one.courtCode === courtCode && one.timeIndex === index && one.date === date)
    const isRow = index >= rows.firstStart && index <= rows.lastStart && instantOf(date, index) > now
    if (courtCode === 'X' || !isRow) return false
    if (!found || found.status === 'AVAILABLE') return true
    if (editingInvitationId === '501' && found.inviteId === '501') return true
    return allowConflict && found.status !== 'MY_INVITING'
  }

  function expectSound(current: BookingGrid) {
    const { selection } = current
    const indices = selection.map(({ timeSlot }) => halfHourOf(timeSlot))
    expect(selection.length).toBeLessThanOrEqual(MAX_SLOTS)
    expect(new Set(selection.map((slot) => slot.courtCode)).size).toBeLessThanOrEqual(1)
    expect(indices).toEqual(indices.map((_, offset) => (indices[0] ?? 0) + offset))
    for (const [at, slot] of selection.entries()) {
      expect(isSelectable(current, slot.courtCode, indices[at] ?? -1)).toBe(true)
    }
    expect(whyNotBook(current)).toBeUndefined()
  }

  test('gives one run of at most six half-hours of one court, each of which may be selected', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyPress, { maxLength: 20 }), (start, presses) => {
        let current = start
        for (const one of presses) {
          current = { ...current, selection: toggleSlot(current, one).selection }
          expectSound(current)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is refused only for a reason, and then changes nothing; else the pressed cell changes', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyPress, { minLength: 1, maxLength: 12 }), (start, presses) => {
        let current = start
        for (const one of presses) {
          const before = current.selection.map(({ timeSlot }) => halfHourOf(timeSlot))
          const onCourt = current.selection.every((slot) => slot.courtCode === one.courtCode)
          const wasSelected = onCourt && before.includes(one.timeIndex)
          const { selection, refusal, notice } = toggleSlot(current, one)
          const after = selection.map(({ timeSlot }) => halfHourOf(timeSlot))
          const first = Math.min(one.timeIndex, ...before)
          const hull = Array.from({ length: Math.max(one.timeIndex, ...before) + 1 - first }, (_, k) => first + k)
          const mayFill = onCourt && hull.every((index) => isSelectable(current, one.courtCode, index))

          if (wasSelected) {
            expect(refusal).toBeUndefined()
            expect(after).not.toContain(one.timeIndex)
            expect(before).toEqual(expect.arrayContaining(after))
          } else if (mayFill && hull.length <= MAX_SLOTS) {
            expect([refusal, after]).toEqual([undefined, hull])
            expect(typeof notice).toBe('string')
          } else {
            expect(SELECTION_REFUSALS).toContain(refusal)
            expect(selection).toBe(current.selection)
          }
          current = { ...current, selection }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('agrees with the reason stated in advance, when nothing is between', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyPress, { minLength: 1, maxLength: 12 }), (start, presses) => {
        let current = start
        for (const one of presses) {
          const found = current.grid.find(
            (listed) =>
              listed.date === date && listed.courtCode === one.courtCode && listed.timeIndex === one.timeIndex,
          )
          const slot: GridSlot = found ?? { ...one, date, status: 'AVAILABLE', inviteId: null }
          const range = rangeOf(current.selection)
          const isBeside =
            range?.courtCode !== one.courtCode ||
            one.timeIndex === range.beginTimeSlot - 1 ||
            one.timeIndex === range.endTimeSlot
          const toggled = toggleSlot(current, one)
          if (isBeside) expect(whyNotSelect({ ...current, slot })).toBe(toggled.refusal)
          current = { ...current, selection: toggled.selection }
        }
      }),
    )
  })

  test('with conflicts turned off afterwards has no collision and keeps all slots without one', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyPress, { maxLength: 12 }), (start, presses) => {
        let current: BookingGrid = { ...start, allowConflict: true }
        for (const one of presses) current = { ...current, selection: toggleSlot(current, one).selection }
        const { selection, removed } = turnOffConflict(current.selection, current.editingInvitationId)
        const off = { ...current, allowConflict: false }
        const expected = current.selection.filter((slot) =>
          isSelectable(off, slot.courtCode, halfHourOf(slot.timeSlot)),
        )
        expect(selection).toEqual(expected)
        expect(removed).toBe(current.selection.length - expected.length)
        expect(collisionsOf(selection, current.editingInvitationId)).toEqual([])
      }),
    )
  })

  test('after a refresh of the grid holds the same slots, with the statuses of the fresh grid', () => {
    fc.assert(
      fc.property(anyState, anyGrid, fc.array(anyPress, { maxLength: 8 }), (start, grid, presses) => {
        let current = start
        for (const one of presses) current = { ...current, selection: toggleSlot(current, one).selection }
        const fresh = { ...current, grid }
        const { selection, taken } = reconcile(
          current.selection,
          grid,
          current.allowConflict,
          current.editingInvitationId,
        )
        expect(timesOf(selection)).toEqual(timesOf(current.selection))
        for (const slot of selection) {
          const wasFree = !collisionsOf(current.selection, current.editingInvitationId).some(
            (one) => one.timeSlot === slot.timeSlot,
          )
          const isRefused = !isSelectable(fresh, slot.courtCode, halfHourOf(slot.timeSlot))
          expect(taken.includes(slot)).toBe(wasFree && isRefused)
        }
      }),
    )
  })
})
