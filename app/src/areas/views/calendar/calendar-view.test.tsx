import type { CalendarEntry } from '@paidang/api/areas/views/calendar'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ballDetailPath, bookingViewPath, loginH5Path, threadingOrderPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { CalendarView } from './calendar-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
  useToast.setState({ toast: null })
})

const entry = (over: Partial<CalendarEntry> & Pick<CalendarEntry, 'kind' | 'id'>): CalendarEntry => ({
  date: '2026-11-21',
  beginTimeSlot: 20,
  endTimeSlot: 22,
  title: '成人私教 · 林教练',
  place: '源深 1号场',
  statusName: '已确认',
  ...over,
})
const MONTH = [
  entry({
    kind: 'stringing',
    id: '7',
    beginTimeSlot: null,
    endTimeSlot: null,
    title: '穿线 · 海德',
    statusName: '待取拍',
  }),
  entry({ kind: 'class', id: '5' }),
  entry({ kind: 'ball', id: '6', date: '2026-11-22', title: '周日双打', statusName: '报名中' }),
]
const PATH = '/aaapi/calendar/feed/10-1-secret.ics'

/** A server with this month and no feed yet. It answers changes of the feed once `until` resolves. */
function givenCalendar({ until = Promise.resolve() }: { until?: Promise<void> } = {}): FakeCall[] {
  const feed = { path: null as string | null }
  return givenServer(async ({ method, path: asked }): Promise<FakeAnswer> => {
    if (method !== 'GET') await until
    if (asked.startsWith('/calendar/month')) return { data: asked.includes('2026-11') ? MONTH : [] }
    if (method === 'POST') feed.path = feed.path === null ? PATH : PATH.replace('10-1', '10-2')
    if (method === 'DELETE') feed.path = null
    return { data: { ...feed } }
  })
}

const open = () =>
  render(
    <QueryClientProvider client={freshCache()}>
      <CalendarView />
      <DialogHost />
    </QueryClientProvider>,
  )
const day = (name: RegExp) => screen.findByRole('radio', { name })
const dialogGone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const list = () => screen.getByRole('list', { name: '当天安排' })

test('today is chosen, its entries are shown below, and each leads to its page', async () => {
  givenSession('10')
  givenCalendar()
  open()
  expect((await day(/^11月21日 周六 今天，1 节课，1 单穿线$/)).getAttribute('aria-checked')).toBe('true')
  const [string, lesson] = within(list()).getAllByRole('button')
  expect(string?.getAttribute('aria-label')).toBe('线，全天，穿线 · 海德，源深 1号场，待取拍')
  expect(lesson?.getAttribute('aria-label')).toBe('课，10:00 至 11:00，成人私教 · 林教练，源深 1号场，已确认')
  if (!string || !lesson) throw new Error('nothing is listed')
  // The name is a fact of its own, so that no line breaks inside it.
  expect(within(lesson).getByText('林教练')).toBeTruthy()
  await userEvent.click(string)
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: threadingOrderPath('7') })
  await userEvent.click(lesson)
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: bookingViewPath('5') })
})

test('another day shows its entries, or that it has none', async () => {
  givenSession('10')
  givenCalendar()
  open()
  await userEvent.click(await day(/^11月22日 周日 明天，1 场球局$/))
  await userEvent.click(within(list()).getByRole('button', { name: /周日双打/ }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: ballDetailPath('6') }))
  await userEvent.click(await day(/^11月23日 周一，没有安排$/))
  screen.getByText('这天没有安排')
})

test('the months can be paged, and one press leads back to today', async () => {
  givenSession('10')
  const calls = givenCalendar()
  open()
  await screen.findByText('2026 年 11 月')
  await userEvent.click(screen.getByRole('button', { name: '下个月' }))
  await screen.findByText('2026 年 12 月')
  await day(/^12月1日/)
  await userEvent.click(screen.getByRole('button', { name: '下个月' }))
  await screen.findByText('2027 年 1 月')
  await userEvent.click(screen.getByRole('button', { name: '回到今天' }))
  await screen.findByText('2026 年 11 月')
  await day(/今天/)
  const months = calls.filter(({ path }) => path.startsWith('/calendar/month')).map(({ path }) => path.slice(-7))
  expect(new Set(months)).toEqual(new Set(['2026-11', '2026-12', '2027-01']))
})

test('a day of the previous month at the edge of the sheet leads there', async () => {
  givenSession('10')
  givenCalendar()
  open()
  await screen.findByText('2026 年 11 月')
  await userEvent.click(await day(/^12月5日/))
  await screen.findByText('2026 年 12 月')
  expect((await day(/^12月5日/)).getAttribute('aria-checked')).toBe('true')
})

test('a failed read is reported in its place, and can be repeated', async () => {
  givenSession('10')
  let isDown = true
  givenServer(({ path }) => {
    if (!path.startsWith('/calendar/month')) return { data: { path: null } }
    return isDown ? { status: 500, code: 'unexpected', msg: '服务器开小差了' } : { data: MONTH }
  })
  open()
  await screen.findByText('安排没有取到')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await day(/今天，1 节课/)
})

test('a guest is led to the log-in', async () => {
  endSession()
  const calls = givenCalendar()
  open()
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
  expect(calls).toEqual([])
})

test('pull-to-refresh reads everything again', async () => {
  givenSession('10')
  const calls = givenCalendar()
  open()
  await day(/今天，1 节课/)
  const before = calls.length
  fire('pull')
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
  expect(calls.length).toBeGreaterThan(before)
})

test('the address is made, copied in both forms, changed and revoked; change and revocation ask first', async () => {
  givenSession('10')
  let answer: (() => void) | undefined
  const calls = givenCalendar({
    until: new Promise((resolve) => {
      answer = resolve
    }),
  })
  open()
  await userEvent.dblClick(await screen.findByRole('button', { name: '生成地址' }))
  answer?.()
  const url = `${window.location.origin}${PATH}`
  await screen.findByText(url)
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '复制地址' }))
  expect(Taro.setClipboardData).toHaveBeenLastCalledWith({ data: url })
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('地址已复制'))
  await userEvent.click(screen.getByRole('button', { name: '复制 webcal 地址' }))
  expect(Taro.setClipboardData).toHaveBeenLastCalledWith({ data: url.replace(/^https?/, 'webcal') })

  await userEvent.click(screen.getByRole('button', { name: '更换地址' }))
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: '再想想' }))
  await dialogGone()
  screen.getByText(url)
  await userEvent.click(screen.getByRole('button', { name: '更换地址' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: '更换地址' }))
  await screen.findByText(url.replace('10-1', '10-2'))
  await dialogGone()

  await userEvent.click(screen.getByRole('button', { name: '停用订阅' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停用订阅' }))
  await screen.findByRole('button', { name: '生成地址' })
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('an address that could not be changed stays', async () => {
  givenSession('10')
  givenServer(({ method, path }) => {
    if (path.startsWith('/calendar/month')) return { data: [] }
    return method === 'GET' ? { data: { path: PATH } } : { status: 500, code: 'unexpected', msg: '服务器开小差了' }
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: '停用订阅' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停用订阅' }))
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('服务器开小差了'))
  screen.getByText(`${window.location.origin}${PATH}`)
})
