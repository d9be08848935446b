import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { givenClass, givenInfo } from '../classes/testing/given-invitation'
import { TrialLessonView } from './trial-lesson-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
  givenSession('10')
})

test('once the coach has confirmed, one reads the agreed time and court instead of those wished for', async () => {
  const wish = { date: '2026-11-24', beginTimeSlot: 20, stadiumId: '3', stadiumName: '云杉网球馆' }
  const trial = {
    ...{ id: '9', state: 'CONFIRMED', courseId: '7', courseName: '网球体验课', priceFen: 12_800, minutes: 60 },
    coach: { id: '20', nickname: '王启明', avatar: null },
    company: { id: '5', name: '青杉', freeCancelHours: 24 },
    ...{ wishes: [wish], words: '', answer: '', mayAnswer: false, mayWithdraw: false, orderId: '70' },
    ...{ invitationId: '1', expiresAt: null },
  }
  const { invitation: _, ...info } = givenInfo('initiator')
  givenWorld({
    '/trial-lessons/one/9': () => ({ data: trial }),
    '/full-info/1': () => ({ data: { ...info, invitation: givenClass({ invitationStatus: 'CONFIRMED' }) } }),
  })
  open(<TrialLessonView id="9" />)
  expect(await screen.findByText('11.22 周日 18:30–20:00')).toBeTruthy()
  expect(screen.getByText('星湖网球中心 3号场')).toBeTruthy()
  expect(screen.queryByText(/云杉网球馆/)).toBeNull()
})
