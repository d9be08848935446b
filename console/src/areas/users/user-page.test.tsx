import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw'
import { UserPage } from './user-page'

const HOLDINGS = {
  classes: 12,
  taughtClasses: 0,
  contracts: 2,
  hours: 15.5,
  cards: 1,
  cardFen: 82_000,
  orders: 6,
  stringing: 3,
  balls: 4,
  reports: 0,
}
const user = (over: object = {}) => ({
  id: '7',
  nickname: '林知夏',
  avatar: null,
  userType: 0,
  phone: '138****0001',
  phoneVerified: true,
  username: 'player',
  hasWechat: true,
  state: 'NORMAL',
  level: 3.5,
  region: '上海市 徐汇区',
  createdAt: '2026-11-01T04:00:00.000Z',
  lastSeenAt: '2026-11-20T04:00:00.000Z',
  registeredAt: null,
  closedAt: null,
  companies: [],
  holdings: HOLDINGS,
  logIns: [],
  suspensions: [],
  auditEvents: [],
  ...over,
})
const DETAIL = 'GET /admin/users/detail/7'
const page = (
  <Routes>
    <Route path="/users/:id" element={<UserPage />} />
  </Routes>
)

test('the number stays masked until it is requested, and then is shown whole', async () => {
  const mouse = userEvent.setup()
  const { heard } = draw(page, {
    at: '/users/7',
    answers: { [DETAIL]: { data: user() }, 'POST /admin/users/reveal-phone/7': { data: { phone: '13800000001' } } },
  })
  await screen.findByText(/138\*{4}0001/)
  expect(screen.getByText('2 份，可用 15.5 课时')).toBeTruthy()
  expect(screen.getByText('1 张，余额 ¥820')).toBeTruthy()
  await mouse.click(screen.getByText('显示完整号码'))
  expect(await screen.findByText(/13800000001/)).toBeTruthy()
  expect(heard.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a permanent suspension needs a reason, and the effect is shown before', async () => {
  const mouse = userEvent.setup()
  let state = 'NORMAL'
  const { heard } = draw(page, {
    at: '/users/7',
    answers: {
      [DETAIL]: () => ({ data: user({ state }) }),
      'POST /admin/users/suspend/7': () => {
        state = 'SUSPENDED'
        return { data: user({ state }) }
      },
    },
  })
  await mouse.click(await screen.findByText('停用账号'))
  await screen.findByText('期限')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText(/已约的课、课时、余额和订单都保留/)).toBeTruthy()
  await mouse.click(within(dialog).getByLabelText('长期'))
  await mouse.click(within(dialog).getByText('停用'))
  expect(await within(dialog).findByText('请填写原因')).toBeTruthy()
  await mouse.type(within(dialog).getByLabelText('原因（用户会看到）'), '私下收款')
  await mouse.click(within(dialog).getByText('停用'))
  expect(await screen.findByText('恢复账号')).toBeTruthy()
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ reason: '私下收款', lastDay: null })
})

test('a one-time password is shown once it is confirmed', async () => {
  const mouse = userEvent.setup()
  const given = { username: 'player', password: 'abcdef2345', validUntil: '2026-11-21T04:00:00.000Z' }
  draw(page, {
    at: '/users/7',
    answers: { [DETAIL]: { data: user() }, 'POST /admin/users/reset-password/7': { data: given } },
  })
  await mouse.click(await screen.findByText('发放一次性密码'))
  expect(await screen.findByText(/原密码立即失效/)).toBeTruthy()
  await mouse.click(screen.getByText('发放'))
  expect(await screen.findByText('abcdef2345')).toBeTruthy()
})

test('a closed account offers no actions, and an account without a password offers no new one', async () => {
  draw(page, { at: '/users/7', answers: { [DETAIL]: { data: user({ state: 'CLOSED', nickname: '已注销用户' }) } } })
  await screen.findByText('已注销用户')
  expect(screen.queryByText('停用账号')).toBeNull()
  expect(screen.queryByText('发放一次性密码')).toBeNull()
})

test('a user who does not exist is reported', async () => {
  draw(page, {
    at: '/users/7',
    answers: { [DETAIL]: { refusal: { status: 404, code: 'user_not_found', msg: '用户不存在' } } },
  })
  await waitFor(() => expect(screen.getByText('用户不存在')).toBeTruthy())
})
