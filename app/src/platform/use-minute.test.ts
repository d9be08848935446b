import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFullMinute, useMinute } from './use-minute'

test('the present is that of each render, and the full minute the same object until the next', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-05-14T01:41:40Z') })
  const { result, rerender } = renderHook(() => ({ now: useMinute(), minute: useFullMinute() }))
  const { minute } = result.current
  expect(minute.toISOString()).toBe('2026-05-14T01:41:00.000Z')
  vi.setSystemTime(new Date('2026-05-14T01:41:50Z'))
  rerender()
  expect(result.current.now.toISOString()).toBe('2026-05-14T01:41:50.000Z')
  expect(result.current.minute).toBe(minute)
  act(() => vi.advanceTimersByTime(20_000))
  expect(result.current.minute.toISOString()).toBe('2026-05-14T01:42:00.000Z')
})
