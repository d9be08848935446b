import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Chart } from './chart'

const drawn = (values: number[]) => (
  <Chart
    label="每月净收入"
    option={{
      xAxis: { type: 'category', data: ['9 月', '10 月'] },
      yAxis: { type: 'value' },
      series: [{ type: 'bar', name: '净收入', data: values, label: { show: true } }],
    }}
    data={{ head: ['月份', '净收入'], rows: values.map((value, index) => [`${index + 9} 月`, `¥${value}`]) }}
  />
)

test('a chart is one picture with a name, and its numbers can be read as a table', () => {
  render(drawn([380, 517]))
  const picture = screen.getByRole('img', { name: '每月净收入' })
  expect(within(picture).getByText('517')).toBeTruthy()
  const [, , october] = screen.getAllByRole('row', { hidden: true })
  expect(october?.textContent).toBe('10 月¥517')
})

test('a new answer replaces the last one', () => {
  const { rerender } = render(drawn([380, 517]))
  rerender(drawn([73]))
  const picture = screen.getByRole('img', { name: '每月净收入' })
  expect(within(picture).queryByText('517')).toBeNull()
  expect(within(picture).getByText('73')).toBeTruthy()
})
