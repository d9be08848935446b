import type { Message } from '@paidang/api/areas/messages'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../platform/session'
import Taro, { fire } from '../../testing/taro'
import { ToastHost } from '../../ui/toast-host'
import { type FakeCall, freshCache, givenServer, givenSession } from '../classes/testing/fake-server'
import { MessagesView } from './messages-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession('20')
})

const message = (id: string, over: Partial<Message> = {}): Message => ({
  id,
  category: 'systemNotice',
  title: `消息${id}`,
  content: '内容',
  sender: null,
  object: null,
  approveStatus: null,
  readStatus: 1,
  createTime: '2026-11-20T03:40:00Z',
  ...over,
})
const request = message('1', {
  title: '陈教练 申请在星湖授课',
  sender: { id: '21', nickname: '陈教练', avatar: null },
  object: { kind: 'venue_association', id: '4' },
  approveStatus: 0,
  readStatus: 0,
})

/** A mailbox that does what it is told. */
function givenMailbox(start: Message[]): FakeCall[] {
  let mail = start
  const change = (id: string, next: Partial<Message>) => {
    mail = mail.map((one) => (one.id === id ? { ...one, ...next } : one))
    return { data: mail.find((one) => one.id === id) }
  }
  return givenServer(async ({ method, path }) => {
    if (method !== 'GET') await new Promise((resolve) => setTimeout(resolve, 20))
    const url = new URL(path, 'http://app')
    const [type = '', id = ''] = url.pathname.split('/').slice(-2)
    if (type === 'approve-pass') return change(id, { approveStatus: 1, readStatus: 1 })
    if (type === 'approve-reject') return change(id, { approveStatus: 2, readStatus: 1 })
    if (type === 'approve-read') return change(id, { readStatus: 1 })
    if (type === 'approve-delete') {
      mail = mail.filter((one) => one.id !== id)
      return { data: null }
    }
    if (id === 'unread-count') return { data: mail.filter(({ readStatus }) => readStatus === 0).length }
    if (method !== 'GET') throw new Error(`not in this world: ${path}`)
    const listed = id === 'all' ? mail : mail.filter(({ category }) => category === id)
    const from = (Number(url.searchParams.get('current')) - 1) * 10
    return { data: listed.slice(from, from + 10), total: listed.length }
  })
}

function open(messageType?: string) {
  render(
    <QueryClientProvider client={freshCache()}>
      <MessagesView messageType={messageType} />
      <ToastHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const changes = (calls: FakeCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path.replace('/common/messages/', ''))

test('a request is agreed to in its card, once, and says 已同意 then', async () => {
  const calls = givenMailbox([request])
  const user = open()
  await user.dblClick(await screen.findByRole('button', { name: '同意 陈教练 申请在星湖授课' }))
  await screen.findAllByText('已同意', undefined, { timeout: 5_000 })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^同意/ })).toBeNull())
  expect(changes(calls)).toEqual(['approve-pass/1'])
})

test('a request that is refused says 已拒绝', async () => {
  const calls = givenMailbox([request])
  const user = open()
  await user.click(await screen.findByRole('button', { name: '拒绝 陈教练 申请在星湖授课' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^拒绝/ })).toBeNull())
  expect(screen.getAllByText('已拒绝').length).toBeGreaterThan(0)
  expect(changes(calls)).toEqual(['approve-reject/1'])
})

test('a press reads the message without a word, and leads to what it is about', async () => {
  const calls = givenMailbox([message('2', { readStatus: 0, object: { kind: 'invitation', id: '7' } })])
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^未读 消息2/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=7' })
  await screen.findByRole('button', { name: /^消息2/ })
  expect(changes(calls)).toEqual(['approve-read/2'])
  expect(screen.queryByText('已标记为已读')).toBeNull()
})

test('标为已读 says so, and lowers the number of unread ones', async () => {
  givenMailbox([message('2', { readStatus: 0 }), message('3')])
  const user = open()
  await screen.findByRole('tab', { name: '全部 1' })
  await user.click(await screen.findByRole('button', { name: '更多操作：消息2' }))
  await user.click(await screen.findByRole('button', { name: '标为已读' }))
  await screen.findByText('已标记为已读')
  await screen.findByRole('tab', { name: '全部' })
})

test('a deletion can be undone for a while, and is sent after it', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const calls = givenMailbox([message('2'), message('3')])
  open()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const remove = async (id: string) => {
    await user.click(await screen.findByRole('button', { name: `更多操作：消息${id}` }))
    await user.click(await screen.findByRole('button', { name: '删除' }))
  }
  await remove('2')
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await screen.findByRole('button', { name: '更多操作：消息2' })
  await remove('3')
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await waitFor(() => expect(screen.queryByText(/消息3/)).toBeNull())
  expect(changes(calls)).toEqual(['approve-delete/3'])
})

test('another category asks for its own from the first page, and the foot for the next one', async () => {
  const calls = givenMailbox(Array.from({ length: 12 }, (_, at) => message(String(at), { category: 'classNotice' })))
  const user = open()
  await user.click(await screen.findByRole('tab', { name: '课程通知' }))
  await screen.findByText('消息9')
  act(() => fire('bottom'))
  await screen.findByText('消息11')
  const paths = calls.map(({ path }) => path).filter((path) => path.includes('classNotice'))
  expect(paths.map((path) => new URL(path, 'http://app').searchParams.get('current'))).toEqual(['1', '2'])
})

test('without messages there is peace', async () => {
  givenMailbox([])
  open()
  await screen.findByText('没有消息，安心打球')
})

test('a failure is told in its place, and tried again', async () => {
  let isBroken = true
  givenServer(({ path }) => {
    if (path.includes('unread-count')) return { data: 0 }
    if (isBroken) throw new TypeError('network')
    return { data: [message('2')], total: 1 }
  })
  const user = open('systemNotice')
  const block = await screen.findByText('获取消息列表失败')
  isBroken = false
  await user.click(within(block.parentElement as HTMLElement).getByRole('button', { name: '重试' }))
  await screen.findByText('消息2')
})

test('a guest is led to the log-in', () => {
  endSession()
  givenMailbox([])
  open()
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
})
