import { expect, test, vi } from 'vitest'
import { loadPage } from './load-page'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const reachable = (isReachable: boolean) =>
  vi.stubGlobal('fetch', () => (isReachable ? Promise.resolve(new Response('')) : Promise.reject(new TypeError())))

test('a page whose code was removed by a release reloads the console, once', async () => {
  sessionStorage.clear()
  reachable(true)
  const reload = vi.fn()
  void loadPage(gone, reload)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  await expect(loadPage(gone, reload)).rejects.toMatchObject({ isOffline: false })
  expect(reload).toHaveBeenCalledOnce()
})

test('after a loaded page, the next missing one reloads the console again', async () => {
  sessionStorage.clear()
  reachable(true)
  const reload = vi.fn()
  void loadPage(gone, reload)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  expect(await loadPage(async () => 'a page', reload)).toBe('a page')
  void loadPage(gone, reload)
  await expect.poll(() => reload.mock.calls.length).toBe(2)
})

test('nothing is reloaded while the server is unreachable', async () => {
  sessionStorage.clear()
  reachable(false)
  const reload = vi.fn()
  await expect(loadPage(gone, reload)).rejects.toMatchObject({ isOffline: true })
  expect(reload).not.toHaveBeenCalled()
})

test('blocked storage loses no loaded page, and a missing one does not reload the console forever', async () => {
  reachable(true)
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const reload = vi.fn()
  expect(await loadPage(async () => 'a page', reload)).toBe('a page')
  await expect(loadPage(gone, reload)).rejects.toMatchObject({ isOffline: false })
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
