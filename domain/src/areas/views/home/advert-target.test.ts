import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advertRoute, nameOfPage, routeToThing, TARGET_KINDS, TARGET_PAGES, thingOfRoute } from './advert-target.ts'

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
