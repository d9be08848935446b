import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { MergePage } from './merge-pages'

const HOLDINGS = {
  classes: 0,
  taughtClasses: 0,
  contracts: 0,
  hours: 0,
  cards: 0,
  cardFen: 0,
  orders: 0,
  stringing: 0,
  balls: 0,
  reports: 0,
}
const side = (over: object) => ({
  avatar: null,
  userType: 0,
  phone: null,
  phoneVerified: false,
  username: null,
  hasWechat: true,
  state: 'NORMAL',
  createdAt: '2026-11-01T04:00:00.000Z',
  lastSeenAt: null,
  holdings: HOLDINGS,
  ...over,
})
const merging = (over: object = {}) => ({
  revision: 3,
  from: side({ id: '9', nickname: '微信用户0427' }),
  into: side({ id: '7', nickname: 'Yuki', phone: '138****0011', phoneVerified: true }),
  refusal: null,
  asksForWechat: true,
  ...over,
})
const COMPARE = 'GET /admin/users/compare'

test('two accounts are chosen, compared and merged; the kept WeChat is chosen and the effect is shown', async () => {
  const mouse = userEvent.setup()
  const { heard, address } = draw(<MergePage />, {
    at: '/users/merge?from=9',
    answers: { [COMPARE]: { data: merging() }, 'POST /admin/users/merge': { data: {} } },
  })
  await mouse.type(screen.getByLabelText('保留的账号'), '13800000011{Enter}')
  await screen.findByText('保留：Yuki')
  expect(address()).toBe('/users/merge?from=9&into=13800000011')
  await mouse.click(screen.getByLabelText('「Yuki」的微信'))
  await mouse.click(screen.getByText('合并这两个账号'))
  expect(await screen.findByText(/账号「微信用户0427」立即退出登录并消失.*不能恢复/)).toBeTruthy()
  await mouse.click(screen.getByText('合并'))
  await waitFor(() => expect(address()).toBe('/users/7'))
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({
    fromId: '9',
    intoId: '7',
    wechatToKeep: 'into',
    revision: 3,
  })
})

test('accounts that cannot be merged show the reason, and the button is disabled', async () => {
  draw(<MergePage />, {
    at: '/users/merge?from=9&into=7',
    answers: { [COMPARE]: { data: merging({ refusal: '要并入的账号已有订单记录，不能合并' }) } },
  })
  expect(await screen.findByText('要并入的账号已有订单记录，不能合并')).toBeTruthy()
  expect(screen.queryByText('合并这两个账号')).toBeNull()
})

test('a text that is neither an id nor a number is not sent', async () => {
  const mouse = userEvent.setup()
  const { heard } = draw(<MergePage />, { at: '/users/merge', answers: {} })
  await mouse.type(screen.getByLabelText('并入并消失的账号'), '林知夏{Enter}')
  expect(await screen.findAllByText('请填写编号或完整手机号')).toHaveLength(2)
  expect(heard).toEqual([])
})
