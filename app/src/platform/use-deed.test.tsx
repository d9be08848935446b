import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from './network-error'
import { useToast } from './toast-present'
import { useDeed } from './use-deed'

beforeEach(() => useToast.setState({ toast: null }))

/** A deed whose every run ends as it is told to; notes what was wanted under which key. */
function givenDeed() {
  const runs: { wanted: string; key: string; end: (failure?: Error) => void }[] = []
  const queryClient = new QueryClient()
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
  const run = (wanted: string, key: string) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ wanted, key, end: (failure) => (failure ? reject(failure) : resolve(`did ${wanted}`)) })
    })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => useDeed({ endpoint: { outcome: outcomes.cancelShopOrder }, stale: [['shop']], run }),
    { wrapper },
  )
  const isIdle = () => waitFor(() => expect(result.current.isPending).toBe(false))
  return { result, runs, invalidated, isIdle }
}

test('of two quick presses the second does nothing; the end is told, and what it changed is read again', async () => {
  const { result, runs, invalidated, isIdle } = givenDeed()
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

test('a press whose answer was lost has its key again, another wish or one after a refusal a new one', async () => {
  const { result, runs, isIdle } = givenDeed()
  const press = async (wanted: string, failure: Error) => {
    const before = runs.length
    act(() => result.current.act(wanted))
    await waitFor(() => expect(runs).toHaveLength(before + 1))
    runs.at(-1)?.end(failure)
    await isIdle()
    return runs.at(-1)?.key
  }
  const lost = await press('order', new NetworkError())
  expect(await press('order', new NetworkError())).toBe(lost)
  const other = await press('other', new ApiError('shop_order_settled'))
  expect(other).not.toBe(lost)
  expect(await press('other', new NetworkError())).not.toBe(other)
})

test('a refusal is kept for the sheet that stays open, until it is forgotten', async () => {
  const { result, runs, isIdle } = givenDeed()
  act(() => result.current.act('order'))
  await waitFor(() => expect(runs).toHaveLength(1))
  runs[0]?.end(new ApiError('shop_order_settled'))
  await waitFor(() => expect(result.current.refusal).toBe('当前状态不允许此操作'))
  await isIdle()
  act(() => result.current.forget())
  await waitFor(() => expect(result.current.refusal).toBeUndefined())
})
