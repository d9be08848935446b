import { expect, test } from 'vitest'
import { givenCourse } from '../../booking/testing/given-booking'
import { givenContract } from '../testing/given-student'
import {
  contractLine,
  contractOfCard,
  contractSign,
  contractToBook,
  endsSoon,
  hoursText,
  lastClassText,
  pendingText,
} from './student-labels'

const now = new Date('2026-11-20T12:00:00+08:00')

test.each([
  ['enough hours and time', {}, undefined],
  ['the fourteenth day', { expiryDate: '2026-12-04' }, '14 天后到期'],
  ['the fifteenth', { expiryDate: '2026-12-05' }, undefined],
  ['the last day', { expiryDate: '2026-11-20' }, '今天到期'],
  ['less than two hours', { availableSessions: 1.5 }, '课时将尽'],
  ['two hours', { availableSessions: 2 }, undefined],
  ['none left', { contractStatus: 2, availableSessions: 0, remainingSessions: 0 }, '已用完'],
  ['paid back', { isRefunded: true }, '已退课'],
  ['taken back', { isRefunded: true, isCorrected: true as const }, '已冲正'],
  ['over', { contractStatus: 3, expiryDate: '2026-11-19' }, '已过期'],
])('a contract with %s says %s', (_case, over, text) => {
  const contract = givenContract('1', over)
  expect(contractSign(contract, now)?.text).toBe(text)
  expect(endsSoon(contract, now)).toBe(contractSign(contract, now)?.kind === 'wait')
})

test('the card shows the active contract that runs out first, and none that is over', () => {
  const [plain, short, over] = [
    givenContract('1'),
    givenContract('2', { availableSessions: 0.5 }),
    givenContract('3', { contractStatus: 3 }),
  ]
  expect(contractOfCard([plain, short, over], now)).toBe(short)
  expect(contractOfCard([plain], now)).toBe(plain)
  expect(contractOfCard([over], now)).toBeUndefined()
})

test('a student is booked for a course that the coach teaches', () => {
  const others = givenContract('1', { availableSessions: 0.5 })
  const own = givenContract('2', { courseDesign: { id: '7', courseName: '双人陪练' } })
  expect(contractToBook([others, own], [givenCourse('7')], now)).toBe(own)
  expect(contractToBook([others, own], [givenCourse('6'), givenCourse('7')], now)).toBe(others)
  expect(contractToBook([others], [givenCourse('7')], now)).toBeUndefined()
  expect(contractToBook([others, own], undefined, now)).toBe(others)
})

test('hours that expired with a contract are shown with it', () => {
  const over = { availableSessions: 0, remainingSessions: 0, expiredSessions: 3, expiryDate: '2026-11-19' }
  const contract = givenContract('1', { ...over, contractStatus: 3 })
  expect(contractLine(contract, now)).toEqual(['成人私教 1 对 1', '11.19 到期', '失效 3 课时'])
  expect(hoursText(contract)).toBe('可用 0 课时，共 20 课时，失效 3 课时')
})

test('classes that wait for an answer are counted; zero is not shown', () => {
  expect([pendingText({ pendingCount: 2 }), pendingText({ pendingCount: 0 })]).toEqual(['待确认 2', undefined])
})

test('days of this year are short, others have their year', () => {
  const contract = givenContract('1', { expiryDate: '2027-01-05' })
  expect(contractLine(contract, now)).toEqual(['成人私教 1 对 1', '2027.01.05 到期'])
  expect(contractLine({ ...contract, expiryDate: '2026-11-30' }, now)).toEqual(['成人私教 1 对 1', '11.30 到期'])
  const last = (courseDate: string) => lastClassText({ courseDate, stadiumName: '星湖网球中心' }, now)
  expect([last('2026-11-20'), last('2026-11-05'), last('2025-09-01'), lastClassText(null, now)]).toEqual([
    '上次 今天 星湖网球中心',
    '上次 11.5 星湖网球中心',
    '上次 2025.09.01 星湖网球中心',
    '还没有上过课',
  ])
})
