import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { StringingRefundsPage } from './stringing-refunds-page'
import { givenRefund } from './testing/given-refunds'

const LIST = 'GET /admin/threading/refunds'
const waiting = givenRefund()
const list = { data: [waiting], total: 1 }

test('a senior approves another operator’s request, after the effect on order, money and racket was shown', async () => {
  const { heard } = draw(<StringingRefundsPage />, {
    staff: { id: '2', role: 'senior' },
    answers: { [LIST]: list, 'POST /admin/threading/refunds/decide/3': { data: { ...waiting, state: 'DONE' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText('订单取消，¥170 全额退回，球拍由店铺退还。立即通知顾客，不能撤销。')).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: '通过' }).at(-1) as HTMLElement)
  await screen.findByText('已通过，订单已取消并退款')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: true, revision: 4 })
})

test('an operator decides nothing, and whoever requested a refund can only withdraw it', async () => {
  draw(<StringingRefundsPage />, { staff: { id: '5', role: 'operator' }, answers: { [LIST]: list } })
  expect(await screen.findByText('等待运营主管')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})

test('a senior does not decide their own request', async () => {
  const { heard } = draw(<StringingRefundsPage />, {
    staff: { id: '9', role: 'senior' },
    answers: { [LIST]: list, 'POST /admin/threading/refunds/withdraw/3': { data: { ...waiting, state: 'WITHDRAWN' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '撤回' }))
  await userEvent.click(screen.getAllByRole('button', { name: '撤回' }).at(-1) as HTMLElement)
  await screen.findByText('已撤回', { selector: '.ant-message *' })
  expect(heard.some(({ method }) => method === 'POST')).toBe(true)
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})
