import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CourtGrid } from './court-grid-view'
import type { CellLook, RowLook, SlotLook } from './grid-look'

const courts = ['1号场', '2号场'].map((name) => ({ courtCode: name, name, surface: '室内' }))
const look = (label: string, kind: SlotLook): CellLook => ({
  look: kind,
  word: '',
  label,
  joinsAbove: false,
  joinsBelow: false,
})
const row = (timeIndex: number, time: string, kinds: SlotLook[]): RowLook => ({
  timeIndex,
  time,
  cells: kinds.map((kind, column) => look(`${courts[column]?.name} ${time}`, kind)),
  signature: `${time} ${kinds}`,
})
const band = (timeIndex: number, time: string): RowLook => ({
  timeIndex,
  time,
  band: { ...look(`${time} 王启明 已有课`, 'coachBusy'), word: '王启明 已有课' },
  cells: [],
  signature: `${time} band`,
})
const free = [
  row(36, '18:00', ['available', 'available']),
  band(37, '18:30'),
  row(38, '19:00', ['available', 'available']),
]

function open(rows: RowLook[] = free) {
  const handlers = { onPress: vi.fn(), onExtend: vi.fn(), onClear: vi.fn() }
  render(<CourtGrid courts={courts} rows={rows} endTime="19:30" label="周日 11.22 场地时间" {...handlers} />)
  return { user: userEvent.setup(), ...handlers }
}
const cell = (name: string) => screen.getByRole('gridcell', { name })
const focused = () => document.activeElement?.getAttribute('aria-label')
const tabStops = () => screen.getAllByRole('gridcell').filter((one) => one.tabIndex === 0)

test('one press handler reports the place of the pressed cell, also in a band', async () => {
  const { user, onPress } = open()
  await user.click(cell('2号场 19:00'))
  expect(onPress).toHaveBeenLastCalledWith({ row: 2, column: 1 })
  await user.click(screen.getByText('王启明 已有课'))
  expect(onPress).toHaveBeenLastCalledWith({ row: 1, column: 0 })
  await user.click(screen.getByText('18:00'))
  expect(onPress).toHaveBeenCalledTimes(2)
})

test('one cell is in the tab order, and the arrows move the focus and the tab order', async () => {
  const { user } = open()
  expect(tabStops().map((one) => one.getAttribute('aria-label'))).toEqual(['1号场 18:00'])
  await user.tab()
  expect(focused()).toBe('1号场 18:00')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('2号场 18:00')
  expect(tabStops().map((one) => one.getAttribute('aria-label'))).toEqual(['2号场 18:00'])
})

test('moving through a band keeps the column', async () => {
  const { user } = open()
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(focused()).toBe('18:30 王启明 已有课')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('2号场 19:00')
})

test('Space presses the focused cell, Shift and an arrow extends, Esc clears, Home and End go to the row ends', async () => {
  const { user, onPress, onExtend, onClear } = open()
  await user.tab()
  await user.keyboard('{End}')
  expect(focused()).toBe('2号场 18:00')
  await user.keyboard('{Home}[Space]')
  expect(onPress).toHaveBeenCalledWith({ row: 0, column: 0 })
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(onExtend).toHaveBeenCalledWith({ row: 0, column: 0 }, { row: 1, column: 0 })
  await user.keyboard('{Escape}')
  expect(onClear).toHaveBeenCalledTimes(1)
})

test('keys act on the focused cell, however it got the focus', async () => {
  const { user, onPress, onExtend } = open()
  act(() => cell('2号场 19:00').focus())
  await user.keyboard('[Space]')
  expect(onPress).toHaveBeenCalledWith({ row: 2, column: 1 })
  act(() => cell('1号场 19:00').focus())
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(onExtend).toHaveBeenCalledWith({ row: 2, column: 0 }, { row: 1, column: 0 })
})

test('a grid with a selection is entered at the selection', () => {
  open([row(36, '18:00', ['available', 'available']), row(37, '18:30', ['available', 'selected'])])
  expect(tabStops().map((one) => one.getAttribute('aria-label'))).toEqual(['2号场 18:30'])
  expect(cell('2号场 18:30').getAttribute('aria-selected')).toBe('true')
})

test('a finger that moved the grid is reported once, a tap is not', () => {
  const onDragged = vi.fn()
  render(
    <CourtGrid
      courts={courts}
      rows={free}
      endTime="19:30"
      label="场地时间"
      onPress={vi.fn()}
      onExtend={vi.fn()}
      onClear={vi.fn()}
      onDragged={onDragged}
    />,
  )
  const touch = (type: string, clientY: number) => {
    const event = new Event(type, { bubbles: true })
    Object.assign(event, { changedTouches: [{ clientX: 0, clientY }] })
    act(() => {
      cell('1号场 18:00').dispatchEvent(event)
    })
  }
  touch('touchstart', 100)
  touch('touchend', 104)
  expect(onDragged).not.toHaveBeenCalled()
  touch('touchstart', 100)
  touch('touchend', 40)
  expect(onDragged).toHaveBeenCalledTimes(1)
})
