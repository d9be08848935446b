import * as balls from '@paidang/api/areas/activities/balls'
import * as shop from '@paidang/api/areas/activities/shop'
import { createShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { bindWechat, resetPassword, verifyPhone } from '@paidang/api/areas/desks/accounts'
import { topUpCard, topUpPlans } from '@paidang/api/areas/money/cards'
import { payOrder } from '@paidang/api/areas/money/payments'
import {
  decryptPhone,
  phoneCodePicture,
  phoneLogIn,
  sendPhoneCode,
  settlePhoneLogIn,
  features as told,
  wxLogin,
} from '@paidang/api/areas/people/auth'
import { homeAdverts } from '@paidang/api/areas/views/home'
import type { Endpoint } from '@paidang/api/endpoint'
import { FEATURE_OF, ORDER_KINDS } from '@paidang/domain/areas/money/payments/order'
import { ALL_FEATURES, FEATURES, type Feature } from '@paidang/domain/kernel/features'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adverts } from '../tables/home.ts'
import { orderLines, orders, payments, simulatedPayments } from '../tables/payments.ts'
import { fingerprints } from '../testing/all-rows.ts'
import { givenPlayer, TEST_NOW } from '../testing/builders.ts'
import { givenCard, givenOrder, watchedEffects } from '../testing/given-money.ts'
import { startTestServer } from '../testing/test-server.ts'
import { API_PREFIX } from './serve.ts'

// A deployment refuses every call of a feature that is turned off, and refuses nothing else.

const { effects } = watchedEffects()
const server = await startTestServer({ orderEffects: effects })
const { db } = server
const REFUSED = {
  cards: 'cards_off',
  shop: 'shop_off',
  stringingPayments: 'stringing_payments_off',
  ballPayments: 'ball_payments_off',
  trialLessons: 'trial_lessons_off',
  packages: 'packages_off',
  wechat: 'wechat_off',
  wechatPay: 'wechat_pay_off',
  sms: 'sms_off',
}

const without = Object.fromEntries(FEATURES.map((feature) => [feature, { ...ALL_FEATURES, [feature]: false }]))
const apps = new Map<string, Awaited<ReturnType<typeof server.another>>>()
beforeAll(async () => {
  for (const feature of FEATURES) {
    const features = without[feature] ?? ALL_FEATURES
    apps.set(feature, await server.another({ orderEffects: effects, features }))
  }
})

let me: string
beforeEach(async () => {
  me = await givenPlayer(db)
})

/** Calls the deployment without a feature, or with 'all' the one with every feature. @returns the code of its answer */
async function codeOf(feature: Feature | 'all', { method, path }: Endpoint, body?: object): Promise<string> {
  const app = apps.get(feature) ?? server.app
  const response = await app.inject({
    method,
    url: API_PREFIX + path.replace(/:\w+/, '987654321'),
    headers: { authorization: `Bearer ${await server.tokenOf(me)}` },
    ...(body && { payload: body }),
  })
  return String(response.json().code)
}

const game = {
  title: '周末双打',
  activityDate: '2026-05-03',
  beginTimeSlot: 20,
  endTimeSlot: 24,
  place: '人民公园',
  sport: 'tennis',
  matchType: 1,
  levelFrom: 1,
  levelTo: 7,
  minPlayers: 2,
  maxPlayers: 4,
  genderRule: 'ANY',
  feeMode: 'AA',
  courtFeeFen: 8_000,
  extrasFen: 0,
  isPublic: true,
}
const item = { productId: '987654321', quantity: 1 }

/** Every call that needs a feature. */
const WAYS: [Feature, Endpoint, object?][] = [
  ['cards', topUpPlans],
  ['cards', topUpCard, { planId: '1' }],
  ['shop', shop.listCategories],
  ['shop', shop.listProducts],
  ['shop', shop.getProduct],
  ['shop', shop.getCart],
  ['shop', shop.updateCart, item],
  ['shop', shop.selectCartItems, { productIds: ['987654321'], isSelected: true }],
  ['shop', shop.removeCartItems, { productIds: ['987654321'] }],
  ['shop', createShopOrder, { addressId: '987654321', totalFen: 1, items: [item] }],
  ['ballPayments', balls.createBall, game],
  ['wechat', wxLogin, { code: 'sim:somebody:once' }],
  ['wechat', decryptPhone, { code: 'sim:phone:13800000000' }],
  ['wechat', bindWechat, { code: 'sim:somebody:twice' }],
  ['sms', phoneCodePicture],
  ['sms', sendPhoneCode, { phone: '13800000000' }],
  ['sms', phoneLogIn, { phone: '13800000000', code: '123456' }],
  ['sms', settlePhoneLogIn, { ticket: 'none' }],
  ['sms', verifyPhone, { phone: '13800000000', code: '123456' }],
  ['sms', resetPassword, { phone: '13800000000', code: '123456', newPassword: 'demo12345' }],
]

test.each(WAYS)('without %s a call that needs it is refused: %o', async (feature, endpoint, body) => {
  expect(await codeOf(feature, endpoint, body)).toBe(REFUSED[feature])
  expect(Object.values(REFUSED)).not.toContain(await codeOf('all', endpoint, body))
})

test.each(ORDER_KINDS)('an order of %s can be paid only where its feature is on', async (kind) => {
  const orderId = await givenOrder(db, { userId: me, kind })
  const codes = new Map<Feature, string>()
  const before = await fingerprints(db)
  for (const feature of FEATURES) {
    const code = await codeOf(feature, payOrder, { orderId, method: 'WECHAT', channel: 'NATIVE' })
    if (code !== '0') codes.set(feature, code)
    if (feature === FEATURE_OF[kind]) expect((await fingerprints(db)).payments).toBe(before.payments)
    await db.delete(simulatedPayments)
    await db.delete(payments)
  }
  expect([...codes]).toEqual([
    [FEATURE_OF[kind], REFUSED[FEATURE_OF[kind]]],
    ['wechatPay', 'wechat_pay_off'],
  ])
  await db.delete(orderLines)
  await db.delete(orders)
})

test('where cards are not sold, an existing card still pays, since refunds go back to it', async () => {
  const { cardId } = await givenCard(db, { userId: me, paidAt: TEST_NOW })
  const orderId = await givenOrder(db, { userId: me })
  expect(await codeOf('cards', payOrder, { orderId, method: 'CARD', cardId })).toBe('0')
})

test('without payments for games a free game can be arranged', async () => {
  expect(await codeOf('ballPayments', balls.createBall, { ...game, courtFeeFen: 0 })).toBe('0')
})

test('everybody can read which features are on', async () => {
  for (const feature of FEATURES) {
    const response = await apps.get(feature)?.inject({ url: `${API_PREFIX}${told.path}` })
    expect(response?.json().data).toEqual(without[feature])
  }
})

test('an advert that links to a turned-off feature is left out', async () => {
  const advert = {
    place: 'home' as const,
    title: '广告',
    label: '',
    subtitle: '',
    beginsAt: TEST_NOW,
    endsAt: new Date('2026-06-01T00:00:00+08:00'),
    createdAt: TEST_NOW,
  }
  const targets = ['/shop/pages/products/index', '/user/pages/user_store_card/index', '/pages/threading/index']
  await db.insert(adverts).values(targets.map((target) => ({ ...advert, target })))
  const shownBy = async (feature: Feature) =>
    (await apps.get(feature)?.inject({ url: API_PREFIX + homeAdverts.path }))
      ?.json()
      .data.map(({ target }: { target: string }) => target)
      .sort()
  expect(await shownBy('shop')).toEqual([targets[2], targets[1]])
  expect(await shownBy('cards')).toEqual([targets[2], targets[0]])
  expect(await shownBy('ballPayments')).toHaveLength(3)
})
