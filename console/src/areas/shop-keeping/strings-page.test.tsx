import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw'
import { StringsPage } from './strings-page'

const STRINGS = 'GET /merchant/threading/strings'
const string = (over: object = {}) => ({
  id: '1',
  sport: 'tennis',
  brand: '云弦',
  name: '六棱聚酯',
  material: 'POLY',
  gauge: 1.25,
  color: '银灰',
  halfPriceFen: 5_800,
  freeMetres: 20,
  stockMetres: 30.5,
  lowStockMetres: 24,
  isOffered: true,
  ...over,
})
const owner = { role: 'owner' as const, merchantId: '7' }
const rowOf = (text: string) => {
  const row = screen.getByText(text).closest('tr')
  if (!row) throw new Error(`${text} stands in no row`)
  return within(row as HTMLElement)
}

test('what is low is named above the list, and can be looked at alone', async () => {
  const { address } = draw(<StringsPage />, {
    staff: owner,
    answers: { [STRINGS]: { data: [string(), string({ id: '2', name: '柔芯', freeMetres: 100 })] } },
  })
  expect(await screen.findByText('1 种球线库存偏低：云弦 六棱聚酯')).toBeTruthy()
  expect(rowOf('云弦 六棱聚酯').getByText('约 1.6 副')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '只看偏低' }))
  expect(screen.queryByText('云弦 柔芯')).toBeNull()
  expect(address()).toBe('/?view=low')
})

test('a count is sent as the difference to what was believed', async () => {
  const move = 'POST /merchant/threading/strings/move/1'
  const { heard } = draw(<StringsPage />, {
    staff: owner,
    answers: { [STRINGS]: { data: [string()] }, [move]: { data: string({ stockMetres: 30.2 }) } },
  })
  await screen.findByText('云弦 六棱聚酯')
  await userEvent.click(rowOf('云弦 六棱聚酯').getByRole('button', { name: '盘点' }))
  await userEvent.type(await screen.findByLabelText('实际米数'), '30.2')
  await userEvent.type(screen.getByLabelText('原因'), '月末盘点')
  await userEvent.click(screen.getByRole('button', { name: '更正库存' }))
  await screen.findByText('库存已更新')
  const sent = heard.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ kind: 'ADJUSTED', metres: -0.3, reason: '月末盘点' })
})

test('who is no owner neither adds a string nor changes what one costs', async () => {
  draw(<StringsPage />, {
    staff: { role: 'merchant', merchantId: '7' },
    answers: { [STRINGS]: { data: [string()] } },
  })
  await screen.findByText('云弦 六棱聚酯')
  expect(screen.queryByRole('button', { name: /新增球线/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '修改' }))
  expect(await screen.findByLabelText<HTMLInputElement>('半副价格')).toHaveProperty('disabled', true)
})
