import { ALL_FEATURES, type Feature } from '@paidang/domain/kernel/features'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { store, unstore } from '../../../platform/storage'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import { PublishBallView } from '../../activities/balls/publish-ball-view'
import { CardsView } from '../../money/cards/cards-view'
import { Wallet } from '../../money/cards/wallet'
import { ForgotPasswordView } from '../../people/auth/forgot-password-view'
import { CashierView } from '../../views/cashier/cashier-view'
import { givenCard, givenOrder } from '../../views/cashier/testing/given-order'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { WayCells } from '../../views/my/parts/entries'
import { ShopGate } from './feature-gate'

// Features that the deployment lacks are shown nowhere. Every entry point is checked.

beforeEach(() => givenSession('10'))

const order = givenOrder({ expiresAt: new Date(Date.now() + 900_000).toISOString() })
const shop = <ShopGate title="商城">全部商品</ShopGate>

/** What a user has from earlier purchases. */
type Had = { cards?: ReturnType<typeof givenCard>[]; ordered?: number }

/** An entry point: the feature, its name, the element drawn, the entry itself, and something that is always there. */
const WAYS: [Feature, string, ReactNode, RegExp, RegExp][] = [
  ['shop', '我的：商城', <WayCells key="1" />, /^商城$/, /^我的球拍$/],
  ['shop', '我的：我的订单', <WayCells key="2" />, /^我的订单$/, /^我的球拍$/],
  ['shop', '商城的页面', shop, /全部商品/, /./],
  ['cards', '我的：储值卡流水', <WayCells key="3" />, /^储值卡流水$/, /^我的球拍$/],
  ['cards', '我的：钱包', <Wallet key="4" />, /^充值$/, /^/],
  ['cards', '储值卡：充值', <CardsView key="5" />, /^充值$/, /./],
  ['wechat', '忘记密码', <ForgotPasswordView key="8" />, /在微信里打开/, /请客服核实/],
  ['ballPayments', '发起约球：费用', <PublishBallView key="7" />, /^我请客$/, /^谁来打$/],
]

function draw(feature: Feature, has: boolean, view: ReactNode, { cards = [], ordered = 0 }: Had = {}) {
  const features = { ...ALL_FEATURES, [feature]: has }
  store('features', features)
  givenWorld({
    '/features': () => ({ data: features }),
    '/orders/70': () => ({ data: order }),
    '/orders/check/70': () => ({ data: order }),
    '/stored-card/user/10': () => ({ data: cards }),
    '/shop/orders': () => ({ data: [], total: ordered }),
  })
  open(view)
}

test.each(WAYS)('%s: %s is shown where the feature is on', async (feature, _name, view, way) => {
  draw(feature, true, view, { cards: [givenCard()] })
  expect((await screen.findAllByText(way)).length).toBeGreaterThan(0)
})

test.each(WAYS)('%s: %s is absent where the feature is off', async (feature, name, view, way, besides) => {
  draw(feature, false, view)
  // The wallet disappears as a whole. Elsewhere the rest is drawn.
  if (name !== '我的：钱包') expect((await screen.findAllByText(besides)).length).toBeGreaterThan(0)
  expect(screen.queryAllByText(way)).toEqual([])
})

test.each([
  ['cards', '储值卡流水', <WayCells key="1" />, { cards: [givenCard()] }],
  ['cards', '拍档储值卡', <CashierView key="2" orderId="70" />, { cards: [givenCard()] }],
  ['shop', '我的订单', <WayCells key="3" />, { ordered: 1 }],
] as [Feature, string, ReactNode, Had][])('%s: a user with earlier purchases still finds %s', async (...given) => {
  const [feature, way, view, had] = given
  draw(feature, false, view, had)
  expect(await screen.findByText(way)).toBeTruthy()
})

test.each(WAYS)('%s: %s is absent until the features are known', async (_feature, _name, view, way) => {
  unstore('features')
  let answer: (features: FakeAnswer) => void = () => undefined
  const later = new Promise<FakeAnswer>((resolve) => {
    answer = resolve
  })
  givenWorld({ '/features': () => later, '/stored-card/user/10': () => ({ data: [] }) })
  open(view)
  await act(async () => undefined)
  expect(screen.queryAllByText(way)).toEqual([])
  answer({ data: ALL_FEATURES })
  expect((await screen.findAllByText(way)).length).toBeGreaterThan(0)
})

test.each(WAYS)('%s: %s stays absent when nothing tells the features', async (_feature, _name, view, way) => {
  unstore('features')
  const calls = givenWorld({ '/stored-card/user/10': () => ({ data: [] }) })
  open(view)
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/features'))
  await act(async () => undefined)
  expect(screen.queryAllByText(way)).toEqual([])
})

test('a page of the shop says what failed, and opens after the features are known', async () => {
  unstore('features')
  const answers: FakeAnswer[] = [{ status: 500, code: 'unexpected', msg: '服务器开小差了' }]
  givenWorld({ '/features': () => answers.shift() ?? { data: ALL_FEATURES } })
  const user = open(shop)
  await screen.findByText('商城没有取到')
  expect(screen.queryByText(/未开通/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('全部商品')
})
