import { describe, expect, test } from 'vitest'
import { instantOf } from '../../../kernel/day.ts'
import {
  collisionsOf,
  isConsecutive,
  rangeOf,
  reconcile,
  slotsOfRange,
  slotsOnDate,
  turnOffConflict,
  whyNotBook,
  whyNotSelect,
} from './selection.ts'
import { SELECTION_REFUSALS, SELECTION_TEXTS } from './selection-texts.ts'
import { cell, chosen, date, givenGrid, run, timesOf } from './testing/booking-grid.ts'

describe('a single half-hour', () => {
  const creating = { allowConflict: false }
  const editing = { allowConflict: false, editingInvitationId: '501' }
  const conflicting = { allowConflict: true }

  test.each([
    ['a free half-hour', cell('A', '18:30', 'AVAILABLE'), creating, undefined],
    ['the first start', cell('A', '06:00', 'AVAILABLE'), { ...creating, now: instantOf(date, 0) }, undefined],
    ['the last start', cell('A', '22:00', 'AVAILABLE'), creating, undefined],
    ['an unknown court', cell('X', '18:30', 'AVAILABLE'), creating, 'court_invalid'],
    ['an unknown court at no time', { ...cell('X', '18:30', 'AVAILABLE'), timeIndex: -1 }, creating, 'court_invalid'],
    [
      'before the first start',
      cell('A', '05:30', 'AVAILABLE'),
      { ...creating, now: instantOf(date, 0) },
      'time_invalid',
    ],
    ['after the last start', cell('A', '22:30', 'AVAILABLE'), creating, 'time_invalid'],
    ['no whole half-hour', { ...cell('A', '18:30', 'AVAILABLE'), timeIndex: 37.5 }, creating, 'time_invalid'],
    ['not a number', { ...cell('A', '18:30', 'AVAILABLE'), timeIndex: Number.NaN }, creating, 'time_invalid'],
    ['the half-hour that begins now', cell('A', '10:00', 'AVAILABLE'), creating, 'time_invalid'],
    ['the half-hour after it', cell('A', '10:30', 'AVAILABLE'), creating, undefined],
    ['the past, though conflicts are allowed', cell('A', '09:30', 'COURT_UNAVAILABLE'), conflicting, 'time_invalid'],
    ['a half-hour of yesterday', { ...cell('A', '18:30', 'AVAILABLE'), date: '2026-04-30' }, creating, 'time_invalid'],
    ['the own class', cell('A', '18:30', 'MY_INVITING', '500'), creating, 'slot_mine'],
    ['the own class, though conflicts are allowed', cell('A', '18:30', 'MY_INVITING', '500'), conflicting, 'slot_mine'],
    ['a busy coach', cell('A', '18:30', 'COACH_OCCUPIED'), creating, 'slot_occupied'],
    ['a booked court', cell('A', '18:30', 'COURT_OCCUPIED'), creating, 'slot_occupied'],
    ['a resting coach', cell('A', '18:30', 'COACH_UNAVAILABLE'), creating, 'slot_occupied'],
    ['a closed court', cell('A', '18:30', 'COURT_UNAVAILABLE'), creating, 'slot_occupied'],
    ['a busy coach with conflicts', cell('A', '18:30', 'COACH_OCCUPIED'), conflicting, undefined],
    ['a booked court with conflicts', cell('A', '18:30', 'COURT_OCCUPIED'), conflicting, undefined],
    ['a resting coach with conflicts', cell('A', '18:30', 'COACH_UNAVAILABLE'), conflicting, undefined],
    ['a closed court with conflicts', cell('A', '18:30', 'COURT_UNAVAILABLE'), conflicting, undefined],
    [
      'what the venue closed, with conflicts',
      { ...cell('A', '18:30', 'COURT_UNAVAILABLE'), isClosed: true as const },
      conflicting,
      'slot_closed',
    ],
    ['while editing, its own half-hour', cell('A', '18:30', 'MY_INVITING', '501'), editing, undefined],
    ['while editing, its own coach elsewhere', cell('B', '18:30', 'COACH_OCCUPIED', '501'), editing, undefined],
    ['while editing, another own class', cell('A', '18:30', 'MY_INVITING', '500'), editing, 'slot_mine_other'],
    ['while editing, a booked court', cell('A', '18:30', 'COURT_OCCUPIED'), editing, 'slot_occupied_turn_on'],
    [
      'while editing with conflicts, another own class',
      cell('A', '18:30', 'MY_INVITING', '500'),
      { ...editing, allowConflict: true },
      'slot_mine_other',
    ],
    [
      'while editing with conflicts, a booked court',
      cell('A', '18:30', 'COURT_OCCUPIED'),
      { ...editing, allowConflict: true },
      undefined,
    ],
    [
      'an empty id is no invitation being edited',
      cell('A', '18:30', 'MY_INVITING', ''),
      { ...creating, editingInvitationId: '' },
      'slot_mine',
    ],
    [
      'nobody named is not the invitation being edited',
      cell('A', '18:30', 'COURT_OCCUPIED', null),
      { ...creating, editingInvitationId: null },
      'slot_occupied',
    ],
  ])('%s', (_case, slot, rules, expected) => {
    expect(whyNotSelect({ ...givenGrid(), selection: [], slot, ...rules })).toBe(expected)
  })
})

describe('a half-hour next to others', () => {
  const free = (courtCode: string, time: string) => cell(courtCode, time, 'AVAILABLE')
  test.each([
    ['the next', run('A', '18:30', '19:30'), free('A', '19:30'), false, undefined],
    ['the one before', run('A', '18:30', '19:30'), free('A', '18:00'), false, undefined],
    ['one selected already', run('A', '18:30', '21:30'), free('A', '19:00'), false, undefined],
    ['another court', run('A', '18:30', '19:30'), free('B', '19:30'), false, 'court_differs'],
    [
      'another court, though conflicts are allowed',
      run('A', '18:30', '19:30'),
      free('B', '19:30'),
      true,
      'court_differs',
    ],
    ['a gap', run('A', '18:30', '19:30'), free('A', '20:00'), false, 'slots_not_consecutive'],
    ['a gap with conflicts', run('A', '18:30', '19:30'), free('A', '20:00'), true, undefined],
    ['the sixth', run('A', '18:30', '21:00'), free('A', '21:00'), false, undefined],
    ['the seventh', run('A', '18:30', '21:30'), free('A', '21:30'), false, 'slots_too_many'],
    ['three hours off with conflicts', run('A', '18:30', '19:00'), free('A', '21:30'), true, 'slots_too_many'],
    [
      'the same time of another date',
      run('A', '18:30', '19:00'),
      { ...free('A', '19:00'), date: '2026-05-02' },
      true,
      'slots_not_consecutive',
    ],
    [
      'taken and of another court',
      run('A', '18:30', '19:00'),
      cell('B', '19:00', 'COURT_OCCUPIED'),
      false,
      'slot_occupied',
    ],
  ])('%s', (_case, selection, slot, allowConflict, expected) => {
    expect(whyNotSelect({ ...givenGrid(), selection, slot, allowConflict })).toBe(expected)
  })
})

describe('what cannot be booked', () => {
  const rules = { ...givenGrid(), allowConflict: false }
  test.each([
    ['nothing selected', { selection: [] }, undefined],
    ['one run', { selection: run('A', '18:30', '21:30') }, undefined],
    ['a slot taken meanwhile', { selection: [chosen('A', '18:30', 'COURT_OCCUPIED')] }, 'slot_occupied'],
    [
      'a slot taken meanwhile, while editing',
      { selection: [chosen('A', '18:30', 'COURT_OCCUPIED')], editingInvitationId: '501' },
      'slot_occupied_turn_on',
    ],
    [
      'a conflict that is allowed',
      { selection: [chosen('A', '18:30', 'COURT_OCCUPIED')], allowConflict: true },
      undefined,
    ],
    ['the own class', { selection: [chosen('A', '18:30', 'MY_INVITING', '500')], allowConflict: true }, 'slot_mine'],
    [
      'the class being edited',
      { selection: [chosen('A', '18:30', 'MY_INVITING', '501')], editingInvitationId: '501' },
      undefined,
    ],
    ['a slot that began meanwhile', { selection: run('A', '10:00', '11:00') }, 'time_invalid'],
    ['a gap', { selection: [chosen('A', '18:30'), chosen('A', '19:30')] }, 'slots_not_consecutive'],
    [
      'a gap with conflicts',
      { selection: [chosen('A', '18:30'), chosen('A', '19:30')], allowConflict: true },
      'slots_not_consecutive',
    ],
    ['two courts', { selection: [chosen('A', '18:30'), chosen('B', '19:00')] }, 'court_differs'],
    ['seven slots', { selection: run('A', '18:30', '22:00') }, 'slots_too_many'],
    ['a court that was withdrawn', { selection: [chosen('X', '18:30')] }, 'court_invalid'],
  ])('%s', (_case, over, expected) => {
    expect(whyNotBook({ ...rules, ...over })).toBe(expected)
  })
})

describe('collisions', () => {
  const selection = [
    chosen('A', '18:30', 'MY_INVITING', '501'),
    chosen('A', '19:00', 'COACH_OCCUPIED', '501'),
    chosen('A', '19:30', 'COURT_OCCUPIED'),
    chosen('A', '20:00'),
    chosen('A', '20:30', 'COACH_UNAVAILABLE'),
  ]

  test('are those of anything except the invitation being edited', () => {
    expect(timesOf(collisionsOf(selection, '501'))).toEqual(['19:30', '20:30'])
    expect(timesOf(collisionsOf(selection))).toEqual(['18:30', '19:00', '19:30', '20:30'])
  })

  test('are removed when conflicts are turned off, and are counted', () => {
    const { selection: kept, removed } = turnOffConflict(selection, '501')
    expect([timesOf(kept), removed]).toEqual([['18:30', '19:00', '20:00'], 2])
    expect(turnOffConflict(run('A', '18:30', '19:30'))).toEqual({ selection: run('A', '18:30', '19:30'), removed: 0 })
  })
})

describe('a refreshed grid', () => {
  const selection = [chosen('A', '18:30'), chosen('A', '19:00'), chosen('A', '19:30', 'COURT_OCCUPIED')]

  test('gives the chosen slots their new status and names those just taken', () => {
    const fresh = [cell('A', '18:30', 'COURT_OCCUPIED'), cell('B', '19:00', 'COURT_OCCUPIED')]
    expect(reconcile(selection, fresh, false)).toEqual({
      selection: [chosen('A', '18:30', 'COURT_OCCUPIED'), chosen('A', '19:00'), chosen('A', '19:30')],
      taken: [chosen('A', '18:30', 'COURT_OCCUPIED')],
    })
  })

  test.each([
    ['a slot that collided before is not just taken', [cell('A', '19:30', 'COACH_OCCUPIED')], false, undefined, []],
    [
      'with conflicts allowed nothing occupied needs choosing again',
      [cell('A', '18:30', 'COURT_OCCUPIED')],
      true,
      undefined,
      [],
    ],
    [
      'with conflicts allowed the own class does',
      [cell('A', '18:30', 'MY_INVITING', '500')],
      true,
      undefined,
      ['18:30'],
    ],
    [
      'the invitation being edited takes nothing from itself',
      [cell('A', '18:30', 'MY_INVITING', '501')],
      false,
      '501',
      [],
    ],
    ['while editing another own class does', [cell('A', '18:30', 'MY_INVITING', '500')], false, '501', ['18:30']],
    [
      'the grid of another date says nothing',
      [{ ...cell('A', '18:30', 'COURT_OCCUPIED'), date: '2026-05-02' }],
      false,
      undefined,
      [],
    ],
  ])('%s', (_case, fresh, allowConflict, editing, expected) => {
    expect(timesOf(reconcile(selection, fresh, allowConflict, editing).taken)).toEqual(expected)
  })
})

describe('a range', () => {
  test.each([
    ['nothing', [], undefined, true],
    ['one slot', run('A', '18:30', '19:00'), { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 38 }, true],
    ['a run', run('A', '18:30', '20:00'), { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 40 }, true],
    [
      'a run in disorder',
      run('A', '18:30', '20:00').reverse(),
      { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 40 },
      true,
    ],
    [
      'a gap',
      [chosen('A', '18:30'), chosen('A', '19:30')],
      { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 40 },
      false,
    ],
    [
      'two courts',
      [chosen('A', '18:30'), chosen('B', '19:00')],
      { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 39 },
      false,
    ],
    [
      'two dates',
      [chosen('A', '18:30'), { ...chosen('A', '19:00'), date: '2026/05/02' }],
      { courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 39 },
      false,
    ],
  ])('of %s', (_case, selection, range, consecutive) => {
    expect(rangeOf(selection)).toEqual(range)
    expect(isConsecutive(selection)).toBe(consecutive)
  })

  const booked = { courtCode: 'A', courseDate: date, beginTimeSlot: 37, endTimeSlot: 39, inviteId: '501' }

  test('of an invitation becomes slots of that invitation, ready to be edited', () => {
    const slots = slotsOfRange(booked)
    expect(slots).toEqual([chosen('A', '18:30', 'MY_INVITING', '501'), chosen('A', '19:00', 'MY_INVITING', '501')])
    expect(collisionsOf(slots, '501')).toEqual([])
    expect(rangeOf(slots)).toEqual({ courtCode: 'A', beginTimeSlot: 37, endTimeSlot: 39 })
  })

  test('has no slots unless it begins before its end', () => {
    expect(slotsOfRange({ ...booked, endTimeSlot: 37 })).toEqual([])
    expect(slotsOfRange({ ...booked, beginTimeSlot: 40 })).toEqual([])
  })

  test.each([
    ['another date clears the slots', run('A', '18:30', '19:30'), '2026-05-02', undefined, []],
    ['the same date keeps them', run('A', '18:30', '19:30'), date, undefined, ['18:30', '19:00']],
    ['another date clears them while editing too', run('A', '20:00', '21:00'), '2026-05-02', booked, []],
    [
      'the date of the invitation brings its own back',
      [{ ...chosen('B', '20:00'), date: '2026/05/02' }],
      date,
      booked,
      ['18:30', '19:00'],
    ],
    ['its own date keeps what was chosen there', run('A', '20:00', '21:00'), date, booked, ['20:00', '20:30']],
  ])('%s', (_case, selection, day, edited, expected) => {
    expect(timesOf(slotsOnDate(selection, day, edited))).toEqual(expected)
  })
})

test('each refusal has its own sentence, which includes the count', () => {
  const sentences = SELECTION_REFUSALS.map((refusal) => SELECTION_TEXTS[refusal])
  expect(new Set(sentences).size).toBe(SELECTION_REFUSALS.length)
  expect(SELECTION_TEXTS.selected(3)).toBe('已选择3个时间段')
  expect(SELECTION_TEXTS.slot_occupied_turn_on).toBe('该场地已被占用，可开启\u0022允许冲突\u0022后选择')
})
