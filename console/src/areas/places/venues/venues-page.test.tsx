import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { VenuesPage } from './venues-page'

const QUERY = 'GET /admin/venues/query'
const venue = (over: object = {}) => ({
  id: '1',
  name: '星湖网球中心',
  city: '上海市',
  district: '徐汇区',
  courtCount: 8,
  coachCount: 3,
  waitingRequests: 1,
  creatorName: '王启明',
  activityTime: '2026-11-20T12:00:00.000Z',
  state: 'open',
  ...over,
})
const page = (rows: object[], total = rows.length) => ({ data: rows, total })

test('the venues are listed as the server returned them, in the order that is requested', async () => {
  const { heard } = draw(<VenuesPage />, {
    answers: { [QUERY]: page([venue(), venue({ id: '2', name: '江岸体育公园' })]) },
  })
  await screen.findByText('星湖网球中心')
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['星湖网球中心', '江岸体育公园'])
  expect(screen.getByText('共 2 条')).toBeTruthy()
  expect(Object.fromEntries(heard[0]?.query ?? [])).toEqual({
    current: '1',
    rows: '20',
    sort: 'activityTime',
    sord: 'desc',
  })
})

test('the filters of the address are sent and shown', async () => {
  const { heard } = draw(<VenuesPage />, {
    at: '/venues?keyword=星湖&state=waiting&page=3&size=50&sort=activityTime&order=asc',
    answers: { [QUERY]: page([venue()], 101) },
  })
  await screen.findByText('星湖网球中心')
  expect(Object.fromEntries(heard[0]?.query ?? [])).toEqual({
    current: '3',
    rows: '50',
    sort: 'activityTime',
    sord: 'asc',
    keyword: '星湖',
    state: 'waiting',
  })
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '名称或地址' }).value).toBe('星湖')
})

test('a search text is kept in the address, from the first page on, and can be cleared', async () => {
  const user = userEvent.setup()
  const { heard, address } = draw(<VenuesPage />, {
    at: '/venues?page=2',
    answers: { [QUERY]: page([venue()], 40) },
  })
  await screen.findByText('星湖网球中心')
  await user.keyboard('/')
  const field = screen.getByRole('searchbox', { name: '名称或地址' })
  expect(document.activeElement).toBe(field)
  await user.keyboard(' 江岸 {Enter}')
  await expect.poll(() => heard.at(-1)?.query.get('keyword')).toBe('江岸')
  expect(heard.at(-1)?.query.get('current')).toBe('1')
  expect(address()).toBe(`/?${new URLSearchParams({ keyword: '江岸' })}`.replace('/?', '/venues?'))
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  await expect.poll(() => heard.at(-1)?.query.get('keyword')).toBeNull()
})

test('a press on the head of a column requests the other order', async () => {
  const user = userEvent.setup()
  const { heard, address } = draw(<VenuesPage />, { at: '/venues', answers: { [QUERY]: page([venue()]) } })
  await screen.findByText('星湖网球中心')
  await user.click(screen.getByRole('columnheader', { name: '最近活动' }))
  await expect.poll(() => heard.at(-1)?.query.get('sord')).toBe('asc')
  expect(address()).toBe('/venues?sort=activityTime&order=asc')
})

test('an empty result and a refusal are reported; a refusal can be retried', async () => {
  const user = userEvent.setup()
  let isDown = true
  draw(<VenuesPage />, {
    answers: {
      [QUERY]: () => (isDown ? { refusal: { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' } } : page([])),
    },
  })
  expect(await screen.findByText('有点忙，请稍后再试')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')).toBeTruthy()
})
