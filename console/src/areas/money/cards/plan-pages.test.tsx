import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { NewPlanPage, PlanPage, PlansPage } from './plan-pages'

const plan = (over: object = {}) => ({
  id: '500',
  principalFen: 50_000,
  giftFen: 2_000,
  isOnSale: true,
  revision: 1,
  createTime: '2026-11-01T00:00:00.000Z',
  auditEvents: [],
  ...over,
})
const senior = { role: 'senior' as const }
const READ = 'GET /admin/top-up-plans/500'
const SAVE = 'PUT /admin/top-up-plans/500'
const page = (
  <Routes>
    <Route path="/top-up-plans/:id" element={<PlanPage />} />
  </Routes>
)

test('plans are listed with amount, gift and whether they are on sale; only a senior adds one', async () => {
  const answers = { 'GET /admin/top-up-plans': { data: [plan(), plan({ id: '7', isOnSale: false })], total: 2 } }
  draw(<PlansPage />, { at: '/top-up-plans', answers })
  await screen.findByText('停售')
  expect(shownRows().map(([, ...cells]) => cells)).toEqual([
    ['¥500', '¥20', '2026-11-01 08:00', '在售'],
    ['¥500', '¥20', '2026-11-01 08:00', '停售'],
  ])
  expect(screen.queryByText('新增方案')).toBeNull()
})

test('a senior changes a plan over what was seen; a newer version is offered and the input stays', async () => {
  let latest = plan()
  const { writes } = draw(page, {
    at: '/top-up-plans/500',
    staff: senior,
    answers: {
      [READ]: () => ({ data: latest }),
      [SAVE]: () => {
        latest = plan({ giftFen: 1_000, revision: 2 })
        return refused('revision_outdated')
      },
    },
  })
  const gift = await screen.findByLabelText<HTMLInputElement>('赠送')
  fill([gift, '150'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText(/赠金不超过本金的两成/)).toBeTruthy()
  expect(writes()).toEqual([])
  fill([gift, '50'])
  await userEvent.click(screen.getByText('保存'))
  const load = await screen.findByText('载入最新内容')
  expect(gift.value).toBe('50.00')
  const sent = { principalFen: 50_000, giftFen: 5_000, isOnSale: true, revision: 1 }
  expect(writes()).toEqual([[SAVE, sent]])
  await userEvent.click(load)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('赠送').value).toBe('10.00'))
})

test('an operator reads a plan and cannot change it', async () => {
  draw(page, { at: '/top-up-plans/500', answers: { [READ]: { data: plan() } } })
  expect((await screen.findByLabelText<HTMLInputElement>('充值金额')).disabled).toBe(true)
  expect(screen.queryByText('保存')).toBeNull()
})

test('a new plan opens after it was added', async () => {
  const { writes, address } = draw(<NewPlanPage />, {
    at: '/top-up-plans/new',
    staff: senior,
    answers: { 'POST /admin/top-up-plans': { data: plan({ id: '9' }) } },
  })
  fill([await screen.findByLabelText('充值金额'), '300'])
  await userEvent.click(screen.getByText('新增方案'))
  await waitFor(() => expect(address()).toBe('/top-up-plans/9'))
  const sent = { principalFen: 30_000, giftFen: 0, isOnSale: true }
  expect(writes()).toEqual([['POST /admin/top-up-plans', sent]])
})
