import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FakeCall } from '../../../testing/fake-server'
import { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { AllMerchantsView } from './all-merchants-view'
import { givenShop, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
})

const queryOf = ({ path }: FakeCall) => new URLSearchParams(path.split('?')[1])

/** Sets up numbered shops, ten a page. */
function givenShops(count: number): FakeCall[] {
  const shops = Array.from({ length: count }, (_, at) => givenShop({ id: String(at + 1), name: `第 ${at + 1} 家` }))
  return givenWorld({
    '/threading/merchants': (call) => {
      const query = queryOf(call)
      const found = shops.filter(({ name }) => name.includes(query.get('keyword') ?? ''))
      const from = (Number(query.get('current')) - 1) * 10
      return { data: found.slice(from, from + 10), total: found.length }
    },
  })
}

test('all shops can be read, page by page', async () => {
  givenShops(12)
  open(<AllMerchantsView />)
  await screen.findByText('第 10 家')
  expect(screen.queryByText('第 12 家')).toBeNull()
  act(() => fire('bottom'))
  await screen.findByText('第 12 家')
})

test('shops can be filtered by sport and place, and sorted', async () => {
  const calls = givenShops(1)
  const user = open(<AllMerchantsView />)
  await screen.findByText('第 1 家')
  await user.click(screen.getByRole('button', { name: '网球' }))
  await user.click(screen.getByRole('button', { name: '最快取拍' }))
  await user.click(screen.getByRole('button', { name: '地点' }))
  const sheet = within(await screen.findByRole('dialog', { name: '在哪里' }))
  await user.clear(sheet.getByRole('textbox', { name: '城市' }))
  await user.click(sheet.getByRole('button', { name: '按城市找' }))
  await user.type(sheet.getByRole('textbox', { name: '城市', description: /请填写城市/ }), '上海')
  await user.type(sheet.getByRole('textbox', { name: '区县（选填）' }), '徐汇')
  await user.click(sheet.getByRole('button', { name: '按城市找' }))
  const input = { order: 'fastest', sport: 'tennis', city: '上海市', district: '徐汇' }
  await waitFor(() => {
    const last = calls[calls.length - 1]
    expect(last && Object.fromEntries(queryOf(last))).toEqual({ current: '1', rows: '10', ...input })
  })
})

test('shops can be searched by name, and a search without results can be cleared', async () => {
  givenShops(1)
  const user = open(<AllMerchantsView />)
  await user.type(await screen.findByRole('searchbox'), '没有')
  await screen.findByText('没有符合条件的商家')
  await user.click(screen.getByRole('button', { name: '清除筛选' }))
  await screen.findByText('第 1 家')
})
