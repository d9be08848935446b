import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { UsePage } from './use-page'

const STAFF = { role: 'company', companyId: '1' } as const
const AT = '/analytics/use?from=2026-11-01&until=2026-11-22'
const hours = [
  { weekday: 5, hour: 18, booked: 9, bookable: 12 },
  { weekday: 5, hour: 19, booked: 0, bookable: 12 },
  { weekday: 0, hour: 18, booked: 6, bookable: 12 },
  { weekday: 0, hour: 19, booked: 3, bookable: 12 },
]
const courts = { data: { subjects: [{ id: '7', name: '星湖网球中心' }], hours } }

test('the map shows the average, the highest and the lowest utilisation, and its numbers as a table', async () => {
  draw(<UsePage />, { at: AT, staff: STAFF, answers: { 'GET /analytics/use/courts': courts } })
  expect((await screen.findByRole('group', { name: '平均利用率' })).textContent).toContain(
    '37.5%已约 9 小时，可约 24 小时',
  )
  expect(screen.getByRole('group', { name: '最忙的时段' }).textContent).toContain('周五 18:00利用率 75%')
  expect(screen.getByRole('group', { name: '最空的时段' }).textContent).toContain('周五 19:00利用率 0%')
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)
  expect(rows).toEqual(['时间周一周二周三周四周五周六周日', '18:00————75%—50%', '19:00————0%—25%'])
})

test('the view by coach is fetched without the chosen venue', async () => {
  const user = userEvent.setup()
  const { heard, address } = draw(<UsePage />, {
    at: `${AT}&id=7`,
    staff: STAFF,
    answers: {
      'GET /analytics/use/courts': courts,
      'GET /analytics/use/coaches': { data: { subjects: [], hours: [] } },
    },
  })
  await screen.findByRole('group', { name: '平均利用率' })
  expect(heard[0]?.query.get('id')).toBe('7')
  await user.click(screen.getByText('教练'))
  expect(await screen.findByText('还没有可约的教练')).toBeTruthy()
  expect(address()).toContain('of=coaches')
  expect(heard.at(-1)?.query.get('id')).toBeNull()
})

test('a venue of another company is not found', async () => {
  const refusal = { status: 404, code: 'venue_not_found', msg: '场馆不存在' }
  draw(<UsePage />, { at: `${AT}&id=9`, staff: STAFF, answers: { 'GET /analytics/use/courts': { refusal } } })
  expect(await screen.findByText('场馆不存在')).toBeTruthy()
})
