import { describe, expect, test } from 'vitest'
import { halfHourOf } from '../../../kernel/half-hour.ts'
import { type BookingGrid, toggleSlot } from './selection.ts'
import { cell, chosen, givenGrid, run, timesOf } from './testing/booking-grid.ts'

const press = (over: Partial<BookingGrid>, courtCode: string, time: string) =>
  toggleSlot(givenGrid(over), { courtCode, timeIndex: halfHourOf(time) })

describe('a press', () => {
  test('selects a free cell and counts it', () => {
    expect(press({}, 'A', '18:30')).toEqual({ selection: [chosen('A', '18:30')], notice: '已选择1个时间段' })
  })

  test('on the first and then the last cell fills the run between', () => {
    const pressed = press({ selection: run('A', '18:30', '19:00') }, 'A', '21:00')
    expect(pressed).toEqual({ selection: run('A', '18:30', '21:30'), notice: '已选择6个时间段' })
  })

  test('fills backwards too, and comes sorted', () => {
    const pressed = press({ selection: run('A', '20:00', '20:30') }, 'A', '18:30')
    expect(timesOf(pressed.selection)).toEqual(['18:30', '19:00', '19:30', '20:00'])
  })

  test.each([
    ['a court that is not the venue’s', {}, 'X', '18:30', 'court_invalid'],
    ['an hour that is past', {}, 'A', '10:00', 'time_invalid'],
    ['a taken cell', { grid: [cell('A', '18:30', 'COURT_OCCUPIED')] }, 'A', '18:30', 'slot_occupied'],
    ['another court', { selection: run('A', '18:30', '19:00') }, 'B', '19:00', 'court_differs'],
    [
      'a cell behind a taken one',
      { selection: run('A', '18:30', '19:00'), grid: [cell('A', '19:00', 'COURT_OCCUPIED')] },
      'A',
      '19:30',
      'slots_not_consecutive',
    ],
    [
      'a cell behind the own class, though conflicts are allowed',
      { selection: run('A', '18:30', '19:00'), grid: [cell('A', '19:00', 'MY_INVITING', '500')], allowConflict: true },
      'A',
      '19:30',
      'slots_not_consecutive',
    ],
    ['a cell three hours off', { selection: run('A', '18:30', '19:00') }, 'A', '21:30', 'slots_too_many'],
    ['a seventh cell', { selection: run('A', '18:30', '21:30') }, 'A', '18:00', 'slots_too_many'],
    [
      'a cell both behind a taken one and too far',
      { selection: run('A', '18:30', '19:00'), grid: [cell('A', '20:00', 'COURT_OCCUPIED')] },
      'A',
      '22:00',
      'slots_not_consecutive',
    ],
  ] as const)('on %s is refused and changes nothing', (_case, over, courtCode, time, refusal) => {
    const before = givenGrid({ ...over })
    const pressed = toggleSlot(before, { courtCode, timeIndex: halfHourOf(time) })
    expect(pressed).toEqual({ selection: before.selection, refusal })
    expect(pressed.selection).toBe(before.selection)
  })

  test('on an index outside the day is refused without an exception', () => {
    for (const timeIndex of [-1, 48, 1000, Number.NaN, 37.5]) {
      expect(
        toggleSlot(givenGrid({ selection: run('A', '18:30', '19:00') }), { courtCode: 'A', timeIndex }).refusal,
      ).toBe('time_invalid')
    }
  })

  test.each([
    ['the first', '18:30', ['19:00', '19:30', '20:00']],
    ['the last', '20:00', ['18:30', '19:00', '19:30']],
    ['an inner', '19:30', ['18:30', '19:00']],
    ['the second', '19:00', ['18:30']],
  ])('on %s selected cell leaves one run', (_case, time, expected) => {
    const pressed = press({ selection: run('A', '18:30', '20:30') }, 'A', time)
    expect(timesOf(pressed.selection)).toEqual(expected)
    expect([pressed.refusal, pressed.notice]).toEqual([undefined, undefined])
  })

  test('on the only selected cell leaves none, even when it was taken meanwhile', () => {
    const selection = [chosen('A', '18:30', 'COURT_OCCUPIED')]
    expect(press({ selection, grid: [cell('A', '18:30', 'COURT_OCCUPIED')] }, 'A', '18:30').selection).toEqual([])
  })

  test('on a taken cell with conflicts allowed selects it and reports it', () => {
    const grid = [cell('A', '18:30', 'COACH_OCCUPIED')]
    expect(press({ grid, allowConflict: true }, 'A', '18:30')).toEqual({
      selection: [chosen('A', '18:30', 'COACH_OCCUPIED')],
      notice: '该时段已被占用，但您已开启允许冲突',
    })
  })

  test('with conflicts allowed fills over taken cells and reports it', () => {
    const grid = [cell('A', '19:00', 'COURT_OCCUPIED')]
    const pressed = press({ selection: run('A', '18:30', '19:00'), grid, allowConflict: true }, 'A', '19:30')
    expect(pressed.selection).toEqual([
      chosen('A', '18:30'),
      chosen('A', '19:00', 'COURT_OCCUPIED'),
      chosen('A', '19:30'),
    ])
    expect(pressed.notice).toBe('该时段已被占用，但您已开启允许冲突')
  })

  test('while editing, on a half-hour of that invitation counts as free', () => {
    const grid = [cell('A', '18:30', 'MY_INVITING', '501')]
    expect(press({ grid, editingInvitationId: '501' }, 'A', '18:30')).toEqual({
      selection: [chosen('A', '18:30', 'MY_INVITING', '501')],
      notice: '已选择1个时间段',
    })
  })

  test('on another date starts a new selection, and the grid of another date is ignored', () => {
    const old = [{ ...chosen('B', '18:30'), date: '2026/04/30' }]
    const grid = [{ ...cell('A', '18:30', 'COURT_OCCUPIED'), date: '2026-04-30' }]
    expect(press({ selection: old, grid }, 'A', '18:30').selection).toEqual([chosen('A', '18:30')])
  })

  test('on the same half-hour of another court does not unselect', () => {
    expect(press({ selection: run('A', '18:30', '19:00') }, 'B', '18:30').refusal).toBe('court_differs')
  })

  test('next to a gap is refused until the half-hour between is free again', () => {
    const selection = [chosen('A', '18:30'), chosen('A', '19:30')]
    const grid = [cell('A', '19:00', 'COURT_OCCUPIED')]
    expect(press({ selection, grid }, 'A', '20:00').refusal).toBe('slots_not_consecutive')
    expect(timesOf(press({ selection }, 'A', '20:00').selection)).toEqual(['18:30', '19:00', '19:30', '20:00'])
    expect(timesOf(press({ selection }, 'A', '19:00').selection)).toEqual(['18:30', '19:00', '19:30'])
  })
})
