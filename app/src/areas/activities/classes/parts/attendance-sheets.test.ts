import { expect, test } from 'vitest'
import { givenSeat } from '../testing/given-invitation'
import { attendanceCost, attendanceTotals, finishText, totalsText } from './attendance-sheets'

test.each([
  ['present', 1.5, '消课 1.5'],
  ['late', 1.5, '消课 1.5'],
  ['absent', 2, '消课 2'],
  ['leave', 1.5, '退回 1.5'],
  ['present', 0, '不占课时'],
] as const)('%s with %d held is %s', (attendance, held, text) => {
  expect(attendanceCost(attendance, held)).toBe(text)
})

test('the totals say how many hours are consumed and how many come back', () => {
  const seats = [
    givenSeat(),
    givenSeat({ responderId: '11', heldSessions: 1 }),
    givenSeat({ responderId: '12', heldSessions: 2 }),
  ]
  const totals = attendanceTotals(seats, ({ responderId }) => (responderId === '11' ? 'leave' : 'late'))
  expect(totals).toEqual({ consumed: 3.5, returned: 1 })
  expect(totalsText(totals)).toBe('消课 3.5，退回 1')
  expect(totalsText({ consumed: 0, returned: 0 })).toBe('不占课时')
})

test('completing an unsigned class names who counts as present', () => {
  expect(finishText([givenSeat(), givenSeat({ responderId: '11', name: '陈默', heldSessions: 0 })])).toEqual({
    line: '未签到，按到场算：林知夏、陈默',
    facts: [
      { name: '林知夏', value: '消课 1.5' },
      { name: '陈默', value: '不占课时' },
    ],
  })
})

test('a player who has not agreed to a change is on leave, and it says so', () => {
  const asked = givenSeat({ responderId: '11', name: '陈默', mustAgree: true })
  expect(finishText([givenSeat(), asked])).toEqual({
    line: '未签到，按到场算：林知夏；未同意修改，按请假算：陈默',
    facts: [
      { name: '林知夏', value: '消课 1.5' },
      { name: '陈默', value: '退回 1.5' },
    ],
  })
})

test('completing a signed class shows the attendance of each student and what it consumes', () => {
  const seats = [
    givenSeat({ attendance: 'absent' }),
    givenSeat({ responderId: '11', name: '陈默', attendance: 'leave' }),
  ]
  expect(finishText(seats)).toEqual({
    line: '按签到结果扣减课时',
    facts: [
      { name: '林知夏', value: '缺席，消课 1.5' },
      { name: '陈默', value: '请假，退回 1.5' },
    ],
  })
})
