import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadAnew, useChunkFailure, watchChunks } from './start.h5'

beforeEach(() => {
  vi.useFakeTimers()
  useChunkFailure.setState({ failed: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The bundler's loader, which fails so many times first. Its calls in milliseconds from the beginning. */
function givenLoader(failures: number) {
  const begin = Date.now()
  const calls: number[] = []
  const bundler = {
    e: async (_chunkId: string) => {
      calls.push(Date.now() - begin)
      if (calls.length <= failures) throw new Error('Loading chunk 7 failed')
    },
  }
  vi.stubGlobal('__webpack_require__', bundler)
  watchChunks()
  return { calls, load: () => bundler.e('7') }
}

test.each([
  [0, [0]],
  [1, [0, 500]],
  [2, [0, 500, 2000]],
  [3, [0, 500, 2000, 6500]],
])('a chunk that fails %i times is loaded again after growing delays', async (failures, times) => {
  const { calls, load } = givenLoader(failures)
  const loaded = load()
  await vi.runAllTimersAsync()
  await loaded
  expect(calls).toEqual(times)
  expect(useChunkFailure.getState().failed).toBe(false)
})

test('a chunk that never loads is reported at last, and a later one is tried anew', async () => {
  const { calls, load } = givenLoader(4)
  const failed = expect(load()).rejects.toThrow('Loading chunk 7 failed')
  await vi.advanceTimersByTimeAsync(6499)
  expect(useChunkFailure.getState().failed).toBe(false)
  await vi.runAllTimersAsync()
  await failed
  expect(calls).toHaveLength(4)
  expect(useChunkFailure.getState().failed).toBe(true)
  await load()
  expect(calls).toHaveLength(5)
})

test('without a network nothing is retried, and the page is loaded once the network is back', async () => {
  const reload = vi.fn()
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('location', { reload })
  const { calls, load } = givenLoader(4)
  await expect(load()).rejects.toThrow('Loading chunk 7 failed')
  expect([calls, useChunkFailure.getState().failed]).toEqual([[0, 0], true])
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledOnce()
})

test('a chunk of a build that a new one has replaced loads the page anew, at once', async () => {
  const serviceWorker = new EventTarget()
  const reload = vi.fn()
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('location', { reload })
  const { load } = givenLoader(2)
  const loaded = load()
  await vi.advanceTimersByTimeAsync(499)
  expect(reload).not.toHaveBeenCalled()
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledOnce()
  await vi.runAllTimersAsync()
  await loaded
})

test.each([
  ['comes from the network', true, true, ['forgotten', 'loaded']],
  ['comes from the browser without a network', false, true, ['loaded']],
  ['needs no browser that keeps pages', true, false, ['loaded']],
])('a reload for missing code %s', async (_, onLine, keeps, expected) => {
  const done: string[] = []
  const getRegistration = async () => ({ unregister: async () => done.push('forgotten') })
  vi.stubGlobal('navigator', { onLine, ...(keeps && { serviceWorker: { getRegistration } }) })
  vi.stubGlobal('location', { reload: () => done.push('loaded') })
  await reloadAnew()
  expect(done).toEqual(expected)
})
