import type { Merchant, StringingReview } from '@paidang/api/areas/activities/stringing'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FakeCall } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { isOutOfStock, MerchantView, offersOf } from './merchant-view'
import { at, givenShop, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
})

const review = (id: number): StringingReview => ({
  orderId: String(id),
  author: { id: '11', nickname: '陈默', avatar: null },
  stars: 4,
  text: `第 ${id} 次，手感很好`,
  createTime: at('12', '10:00'),
})

function givenPage(shop: Merchant = givenShop(), reviews: StringingReview[] = [review(1)]): FakeCall[] {
  return givenWorld({
    '/threading/merchants/3': () => ({ data: shop }),
    '/merchants/3/reviews': ({ path }) => {
      const from = (Number(new URLSearchParams(path.split('?')[1]).get('current')) - 1) * 10
      return { data: reviews.slice(from, from + 10), total: reviews.length }
    },
  })
}

test('a shop shows whether it is open, where it is and how to reach it', async () => {
  givenPage()
  const user = open(<MerchantView id="3" />)
  await screen.findByRole('heading', { name: '弦音穿线工作室' })
  for (const text of ['营业中', '今天可取', /4.9 分/, '10:00–21:00', '徐汇区 龙腾大道 1 号'])
    expect(screen.getByText(text)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '拨打电话 02112345678' }))
  expect(Taro.makePhoneCall).toHaveBeenCalledWith({ phoneNumber: '02112345678' })
  await user.click(screen.getByRole('button', { name: '复制地址 弦音穿线工作室' }))
  expect(Taro.setClipboardData).toHaveBeenCalledWith({ data: '上海市徐汇区 龙腾大道 1 号 弦音穿线工作室' })
})

test('labour, extras and strings are listed by sport with their prices, and sold-out ones say so', async () => {
  givenPage()
  open(<MerchantView id="3" />)
  const labour = within(await screen.findByRole('list', { name: '网球工费' }))
  expect(labour.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '网球手工费¥50',
    '换护线管加项+¥20',
  ])
  const strings = within(screen.getByRole('list', { name: '网球线' })).getAllByRole('listitem')
  expect(strings.map(({ textContent }) => textContent)).toEqual([
    '硕力 聚酯聚酯 1.25黑¥45',
    '硕力 羊肠羊肠 1.30原色¥168',
    '硕力 软芯多芯 1.25黑缺货¥60',
  ])
})

test('the order button opens the order form', async () => {
  givenPage()
  const user = open(<MerchantView id="3" />)
  await user.click(await screen.findByRole('button', { name: '去下单' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/threading/pages/threadingProducts/index?merchantId=3' })
})

test('a shop without labour takes no orders and says so', async () => {
  givenPage(givenShop({ priceFrom: null, services: [], strings: [] }), [])
  const user = open(<MerchantView id="3" />)
  await user.click(await screen.findByRole('button', { name: '去下单' }))
  expect(Taro.navigateTo).not.toHaveBeenCalled()
  expect(screen.getByText('商家暂未接单')).toBeTruthy()
  await screen.findByText('还没有评价')
})

test('reviews are loaded page by page', async () => {
  givenPage(
    givenShop(),
    Array.from({ length: 12 }, (_, id) => review(id + 1)),
  )
  open(<MerchantView id="3" />)
  await screen.findByText('第 10 次，手感很好')
  expect(screen.getAllByRole('img', { name: '4 星' })).toHaveLength(10)
  act(() => fire('bottom'))
  await screen.findByText('第 12 次，手感很好')
})

test('a shop that is gone says so, and a failed read can be repeated', async () => {
  let isAway = true
  givenWorld({
    '/threading/merchants/3': () =>
      isAway ? { status: 500, code: 'unexpected', msg: '查询失败' } : { data: givenShop() },
    '/merchants/3/reviews': () => ({ data: [], total: 0 }),
  })
  const user = open(<MerchantView id="3" />)
  await screen.findByText('商家没有取到')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('heading', { name: '弦音穿线工作室' })
})

test('a shop that does not exist says so', async () => {
  givenWorld({})
  open(<MerchantView id="9" />)
  await screen.findByText('商家不存在')
})

test('an offer is listed by sport, the cheapest labour first and extras last', () => {
  const shop = givenShop()
  const dear = { id: '9', kind: 'LABOUR' as const, sport: 'tennis' as const, name: '比赛级', priceFen: 9000 }
  const offers = offersOf({ ...shop, services: [dear, ...shop.services] })
  expect(offers.map(({ sport, services, strings }) => [sport, services.map(({ id }) => id), strings.length])).toEqual([
    ['tennis', ['1', '9', '2'], 3],
    ['badminton', ['5'], 1],
  ])
  expect(offersOf({ services: [], strings: [] })).toEqual([])
})

test('a string is out of stock when it is too short for the shorter half of a bed', () => {
  const left = (sport: 'tennis' | 'badminton', freeMetres: number) => isOutOfStock({ sport, freeMetres })
  expect([left('tennis', 5.4), left('tennis', 5.5), left('badminton', 4.4), left('badminton', 4.5)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
