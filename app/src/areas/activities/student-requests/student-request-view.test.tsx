import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { studentPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { StudentRequestView } from './student-request-view'

afterEach(() => endSession())

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

test('a new student without hours is told both ways to them', async () => {
  givenSession('10')
  givenWorld({
    '/student-requests/one/6': () => ({ data: { ...REQUEST, state: 'ACCEPTED', mayAnswer: false } }),
    '/active/by-user/10/20': () => ({ data: [] }),
  })
  open(<StudentRequestView id="6" />)
  expect(await screen.findByText(/教练登记后你会收到消息，就能自己约课；有课包的也可以在教练主页购买$/)).toBeTruthy()
})
