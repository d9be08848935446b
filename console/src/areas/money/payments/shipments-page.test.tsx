import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ShipmentsPage } from './shipments-page'

const refused = {
  id: '4',
  orderId: '31',
  orderTitle: '手胶 等2件',
  payer: { id: '21', nickname: '李想', avatar: null },
  logistics: 'EXPRESS',
  state: 'REFUSED',
  attempts: 12,
  problem: '微信不认得这家快递公司',
  createTime: '2026-05-01T04:00:00.000Z',
  nextTryTime: null,
  shippedTime: null,
  receivedTime: null,
}

test('a report refused by WeChat shows the reason, and is sent again only after the effect was shown', async () => {
  const { heard } = draw(<ShipmentsPage />, {
    answers: {
      'GET /admin/shipments': { data: [refused], total: 1 },
      'POST /admin/shipments/retry/4': { data: { ...refused, state: 'WAITING', attempts: 0 } },
    },
  })
  expect(await screen.findByText('微信不认得这家快递公司')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '重新上传' }))
  expect(await screen.findByText(/会按微信的记录更新/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: '重新上传' }).at(-1) as HTMLElement)
  await screen.findByText('已重新提交，稍后刷新查看结果')
  expect(heard.some(({ method }) => method === 'POST')).toBe(true)
})

test('an accepted report offers no actions', async () => {
  const known = { ...refused, state: 'SHIPPED', problem: null }
  draw(<ShipmentsPage />, { answers: { 'GET /admin/shipments': { data: [known], total: 1 } } })
  expect(await screen.findByText('已发货')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重新上传' })).toBeNull()
})
