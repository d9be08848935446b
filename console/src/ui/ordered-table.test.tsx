import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { layOutRows, ROW_HEIGHT } from '../testing/draw'
import { OrderedTable } from './ordered-table'

const ROWS = ['早鸟', '找球友', '新馆'].map((name, at) => ({ id: String(at + 1), name }))

function show({ rows }: { rows: typeof ROWS | undefined } = { rows: ROWS }) {
  layOutRows()
  const onOrder = vi.fn(async (_ids: string[]) => undefined)
  render(
    <OrderedTable
      rows={rows}
      nameOf={({ name }) => name}
      empty="没有广告"
      onOrder={onOrder}
      columns={[{ title: '广告', dataIndex: 'name' }]}
    />,
  )
  return { onOrder, user: userEvent.setup() }
}

const handle = (name: string) => screen.getByRole('button', { name: `移动${name}` })
const shownNames = () =>
  screen.getAllByRole('row').flatMap((row) => ROWS.find(({ name }) => row.textContent?.endsWith(name))?.name ?? [])

test('a row is moved with the arrow keys, and dropped at its new place', async () => {
  const { onOrder, user } = show()
  handle('早鸟').focus()
  await user.keyboard('{Enter}')
  await user.keyboard('{ArrowDown}')
  await user.keyboard('{ArrowDown}')
  await user.keyboard('{Enter}')
  expect(onOrder.mock.calls).toEqual([[['2', '3', '1']]])
})

test('the rows keep their places until the server has answered', async () => {
  const { user } = show()
  handle('新馆').focus()
  await user.keyboard(' ')
  await user.keyboard('{ArrowUp}')
  await user.keyboard(' ')
  expect(shownNames()).toEqual(['早鸟', '找球友', '新馆'])
})

test('a row put back by Escape, or at its old place, is not sent', async () => {
  const { onOrder, user } = show()
  handle('早鸟').focus()
  await user.keyboard('{Enter}')
  await user.keyboard('{ArrowDown}')
  await user.keyboard('{Escape}')
  await user.keyboard('{Enter}')
  await user.keyboard('{Enter}')
  expect(onOrder).not.toHaveBeenCalled()
})

test('the Escape that puts a row back closes no window around the table, but the next one may', async () => {
  const { user } = show()
  const heard = vi.fn()
  window.addEventListener('keydown', heard)
  onTestFinished(() => window.removeEventListener('keydown', heard))
  const escapes = () => heard.mock.calls.filter(([{ key }]) => key === 'Escape')
  handle('早鸟').focus()
  await user.keyboard('{Enter}')
  await user.keyboard('{Escape}')
  expect(escapes()).toHaveLength(0)
  await user.keyboard('{Escape}')
  expect(escapes()).toHaveLength(1)
})

test('a row is dragged by its handle', async () => {
  const { onOrder, user } = show()
  await user.pointer([
    { keys: '[MouseLeft>]', target: handle('新馆'), coords: { x: 10, y: 2.5 * ROW_HEIGHT } },
    { target: document.body, coords: { x: 10, y: 1.5 * ROW_HEIGHT } },
    { target: document.body, coords: { x: 10, y: 0.5 * ROW_HEIGHT } },
  ])
  await user.pointer([{ keys: '[/MouseLeft]', target: document.body, coords: { x: 10, y: 0.5 * ROW_HEIGHT } }])
  expect(onOrder.mock.calls).toEqual([[['3', '1', '2']]])
})

test('no list is reported as empty before the server has answered', () => {
  show({ rows: undefined })
  expect(screen.queryByText('没有广告')).toBeNull()
})

test('an empty table says so', () => {
  show({ rows: [] })
  expect(screen.getByText('没有广告')).toBeTruthy()
})
