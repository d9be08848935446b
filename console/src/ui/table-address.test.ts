import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedAddress, readTableAddress } from './table-address'

const reading = (text: string) => readTableAddress(new URLSearchParams(text))

test('an empty address means the first page of twenty, in the default order', () => {
  expect(reading('')).toEqual({ current: 1, rows: 20 })
  const usual = { sort: 'activityTime', sord: 'desc' } as const
  expect(readTableAddress(new URLSearchParams('page=3'), usual)).toEqual({ current: 3, rows: 20, ...usual })
})

test('the address contains page, size and order', () => {
  expect(reading('page=4&size=50&sort=name&order=asc')).toEqual({ current: 4, rows: 50, sort: 'name', sord: 'asc' })
})

test.each(['page=0', 'page=-1', 'page=1e3', 'page=x', 'size=1000', 'size=', 'sort=name', 'sort=name&order=up'])(
  'an invalid value in %s counts as missing',
  (text) => {
    expect(reading(text)).toEqual({ current: 1, rows: 20 })
  },
)

test('another filter or order begins at the first page; another page keeps them', () => {
  const before = new URLSearchParams('page=7&size=50&city=上海')
  expect(changedAddress(before, { keyword: '星湖' }).toString()).toBe(
    new URLSearchParams('size=50&city=上海&keyword=星湖').toString(),
  )
  expect(changedAddress(before, { page: '8' }).get('city')).toBe('上海')
  expect(changedAddress(before, { city: undefined }).has('city')).toBe(false)
})

test('any address gives a page and a size that the server takes', () => {
  const piece = fc.record({ page: fc.string(), size: fc.string(), sort: fc.string(), order: fc.string() })
  fc.assert(
    fc.property(piece, (said) => {
      const { current, rows, sord } = readTableAddress(new URLSearchParams(said))
      expect(Number.isSafeInteger(current) && current >= 1 && current <= 100_000).toBe(true)
      expect([20, 50, 100]).toContain(rows)
      expect([undefined, 'asc', 'desc']).toContain(sord)
    }),
  )
})
