import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { errors } from '@paidang/api/catalogue/errors'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, refused } from '../../../testing/draw'
import { LabelPage, SheetPage } from './papers'
import { givenOrder } from './testing/given-jobs'

const ORDER = 'GET /merchant/threading/orders/7'
const URGENT = { label: '加急（2 小时内）', quantity: 1, unitFen: 3_000, amountFen: 3_000 }
const print = vi.fn()

beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
})

function show(paper: string, order: StringingOrder = givenOrder(), answers = {}) {
  return draw(
    <Routes>
      <Route path="/board/orders/:id/label" element={<LabelPage />} />
      <Route path="/board/orders/:id/sheet" element={<SheetPage />} />
    </Routes>,
    {
      at: `/board/orders/7/${paper}`,
      staff: { role: 'merchant', merchantId: '1' },
      answers: { [ORDER]: { data: order }, ...answers },
    },
  )
}

test('a label shows stringing and player, with only the end of the phone number', async () => {
  show('label', givenOrder({ dueAt: '2026-11-23T10:00:00.000Z', notes: '拍头加配重' }))
  const label = within(await screen.findByRole('article', { name: '标签' }))
  expect(label.getByText('52 / 50 lb')).toBeTruthy()
  expect(label.getByText('预拉 5% · 4 点结')).toBeTruthy()
  expect(label.getByText('林知夏 0009 · 11-23 18:00 前')).toBeTruthy()
  expect(label.getByText('拍头加配重')).toBeTruthy()
  expect(label.getByAltText('订单二维码')).toBeTruthy()
  expect(print).not.toHaveBeenCalled()
})

test('extras stand first on the label, before how the racket is strung', async () => {
  show('label', givenOrder({ lines: [...givenOrder().lines, URGENT] }))
  const label = within(await screen.findByRole('article', { name: '标签' }))
  expect(label.getByText('加急（2 小时内） · 预拉 5% · 4 点结')).toBeTruthy()
})

test('a label whose address requests printing is printed once', async () => {
  show('label?print')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  await userEvent.click(screen.getByText('打印'))
  expect(print).toHaveBeenCalledTimes(2)
})

test('a sheet lists all work and prices, on the chosen paper', async () => {
  const { lines } = givenOrder()
  const { address } = show('sheet', givenOrder({ lines: [...lines, URGENT], totalFen: 19_600 }))
  const sheet = await screen.findByRole('article', { name: '工单' })
  const rows = [...sheet.querySelectorAll('tr')].map(({ cells }) => [...cells].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['球拍', '海岬 疾风 98（网球）'],
    ['顾客', '林知夏 13800000009'],
    ['主线', '云弦 六棱聚酯 1.25 聚酯 · 52 lb（23.59 kg）'],
    ['横线', '云弦 六棱聚酯 1.25 聚酯 · 50 lb（22.68 kg）'],
    ['工艺', '预拉 5%，4 点打结'],
    ['加项', '加急（2 小时内）'],
    ['备注', '—'],
    ['送取', '到店送取'],
    ['顾客希望', '—'],
    ['预计可取', '—'],
    ['收拍检查', '拍框掉漆（2026-11-21 11:00）'],
    ['主横 云弦 六棱聚酯 半副 × 2', '¥116'],
    ['网球手工费', '¥50'],
    ['加急（2 小时内）', '¥30'],
    ['合计（已付）', '¥196'],
  ])
  await userEvent.click(screen.getByText('A4'))
  expect(address()).toBe('/board/orders/7/sheet?paper=A4')
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent)
  expect(styles).toContain('@page { size: A4; margin: 16mm; }')
})

test('without an order nothing is printed', async () => {
  show('label?print', givenOrder(), { [ORDER]: refused('stringing_not_found') })
  expect(await screen.findByText(errors.stringing_not_found.message)).toBeTruthy()
  expect(print).not.toHaveBeenCalled()
})
