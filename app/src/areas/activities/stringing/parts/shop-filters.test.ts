import { expect, test } from 'vitest'
import { ALL_SHOPS, cutsShops, shopFilters } from './shop-filters'

const point = { latitude: 31.2, longitude: 121.4 }

test('without a choice the nearest shops come first, or the best ones while the reader’s location is unknown', () => {
  expect(shopFilters(ALL_SHOPS, undefined)).toEqual({ order: 'rating' })
  expect(shopFilters(ALL_SHOPS, point)).toEqual({ order: 'distance', ...point })
  expect(shopFilters({ ...ALL_SHOPS, sort: 'distance' }, undefined)).toEqual({ order: 'rating' })
  expect(shopFilters({ ...ALL_SHOPS, sort: 'fastest' }, point)).toEqual({ order: 'fastest', ...point })
})

test('chosen filters are sent in the form of the shop data, and nothing else is sent', () => {
  const place = { city: '上海', district: '徐汇区' }
  const chosen = { ...ALL_SHOPS, keyword: ' 弦音 ', sport: 'tennis' as const, hasCourier: true, place }
  expect(shopFilters(chosen, undefined)).toEqual({
    order: 'rating',
    keyword: '弦音',
    sport: 'tennis',
    hasCourier: true,
    city: '上海市',
    district: '徐汇区',
  })
  expect(shopFilters({ ...ALL_SHOPS, place: { city: '苏州市', district: '' } }, undefined)).toEqual({
    order: 'rating',
    city: '苏州市',
  })
})

test('every filter counts as a filter; the sort and blanks do not', () => {
  expect(
    [ALL_SHOPS, { ...ALL_SHOPS, sort: 'fastest' as const }, { ...ALL_SHOPS, keyword: ' ' }].map(cutsShops),
  ).toEqual([false, false, false])
  const cuts = [
    { keyword: '弦' },
    { sport: 'tennis' as const },
    { hasCourier: true },
    { place: { city: '苏州', district: '' } },
  ]
  expect(cuts.map((cut) => cutsShops({ ...ALL_SHOPS, ...cut }))).toEqual([true, true, true, true])
})
