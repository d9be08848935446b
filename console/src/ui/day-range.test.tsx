import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { draw } from '../testing/draw'
import { DayRange, type Days } from './day-range'

function show(days: Days, isRequired = false) {
  const onChange = vi.fn()
  draw(
    <>
      <DayRange label="下单" days={days} isRequired={isRequired} onChange={onChange} />
      <button type="button">搜索</button>
    </>,
    { answers: {} },
  )
  return { onChange, user: userEvent.setup() }
}

const from = () => screen.getByLabelText<HTMLInputElement>('下单从')
const until = () => screen.getByLabelText<HTMLInputElement>('下单到')

test('the Tab key goes through both days and on to the next field, and back', async () => {
  const { user } = show({ from: '2026-11-01', until: '2026-11-30' }, true)
  await user.tab()
  expect(document.activeElement).toBe(from())
  await user.tab()
  expect(document.activeElement).toBe(until())
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '搜索' }))
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(until())
})

test.each([
  ['before the other', '2026-11-20', { from: '2026-11-20', until: '2026-11-25' }],
  ['the other itself', '2026-11-25', { from: '2026-11-25', until: '2026-11-25' }],
  ['behind the other takes its place', '2026-11-28', { from: '2026-11-25', until: '2026-11-28' }],
])('a day that is typed: %s', async (_, typed, days) => {
  const { onChange, user } = show({ from: undefined, until: '2026-11-25' })
  await user.type(from(), `${typed}{Enter}`)
  expect(onChange).toHaveBeenLastCalledWith(days)
})
