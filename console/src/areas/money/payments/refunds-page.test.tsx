import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { RefundsPage } from './refunds-page'

const stuck = {
  refund: {
    id: '4',
    amountFen: 5_000,
    reason: '订单已关闭',
    target: 'SOURCE',
    state: 'STUCK',
    createTime: '2026-05-01T04:00:00.000Z',
    doneTime: null,
  },
  outRefundNo: 'R1',
  attempts: 12,
  nextTryTime: null,
  orderId: '31',
  orderTitle: '周末双打',
  payer: { id: '21', nickname: '李想', avatar: null },
}

test('a stuck refund is retried only after the effect was shown', async () => {
  const { heard } = draw(<RefundsPage />, {
    answers: {
      'GET /admin/refunds': { data: [stuck], total: 1 },
      'POST /admin/refunds/retry/4': { data: { ...stuck, refund: { ...stuck.refund, state: 'WAITING' } } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByText(/已受理过的不会重复退款/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: '重试' }).at(-1) as HTMLElement)
  await screen.findByText('已重新提交，稍后刷新查看结果')
  expect(heard.some(({ method }) => method === 'POST')).toBe(true)
})

test('a refund that has arrived offers no actions', async () => {
  const going = { ...stuck, refund: { ...stuck.refund, state: 'DONE' } }
  draw(<RefundsPage />, { answers: { 'GET /admin/refunds': { data: [going], total: 1 } } })
  expect(await screen.findByText('已到账')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
