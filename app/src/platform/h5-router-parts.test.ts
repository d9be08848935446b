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

test('a query keeps its values as they are written', () => {
  expect(query.parse('id=12&name=%E6%9D%8E+1&empty=&bare&a=b=c&')).toEqual({
    id: '12',
    name: '%E6%9D%8E 1',
    empty: '',
    bare: null,
    a: 'b=c',
  })
})
