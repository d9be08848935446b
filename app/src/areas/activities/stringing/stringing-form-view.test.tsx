import type { Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { threadingOrderPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { readStored } from '../../../platform/storage'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { saveDraft } from './parts/job-draft'
import { formOfOrder } from './parts/stringing-form'
import { StringingFormView } from './stringing-form-view'
import { givenRacket, givenShop, givenStringing, givenSummary, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  useToast.setState({ toast: null })
  givenSession('10')
})

const ADDRESS = {
  id: '5',
  name: '林知夏',
  phone: '13800000001',
  regionCode: '310104',
  province: '上海市',
  city: '上海市',
  district: '徐汇区',
  detail: '宜山路 1 号',
  isDefault: true,
}

type World = {
  shop?: () => ReturnType<typeof givenShop>
  rackets?: () => Racket[]
  addresses?: (typeof ADDRESS)[]
  created?: () => FakeAnswer
  jobs?: StringingOrderSummary[]
  /** Whether stringing is paid online. */
  paysHere?: boolean
}

function givenWorld({
  shop = givenShop,
  rackets = () => [givenRacket()],
  addresses = [ADDRESS],
  created = () => ({ data: givenStringing({ status: 'SUBMITTED' }) }),
  jobs = [],
  paysHere = true,
}: World = {}): FakeCall[] {
  return givenServer(({ method, path }) => {
    if (method === 'POST') return created()
    if (path === '/features') return { data: { ...ALL_FEATURES, stringingPayments: paysHere } }
    if (path.startsWith('/threading/merchants/')) return { data: shop() }
    if (path.startsWith('/threading/rackets')) return { data: rackets() }
    if (path.startsWith('/app-user-threading/')) return { data: jobs, total: jobs.length }
    return { data: addresses }
  })
}

function open(props: { merchantId?: string; racketId?: string; again?: string } = { merchantId: '3' }) {
  const cache = freshCache()
  render(
    <QueryClientProvider client={cache}>
      <StringingFormView {...props} />
    </QueryClientProvider>,
  )
  return cache
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const sent = (calls: readonly FakeCall[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const toast = () => useToast.getState().toast?.text
const cashier = { url: '/user/pages/cashier/index?orderId=70' }

test('the form begins like the last job, shows its price, and two quick presses order once', async () => {
  const calls = givenWorld()
  open()
  await screen.findByRole('heading', { name: /暴力 98/ })
  expect(screen.getByText('穿过 4 次')).toBeTruthy()
  expect(screen.getByText(/上次 52 \/ 50 lb.*球拍限 45–60 lb/)).toBeTruthy()
  expect(screen.getByText('23.59 kg')).toBeTruthy()
  expect(screen.getByText('22.68 kg')).toBeTruthy()
  expect(screen.getByText('主线 硕力 聚酯 半副')).toBeTruthy()
  expect(screen.getByText('穿线开始前可免费取消')).toBeTruthy()
  const submit = await button('提交订单')
  fireEvent.click(submit)
  fireEvent.click(submit)
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith(cashier))
  expect(sent(calls)).toEqual([
    {
      merchantId: '3',
      racketId: '7',
      serviceId: '1',
      mains: { source: 'SHOP', stringId: '11', tension: 52 },
      crosses: { source: 'SHOP', stringId: '12', tension: 50 },
      preStretch: 5,
      knots: 4,
      handIn: 'DROP_OFF',
      totalFen: 26_300,
    },
  ])
  expect(readStored('stringingDraft')).toBeUndefined()
})

test('the tension moves by half a pound and stops at the limit of the racket, which is shown', async () => {
  givenWorld({ rackets: () => [givenRacket({ maxTension: 52.5 })] })
  open()
  const more = await button('增加主线磅数')
  await userEvent.click(more)
  expect(screen.getByRole('group', { name: '主线磅数' }).textContent).toBe('52.5lb')
  expect(screen.getByText('23.81 kg')).toBeTruthy()
  expect(more.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('球拍限 45–52.5 lb')).toBeTruthy()
})

test('a string is chosen by material; one that is too short says so and is disabled; an own one needs a name', async () => {
  const calls = givenWorld()
  open()
  await userEvent.click(await button('横线，硕力 羊肠，更换'))
  const sheet = within(await screen.findByRole('dialog', { name: '选择横线' }))
  const short = sheet.getByRole('radio', { name: /硕力 软芯/ })
  expect(short.getAttribute('aria-disabled')).toBe('true')
  expect(short.textContent).toContain('这款线缺货，换一款')
  expect(sheet.queryByText(/羽线/)).toBeNull()
  await userEvent.click(sheet.getByRole('radio', { name: /自带球线/ }))
  await userEvent.click(sheet.getByRole('button', { name: '用自带球线' }))
  expect(sheet.getByRole('textbox', { name: '球线名称', description: /请填写自带球线/ })).toBeTruthy()
  await userEvent.type(sheet.getByRole('textbox', { name: '球线名称' }), '老朋友')
  await userEvent.click(sheet.getByRole('button', { name: '用自带球线' }))
  await button('横线，自带 老朋友，更换')
  await userEvent.click(await button('提交订单'))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
  expect(sent(calls)[0]).toMatchObject({
    crosses: { source: 'OWN', name: '老朋友', tension: 50 },
    totalFen: 9500,
  })
})

test('主横同线 gives both halves the string of the mains', async () => {
  givenWorld()
  open()
  await userEvent.click(await screen.findByRole('switch', { name: '主横同线' }))
  expect(screen.getByText('同主线')).toBeTruthy()
  expect(screen.getByText('主横 硕力 聚酯 半副 × 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: '主横同线' }))
  await button('横线，硕力 聚酯，更换')
})

test('repeating the last job fills in everything, and names a string that is no longer sold and must be replaced', async () => {
  const calls = givenWorld({
    shop: () => givenShop({ strings: givenShop().strings.filter(({ id }) => id !== '12') }),
  })
  open({ merchantId: '3', racketId: '7', again: '1' })
  await screen.findByText('硕力 羊肠 已不再出售，请换一款')
  expect(screen.getByDisplayValue('横线先穿顶部')).toBeTruthy()
  expect(screen.getByRole('radio', { name: '5%' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('radio', { name: '4 结' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(await button('提交订单'))
  expect(toast()).toBe('硕力 羊肠 已不再出售，请换一款')
  expect(sent(calls)).toEqual([])
})

test('上门取送 adds its price and the address; without an address it asks for one', async () => {
  const calls = givenWorld({ addresses: [] })
  open()
  await userEvent.click(await button('取送方式，到店送取，更换'))
  await userEvent.click(await screen.findByRole('radio', { name: /上门取送/ }))
  expect(screen.getAllByText('¥15').length).toBeGreaterThan(0)
  await userEvent.click(await button('提交订单'))
  expect(toast()).toBe('请选择收货地址')
  expect(sent(calls)).toEqual([])
})

test('with an address the courier is ordered to it', async () => {
  const calls = givenWorld()
  open()
  await userEvent.click(await button('取送方式，到店送取，更换'))
  await userEvent.click(await screen.findByRole('radio', { name: /上门取送/ }))
  await screen.findByText(/林知夏 138\*\*\*\*0001/)
  await userEvent.click(await button('提交订单'))
  await waitFor(() => expect(sent(calls)[0]).toMatchObject({ handIn: 'COURIER', addressId: '5', totalFen: 27_800 }))
})

test('a shop without a courier says so', async () => {
  givenWorld({ shop: () => givenShop({ courierFeeFen: null }) })
  open()
  await userEvent.click(await button('取送方式，到店送取，更换'))
  const courier = await screen.findByRole('radio', { name: /上门取送/ })
  expect(courier.getAttribute('aria-disabled')).toBe('true')
  expect(courier.textContent).toContain('该商家不提供上门取送')
})

test('the requested time is one at which the shop can be done', async () => {
  const calls = givenWorld()
  open()
  // Opening at 10:00 plus six hours.
  await userEvent.click(await button('期望取拍，最快 今天 16:00，更换'))
  const sheet = within(await screen.findByRole('dialog', { name: '期望取拍' }))
  expect(sheet.queryByRole('radio', { name: '15:30' })).toBeNull()
  expect(sheet.getByRole('radio', { name: '16:00' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(sheet.getByRole('radio', { name: '2026 年 11 月 21 日' }))
  await userEvent.click(sheet.getByRole('radio', { name: '18:00' }))
  await userEvent.click(sheet.getByRole('button', { name: '确定' }))
  await button('期望取拍，明天 周六 18:00 前，更换')
  await userEvent.click(await button('提交订单'))
  await waitFor(() => expect(sent(calls)[0]).toMatchObject({ dueAt: '2026-11-21T10:00:00.000Z' }))
})

test('a changed price is named line by line, and the next press sends the new price', async () => {
  let isDearer = false
  const services = (priceFen: number) => givenShop().services.map((service) => ({ ...service, priceFen }))
  const calls = givenWorld({
    shop: () => (isDearer ? givenShop({ services: services(5500) }) : givenShop()),
    created: () => {
      if (isDearer) return { data: givenStringing({ status: 'SUBMITTED' }) }
      isDearer = true
      return { status: 409, code: 'revision_outdated', msg: '总价已改为 ¥180，请核对后再操作' }
    },
  })
  open()
  await userEvent.click(await button('提交订单'))
  await screen.findByText('价格已更新：网球手工费 ¥50 → ¥55。请确认后再提交')
  expect(Taro.redirectTo).not.toHaveBeenCalled()
  await userEvent.click(await button('提交订单'))
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith(cashier))
  expect(sent(calls)).toMatchObject([{ totalFen: 26_300 }, { totalFen: 26_800 }])
})

test('a string that somebody else took meanwhile is reported on its row, and the input stays', async () => {
  let isShort = false
  const strings = () =>
    givenShop().strings.map((string) => (string.id === '12' ? { ...string, freeMetres: 1 } : string))
  givenWorld({
    shop: () => (isShort ? givenShop({ strings: strings() }) : givenShop()),
    created: () => {
      isShort = true
      return { status: 409, code: 'stringing_string_short', msg: '这款线缺货，换一款' }
    },
  })
  open()
  await userEvent.type(await screen.findByRole('textbox', { name: '备注（选填）' }), '轻一点')
  await userEvent.click(await button('提交订单'))
  expect((await screen.findByRole('alert')).textContent).toBe('这款线缺货，换一款')
  expect(screen.getByDisplayValue('轻一点')).toBeTruthy()
})

test('a player without a racket first adds one, and the added racket is chosen', async () => {
  const rackets: Racket[] = []
  givenWorld({ rackets: () => [...rackets] })
  const cache = open()
  await screen.findByText('先添加一支球拍')
  for (const name of ['提交订单', '添加球拍']) {
    await userEvent.click(await button(name))
    expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/threading/pages/racket/index' })
  }
  expect(Taro.navigateTo).toHaveBeenCalledTimes(2)
  expect(useToast.getState().toast?.text).toBe('请先添加球拍')
  rackets.push(givenRacket({ lastJob: null, jobCount: 0 }))
  await cache.invalidateQueries({ queryKey: ['stringing'] })
  await screen.findByRole('heading', { name: /暴力 98/ })
  // The cheapest string and the usual tension.
  expect(screen.getByText('主横 硕力 聚酯 半副 × 2')).toBeTruthy()
})

test('another racket is chosen in the sheet, one that the shop does not string cannot be chosen', async () => {
  const shop = givenShop({ services: givenShop().services.filter(({ sport }) => sport === 'tennis') })
  givenWorld({
    shop: () => shop,
    rackets: () => [
      givenRacket({ id: '9', sport: 'badminton', model: '羽', lastJob: null }),
      givenRacket(),
      givenRacket({ id: '8', model: '100', jobCount: 0, lastJob: null, minTension: null, maxTension: null }),
    ],
  })
  open()
  await userEvent.click(await screen.findByRole('link', { name: '暴力 98，换一支' }))
  const feather = screen.getByRole('radio', { name: /暴力 羽/ })
  expect(feather.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('radio', { name: /暴力 100/ }))
  await screen.findByRole('heading', { name: '暴力 100' })
  expect(screen.getByText('网球拍限 30–70 lb')).toBeTruthy()
})

test('a draft is restored when the page opens again, but not when the last job is repeated', async () => {
  givenWorld()
  saveDraft('3', formOfOrder({ ...givenStringing(), notes: '旧的备注' }))
  open()
  await screen.findByDisplayValue('旧的备注')
})

test('repeating the last job ignores any draft for this shop', async () => {
  givenWorld()
  saveDraft('3', formOfOrder({ ...givenStringing(), notes: '旧的备注' }))
  open({ merchantId: '3', racketId: '7', again: '1' })
  await screen.findByDisplayValue('横线先穿顶部')
})

test('a racket that is being strung cannot be ordered again: its order is named and one tap away', async () => {
  const job = givenSummary({ racketId: givenRacket().id, status: 'PAID' })
  const calls = givenWorld({ jobs: [job] })
  open()
  await screen.findByText(job.orderNo)
  await userEvent.click(await button(/提交订单/))
  const sheet = within(await screen.findByRole('dialog', { name: '选择球拍' }))
  await userEvent.click(sheet.getByRole('button', { name: '关闭' }))
  await userEvent.click(await button(/该球拍有进行中的穿线订单/))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: threadingOrderPath(job.id) })
  expect(sent(calls)).toEqual([])
})

test('the form begins with a racket that is free, and not with one that is being strung', async () => {
  const first = givenRacket()
  const free = givenRacket({ id: '8', model: '暴力 98（备拍）' })
  givenWorld({ rackets: () => [first, free], jobs: [givenSummary({ racketId: first.id, status: 'PAID' })] })
  open()
  await screen.findByRole('heading', { name: /备拍/ })
  expect(screen.queryByText('该球拍有进行中的穿线订单')).toBeNull()
})

test('a guest logs in first, and nothing is fetched', async () => {
  endSession()
  const calls = givenWorld()
  open()
  expect(screen.getByText('登录后下单')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalled()
  expect(calls).toEqual([])
})

test('a shop that does not exist says so; a failed read can be repeated', async () => {
  let isAway = true
  givenServer(({ path }) => {
    if (path.startsWith('/threading/rackets')) return { data: [givenRacket()] }
    if (path.startsWith('/user/')) return { data: [] }
    return isAway ? { status: 500, code: 'unexpected', msg: '获取详情失败' } : { data: givenShop() }
  })
  open()
  await screen.findByText('商家没有取到')
  isAway = false
  await userEvent.click(await button('重试'))
  await button('提交订单')
})

test('an address without a shop is shown as a missing shop', async () => {
  givenWorld()
  open({})
  await screen.findByText('商家不存在')
})

test('where stringing is paid in the shop, the form says so and skips the cashier', async () => {
  givenWorld({ paysHere: false, created: () => ({ data: givenStringing({ status: 'PAID' }) }) })
  open()
  await screen.findByText('到店付款，穿线开始前可取消')
  await userEvent.click(await button('提交订单'))
  await waitFor(() =>
    expect(Taro.redirectTo).toHaveBeenCalledWith({ url: expect.stringContaining('/threading/pages/threadingResult/') }),
  )
})
