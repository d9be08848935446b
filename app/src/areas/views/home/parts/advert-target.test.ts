import {
  advertRoute,
  routeToThing,
  TARGET_PAGES,
  type TargetKind,
} from '@paidang/domain/areas/views/home/advert-target'
import { expect, test } from 'vitest'
import {
  ballDetailPath,
  bookingBallPath,
  bookingClassPath,
  classInfoPath,
  coachPagePath,
  commonCoursesPath,
  productPath,
  productsPath,
  stadiumDetailPath,
  storeCardPath,
  threadingDetailPath,
  threadingPath,
} from '../../../../paths'

test.each([
  bookingClassPath(),
  commonCoursesPath(),
  productsPath('3'),
  ballDetailPath('7', 'share-token_1'),
  stadiumDetailPath('4'),
])('an advert leads to %s', (target) => {
  expect(advertRoute(target)).toBe(target)
})

test.each([
  null,
  '',
  'https://example.com/pages/home/index',
  '//example.com/pages/index',
  'javascript:alert(1)',
  '/pages/home/index#there',
  '/aaapi/files/1',
  'pages/home/index',
])('an advert with the target %j leads nowhere', (target) => {
  expect(advertRoute(target)).toBeUndefined()
})

test('the pages that operators can choose for adverts are pages of the app', () => {
  const pages = [bookingClassPath(), bookingBallPath(), threadingPath(), productsPath(), commonCoursesPath()]
  expect(TARGET_PAGES.map(({ path }) => path)).toEqual([...pages, storeCardPath()])
})

test.each<[TargetKind, (id: string) => string]>([
  ['product', productPath],
  ['category', productsPath],
  ['venue', stadiumDetailPath],
  ['ball', ballDetailPath],
  ['course', classInfoPath],
  ['coach', coachPagePath],
  ['merchant', threadingDetailPath],
])('an advert of a %s leads to its page', (kind, pathOf) => {
  expect(routeToThing({ kind, id: '7' })).toBe(pathOf('7'))
})
