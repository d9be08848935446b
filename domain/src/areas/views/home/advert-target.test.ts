import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advertPageOf,
  advertRoute,
  nameOfPage,
  routeOfAdvert,
  routeToThing,
  TARGET_KINDS,
  TARGET_PAGES,
  thingOfRoute,
} from './advert-target.ts'

const id = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String)

test('a page that shows an object is a route of the app and names the object', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TARGET_KINDS), id, (kind, id) => {
      const route = routeToThing({ kind, id })
      expect(advertRoute(route)).toBe(route)
      expect(thingOfRoute(route)).toEqual({ kind, id })
      expect(nameOfPage(route)).toBeUndefined()
    }),
  )
})

test('a page without an object is a route of the app with a name', () => {
  for (const { path, name } of TARGET_PAGES) {
    expect([advertRoute(path), nameOfPage(path), thingOfRoute(path)]).toEqual([path, name, undefined])
  }
})

test.each([
  '/shop/pages/product/index?id=',
  '/shop/pages/product/index?id=0',
  '/shop/pages/product/index?id=1&share=2',
  '/user/pages/account/index',
  'https://example.com/pages/home/index',
])('%s is no page that adverts can open', (route) => {
  expect([thingOfRoute(route), nameOfPage(route)]).toEqual([undefined, undefined])
})

test('an advert opens what it leads to, but its own page where there are terms to read or nothing else', () => {
  const target = routeToThing({ kind: 'coach', id: '7' })
  const own = advertPageOf('3')
  expect(advertRoute(own)).toBe(own)
  expect(routeOfAdvert({ id: '3', target, terms: '' })).toBe(target)
  expect(routeOfAdvert({ id: '3', target, terms: '限新学员' })).toBe(own)
  expect(routeOfAdvert({ id: '3', target: null, terms: '' })).toBe(own)
})
