import type { Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { MerchantListView } from './merchant-list-view'
import { givenRacket, givenShop, givenSummary, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
})

const worn = { hours: 21, days: 61, lifeHours: 15, lifeDays: 60, isDue: true }
const shops = [givenShop(), givenShop({ id: '4', name: '青杉穿线台', rating: null, courierFeeFen: null })]

type World = { rackets?: Racket[]; jobs?: StringingOrderSummary[]; merchants?: typeof shops }
function givenTab({ rackets = [givenRacket({ wear: worn })], jobs = [], merchants = shops }: World = {}): FakeCall[] {
  return givenWorld({
    '/threading/merchants': () => ({ data: merchants, total: merchants.length }),
    '/threading/rackets': () => ({ data: rackets }),
    '/by-user/10': () => ({ data: jobs, total: jobs.length }),
  })
}
const asked = (calls: FakeCall[]) =>
  calls
    .filter(({ path }) => path.startsWith('/threading/merchants'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]))
/** Sets up the location that the browser returns. */
function givenPlace(isAllowed = true): void {
  const here = { coords: { latitude: 31.2, longitude: 121.4 } }
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (found: (at: unknown) => void, refused: (why: unknown) => void) =>
        isAllowed ? found(here) : refused({ message: 'denied' }),
    },
  })
}

test('a worn main racket heads the tab, and can be strung as last time', async () => {
  givenTab()
  const user = open(<MerchantListView />)
  await screen.findByRole('heading', { name: '已打 21 小时，建议换线' })
  await user.click(screen.getByRole('button', { name: '照上次再穿一次' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({
    url: '/threading/pages/threadingProducts/index?merchantId=3&racketId=7&again=1',
  })
  await user.click(screen.getByRole('link', { name: '我的球拍' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/threading/pages/rackets/index' })
})

test('a racket that is being strung is not due; one press opens its order', async () => {
  givenTab({
    jobs: [givenSummary({ status: 'RECEIVED' }), givenSummary({ id: '41', status: 'COMPLETED', racketName: '旧拍' })],
  })
  const user = open(<MerchantListView />)
  await user.click(await screen.findByRole('button', { name: '查看订单' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/threading/pages/threading_order/index?id=40' })
  expect(screen.queryByText('照上次再穿一次')).toBeNull()
  const row = within(screen.getByRole('list', { name: '进行中的穿线' }))
  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    '暴力 98，已收拍，弦音穿线工作室已收拍，排队穿线',
  ])
})

test('two running orders are shown, with a button for all of them', async () => {
  const ids = ['40', '41', '42']
  givenTab({ jobs: ids.map((id) => givenSummary({ id, racketName: `拍 ${id}` })) })
  const user = open(<MerchantListView />)
  const list = await screen.findByRole('list', { name: '进行中的穿线' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: '进行中的穿线，全部 3 单' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/user_my_threading/index' })
})

test('without a racket there is a button to add the first one', async () => {
  givenTab({ rackets: [] })
  const user = open(<MerchantListView />)
  await user.click(await screen.findByRole('button', { name: '添加第一支球拍' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/threading/pages/racket/index' })
})

test('a guest sees the shops and an invitation, and no personal data is fetched', async () => {
  endSession()
  const calls = givenTab()
  open(<MerchantListView />)
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^弦音穿线工作室/ })).toBeTruthy()
  expect(calls.every(({ path }) => path.startsWith('/threading/merchants'))).toBe(true)
})

test('a shop shows its state; its card opens it and its button orders there', async () => {
  givenTab()
  const user = open(<MerchantListView />)
  const card = await screen.findByRole('button', { name: '弦音穿线工作室，徐汇区，今天可取' })
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('4.9 分')
  expect(first?.textContent).toContain('月穿 320 支')
  expect(first?.textContent).toContain('取送')
  expect(second?.textContent).toContain('青杉穿线台')
  expect(second?.textContent).toContain('暂无评分')
  await user.click(card)
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/threading/pages/threadingDetail/index?id=3' })
  await user.click(screen.getByRole('button', { name: '在弦音穿线工作室下单' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/threading/pages/threadingProducts/index?merchantId=3' })
  expect(Taro.navigateTo).toHaveBeenCalledTimes(2)
})

test('the best shops come first, and the nearest once the reader’s location is known', async () => {
  givenPlace()
  const calls = givenTab()
  const user = open(<MerchantListView />)
  await screen.findByRole('button', { name: /^弦音/ })
  expect(screen.getByRole('button', { name: '评分' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: '开启定位' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '最近' }).getAttribute('aria-pressed')).toBe('true'))
  expect(screen.queryByRole('button', { name: '开启定位' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '最快取拍' }))
  await user.click(screen.getByRole('button', { name: '可上门取送' }))
  await waitFor(() =>
    expect(asked(calls).map((query) => query.get('order'))).toEqual(['rating', 'distance', 'fastest', 'fastest']),
  )
  expect(asked(calls).at(-1)?.get('hasCourier')).toBe('true')
  expect(asked(calls).at(-1)?.get('latitude')).toBe('31.2')
})

test('a reader who does not share their location keeps the list unchanged', async () => {
  givenPlace(false)
  const calls = givenTab()
  const user = open(<MerchantListView />)
  await user.click(await screen.findByRole('button', { name: '最近' }))
  await screen.findByText('没有取到位置，请检查定位权限')
  expect(asked(calls).map((query) => query.get('order'))).toEqual(['rating'])
})

test('when the shops fail the racket stays; both can be read again, also with pull-to-refresh', async () => {
  let isAway = true
  const failure = { status: 500, code: 'unexpected', msg: '获取信息失败，请重试' }
  const calls = givenWorld({
    '/threading/merchants': () => (isAway ? failure : { data: shops, total: 2 }),
    '/threading/rackets': () => ({ data: [givenRacket({ wear: worn })] }),
    '/by-user/10': () => ({ data: [], total: 0 }),
  })
  const user = open(<MerchantListView />)
  await screen.findByText('穿线商家没有取到')
  expect(screen.getByText('已打 21 小时，建议换线')).toBeTruthy()
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('button', { name: /^弦音/ })
  const before = asked(calls).length
  act(() => fire('pull'))
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
  expect(asked(calls)).toHaveLength(before + 1)
})

test('an empty list differs from one that is still loading', async () => {
  givenTab({ merchants: [] })
  const user = open(<MerchantListView />)
  await screen.findByText('附近没有穿线师')
  await user.click(screen.getByRole('button', { name: '可上门取送' }))
  await screen.findByText('没有可上门取送的商家')
  await user.click(screen.getByRole('button', { name: '看全部商家' }))
  await screen.findByText('附近没有穿线师')
  await user.click(screen.getByRole('link', { name: '穿线商家，全部商家' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/threading/pages/threading_list/index' })
})
