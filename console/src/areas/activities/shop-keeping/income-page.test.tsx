import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ShopIncomePage } from './income-page'

const month = (over: object) => ({
  ...{ labourFen: 0, stringsFen: 0, extrasFen: 0, courierFen: 0, paidFen: 0, refundedFen: 0, netFen: 0 },
  ...{ jobs: 0, averageFen: null },
  ...over,
})

test('the month of the address is shown with its figures, its parts and a table of the months before', async () => {
  const november = { labourFen: 5_000, stringsFen: 12_000, paidFen: 17_000, refundedFen: 2_000, netFen: 15_000 }
  const { heard } = draw(<ShopIncomePage />, {
    at: '/income?month=2026-11',
    staff: { role: 'owner', merchantId: '7' },
    answers: {
      'GET /merchant/threading/income': {
        data: {
          months: [month({ month: '2026-10' }), month({ month: '2026-11', ...november, jobs: 1, averageFen: 17_000 })],
          services: [{ name: '网球手工费', count: 1, paidFen: 5_000 }],
          strings: [],
        },
      },
    },
  })
  expect(await screen.findByRole('img', { name: '近 12 个月收入，2026-11 净收入 ¥150' })).toBeTruthy()
  expect(heard[0]?.query.get('month')).toBe('2026-11')
  const table = screen.getByText('查看数据').closest('details') as HTMLElement
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows.at(-1)?.textContent).toBe('2026-11¥50¥120¥0¥0-¥20¥1501')
  expect(screen.getByText('网球手工费')).toBeTruthy()
  expect(screen.getByText('这个月没有卖出球线')).toBeTruthy()
})
