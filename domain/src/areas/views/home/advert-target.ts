import type { Feature } from '../../../kernel/features.ts'

/** A page of the app with its parameters, in the form that adverts use. */
const ROUTE = /^(\/[A-Za-z]\w*){1,2}(\/\w+)\/index(\?[^#\s]*)?$/

/**
 * The page of the app that an advert opens; undefined for one that opens none, and for an outside address. A
 * mini-program cannot open outside addresses, and players should not be led away from the app.
 */
export function advertRoute(target: string | null): string | undefined {
  return target !== null && ROUTE.test(target) ? target : undefined
}

/** The feature that a page requires; undefined for a page of every deployment. */
export function featureOfRoute(route: string): Feature | undefined {
  if (route.startsWith('/shop/')) return 'shop'
  return route.startsWith('/user/pages/user_store_card') ? 'cards' : undefined
}

/** The pages without an object that an advert can open. */
export const TARGET_PAGES = [
  { path: '/pages/bookingClass/index', name: '约课' },
  { path: '/pages/bookingBall/index', name: '约球' },
  { path: '/pages/threading/index', name: '穿线' },
  { path: '/shop/pages/products/index', name: '商城' },
  { path: '/bookingClass/pages/common_courses/index', name: '课程介绍' },
  { path: '/user/pages/user_store_card/index', name: '储值卡' },
] as const

/** The kinds of objects that an advert can open. */
export const TARGET_KINDS = ['product', 'category', 'venue', 'ball', 'course', 'coach', 'merchant'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What the advert of a company can open: what is its own. */
export const COMPANY_TARGET_KINDS = ['course', 'coach', 'venue', 'ball'] as const satisfies readonly TargetKind[]

export const TARGET_KIND_NAMES: Record<TargetKind, string> = {
  product: '商品',
  category: '商品分类',
  venue: '场馆',
  ball: '球局',
  course: '课程',
  coach: '教练',
  merchant: '穿线商家',
}

/** The page that shows each kind, up to its id. */
const PAGE_OF: Record<TargetKind, string> = {
  product: '/shop/pages/product/index?id=',
  category: '/shop/pages/products/index?categoryId=',
  venue: '/bookingBall/pages/stadiumDetail/index?id=',
  ball: '/bookingBall/pages/ballDetail/index?id=',
  course: '/bookingClass/pages/class_info/index?courseDesignId=',
  coach: '/bookingClass/pages/coach_page/index?id=',
  merchant: '/threading/pages/threadingDetail/index?id=',
}

/** An object that the app shows. */
export type TargetThing = { kind: TargetKind; id: string }

/** The route of the page that shows the object. */
export function routeToThing({ kind, id }: TargetThing): string {
  return PAGE_OF[kind] + id
}

/** The object that a route shows; undefined for a page without one, and for a page that adverts cannot open. */
export function thingOfRoute(route: string): TargetThing | undefined {
  for (const kind of TARGET_KINDS) {
    const id = route.startsWith(PAGE_OF[kind]) ? route.slice(PAGE_OF[kind].length) : ''
    if (/^[1-9]\d{0,18}$/.test(id)) return { kind, id }
  }
  return undefined
}

/** The name of a page without an object; undefined for any other. */
export function nameOfPage(route: string): string | undefined {
  return TARGET_PAGES.find(({ path }) => path === route)?.name
}

/** The page of an advert itself: its terms, and what it leads to. */
export function advertPageOf(id: string): string {
  return `/bookingClass/pages/advert/index?id=${id}`
}

/** An advert with terms to read, or without a page of another thing, opens its own page. */
export function routeOfAdvert({ id, target, terms }: { id: string; target: string | null; terms: string }): string {
  return target === null || terms !== '' ? advertPageOf(id) : target
}
