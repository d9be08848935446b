import type { ClassClash } from '@paidang/api/areas/activities/classes'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { bookingViewPath } from '../../../paths'
import { useToast } from '../../../platform/toast-present'
import { givenServer, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { at, givenInfo } from './testing/given-invitation'
import { button, found, openInvitation, sent, toast } from './testing/open-invitation'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
  givenSession('20')
})

const LOCK: ClassClash = { kind: 'own_lock', title: '午休', invitationId: null, beginTimeSlot: 37, endTimeSlot: 38 }
const LESSON: ClassClash = {
  kind: 'own_class',
  title: '青少年小班',
  invitationId: '7',
  beginTimeSlot: 38,
  endTimeSlot: 40,
}
const COURT: ClassClash = { kind: 'court_booked', title: '', invitationId: null, beginTimeSlot: 39, endTimeSlot: 40 }
const requested = (clashes: ClassClash[] | null) =>
  givenInfo('coach', { invitation: { useUnavailable: true }, clashes })

test('the coach reads what the request clashes with before confirming, and can open the clashing class at one press', async () => {
  givenServer(() => found(requested([LOCK, LESSON, COURT])))
  openInvitation()
  await screen.findByText('3 处冲突')
  expect(screen.getByText('我的不可约时段：午休').parentElement?.textContent).toContain('18:30–19:00，确认后让出')
  expect(screen.getByText('3号场 已被订').parentElement?.textContent).toContain('19:30–20:00，不会让出，确认不了')
  await userEvent.click(await button(/我的约课：青少年小班/))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('7') })
})

test('a request with 允许冲突 and no clash says so; a request without 允许冲突 shows nothing about clashes', async () => {
  givenServer(() => found(requested([])))
  const { unmount } = openInvitation()
  await screen.findByText('现在没有冲突')
  unmount()
  givenServer(() => found(requested(null)))
  openInvitation()
  await button('确认约课')
  expect(screen.queryByText('允许冲突')).toBeNull()
})

test('a refused confirmation shows the clash and the free half-hours, which can be copied for the student', async () => {
  const setClipboardData = vi.fn(async () => undefined)
  Object.assign(Taro, { setClipboardData })
  const alternatives = [
    { courtCode: '4', courseDate: '2026-11-22', beginTimeSlot: 37, endTimeSlot: 40 },
    { courtCode: '3', courseDate: '2026-11-22', beginTimeSlot: 34, endTimeSlot: 37 },
  ]
  const courts = ['3', '4'].map((courtCode) => ({ courtCode, name: `${courtCode}号场` }))
  const about = { clash: 'COURT', alternatives }
  // The court was taken while the coach looked at the request.
  let clashes = [LOCK]
  const calls = givenServer(({ method, path }) => {
    if (method !== 'GET') {
      clashes = [LOCK, COURT]
      return { status: 409, code: 'slot_taken', msg: '该时段已被占用，不能选择', about }
    }
    return path.startsWith('/stadium/') ? { data: { id: '50', courts } } : found(requested(clashes))
  })
  openInvitation()
  await userEvent.click(await button('确认约课'))
  const sheet = await screen.findByRole('dialog', { name: '这段时间确认不了' })
  expect(within(sheet).getByRole('alert').textContent).toBe('该时段已被占用，不能选择')
  expect(await within(sheet).findByText('3号场 已被订')).toBeTruthy()
  expect(within(sheet).queryByText(/午休/)).toBeNull()
  await within(sheet).findByText('11.22 周日 4号场 18:30–20:00')
  expect(within(sheet).getByText('11.22 周日 3号场 17:00–18:30')).toBeTruthy()
  expect(toast()).toBeUndefined()
  await userEvent.click(within(sheet).getByRole('button', { name: '复制空闲时段' }))
  expect(setClipboardData).toHaveBeenCalledWith({
    data: '星湖网球中心\n11.22 周日 4号场 18:30–20:00\n11.22 周日 3号场 17:00–18:30',
  })
  await waitFor(() => expect(toast()).toBe('空闲时段已复制'))
  expect(sent(calls)).toHaveLength(1)
})

test('any other refusal is shown as a toast', async () => {
  givenServer(({ method }) =>
    method === 'GET' ? found(requested([])) : { status: 409, code: 'invitation_settled', msg: '当前状态不允许此操作' },
  )
  openInvitation()
  await userEvent.click(await button('确认约课'))
  await waitFor(() => expect(toast()).toBe('当前状态不允许此操作'))
})

const TIMES = [
  { courseDate: '2026-11-22', beginTimeSlot: 40, endTimeSlot: 43, courtName: '4号场', selectedCourt: 3, classes: 2 },
  { courseDate: '2026-11-23', beginTimeSlot: 37, endTimeSlot: 40, courtName: '3号场', selectedCourt: 2, classes: 0 },
].map((time) => ({ ...time, stadiumId: '50' }))

test('a request that cannot be confirmed is answered with the nearest time at one press, or with a chosen one', async () => {
  const calls = givenServer(({ method, path }) => {
    if (method !== 'GET') return { status: 409, code: 'slot_taken', msg: '该时段已被占用，不能选择' }
    if (!path.includes('/offer-times/')) return found(requested([LESSON]))
    return { data: path.includes('date=') ? [] : TIMES }
  })
  openInvitation()
  await screen.findByText('这个时间和你的另一节课冲突')
  expect(screen.queryByRole('button', { name: '确认约课' })).toBeNull()
  await userEvent.click(await button('建议改约'))
  const sheet = await screen.findByRole('dialog', { name: '建议改约' })
  expect(await within(sheet).findByRole('radio', { name: /^11.22 周日\s?20:00–21:30/ })).toBeTruthy()
  expect(within(sheet).getByText('仍预占 1.5，不多占')).toBeTruthy()
  expect(within(sheet).getByText('新时段替学员留到 11.21 09:41')).toBeTruthy()
  expect(within(sheet).getByRole('button', { name: '建议改到 周日 20:00' })).toBeTruthy()
  await userEvent.click(within(sheet).getByRole('radio', { name: /11.23 周一/ }))
  await userEvent.click(within(sheet).getByRole('button', { name: '建议改到 周一 18:30' }))
  await within(sheet).findByText('该时段已被占用，不能选择')
  expect(sent(calls)[0]?.body).toMatchObject({
    ...{ stadiumId: '50', selectedCourt: 2, courseDate: '2026-11-23', beginTimeSlot: 37 },
  })
  await userEvent.click(within(sheet).getByText('选别的时间'))
  expect(await within(sheet).findByText('这天没有三方都空的时间')).toBeTruthy()
})

test('a coach’s offer that comes where 修改时段 stood is accepted by a press that asks first', async () => {
  givenSession('10')
  const offered = { offeredAt: at('20', '09:40').toISOString(), askedStartsAt: at('21', '10:00').toISOString() }
  let invitation = {}
  const calls = givenServer(() => found(givenInfo('initiator', { invitation })))
  openInvitation()
  await button('修改时段')
  invitation = offered
  act(() => fire('pull'))
  await userEvent.click(await button('接受改约'))
  const question = within(await screen.findByRole('alertdialog', { name: '接受改约？' }))
  expect(sent(calls)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: '接受改约' }))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
})

test('the player reads both times, and agrees at one press', async () => {
  givenSession('10')
  const offered = {
    ...{ offeredAt: at('20', '09:40').toISOString(), askedStartsAt: at('21', '10:00').toISOString() },
    useUnavailable: false,
  }
  const calls = givenServer(({ method }) =>
    method === 'GET'
      ? found(givenInfo('initiator', { invitation: offered }))
      : { status: 409, code: 'invitation_settled', msg: '当前状态不允许此操作' },
  )
  openInvitation()
  expect(await screen.findByText('教练建议改到周日 18:30')).toBeTruthy()
  expect(screen.getByText('原申请').parentElement?.textContent).toBe('原申请11.21 周六10:00到 11:30没有保留')
  expect(screen.getByText('建议改到').parentElement?.textContent).toBe('建议改到11.22 周日18:30到 20:00替你留着')
  await userEvent.click(await button('接受改约'))
  await waitFor(() => expect(sent(calls)[0]?.path).toContain('/course-invitation/accept/by-player/1'))
})
