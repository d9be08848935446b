import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { trialLessonPath } from '../../../paths'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { MyClassesView } from '../classes/my-classes-view'
import { givenClass, givenInfo } from '../classes/testing/given-invitation'
import { AskedTrials } from './asked-trials'
import { TrialLessonView } from './trial-lesson-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
  givenSession('10')
})

const WISH = { date: '2026-11-24', beginTimeSlot: 20, stadiumId: '3', stadiumName: '云杉网球馆' }
const TRIAL = {
  ...{ id: '9', state: 'CONFIRMED', courseId: '7', courseName: '网球体验课', priceFen: 12_800, minutes: 60 },
  coach: { id: '20', nickname: '王启明', avatar: null },
  company: { id: '5', name: '青杉', freeCancelHours: 24 },
  ...{ wishes: [WISH], words: '', answer: '', mayAnswer: false, mayWithdraw: false, orderId: '70' },
  ...{ invitationId: '1', expiresAt: null },
}

test('once the coach has confirmed, one reads the agreed time and court instead of those wished for', async () => {
  const { invitation: _, ...info } = givenInfo('initiator')
  givenWorld({
    '/trial-lessons/one/9': () => ({ data: TRIAL }),
    '/full-info/1': () => ({ data: { ...info, invitation: givenClass({ invitationStatus: 'CONFIRMED' }) } }),
  })
  open(<TrialLessonView id="9" />)
  expect(await screen.findByText('11.22 周日 18:30–20:00')).toBeTruthy()
  expect(screen.getByText('星湖网球中心 3号场')).toBeTruthy()
  expect(screen.queryByText(/云杉网球馆/)).toBeNull()
})

test('a coach who writes why they refuse a trial lesson reads that it was taken back meanwhile', async () => {
  givenSession('20')
  const student = { id: '10', nickname: '林知夏', avatar: null, level: 3, region: '徐汇区' }
  const asked = { ...TRIAL, player: student, state: 'PAID', invitationId: null, mayAnswer: true }
  let trial = { ...asked, expiresAt: '2026-11-20T14:00:00.000Z' }
  givenWorld({
    '/trial-lessons/one/9': () => ({ data: trial }),
    '/trial-lessons/choices/9': () => ({ data: [] }),
    '/trial-lessons/refuse/9': () => {
      trial = { ...trial, state: 'WITHDRAWN', mayAnswer: false }
      return { status: 409, code: 'trial_settled', msg: '这份体验课申请已处理' }
    },
  })
  const user = open(<TrialLessonView id="9" />)
  await user.click(await screen.findByRole('button', { name: '拒绝' }))
  const sheet = await screen.findByRole('dialog', { name: '拒绝 林知夏 的体验课' })
  await user.click(within(sheet).getByRole('button', { name: '拒绝并退回 ¥128' }))
  await user.click(await within(sheet).findByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what is paid and no class yet stands above the classes of its player, and leads to its page', async () => {
  const waiting = { ...TRIAL, state: 'PAID', invitationId: null, expiresAt: '2026-11-20T14:00:00.000Z' }
  const later = { ...WISH, beginTimeSlot: 37 }
  givenWorld({
    '/trial-lessons/mine': () => ({ data: [{ ...waiting, wishes: [WISH, later] }] }),
    '/agenda': () => ({ data: [] }),
  })
  const user = open(<MyClassesView view="agenda" above={<AskedTrials />} />)
  const list = within(await screen.findByRole('list', { name: '待教练确认的体验课' }))
  expect(list.getByText('11.24 周二 10:00、11.24 周二 18:30')).toBeTruthy()
  expect(list.getByText('剩 12 小时')).toBeTruthy()
  await screen.findByText('接下来没有课')
  await user.click(list.getByRole('button', { name: /^王启明的体验课/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: trialLessonPath('9') })
})

test.each([
  ['10', '没有收到付款，不退款：前台登记有误，已冲正'],
  ['20', '对方没有付款：前台登记有误，已冲正'],
] as const)('whose payment the desk had entered by mistake promises no money (user %s)', async (userId, words) => {
  givenSession(userId)
  const corrected = { ...TRIAL, state: 'WITHDRAWN', isCorrected: true, invitationId: null }
  const player = { id: '10', nickname: '林知夏', avatar: null, level: 3, region: '' }
  givenWorld({ '/trial-lessons/one/9': () => ({ data: { ...corrected, player } }) })
  open(<TrialLessonView id="9" />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText(/撤回|会退回/)).toBeNull()
})

test.each([
  ['CANCELLED', 'OFFLINE', 'WAITING', '已取消，¥128 请到前台领取'],
  ['CANCELLED', 'OFFLINE', 'DONE', '已取消，¥128 已在前台退还'],
  ['REFUSED', 'CARD', 'DONE', '教练这次上不了，¥128 已退回储值卡'],
  ['EXPIRED', 'SOURCE', 'WAITING', '到时没有约成，¥128 退回原支付方式，处理中'],
] as const)(
  'where the money of one that is %s is, its page says as its order (%s, %s)',
  async (is, target, at, words) => {
    const player = { id: '10', nickname: '林知夏', avatar: null, level: 3, region: '' }
    const refund = { id: '1', amountFen: 12_800, target, state: at, reason: '', createTime: '2026-11-20T02:00:00.000Z' }
    givenWorld({
      '/trial-lessons/one/9': () => ({ data: { ...TRIAL, state: is, invitationId: null, player } }),
      '/orders/70': () => ({ data: { id: '70', state: 'PAID', refunds: [refund] } }),
    })
    open(<TrialLessonView id="9" />)
    expect(await screen.findByText(words)).toBeTruthy()
  },
)
