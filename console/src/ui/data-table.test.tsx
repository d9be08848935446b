import { queryVenues } from '@paidang/api/areas/places/venues'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { draw, type ReceivedRequest } from '../testing/draw'
import { DataTable } from './data-table'

const QUERY = 'GET /admin/venues/query'
const table = (
  <DataTable
    endpoint={queryVenues}
    rowKey={({ id }) => id}
    empty="没有场馆"
    hrefOf={({ id }) => `/venues/${id}`}
    columns={[
      { title: '名称', key: 'name', dataIndex: 'name', sorter: true },
      { title: '城市', render: () => '上海市' },
    ]}
  />
)
/** The answer of a server with this many venues. */
const listOf =
  (total: number) =>
  ({ query }: ReceivedRequest) => {
    const [current, rows] = [Number(query.get('current')), Number(query.get('rows'))]
    const left = Math.max(0, Math.min(rows, total - (current - 1) * rows))
    return { data: Array.from({ length: left }, (_, at) => ({ id: String(at + 1), name: `场馆${at + 1}` })), total }
  }

test('a page beyond the last one leads to the last one', async () => {
  const { address } = draw(table, { at: '/venues?page=3&city=上海市', answers: { [QUERY]: listOf(21) } })
  expect(await screen.findByText('场馆1')).toBeTruthy()
  expect(decodeURIComponent(address())).toBe('/venues?page=2&city=上海市&size=20')
})

test('an empty list is reported as empty on any page', async () => {
  const { address } = draw(table, { at: '/venues?page=2', answers: { [QUERY]: listOf(0) } })
  expect(await screen.findByText('没有场馆')).toBeTruthy()
  expect(address()).toBe('/venues?page=2')
})

test('each press on a heading reverses its order', async () => {
  const { heard } = draw(table, { answers: { [QUERY]: listOf(1) } })
  const user = userEvent.setup()
  await screen.findByText('场馆1')
  for (const times of [1, 2, 3]) {
    await user.click(screen.getByRole('columnheader', { name: '名称' }))
    await expect.poll(() => heard.length).toBe(1 + times)
  }
  expect(heard.map(({ query }) => query.get('sord'))).toEqual([null, 'desc', 'asc', 'desc'])
})

test('a row is a link; the rest of it can be pressed like one, with the middle button or Ctrl in another tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { address } = draw(table, { at: '/venues', answers: { [QUERY]: listOf(1) } })
  const link = await screen.findByRole('link', { name: '场馆1' })
  expect(link.getAttribute('href')).toBe('/venues/1')
  const cell = screen.getByText('上海市')
  fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  fireEvent.click(cell, { ctrlKey: true })
  // The right button opens a menu.
  fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 2 }))
  expect(open.mock.calls).toEqual([
    ['/venues/1', '_blank', 'noopener'],
    ['/venues/1', '_blank', 'noopener'],
  ])
  expect(address()).toBe('/venues')
  fireEvent.click(cell)
  expect(address()).toBe('/venues/1')
})
