import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './tabs'

const items = [
  { key: 'all', text: '全部' },
  { key: 'PENDING', text: '待确认', count: 2 },
  { key: 'COMPLETED', text: '已完成', count: 0 },
]

function Example() {
  const [value, setValue] = useState('all')
  return <Tabs items={items} value={value} onChange={setValue} label="约课状态" />
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent

test('the chosen tab is the only one in the tab order', () => {
  render(<Example />)
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
})

test('a text of any length stays on one line', () => {
  const name = '杭州钱塘江畔国际网球教学与青少年培训中心俱乐部'
  render(
    <Tabs
      items={[
        { key: '1', text: name },
        { key: '2', text: '个人' },
      ]}
      value="1"
      onChange={vi.fn()}
      label="公司"
    />,
  )
  expect(screen.getByText(name).className).toMatch(/one-line/)
  expect(screen.getByRole('tab', { name: '个人' })).toBeTruthy()
})

test('arrow keys, Home and End move the choice and the focus together, and wrap around', async () => {
  render(<Example />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen()).toBe('待确认2')
  await userEvent.keyboard('{End}')
  expect(chosen()).toBe('已完成')
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen()).toBe('全部')
  await userEvent.keyboard('{ArrowLeft}')
  expect(chosen()).toBe('已完成')
  expect(document.activeElement?.textContent).toBe('已完成')
  await userEvent.keyboard('{Home}')
  expect(chosen()).toBe('全部')
})

test('a count of zero is hidden, any other is part of the name', () => {
  render(<Example />)
  expect(screen.getByRole('tab', { name: '待确认 2' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: '已完成' }).textContent).toBe('已完成')
})
