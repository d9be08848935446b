import type { Message } from '@paidang/api/areas/ground/messages'
import { errors } from '@paidang/api/catalogue/errors'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro, { fire } from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
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
  revision: null,
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

/** The unread counts as the server computes them. */
function counted(mail: readonly Message[]) {
  const unread = mail.filter(({ readStatus }) => readStatus === 0)
  const of = (category: Message['category']) => unread.filter((one) => one.category === category).length
  const byCategory = { invitation: of('invitation'), systemNotice: of('systemNotice'), classNotice: of('classNotice') }
  return { all: unread.length, ...byCategory }
}

/** A mailbox that executes the calls after `allowed` resolves. */
function givenMailbox(start: Message[], allowed: Promise<void> = Promise.resolve()): FakeCall[] {
  let mail = start
  const change = (id: string, next: Partial<Message>) => {
    mail = mail.map((one) => (one.id === id ? { ...one, ...next } : one))
    return { data: mail.find((one) => one.id === id) }
  }
  return givenServer(async ({ method, path }) => {
    if (path.endsWith('/features')) return { data: ALL_FEATURES }
    if (method !== 'GET') await allowed
    const url = new URL(path, 'http://app')
    const [type = '', id = ''] = url.pathname.split('/').slice(-2)
    if (type === 'approve-pass') return change(id, { approveStatus: 1, readStatus: 1 })
    if (type === 'approve-reject') return change(id, { approveStatus: 2, readStatus: 1 })
    if (type === 'approve-read') return change(id, { readStatus: 1 })
    if (type === 'approve-delete') {
      mail = mail.filter((one) => one.id !== id)
      return { data: null }
    }
    if (id === 'read-all') {
      const read = mail.filter(({ readStatus }) => readStatus === 0).length
      mail = mail.map((one) => ({ ...one, readStatus: 1 }))
      return { data: { read } }
    }
    if (id === 'unread-count') return { data: counted(mail) }
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
      <DialogHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const changes = (calls: FakeCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path.replace('/common/messages/', ''))

test('a request is agreed to in its card, once, and then says 已同意', async () => {
  const answer = held()
  const calls = givenMailbox([request], answer.released)
  const user = open()
  await user.dblClick(await screen.findByRole('button', { name: '同意 陈教练 申请在星湖授课' }))
  answer.release()
  await screen.findAllByText('已同意')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^同意/ })).toBeNull())
  expect(changes(calls)).toEqual(['approve-pass/1'])
})

test('a message that comes moves no answer under a finger: it waits until it is asked for', async () => {
  const start = [request, message('2', { ...request, id: '2', title: '孙教练 申请在星湖授课' })]
  givenMailbox(start)
  const user = open()
  const titles = () =>
    screen.getAllByRole('button', { name: /^更多操作：/ }).map((one) => one.getAttribute('aria-label'))
  const agree = await screen.findByRole('button', { name: '同意 孙教练 申请在星湖授课' })
  const before = titles()
  start.unshift(message('3', { ...request, id: '3', title: '李教练 申请在星湖授课' }))
  await user.click(agree)
  const later = await screen.findByRole('button', { name: '看 1 条新消息' })
  expect(titles()).toEqual(before)
  await user.click(later)
  expect(titles()).toEqual(['更多操作：李教练 申请在星湖授课', ...before])
  expect(screen.queryByRole('button', { name: /条新消息$/ })).toBeNull()
})

test('a request that is refused says 已拒绝', async () => {
  const calls = givenMailbox([request])
  const user = open()
  await user.click(await screen.findByRole('button', { name: '拒绝 陈教练 申请在星湖授课' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^拒绝/ })).toBeNull())
  expect(screen.getAllByText('已拒绝').length).toBeGreaterThan(0)
  expect(changes(calls)).toEqual(['approve-reject/1'])
})

test('a press marks the message as read without a toast, and leads to its object', async () => {
  const calls = givenMailbox([message('2', { readStatus: 0, object: { kind: 'invitation', id: '7' } })])
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^未读 消息2/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=7' })
  await screen.findByRole('button', { name: /^消息2/ })
  expect(changes(calls)).toEqual(['approve-read/2'])
  expect(screen.queryByText('已标记为已读')).toBeNull()
})

test('标为已读 says so, and lowers the unread count', async () => {
  givenMailbox([message('2', { readStatus: 0 }), message('3')])
  const user = open()
  await screen.findByRole('tab', { name: '全部 1' })
  await user.click(await screen.findByRole('button', { name: '更多操作：消息2' }))
  await user.click(await screen.findByRole('button', { name: '标为已读' }))
  await screen.findByText('已标记为已读')
  await screen.findByRole('tab', { name: '全部' })
})

test('标为已读 is offered only for unread messages', async () => {
  givenMailbox([message('2')])
  const user = open()
  await user.click(await screen.findByRole('button', { name: '更多操作：消息2' }))
  await screen.findByRole('button', { name: '删除' })
  expect(screen.queryByRole('button', { name: '标为已读' })).toBeNull()
})

test('each category shows its unread count', async () => {
  const classes = ['4', '5'].map((id) => message(id, { category: 'classNotice', readStatus: 0 }))
  givenMailbox([request, ...classes, message('6', { category: 'invitation' })])
  open()
  await screen.findByRole('tab', { name: '全部 3' })
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label') ?? tab.textContent)).toEqual([
    '全部 3',
    '邀请',
    '系统通知 1',
    '课程通知 2',
  ])
})

const removeByMenu = async (user: ReturnType<typeof open>, title: string) => {
  await user.click(await screen.findByRole('button', { name: `更多操作：${title}` }))
  await user.click(await screen.findByRole('button', { name: '删除' }))
}

test('a deleted message is confirmed by 删除成功, and leaves list and count', async () => {
  const calls = givenMailbox([message('2', { readStatus: 0 }), message('3', { readStatus: 0 })])
  const user = open()
  await screen.findByRole('tab', { name: '全部 2' })
  await removeByMenu(user, '消息2')
  await screen.findByText('删除成功')
  await waitFor(() => expect(screen.queryByText('消息2')).toBeNull())
  await screen.findByRole('tab', { name: '全部 1' })
  expect(screen.getByText('消息3')).toBeTruthy()
  expect(changes(calls)).toEqual(['approve-delete/2'])
})

test('a deletion that fails says so, and the message stays', async () => {
  givenServer(({ method, path }) => {
    if (method !== 'GET') throw new TypeError('network')
    if (path.includes('unread-count')) return { data: counted([]) }
    return { data: [message('2')], total: 1 }
  })
  const user = open()
  await removeByMenu(user, '消息2')
  await screen.findByText('删除失败')
  expect(screen.getByRole('button', { name: '更多操作：消息2' })).toBeTruthy()
})

test('a request that waits for an answer is not deleted, and the inbox says why', async () => {
  givenServer(({ method, path }) => {
    if (method !== 'GET') return { status: 409, code: 'message_waits', msg: errors.message_waits.message }
    if (path.includes('unread-count')) return { data: counted([request]) }
    return { data: [request], total: 1 }
  })
  const user = open()
  await removeByMenu(user, request.title)
  await screen.findByText(errors.message_waits.message)
  expect(screen.getByRole('button', { name: `同意 ${request.title}` })).toBeTruthy()
})

test('another category is fetched from the first page, and the foot fetches the next one', async () => {
  const calls = givenMailbox(Array.from({ length: 12 }, (_, at) => message(String(at), { category: 'classNotice' })))
  const user = open()
  await user.click(await screen.findByRole('tab', { name: '课程通知' }))
  await screen.findByText('消息9')
  act(() => fire('bottom'))
  await screen.findByText('消息11')
  const paths = calls.map(({ path }) => path).filter((path) => path.includes('classNotice'))
  expect(paths.map((path) => new URL(path, 'http://app').searchParams.get('current'))).toEqual(['1', '2'])
})

test('an empty mailbox says so', async () => {
  givenMailbox([])
  open()
  await screen.findByText('没有消息，安心打球')
})

test('a failed read is reported in its place, and can be repeated', async () => {
  let isBroken = true
  givenServer(({ path }) => {
    if (path.includes('unread-count')) return { data: counted([]) }
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

test('on a desktop a press opens the message next to the list, where it can be answered, followed and deleted', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  const about = message('2', { readStatus: 0, object: { kind: 'invitation', id: '7' }, content: '明天的课改到三号场' })
  const calls = givenMailbox([request, about])
  const user = open()
  const pane = within(await screen.findByRole('region', { name: '消息内容' }))
  expect(pane.getByText('选一条消息')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: /^未读 消息2/ }))
  expect(Taro.navigateTo).not.toHaveBeenCalled()
  await pane.findByRole('heading', { name: '消息2' })
  expect(pane.getByText('明天的课改到三号场')).toBeTruthy()
  await user.click(pane.getByRole('button', { name: '查看约课' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=7' })

  await user.click(screen.getByRole('button', { name: new RegExp(`^未读 ${request.title}`) }))
  await user.click(await pane.findByRole('button', { name: `同意 ${request.title}` }))
  await pane.findByText('已同意')
  await user.click(pane.getByRole('button', { name: `删除 ${request.title}` }))
  await pane.findByText('选一条消息')
  expect(screen.queryByText(request.title)).toBeNull()
  expect(changes(calls)).toEqual(['approve-read/2', 'approve-read/1', 'approve-pass/1', 'approve-delete/1'])
})

test('one press marks all messages as read, and then none is unread', async () => {
  const answer = held()
  const calls = givenMailbox([message('1', { readStatus: 0 }), message('2', { readStatus: 0 })], answer.released)
  const user = open()
  await screen.findByText('2 条未读')
  await user.dblClick(screen.getByRole('button', { name: '全部已读' }))
  answer.release()
  await screen.findByText('已标记为已读')
  await screen.findByText('没有未读消息')
  expect(changes(calls)).toEqual(['read-all'])
  expect(calls.find(({ path }) => path.endsWith('read-all'))?.body).toEqual({ messageType: 'all' })
  expect(screen.getByRole('button', { name: '全部已读' }).getAttribute('aria-disabled')).toBe('true')
})

test('a count of unread messages that did not come is not shown as none', async () => {
  givenServer(({ path }) => {
    if (path.includes('unread-count')) return { status: 503, code: 'server_busy', msg: errors.server_busy.message }
    return { data: [message('2', { readStatus: 0 })], total: 1 }
  })
  open()
  await screen.findByText('消息2')
  expect(screen.queryByText('没有未读消息')).toBeNull()
})

test('the settings are one press away', async () => {
  givenMailbox([])
  const user = open()
  await user.click(await screen.findByRole('button', { name: '消息设置' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/user/pages/message_settings/index' })
})
