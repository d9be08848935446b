import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
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
  expect(sent?.body).toEqual({ name: '网球手工费', priceFen: 6_250, isOffered: true, revision: 3 })
})

test('if another changed the service meanwhile, the input stays and the latest version is offered', async () => {
  let latest = service
  draw(<ServicesPage />, {
    staff: { role: 'owner', merchantId: '7' },
    answers: {
      'GET /merchant/threading/services': () => ({ data: [latest] }),
      'PUT /merchant/threading/services/3': () => {
        latest = givenService({ id: '3', name: '精穿', revision: 4 })
        return refused('revision_outdated')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  fill([await screen.findByLabelText('价格'), '62.5'])
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  await userEvent.click(await screen.findByText('载入最新内容'))
  expect(await screen.findByText('修改 · 精穿')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('价格').value).toBe('50.00')
})

test('a clerk who is no owner can read the services, but changes nothing', async () => {
  draw(<ServicesPage />, { staff: { role: 'merchant', merchantId: '7' }, answers: LIST })
  await screen.findByText('网球手工费')
  expect(screen.queryAllByRole('button')).toEqual([])
})
