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
    { name: 'console-roster-import', route: '/roster', staff: 'company', prepare: uploadTable },
    ...of('company', {
      analytics: '/analytics',
      'analytics-income': '/analytics/income',
      'analytics-use': '/analytics/use',
      'analytics-students': '/analytics/students',
    }),
  ]
}

/** Sends a table as a club keeps it: students who are new, one of them twice, and one whose number lacks a digit. */
async function uploadTable(page: Page): Promise<void> {
  const course = '成人私教 1 对 1'
  const rows = [
    '姓名,手机号,课程,教练,剩余课时,每课时单价,有效期至',
    `孟晴,13612340077,${course},,12,400,2035年5月31日`,
    `孟小禾,13612340077,${course},,九点五,340,2035-03-31`,
    `陈立,1361234007,${course},,16,400,2035/6/30`,
    `林溪,13612340080,${course},,１０,280,2035-01-31`,
    `孟晴,13612340077,${course},,12,400,2035-05-31`,
  ]
  const buffer = Buffer.from(rows.join('\n'))
  await page.getByLabel('选择表格').setInputFiles({ name: '学员台账.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: /^确认导入/ }).waitFor()
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody tr[tabindex]').first().click()
  await page.waitForLoadState('networkidle')
}
