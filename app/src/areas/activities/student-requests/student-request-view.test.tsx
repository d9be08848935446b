import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { studentPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { ReceivedRequests } from './received-requests'
import { StudentRequestView } from './student-request-view'

afterEach(() => {
  vi.useRealTimers()
  endSession()
})

const person = (id: string, nickname: string) => ({ id, nickname, avatar: null, level: 3, region: '徐汇区' })
const REQUEST = {
  id: '6',
  revision: 2,
  state: 'PENDING',
  coach: person('20', '王启明'),
  player: person('10', '林知夏'),
  course: { id: '7', name: '成人私教 1 对 1', pricePerSession: 42_000, sessionDuration: 60 },
  company: { id: '5', name: '青杉网球俱乐部' },
  freeTimes: [],
  words: '',
  answer: '',
  expiresAt: '2026-11-21T09:41:00+08:00',
  mayAnswer: true,
  mayWithdraw: false,
}

test('a coach agrees and goes on to the hours and the first class of the new student', async () => {
  givenSession('20')
  const calls = givenWorld({
    '/student-requests/one/6': () => ({ data: REQUEST }),
    '/student-requests/answer/6': () => ({ data: { ...REQUEST, state: 'ACCEPTED', mayAnswer: false } }),
  })
  const user = open(<StudentRequestView id="6" />)
  await user.click(await screen.findByRole('button', { name: '同意并约时间' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: studentPath('10') }))
  expect(posts(calls, '/answer/').map(({ body }) => body)).toEqual([{ agree: true, revision: 2 }])
})

test('who writes why they refuse reads that the request ended meanwhile', async () => {
  givenSession('20')
  let state = 'PENDING'
  givenWorld({
    '/student-requests/one/6': () => ({ data: { ...REQUEST, state, mayAnswer: state === 'PENDING' } }),
    '/student-requests/answer/6': () => {
      state = 'EXPIRED'
      return { status: 409, code: 'student_request_expired', msg: '这份申请已过期' }
    },
  })
  const user = open(<StudentRequestView id="6" />)
  await user.click(await screen.findByRole('button', { name: '拒绝 林知夏 的申请' }))
  const sheet = await screen.findByRole('dialog', { name: '拒绝 林知夏 的申请' })
  await user.type(within(sheet).getByRole('textbox'), '排满了')
  await user.click(within(sheet).getByRole('button', { name: '拒绝申请' }))
  expect(await within(sheet).findByText('已过期，不用再答复')).toBeTruthy()
  await user.click(within(sheet).getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new student without hours is told both ways to them', async () => {
  givenSession('10')
  givenWorld({
    '/student-requests/one/6': () => ({ data: { ...REQUEST, state: 'ACCEPTED', mayAnswer: false } }),
    '/active/by-user/10/20': () => ({ data: [] }),
  })
  open(<StudentRequestView id="6" />)
  expect(await screen.findByText(/教练登记后你会收到消息，就能自己约课；有课包的也可以在教练主页购买$/)).toBeTruthy()
})

test('a request that is answered, taken back or expired leaves the others in their places, and says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00+08:00') })
  givenSession('20')
  const asked = (id: string, nickname: string, expiresAt: string) => ({
    ...REQUEST,
    ...{ id, player: person(`1${id}`, nickname), expiresAt: `2026-11-2${expiresAt}:00+08:00` },
  })
  let waiting = [
    asked('1', '陈默', '0T12:01'),
    asked('2', '许念安', '0T13:00'),
    asked('3', '林知夏', '0T14:00'),
    asked('4', '顾南风', '0T15:00'),
  ]
  const ended = (id: string, state: string) => () => ({ data: { ...asked(id, '', '0T14:00'), state } })
  const calls = givenWorld({
    '/student-requests/received': () => ({ data: waiting }),
    '/student-requests/one/1': ended('1', 'EXPIRED'),
    '/student-requests/one/2': ended('2', 'WITHDRAWN'),
    '/student-requests/one/3': ended('3', 'ACCEPTED'),
    '/student-requests/answer/3': () => {
      waiting = [asked('5', '方可心', '0T12:30'), ...waiting.slice(3)]
      return { data: { ...REQUEST, id: '3', state: 'ACCEPTED' } }
    },
  })
  const user = open(<ReceivedRequests />)
  const rows = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => /^.*?(?=想学)/.exec(textContent ?? '')?.[0])
  await user.click(await screen.findByRole('button', { name: '同意 林知夏 的申请' }))
  await waitFor(() =>
    expect(rows()).toEqual([
      '陈默已过期',
      '许念安已撤回',
      '林知夏已同意',
      expect.stringMatching(/^顾南风剩/),
      expect.stringMatching(/^方可心剩/),
    ]),
  )
  expect(posts(calls, '/answer/').map(({ path }) => path)).toEqual(['/student-requests/answer/3'])
  expect(screen.getAllByRole('button', { name: /^同意/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    '同意 顾南风 的申请',
    '同意 方可心 的申请',
  ])
})
