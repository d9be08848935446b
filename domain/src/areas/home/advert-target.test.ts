import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advertRoute, nameOfPage, routeToThing, TARGET_KINDS, TARGET_PAGES, thingOfRoute } from './advert-target.ts'

const id = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String)

test('what shows a thing is a route of the app, and says which thing it is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TARGET_KINDS), id, (kind, id) => {
      const route = routeToThing({ kind, id })
      expect(advertRoute(route)).toBe(route)
      expect(thingOfRoute(route)).toEqual({ kind, id })
      expect(nameOfPage(route)).toBeUndefined()
    }),
  )
})

test('a page without a thing is a route of the app with a name', () => {
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
])('%s shows nothing to which adverts lead', (route) => {
  expect([thingOfRoute(route), nameOfPage(route)]).toEqual([undefined, undefined])
})
