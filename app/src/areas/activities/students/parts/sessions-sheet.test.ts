import { expect, test } from 'vitest'
import { givenContract } from '../testing/given-student'
import {
  changeText,
  firstEndOf,
  formRefusal,
  itemsOf,
  rowRefusal,
  rowsOf,
  type SessionsRow,
  withNewRow,
} from './sessions-sheet'

const TODAY = '2026-11-20'
const COURSE = { id: '7', courseName: '双人陪练' }
const rows = rowsOf([givenContract('1', { lastHeldDay: '2026-12-05' }), givenContract('2', { availableSessions: 3 })])
const [first, second] = rows as [SessionsRow, SessionsRow]

test('an unchanged contract is not sent, a new one always is', () => {
  expect(itemsOf(rows, '10')).toEqual([])
  const changed = withNewRow([first, { ...second, settingSessions: 6 }], COURSE, TODAY)
  expect(itemsOf(changed, '10')).toEqual([
    { id: '2', userId: '10', courseDesignId: '6', settingSessions: 6, expiryDate: '2027-03-31', revision: 3 },
    { id: 'new_1', userId: '10', courseDesignId: '7', settingSessions: 10, expiryDate: '2027-11-20' },
  ])
})

test('new contracts have different keys, also after one of them was removed', () => {
  const three = withNewRow(withNewRow(withNewRow(rows, COURSE, TODAY), COURSE, TODAY), COURSE, TODAY)
  const keys = withNewRow(
    three.filter(({ key }) => key !== 'new_2'),
    COURSE,
    TODAY,
  ).map(({ key }) => key)
  expect(keys).toEqual(['1', '2', 'new_1', 'new_3', 'new_4'])
})

test.each([
  ['down to what is held', { settingSessions: 1.5 }, undefined],
  ['below what is held', { settingSessions: 1 }, '课时不能少于已预约课时'],
  ['an end before a class that hours are held for', { expiryDate: '2026-12-04' }, '合同有效期不能早于已预约的课程'],
  ['an end on its day', { expiryDate: '2026-12-05' }, undefined],
  ['an end in the past', { expiryDate: '2026-11-19' }, '合同有效期不能早于今天'],
  ['the end that it has', { expiryDate: '2027-03-31' }, undefined],
])('%s', (_case, change, refusal) => {
  expect(rowRefusal({ ...first, ...change }, TODAY)).toBe(refusal)
})

test('the form says what is still missing, one item at a time', () => {
  const more = { ...first, settingSessions: 14 }
  expect(formRefusal(rows, '续课', TODAY)).toEqual({ at: 'rows', text: '还没有改动' })
  const below = { at: 'rows', text: '课时不能少于已预约课时' }
  expect(formRefusal([more, { ...second, settingSessions: 0 }], '续课', TODAY)).toEqual(below)
  expect(formRefusal([more, second], '  ', TODAY)).toEqual({ at: 'reason', text: '请填写调整原因' })
  expect(formRefusal([more, second], '续课', TODAY)).toBeUndefined()
})

test.each([
  ['the day of the last class that hours are held for', { lastHeldDay: '2026-12-05' }, '2026-12-05'],
  ['today where that class is of a day before', { lastHeldDay: '2026-11-19' }, TODAY],
  ['today where none is', {}, TODAY],
])('a contract may end on %s', (_case, over, day) => {
  expect(firstEndOf(givenContract('1', over), TODAY)).toBe(day)
  expect(firstEndOf(undefined, TODAY)).toBe(TODAY)
})

test('a change shows the values before and after', () => {
  expect(changeText(first)).toEqual([])
  expect(changeText({ ...first, settingSessions: 14, expiryDate: '2027-06-05' })).toEqual([
    '剩余 12.5 → 14',
    '有效期 2027.03.31 → 2027.06.05',
  ])
  expect(changeText(withNewRow([], COURSE, TODAY)[0] as SessionsRow)).toEqual(['新开 10 课时', '2027.11.20 到期'])
})
