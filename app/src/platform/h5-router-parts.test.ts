import { expect, test, vi } from 'vitest'
import query from './h5-query'
import Routes from './h5-routes'

test('a page is found by its path, and anything else is told to be missing', async () => {
  const action = vi.fn(() => 'page')
  const routes = new Routes([{ path: '/pages/my/index', action }])
  expect(await routes.resolve('/pages/my/index')).toBe('page')
  expect(await routes.resolve('/pages/my/index/')).toBe('page')
  expect(action).toHaveBeenCalledWith({ pathname: '/pages/my/index' }, {})
  await expect(routes.resolve('/pages/my/indexes')).rejects.toMatchObject({ status: 404 })
})

test('a page is drawn with what was asked for early, and without it after a moment', async () => {
  vi.useFakeTimers()
  let come: (answer: undefined) => void = () => undefined
  const answer = new Promise<undefined>((resolve) => {
    come = resolve
  })
  window.earlyCalls = [{ method: 'GET', url: '/aaapi/features', authorization: '', at: Date.now(), answer }]
  const routes = new Routes([{ path: '/pages/my/index', action: () => 'page' }])
  const isFound = vi.fn()
  void routes.resolve('/pages/my/index').then(isFound)
  await vi.advanceTimersByTimeAsync(149)
  expect(isFound).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(isFound).toHaveBeenCalledWith('page')
  void routes.resolve('/pages/my/index').then(isFound)
  come(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(isFound).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
  delete window.earlyCalls
})

test('a query keeps its values as they are written', () => {
  expect(query.parse('id=12&name=%E6%9D%8E+1&empty=&bare&a=b=c&')).toEqual({
    id: '12',
    name: '%E6%9D%8E 1',
    empty: '',
    bare: null,
    a: 'b=c',
  })
})
