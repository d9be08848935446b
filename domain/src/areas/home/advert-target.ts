import type { Feature } from '../../kernel/features.ts'

/** A page of the app with its parameters, as adverts name it. */
const ROUTE = /^(\/[A-Za-z]\w*){1,2}(\/\w+)\/index(\?[^#\s]*)?$/

/**
 * Where an advert leads inside the app; undefined for one that only says something, and for an address outside, which neither
 * a mini-program nor a player who meant to stay here should be sent to.
 */
export function advertRoute(target: string | null): string | undefined {
  return target !== null && ROUTE.test(target) ? target : undefined
}

/** Without which a page shows nothing; undefined for a page that every deployment has. */
export function featureOfRoute(route: string): Feature | undefined {
  if (route.startsWith('/shop/')) return 'shop'
  return route.startsWith('/user/pages/user_store_card') ? 'cards' : undefined
}

/** Pages of the app that show no one thing, to which an advert may lead. */
export const TARGET_PAGES = [
  { path: '/pages/bookingClass/index', name: '约课' },
  { path: '/pages/bookingBall/index', name: '约球' },
  { path: '/pages/threading/index', name: '穿线' },
  { path: '/shop/pages/products/index', name: '商城' },
  { path: '/bookingClass/pages/common_courses/index', name: '课程介绍' },
  { path: '/user/pages/user_store_card/index', name: '储值卡' },
] as const

/** What an advert may show one of. */
export const TARGET_KINDS = ['product', 'category', 'venue', 'ball', 'course', 'merchant'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export const TARGET_KIND_NAMES: Record<TargetKind, string> = {
  product: '商品',
  category: '商品分类',
  venue: '场馆',
  ball: '球局',
  course: '课程',
  merchant: '穿线商家',
}

/** Which page shows it, up to its id. */
const PAGE_OF: Record<TargetKind, string> = {
  product: '/shop/pages/product/index?id=',
  category: '/shop/pages/products/index?categoryId=',
  venue: '/bookingBall/pages/stadiumDetail/index?id=',
  ball: '/bookingBall/pages/ballDetail/index?id=',
  course: '/bookingClass/pages/class_info/index?courseDesignId=',
  merchant: '/threading/pages/threadingDetail/index?id=',
}

/** One thing that the app shows. */
export type TargetThing = { kind: TargetKind; id: string }

/** The route of the page that shows it. */
export function routeToThing({ kind, id }: TargetThing): string {
  return PAGE_OF[kind] + id
}

/** The thing that a route shows; undefined for a page without one, and for what is no page that adverts lead to. */
export function thingOfRoute(route: string): TargetThing | undefined {
  for (const kind of TARGET_KINDS) {
    const id = route.startsWith(PAGE_OF[kind]) ? route.slice(PAGE_OF[kind].length) : ''
    if (/^[1-9]\d{0,18}$/.test(id)) return { kind, id }
  }
  return undefined
}

/** The name of a page without a thing of its own; undefined for any other. */
export function nameOfPage(route: string): string | undefined {
  return TARGET_PAGES.find(({ path }) => path === route)?.name
}
