import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGridCache } from './grid-cache.ts'

const partsOf = async (cache: ReturnType<typeof createGridCache>) => [
  await cache.get('a', async () => ({ part: 'a' })),
  await cache.get('b', async () => ({ part: 'b' })),
]

test('a remembered value is found until one of its parts is dropped, and stays forgotten when that part is read again', async () => {
  const cache = createGridCache()
  const grid = { cells: [] }
  cache.remember('grid', await partsOf(cache), grid)
  expect(cache.recall('grid')).toBe(grid)
  cache.drop('c')
  expect(cache.recall('grid')).toBe(grid)
  cache.drop('b')
  expect(cache.recall('grid')).toBeUndefined()
  await partsOf(cache)
  expect(cache.recall('grid')).toBeUndefined()
})

test('a part that changed while it was being read makes no value that is found again', async () => {
  const cache = createGridCache()
  const reading = cache.get('a', async () => {
    await nextTurn()
    cache.drop('a')
    return { part: 'a' }
  })
  const grid = { cells: [] }
  cache.remember('grid', [await reading], grid)
  expect(cache.recall('grid')).toBeUndefined()
})

test('after the change feed loses track nothing is found', async () => {
  const cache = createGridCache()
  cache.remember('grid', await partsOf(cache), { cells: [] })
  cache.clear()
  expect(cache.recall('grid')).toBeUndefined()
  await partsOf(cache)
  expect(cache.recall('grid')).toBeUndefined()
})
