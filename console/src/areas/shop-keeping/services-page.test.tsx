import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw'
import { givenService } from '../merchants/testing/given-shop'
import { ServicesPage } from './services-page'

const service = givenService({ id: '3' })
const LIST = { 'GET /merchant/threading/services': { data: [service] } }

test('a price is typed in yuan and sent in fen', async () => {
  const { heard } = draw(<ServicesPage />, {
    staff: { role: 'owner', merchantId: '7' },
    answers: { ...LIST, 'PUT /merchant/threading/services/3': { data: service } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  const price = await screen.findByLabelText('价格')
  await userEvent.clear(price)
  await userEvent.type(price, '62.5')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('服务已保存')
  const sent = heard.find(({ method }) => method === 'PUT')
  expect(sent?.body).toEqual({ name: '网球手工费', priceFen: 6_250, isOffered: true })
})

test('who is no owner reads what the shop does, and changes nothing', async () => {
  draw(<ServicesPage />, { staff: { role: 'merchant', merchantId: '7' }, answers: LIST })
  await screen.findByText('网球手工费')
  expect(screen.queryAllByRole('button')).toEqual([])
})
