import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeAnswer, freshCacheWithFeatures, givenServer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
import { AwayView } from './away-view'

const away = (over: object = {}) => ({
  ...{ id: '7', firstDay: '2026-11-24', lastDay: '2026-11-26', reason: 'INJURY', classes: 2, undecided: 3 },
  ...over,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
  givenSession('20')
})

function open(read: () => FakeAnswer, write: () => FakeAnswer | Promise<FakeAnswer> = () => ({ data: away() })) {
  const calls = givenServer(({ method }) => (method === 'GET' ? read() : write()))
  const { unmount } = render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <AwayView />
      <ToastHost />
      <DialogHost />
    </QueryClientProvider>,
  )
  const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
  return { user: userEvent.setup(), sent, unmount }
}
const day = (number: number) => screen.findByRole('radio', { name: `2026 年 11 月 ${number} 日` })
const goAway = () => screen.findByRole('button', { name: /登记休假/ })

test('the first and the last day and a reason are chosen; what happens is read before the yes, which sends once', async () => {
  let standing: object[] = []
  const { released, release } = held()
  const { user, sent } = open(
    () => ({ data: standing }),
    () => released.then(() => ({ data: away() })),
  )
  await goAway()
  expect(screen.getByText('先选开始和结束的日期')).toBeTruthy()
  await user.click(await goAway())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(await day(24))
  await user.click(await day(26))
  expect(screen.getByText('先选原因')).toBeTruthy()
  expect(screen.getByText('11.24–11.26（3 天）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '受伤' }))
  await user.click(await goAway())
  const question = await screen.findByRole('alertdialog', { name: '登记 11.24–11.26（3 天）的休假？' })
  expect(question.textContent).toContain('学员会收到通知，可以换教练或等您回来')
  await user.dblClick(within(question).getByRole('button', { name: '登记休假' }))
  standing = [away()]
  release()
  await screen.findByText('已登记休假，这几天不能约您的课')
  expect(sent()).toEqual([
    { path: '/coach-leaves/away', body: { firstDay: '2026-11-24', lastDay: '2026-11-26', reason: 'INJURY' } },
  ])
})

test('at midnight an absence begins, ends, and its first choosable day moves on, while the page is open', async () => {
  vi.useRealTimers()
  const openAt = async (time: string, standing: object[], words: string) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(`${time}T23:59:50+08:00`) })
    const { unmount } = open(() => ({ data: standing }))
    await vi.waitFor(() => screen.getByText(words))
    return unmount
  }
  const midnight = () => act(() => vi.advanceTimersByTimeAsync(11_000))
  const close = await openAt('2026-11-23', [away()], '已登记休假，这几天不能约您的课')
  await midnight()
  expect(screen.getByText('正在休假，这几天不能约您的课')).toBeTruthy()
  close()
  vi.useRealTimers()
  await openAt('2026-11-26', [away()], '正在休假，这几天不能约您的课')
  await midnight()
  // It is over: another one can be entered, from the new day on.
  const isOff = (name: string) => screen.getByRole('radio', { name }).getAttribute('aria-disabled')
  expect([isOff('2026 年 11 月 26 日'), isOff('2026 年 11 月 27 日')]).toEqual(['true', null])
  act(() => screen.getByRole('radio', { name: '2026 年 11 月 27 日' }).click())
  await act(() => vi.advanceTimersByTimeAsync(86_400_000))
  // The last day cannot be before today, though the first one was chosen yesterday.
  expect([isOff('2026 年 11 月 27 日'), isOff('2026 年 11 月 28 日')]).toEqual(['true', null])
})

test('a refusal is said, and the choice stays', async () => {
  const { user } = open(
    () => ({ data: [] }),
    () => ({ status: 409, code: 'away_already', msg: '已有一段休假，请先结束它' }),
  )
  await user.click(await day(24))
  await user.click(await day(24))
  await user.click(screen.getByRole('button', { name: '个人安排' }))
  await user.click(await goAway())
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '登记休假' }))
  await screen.findByText(/已有一段休假/)
  expect(screen.getByText('11.24（1 天）')).toBeTruthy()
})

test.each([
  ['2026-11-20T10:00:00+08:00', '取消休假', '已登记休假，这几天不能约您的课'],
  ['2026-11-25T10:00:00+08:00', '提前回来', '正在休假，这几天不能约您的课'],
])('at %s one that stands shows what is left to decide and ends with 「%s」', async (now, button, text) => {
  vi.setSystemTime(new Date(now))
  let standing: object[] = [away()]
  const { user, sent } = open(
    () => ({ data: standing }),
    () => {
      standing = []
      return { data: away() }
    },
  )
  await screen.findByText(text)
  expect(document.body.textContent).toMatch(/11\.24–11\.26（3 天）.*2 节.*3 位/)
  await user.click(screen.getByRole('button', { name: button }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: /^(取消|结束)休假$/ }))
  await goAway()
  expect(sent()).toEqual([{ path: '/coach-leaves/end/7', body: undefined }])
})

test('after a failure one tries again', async () => {
  let isDown = true
  const { user } = open(() => (isDown ? { status: 500, code: 'unexpected', msg: '' } : { data: [] }))
  await screen.findByText('休假没有取到')
  isDown = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await goAway()).toBeTruthy()
})

test('a player has no leave to enter', async () => {
  givenSession('10')
  open(() => ({ data: [] }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /登记休假/ })).toBeNull())
})
