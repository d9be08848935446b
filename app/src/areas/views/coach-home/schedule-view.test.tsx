import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { bookingViewPath, dayBoardPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import Taro, { fire } from '../../../testing/taro'
import { at, CONFIRMED } from '../../activities/classes/testing/given-invitation'
import { ScheduleView } from './schedule-view'
import { givenRow, openAsCoach } from './testing/coach-world'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  endSession()
})

const rows = () =>
  screen.getAllByRole('listitem').map((item) => within(item).getByRole('button').getAttribute('aria-label'))

test('the list requests the nearest classes first and groups them by month, past ones below; its foot loads the next page', async () => {
  const page = (from: number, count: number, courseDate: string) =>
    Array.from({ length: count }, (_, n) => givenRow({ id: `${from + n}`, courseDate, ...CONFIRMED }))
  const calls = openAsCoach(<ScheduleView />, {
    '/inviteInfo/pageByCoach/20': ({ path }) => ({
      data: path.includes('current=1&') ? page(1, 10, '2026-12-01') : page(11, 2, '2026-11-18'),
      total: 12,
    }),
  })
  await screen.findByRole('heading', { name: '2026 年 12 月' })
  expect(calls[0]?.path).toBe('/coach-home/inviteInfo/pageByCoach/20?current=1&rows=10&sort=nearest')
  fire('bottom')
  await screen.findByRole('heading', { name: '2026 年 11 月 已结束或取消' })
  expect(rows()).toHaveLength(12)
  expect(rows().at(-1)).toBe('已确认，林知夏，11.18 周三 18:30 至 20:00，星湖网球中心 3号场，成人私教 1 对 1')
})

test('the week shows its days with today; a class and a day open their pages, and the weeks can be changed', async () => {
  const calls = openAsCoach(<ScheduleView />, {
    '/inviteInfo/pageByCoach/20': () => ({ data: [], total: 0 }),
    '/course-invitation-response/agenda': ({ path }) => ({
      data: path.includes('from=2026-11-16')
        ? [givenRow(), { ...givenRow({ id: '2' }, '陈默'), role: 'participant' }]
        : [],
    }),
  })
  await screen.findByText('还没有课')
  await userEvent.click(screen.getByRole('radio', { name: '周' }))
  await screen.findByRole('heading', { name: '本周 11.16–11.22' })
  // A class that the coach takes as a player is not in the schedule.
  await userEvent.click(await screen.findByRole('button', { name: /林知夏/ }))
  expect(screen.queryByRole('button', { name: /陈默/ })).toBeNull()
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('1') })
  await userEvent.click(screen.getByRole('link', { name: '今天 周五 11.20' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: dayBoardPath('2026-11-20') })
  screen.getByRole('link', { name: '周日 11.22 1 节' })

  await userEvent.click(screen.getByRole('button', { name: '下一周' }))
  await screen.findByText('这一周没有课')
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/agenda?from=2026-11-23&days=7'))).toBe(true))
  await userEvent.click(screen.getByRole('button', { name: '回到本周' }))
  await screen.findByRole('heading', { name: '本周 11.16–11.22' })
})
