import { ApiError } from '@paidang/api/catalogue/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from './network-error'
import { SHORT_TOAST_MS, showDone, showFailed, showToast } from './toast'
import { useToast } from './toast-present'

const outcome = { done: '确认约课成功', failed: '确认约课失败' }
const shown = () => useToast.getState().toast?.text ?? null

beforeEach(() => {
  vi.useFakeTimers()
  useToast.setState({ toast: null })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a success shows its message for 2000 ms', async () => {
  showDone(outcome)
  await vi.advanceTimersByTimeAsync(1999)
  expect(shown()).toBe('确认约课成功')
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toBeNull()
})

test('a success without a message shows nothing', () => {
  showDone({ failed: '获取广告失败' })
  expect(shown()).toBeNull()
})

test("a refusal shows the server's message, a network failure the action's own", () => {
  showFailed(outcome, new ApiError('slot_taken', { message: '该时段已被占用，不能选择' }))
  expect(shown()).toBe('该时段已被占用，不能选择')
  showFailed(outcome, new NetworkError())
  expect(shown()).toBe('确认约课失败')
})

test('the end of the session is not reported a second time', () => {
  showFailed(outcome, new ApiError('session_expired'))
  expect(shown()).toBeNull()
})

test('a new toast replaces the old one and stays for its own time', async () => {
  showToast('第一句', { durationMs: SHORT_TOAST_MS })
  await vi.advanceTimersByTimeAsync(1000)
  showToast('第二句')
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBe('第二句')
})
