import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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

/** An action whose runs end as the test says; it records the inputs with their keys. */
function givenAuditEvent() {
  const runs: { input: string; key: string; end: (failure?: Error) => void }[] = []
  const queryClient = new QueryClient()
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
  const run = (input: string, key: string) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ input, key, end: (failure) => (failure ? reject(failure) : resolve(`did ${input}`)) })
    })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => useWrite({ outcome: outcomes.cancelShopOrder }, { stale: [['shop']], send: run }),
    { wrapper },
  )
  const isIdle = () => waitFor(() => expect(result.current.isPending).toBe(false))
  return { result, runs, invalidated, isIdle }
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
