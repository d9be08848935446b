import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
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
  revision: 3,
  ...over,
})
const owner = { role: 'owner' as const, merchantId: '7' }
const rowOf = (text: string) => {
  const row = screen.getByText(text).closest('tr')
  if (!row) throw new Error(`${text} stands in no row`)
  return within(row as HTMLElement)
}

test('low strings are named above the list, and can be shown alone', async () => {
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

test('a count is sent as it was counted, and its effect on the stock is shown', async () => {
  const move = 'POST /merchant/threading/strings/move/1'
  const { heard } = draw(<StringsPage />, {
    staff: owner,
    answers: {
      [STRINGS]: { data: [string()] },
      [move]: { data: { ...string({ stockMetres: 30.2 }), movedMetres: 6.2 } },
    },
  })
  await screen.findByText('云弦 六棱聚酯')
  await userEvent.click(rowOf('云弦 六棱聚酯').getByRole('button', { name: '盘点' }))
  await userEvent.type(await screen.findByLabelText('实际米数'), '30.2')
  await userEvent.type(screen.getByLabelText('原因'), '月末盘点')
  await userEvent.click(screen.getByRole('button', { name: '更正库存' }))
  await screen.findByText('已更正：账面 24 米改为 30.2 米（+6.2 米）')
  const sent = heard.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ kind: 'COUNT', metres: 30.2, reason: '月末盘点', revision: 3 })
})

test('a count equal to the stock says so', async () => {
  const move = 'POST /merchant/threading/strings/move/1'
  draw(<StringsPage />, {
    staff: owner,
    answers: { [STRINGS]: { data: [string()] }, [move]: { data: { ...string(), movedMetres: 0 } } },
  })
  await screen.findByText('云弦 六棱聚酯')
  await userEvent.click(rowOf('云弦 六棱聚酯').getByRole('button', { name: '盘点' }))
  fill([await screen.findByLabelText('实际米数'), '30.5'], [screen.getByLabelText('原因'), '月末盘点'])
  await userEvent.click(screen.getByRole('button', { name: '更正库存' }))
  expect(await screen.findByText('与账面一致（30.5 米），不用更正')).toBeTruthy()
})

test('if the owner changed a price meanwhile, the clerk’s input stays and the latest version is offered', async () => {
  let latest = string()
  draw(<StringsPage />, {
    staff: { role: 'merchant', merchantId: '7' },
    answers: {
      [STRINGS]: () => ({ data: [latest] }),
      'PUT /merchant/threading/strings/1': () => {
        latest = string({ halfPriceFen: 6_500, revision: 4 })
        return refused('revision_outdated')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  fill([await screen.findByLabelText('库存警戒线'), '30'])
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('库存警戒线').value).toMatch(/^30/)
  await userEvent.click(load)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('半副价格').value).toBe('65.00'))
})

test('a clerk who is no owner cannot add a string or change a price', async () => {
  draw(<StringsPage />, {
    staff: { role: 'merchant', merchantId: '7' },
    answers: { [STRINGS]: { data: [string()] } },
  })
  await screen.findByText('云弦 六棱聚酯')
  expect(screen.queryByRole('button', { name: /新增球线/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '修改' }))
  expect(await screen.findByLabelText<HTMLInputElement>('半副价格')).toHaveProperty('disabled', true)
})
