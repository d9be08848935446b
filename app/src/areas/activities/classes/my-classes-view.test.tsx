import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToast } from '../../../platform/toast-present'
import { type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { MyClassesView } from './my-classes-view'
import { at, CONFIRMED, givenClass } from './testing/given-invitation'

vi.mock('@tarojs/taro', async (importOriginal) => {
  const stub = await importOriginal<typeof import('../../../testing/taro')>()
  return { ...stub, default: { ...stub.default, pageScrollTo: () => undefined }, usePageScroll: () => undefined }
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
})

const row = (id: string, role: InvitationResponse['role'], invitation: InvitationResponse['invitation']) => ({
  id,
  role,
  responderId: '10',
  responseStatus: role === 'coach' ? 'COACH' : 'JOINED',
  responseTime: invitation.responseTime,
  players: [{ id: '10', nickname: '林知夏', avatar: null }],
  invitation,
})

const open = ({ status, view }: { status?: string; view?: string } = {}) =>
  render(
    <QueryClientProvider client={freshCache()}>
      <MyClassesView status={status} view={view} />
    </QueryClientProvider>,
  )

const asked = (calls: readonly FakeCall[]) =>
  calls.map(({ path }) => {
    const query = new URL(path, 'http://app').searchParams
    return `${query.get('current')}/${query.get('rows')} ${query.get('invitation.invitationStatus')}`
  })

test('the list begins with all classes, ten a page, and each tab requests its own first page', async () => {
  givenSession('10')
  const calls = givenServer(() => ({ data: [row('1', 'initiator', givenClass())], total: 1 }))
  open()
  await screen.findByText('成人私教 1 对 1')
  await userEvent.click(screen.getByRole('tab', { name: '已确认' }))
  await waitFor(() => expect(asked(calls)).toEqual(['1/10 all', '1/10 CONFIRMED']))
})

test('the foot of the page loads the next page once, and then says that there are no more', async () => {
  givenSession('10')
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => row(`${from + n}`, 'initiator', givenClass({ id: `${from + n}` })))
  const calls = givenServer(({ path }) => ({
    data: path.includes('current=1&') ? page(1, 10) : page(11, 2),
    total: 12,
  }))
  open()
  await waitFor(() => expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(10))
  fire('bottom')
  await waitFor(() => expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(12))
  screen.getByText('没有更多数据了')
  fire('bottom')
  expect(useToast.getState().toast?.text).toBe('没有更多数据了')
  expect(asked(calls)).toEqual(['1/10 all', '2/10 all'])
})

test('a coach answers a request in its card; no other card has that button', async () => {
  givenSession('20')
  const calls = givenServer(({ method }) =>
    method === 'PUT'
      ? { data: givenClass({ id: '2', ...CONFIRMED }) }
      : {
          data: [
            row('1', 'coach', givenClass({ ...CONFIRMED })),
            row('2', 'coach', givenClass({ id: '2' })),
            row('3', 'initiator', givenClass({ id: '3' })),
            row('4', 'coach', givenClass({ id: '4', expiresAt: at('20', '09:41').toISOString() })),
          ],
          total: 4,
        },
  )
  open()
  const confirm = await screen.findByRole('button', { name: '确认约课，林知夏' })
  await userEvent.click(confirm)
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('确认约课成功'))
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
    '/course-invitation/confirm/by-coach/2',
  ])
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})

test('a request with 允许冲突 is confirmed on the page that shows its clashes', async () => {
  givenSession('20')
  givenServer(() => ({ data: [row('1', 'coach', givenClass({ useUnavailable: true }))], total: 1 }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: '去确认，林知夏' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=1' })
})

test('the card of a request without a contract shows why it cannot be confirmed', async () => {
  givenSession('20')
  givenServer(() => ({ data: [row('1', 'coach', givenClass({ needContract: true }))], total: 1 }))
  open({ status: 'PENDING' })
  await screen.findByText('请先缔约，再确认约课')
  expect(screen.getByRole('button', { name: '确认约课，林知夏' }).getAttribute('aria-disabled')).toBe('true')
})

test('a caller without classes is sent to the booking page', async () => {
  givenSession('10')
  givenServer(() => ({ data: [], total: 0 }))
  open()
  await screen.findByText('还没有约课')
  await userEvent.click(screen.getByRole('button', { name: '去约课' }))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' }))
})

test('a failure of the next page is shown at the foot, and a press there tries again', async () => {
  givenSession('10')
  let isDown = true
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => row(`${from + n}`, 'initiator', givenClass({ id: `${from + n}` })))
  givenServer(({ path }) => {
    if (path.includes('current=1&')) return { data: page(1, 10), total: 11 }
    return isDown ? { status: 503, code: 'busy', msg: '有点忙，请稍后再试' } : { data: page(11, 1), total: 11 }
  })
  open()
  await waitFor(() => expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(10))
  fire('bottom')
  const retry = await screen.findByText('加载失败，点按重试')
  expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(10)
  isDown = false
  await userEvent.click(retry)
  await waitFor(() => expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(11))
  screen.getByText('没有更多数据了')
})

test('pull-to-refresh starts again from the first page', async () => {
  givenSession('10')
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => row(`${from + n}`, 'initiator', givenClass({ id: `${from + n}` })))
  const calls = givenServer(({ path }) => ({
    data: path.includes('current=1&') ? page(1, 10) : page(11, 2),
    total: 12,
  }))
  open()
  await waitFor(() => expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(10))
  fire('bottom')
  await waitFor(() => expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(12))
  fire('pull')
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalledTimes(1))
  expect(screen.getAllByText('成人私教 1 对 1')).toHaveLength(10)
  expect(asked(calls)).toEqual(['1/10 all', '2/10 all', '1/10 all'])
})

test('an invitation opens the class page, which shows what joining costs', async () => {
  givenSession('10')
  const group = givenClass({ initiatorRole: 'coach', initiatorId: '20', participantsCount: 3, ...CONFIRMED })
  givenServer(() => ({ data: [{ ...row('1', 'participant', group), responseStatus: 'INVITED' }], total: 1 }))
  open()
  await screen.findByText('邀请你')
  await userEvent.click(screen.getByRole('button', { name: '参与约课，成人私教 1 对 1' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=1' })
})

test('the agenda requests 31 days from today, the next ones at a press, and ends where nothing is booked', async () => {
  givenSession('10')
  const calls = givenServer(({ path }) => ({
    data: path.includes('from=2026-11-20') ? [row('1', 'initiator', givenClass(CONFIRMED))] : [],
  }))
  open({ view: 'agenda' })
  await screen.findByRole('heading', { name: '周日 11.22，1 节课' })
  screen.getByText('今天 至 明天没有课')
  screen.getByText('11.23 周一 至 12.20 周日没有课')
  await userEvent.click(screen.getByRole('button', { name: '加载更多' }))
  await screen.findByText('没有更多数据了')
  screen.getByText('11.23 周一 至 2027.01.20 周三没有课')
  expect(calls.map(({ path }) => path)).toEqual([
    '/course-invitation-response/agenda?from=2026-11-20&days=31',
    '/course-invitation-response/agenda?from=2026-12-21&days=31',
  ])
})

test('the choice between list and agenda is saved, and an address that names a tab opens the list', async () => {
  givenSession('10')
  givenServer(() => ({ data: [], total: 0 }))
  const first = open()
  await userEvent.click(screen.getByRole('radio', { name: '日程' }))
  await screen.findByText('接下来没有课')
  first.unmount()
  const second = open()
  expect(screen.getByRole('radio', { name: '日程' }).getAttribute('aria-checked')).toBe('true')
  second.unmount()
  open({ status: 'PENDING' })
  expect(screen.getByRole('radio', { name: '列表' }).getAttribute('aria-checked')).toBe('true')
  await screen.findByText('没有待确认的约课')
})
