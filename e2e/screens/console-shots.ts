import type { Page } from '@playwright/test'
import type { ConsoleName } from '../run/console.ts'
import type { Shot } from './shot.ts'

/** The pictures of the console, each for a role that may open the page. */
export function consoleShots(): Shot[] {
  const of = (staff: ConsoleName, pages: Record<string, string>): Shot[] =>
    Object.entries(pages).map(([name, route]) => ({ name: `console-${name}`, route, staff }))
  return [
    ...of('operator', {
      approvals: '/approvals?kind=venues',
      'approvals-associations': '/approvals?kind=associations',
      'approvals-coaches': '/approvals?kind=coaches',
      'approvals-reports': '/approvals?kind=reports',
      'approvals-passwords': '/approvals?kind=passwords',
      'approvals-contents': '/approvals?kind=contents',
      venues: '/venues',
      'venue-new': '/venues/new',
      venue: '/venues/3',
      'venue-courts': '/venues/3?tab=courts',
      classes: '/classes',
      objections: '/objections',
      games: '/games',
      companies: '/companies',
      company: '/companies/1',
      coaches: '/coaches',
      coach: '/coaches/1',
      users: '/users',
      user: '/users/2',
      duplicates: '/users/duplicates',
      merchants: '/merchants',
      products: '/products',
      product: '/products/1',
      'shop-orders': '/shop-orders',
      adverts: '/adverts',
      advert: '/adverts/1',
      cards: '/cards',
      card: '/cards/1',
      adjustments: '/card-adjustments',
      'stringing-refunds': '/stringing-refunds',
      payments: '/payments',
      payment: '/payments/1',
      refunds: '/refunds',
      offline: '/offline',
      'offline-settings': '/offline/settings',
      reconcile: '/reconcile',
      audit: '/audit',
      jobs: '/jobs',
      shipments: '/shipments',
      invariants: '/invariants',
    }),
    { name: 'console-shop-order', route: '/shop-orders?refundChoice=ASKED', staff: 'operator', prepare: openFirstRow },
    ...of('senior', { staff: '/staff' }),
    ...of('merchant', {
      board: '/board',
      'stringing-order': '/board/orders/8',
      label: '/board/orders/8/label',
      sheet: '/board/orders/8/sheet',
      orders: '/orders',
      due: '/due',
      strings: '/strings',
      services: '/services',
      income: '/income',
      'shop-settings': '/shop-settings',
      'staff-accounts': '/staff-accounts',
    }),
    ...of('company', {
      analytics: '/analytics',
      'analytics-income': '/analytics/income',
      'analytics-use': '/analytics/use',
      'analytics-students': '/analytics/students',
    }),
  ]
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody tr[tabindex]').first().click()
  await page.waitForLoadState('networkidle')
}
