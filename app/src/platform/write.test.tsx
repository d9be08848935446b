import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import Taro, { forgetTaro, router } from '../testing/taro'
import { goTo } from './navigate'
import { NetworkError } from './network-error'
import { useToast } from './toast-present'
import { useWrite } from './write'

beforeEach(() => {
  forgetTaro()
  useToast.setState({ toast: null })
})

/**
 * An action whose runs end as the test says; it records the inputs with their keys. What it changes is on screen, if it is
 * given, and reads so one time after another.
 */
function givenAuditEvent(shown: readonly string[] = []) {
  const runs: { input: string; key: string; end: (failure?: Error) => void }[] = []
  const queryClient = new QueryClient()
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
  const run = (input: string, key: string) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ input, key, end: (failure) => (failure ? reject(failure) : resolve(`did ${input}`)) })
    })
  const read = vi.fn(() => Promise.resolve({ status: shown[read.mock.calls.length - 1] }))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      useQuery({ queryKey: ['shop', 'order'], queryFn: read, enabled: shown.length > 0 })
      return useWrite({ outcome: outcomes.cancelShopOrder }, { stale: [['shop']], send: run })
    },
    { wrapper },
  )
  const isIdle = () => waitFor(() => expect(result.current.isPending).toBe(false))
  /** Everything was read that often, and is on the screen. */
  const isReadAgain = async (times: number) => {
    await waitFor(() => expect(read).toHaveBeenCalledTimes(times))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await act(() => Promise.resolve())
  }
  return { result, runs, invalidated, isIdle, isReadAgain }
}

test('the second of two quick presses does nothing; the end is reported, and changed data is read again', async () => {
  const { result, runs, invalidated, isIdle } = givenAuditEvent()
  const onDone = vi.fn()
  act(() => {
    result.current.act('order', { onDone })
    result.current.act('order', { onDone })
  })
  await waitFor(() => expect(runs).toHaveLength(1))
  runs[0]?.end()
  await isIdle()
  expect(onDone.mock.calls).toEqual([['did order']])
  expect(useToast.getState().toast?.text).toBe('取消成功')
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['shop'] })
})

test('a press after a lost answer reuses the key; another input, or a press after a refusal, gets a new one', async () => {
  const { result, runs, isIdle } = givenAuditEvent()
  const press = async (input: string, failure: Error) => {
    const before = runs.length
    act(() => void result.current.act(input))
    await waitFor(() => expect(runs).toHaveLength(before + 1))
    runs.at(-1)?.end(failure)
    await isIdle()
    return runs.at(-1)?.key
  }
  const lost = await press('order', new NetworkError())
  expect(await press('order', new NetworkError())).toBe(lost)
  expect(await press('order', new ApiError('server_busy'))).toBe(lost)
  expect(await press('order', new NetworkError())).toBe(lost)
  const other = await press('other', new ApiError('shop_order_settled'))
  expect(other).not.toBe(lost)
  expect(await press('other', new NetworkError())).not.toBe(other)
})

test.each([
  ['changed', 'cancelled', new NetworkError(), '没有收到结果，页面没变的话请重试'],
  ['stayed', 'paid', new NetworkError(), '取消失败，请重试'],
  ['changed, and the server refused', 'cancelled', new ApiError('shop_order_settled'), '当前状态不允许此操作'],
])('after an end without success the page is read again: what it shows %s', async (_case, after, failure, says) => {
  const { result, runs, isIdle, isReadAgain } = givenAuditEvent(['paid', after])
  await isReadAgain(1)
  act(() => void result.current.act('order'))
  await waitFor(() => expect(runs).toHaveLength(1))
  runs[0]?.end(failure)
  await isIdle()
  await isReadAgain(2)
  expect(useToast.getState().toast?.text).toBe(says)
})

test('a refusal stays for the open sheet until it is cleared', async () => {
  const { result, runs, isIdle } = givenAuditEvent()
  act(() => void result.current.act('order'))
  await waitFor(() => expect(runs).toHaveLength(1))
  runs[0]?.end(new ApiError('shop_order_settled'))
  await waitFor(() => expect(result.current.refusal).toBe('当前状态不允许此操作'))
  await isIdle()
  act(() => result.current.forget())
  await waitFor(() => expect(result.current.refusal).toBeUndefined())
})

test.each([
  ['is still open', '/pages/home/index', 1],
  ['was left', '/pages/my/index', 0],
])('what follows a press navigates only from its page: the page %s', async (_case, top, times) => {
  const { result, runs, isIdle } = givenAuditEvent()
  const onDone = vi.fn(() => void goTo('/shop/pages/orders/index'))
  act(() => void result.current.act('order', { onDone }))
  await waitFor(() => expect(runs).toHaveLength(1))
  router.path = top
  runs[0]?.end()
  await isIdle()
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(Taro.navigateTo).toHaveBeenCalledTimes(times)
})
