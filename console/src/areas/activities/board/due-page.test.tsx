import type { dueWorkOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { Data } from '@paidang/api/endpoint'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { DuePage } from './due-page'
import { givenCard } from './testing/given-jobs'

type Work = Data<typeof dueWorkOfMerchant>

const DUE = 'GET /merchant/threading/due'
const nothing = { overdue: [], due: [], undated: [], next: [], returns: [], strings: [] }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00+08:00') }))
afterEach(() => vi.useRealTimers())

function show(at: string, work: Partial<Work> = {}) {
  return draw(<DuePage />, {
    at,
    staff: { role: 'merchant', merchantId: '1' },
    answers: { [DUE]: ({ query }) => ({ data: { day: query.get('day'), ...nothing, ...work } }) },
  })
}

test('late jobs come first, and the shop is warned about a string that does not suffice', async () => {
  const late = givenCard({ dueAt: '2026-11-21T10:00:00.000Z' })
  const today = givenCard({ id: '8', orderNo: 'CX8', dueAt: '2026-11-22T13:00:00.000Z', notes: '加急' })
  const need = { stringId: '5', name: '云弦 六棱聚酯', gauge: 1.25, jobs: 2, neededMetres: 24, stockMetres: 11.5 }
  show('/due', { overdue: [late], due: [today], strings: [need] })
  expect(await screen.findByText('到期工单 · 11月22日 周日（今天）')).toBeTruthy()
  expect(await screen.findByText('已超时（1）')).toBeTruthy()
  expect(screen.getByText('今天到期（1）')).toBeTruthy()
  const [first, second, string] = shownRows()
  expect(first?.slice(0, 3)).toEqual(['昨天 18:00 已超时', 'CX2026112200000007', '海岬 疾风 98'])
  expect(second).toEqual([
    ...['今天 21:00', 'CX8', '海岬 疾风 98', '云弦 六棱聚酯 1.25', '52 / 50 lb'],
    ...['林知夏 · 0009', '到店送取', '已收拍', '加急'],
  ])
  expect(screen.getByText('库存不够：云弦 六棱聚酯')).toBeTruthy()
  expect(string).toEqual(['云弦 六棱聚酯 1.25', '2', '24.0', '11.5', '-12.5'])
})

test('rackets to be returned are listed', async () => {
  show('/due', { returns: [givenCard({ status: 'CANCELLED', isInShop: true })] })
  expect(await screen.findByText('待退还（1）')).toBeTruthy()
  expect(shownRows()[0]).toContain('CX2026112200000007')
})

test('the next day is fetched and kept in the address; a day without work says so', async () => {
  const { address, heard } = show('/due')
  await screen.findByText('今天到期（0）')
  await userEvent.click(screen.getByLabelText('后一天'))
  expect(await screen.findByText('到期工单 · 11月23日 周一（明天）')).toBeTruthy()
  expect(address()).toBe('/due?day=2026-11-23')
  expect(heard.at(-1)?.query.get('day')).toBe('2026-11-23')
  expect(await screen.findByText('当天到期（0）')).toBeTruthy()
  expect(screen.getByText('不需要用到店里的线')).toBeTruthy()
})

test('a failed read of the work shows the reason', async () => {
  draw(<DuePage />, { at: '/due', answers: { [DUE]: refused('action_forbidden') } })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
})
