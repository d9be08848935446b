import type { CoursePackages } from '@paidang/api/areas/money/packages'
import { LEGAL_MINOR_CAPS, NO_CAPS } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cashierPath, coachPagePath } from '../../../paths'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenCard } from '../../views/cashier/testing/given-order'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { PackageConfirmView } from './package-confirm-view'
import { takeChosenPayment } from './packages-data'
import { PackagesView } from './packages-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T12:10:00+08:00'))
  givenSession('10')
})

const OFFER: CoursePackages = {
  course: { id: '7', courseName: '成人私教 1 对 1', sessionDuration: 60, pricePerSession: 42_000 },
  company: { id: '5', companyName: '青杉网球俱乐部' },
  coaches: [
    { id: '20', nickname: '王启明', avatar: null },
    { id: '21', nickname: '沈嘉禾', avatar: null },
  ],
  obstacle: null,
  contract: { id: '3', remainingSessions: 15.5, heldSessions: 3, expiryDate: '2027-04-01' },
  lastHours: 10,
  lastForMinor: null,
  caps: { buyer: NO_CAPS, minor: null },
  bought: { all: { hours: 0, fen: 0 }, minor: { hours: 0, fen: 0 } },
  openOrderId: null,
  packages: [
    { id: '1', version: 1, hours: 10, giftHours: 0, priceFen: 400_000, validDays: 180, refundRule: 'UNUSED' },
    { id: '2', version: 3, hours: 20, giftHours: 1, priceFen: 760_000, validDays: 270, refundRule: 'UNUSED' },
    { id: '4', version: 1, hours: 30, giftHours: 0, priceFen: 1_260_000, validDays: 365, refundRule: 'UNUSED' },
  ],
}
const given = (over: Partial<CoursePackages> = {}) =>
  givenWorld({
    '/packages/course/7': () => ({ data: { ...OFFER, ...over } }),
    '/packages/buy': () => ({ data: { id: '66' } }),
    '/stored-card/user/10': () => ({ data: [givenCard({ balanceFen: 80_000 })] }),
  })

test('packages say what a paid hour costs and what is saved; the one above the last bought is chosen', async () => {
  given()
  const user = open(<PackagesView courseId="7" />)
  expect(await screen.findByText('12.5')).toBeTruthy()
  expect(screen.getByText('王启明、沈嘉禾都能上')).toBeTruthy()
  const names = screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))
  expect(names).toEqual([
    '10 课时，¥4,000，¥400 / 课时，180 天有效，省 ¥200',
    '20 课时，另赠 1 课时，¥7,600，¥380 / 课时，270 天有效，省 ¥800',
    '30 课时，¥12,600，¥420 / 课时，365 天有效，原价',
  ])
  expect(screen.getByRole('radio', { name: /^20 课时/ }).getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('radio', { name: /^10 课时/ }))
  await user.click(screen.getByRole('button', { name: '去确认' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({
    url: '/bookingClass/pages/package_confirm/index?courseId=7&packageId=1',
  })
})

test.each([
  ['PAUSED', '青杉网球俱乐部暂停售课'],
  ['STOPPED', '这门课暂停售课'],
  ['NO_COACH', '请先成为教练的学员，再购买课时'],
  ['OWN', '自己的课不用购买课时'],
] as const)('who cannot buy reads why: %s', async (obstacle, text) => {
  given({ obstacle, packages: obstacle === 'PAUSED' || obstacle === 'STOPPED' ? [] : OFFER.packages })
  open(<PackagesView courseId="7" />)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '去确认' })).toBeNull()
})

test('who is no student of a coach of the course gets to one', async () => {
  given({ obstacle: 'NO_COACH' })
  const user = open(<PackagesView courseId="7" />)
  await user.click(await screen.findByRole('button', { name: '先成为学员' }))
  await user.click(await screen.findByRole('radio', { name: '沈嘉禾' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachPagePath('21') })
  cleanup()

  given({ obstacle: 'NO_COACH', coaches: OFFER.coaches.slice(0, 1) })
  const again = open(<PackagesView courseId="7" />)
  await again.click(await screen.findByRole('button', { name: '先成为学员' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachPagePath('20') })
})

test('a course without packages leads to the coach', async () => {
  given({ packages: [] })
  open(<PackagesView courseId="7" />)
  expect(await screen.findByText('这门课还没有课包')).toBeTruthy()
  expect(screen.getByRole('button', { name: '联系教练' })).toBeTruthy()
})

test('the confirmation shows the contract before and after, and orders the version on screen', async () => {
  const sent = given()
  const user = open(<PackageConfirmView courseId="7" packageId="2" />)
  expect(await screen.findByText('并入现有合同')).toBeTruthy()
  for (const text of ['12.5', '33.5', '2027.04.01 到期', '2027.08.19 到期']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('20 课时，¥380 / 课时')).toBeTruthy()
  expect(screen.getByText('全额退 ¥7,600，到 11.29')).toBeTruthy()
  expect(screen.getByText('未用课时 × ¥380')).toBeTruthy()
  const card = await screen.findByRole('radio', { name: /余额 ¥800，不够支付/ })
  expect(card.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: '微信支付' }))
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenLastCalledWith({ url: cashierPath('66') }))
  expect(sent.filter(({ path }) => path === '/packages/buy').map(({ body }) => body)).toEqual([
    { packageId: '2', version: 3 },
  ])
  expect(takeChosenPayment('66')).toEqual({ orderId: '66', courseId: '7', method: 'wechat', contractId: '3' })
  expect(takeChosenPayment('66')).toBeUndefined()
})

test('without a contract that lasts a new one is opened', async () => {
  given({ contract: null })
  open(<PackageConfirmView courseId="7" packageId="2" />)
  expect(await screen.findByText('支付后新开一份合同')).toBeTruthy()
  expect(screen.getByText('21')).toBeTruthy()
})

test('a price that changed meanwhile is shown in place before anything is ordered', async () => {
  let packages = OFFER.packages
  const sent = givenWorld({
    '/packages/course/7': () => ({ data: { ...OFFER, packages } }),
    '/packages/buy': () => {
      packages = packages.map((one) => ({ ...one, version: 4, priceFen: 780_000 }))
      return { status: 409, code: 'package_changed', msg: '价格刚更新，请再看一遍' }
    },
  })
  const user = open(<PackageConfirmView courseId="7" packageId="2" />)
  await user.click(await screen.findByRole('button', { name: '微信支付' }))
  expect(await screen.findByText('价格刚更新，请再看一遍')).toBeTruthy()
  expect(await screen.findByText('20 课时，¥390 / 课时')).toBeTruthy()
  expect(sent.filter(({ path }) => path === '/packages/buy')).toHaveLength(1)
})

test('where minors have caps, who learns is stated first; what meets a cap is grey with its name', async () => {
  const minor = { hours: 50, fen: 100_000 }
  given({ caps: { buyer: NO_CAPS, minor: { ...LEGAL_MINOR_CAPS, months: 12 } }, bought: { all: minor, minor } })
  const user = open(<PackagesView courseId="7" />)
  const goOn = await screen.findByRole('button', { name: '去确认' })
  expect(goOn.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('radio', { name: '未满 18 岁' }))
  const capped = screen.getByRole('radio', { name: /^20 课时/ })
  expect(capped.getAttribute('aria-disabled')).toBe('true')
  expect(capped.textContent).toContain('本月最多再买 10 课时')
  await user.click(goOn)
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({
    url: '/bookingClass/pages/package_confirm/index?courseId=7&packageId=1&learner=minor',
  })
})

test('a cap that another device reached meanwhile is said in place, and nothing can be pressed', async () => {
  const caps = { buyer: { ...NO_CAPS, hours: 30 }, minor: null }
  let hours = 0
  givenWorld({
    '/packages/course/7': () => ({ data: { ...OFFER, caps, bought: { ...OFFER.bought, all: { hours, fen: 0 } } } }),
    '/packages/buy': () => {
      hours = 30
      return { status: 409, code: 'package_capped', msg: '已到本月上限 30 课时' }
    },
  })
  const user = open(<PackageConfirmView courseId="7" packageId="2" />)
  await user.click(await screen.findByRole('button', { name: '微信支付' }))
  expect(await screen.findAllByText('已到本月上限 30 课时')).not.toHaveLength(0)
  expect((await screen.findByRole('button', { name: '已到上限' })).getAttribute('aria-disabled')).toBe('true')
})

test('what is not given back later says so three times: on its card, in the rules and before the order; no minor gets it', async () => {
  const packages = OFFER.packages.map((one) => (one.id === '2' ? { ...one, refundRule: 'FIRST_DAYS' as const } : one))
  const sent = given({ packages, lastForMinor: false })
  const user = open(<PackagesView courseId="7" />)
  const label = '20 课时，另赠 1 课时，¥7,600，¥380 / 课时，270 天有效，7 天后不退，省 ¥800'
  expect((await screen.findByRole('radio', { name: label })).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText('不退款，课时照常用；俱乐部不再开课则照退')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '未满 18 岁' }))
  const refused = screen.getByRole('radio', { name: /^20 课时.*未成年人不能买$/ })
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('未用课时 × 实付单价')).toBeTruthy()
  cleanup()
  const buyer = open(<PackageConfirmView courseId="7" packageId="2" learner="adult" />)
  await buyer.click(await screen.findByRole('button', { name: '微信支付' }))
  expect(await screen.findByText('这个课包 7 天后不退')).toBeTruthy()
  const orders = () => sent.filter(({ path }) => path === '/packages/buy')
  expect(orders()).toEqual([])
  await buyer.click(screen.getByRole('button', { name: '知道了，去支付' }))
  await waitFor(() => expect(orders()).toMatchObject([{ body: { packageId: '2', version: 3, isForMinor: false } }]))
})

test('an order that waits for its money is gone on with', async () => {
  given({ openOrderId: '66' })
  const user = open(<PackagesView courseId="7" />)
  await user.click(await screen.findByRole('button', { name: '去支付' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: cashierPath('66') })
})
