import type { Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { pages } from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { RacketView } from './racket-view'
import { RacketsView } from './rackets-view'
import { givenRacket, givenSummary, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
  pages.push({ route: 'threading/pages/racket/index' })
})

const wear = { hours: 21, days: 40, lifeHours: 25, lifeDays: 90, isDue: false }
const main = givenRacket({ wear })
const second = givenRacket({ id: '8', model: '100', isMain: false, jobCount: 0, lastJob: null })

type Given = { rackets?: Racket[]; jobs?: StringingOrderSummary[]; answer?: () => FakeAnswer }
function givenRackets({ rackets = [main, second], jobs = [], answer }: Given = {}): FakeCall[] {
  const done = answer ?? (() => ({ data: main }))
  return givenWorld({
    '/threading/rackets': () => ({ data: rackets }),
    '/by-user/10': () => ({ data: jobs, total: jobs.length }),
    '/rackets/create': done,
    '/rackets/update/7': done,
    '/rackets/update/8': done,
    '/rackets/delete/7': done,
  })
}
const field = (name: string) => screen.findByRole('textbox', { name })

test('rackets are shown with the state of their strings; each opens its page', async () => {
  givenRackets()
  const user = open(<RacketsView />)
  const cards = await screen.findAllByRole('listitem')
  expect(cards[0]?.textContent).toContain('主拍')
  expect(cards[0]?.textContent).toContain('已打 21 / 25 小时')
  expect(cards[1]?.textContent).toContain('还没有在这里穿过线')
  await user.click(screen.getByRole('button', { name: '暴力 98，主拍，已打 21 小时，还能打' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/threading/pages/racket/index?id=7' })
  await user.click(screen.getByRole('button', { name: '添加球拍' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/threading/pages/racket/index' })
})

test('thirty rackets are the maximum', async () => {
  givenRackets({ rackets: Array.from({ length: 30 }, (_, at) => givenRacket({ id: String(at + 1) })) })
  const user = open(<RacketsView />)
  await user.click(await screen.findByRole('button', { name: '添加球拍' }))
  expect(screen.getByText('最多添加30支球拍')).toBeTruthy()
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})

test('a guest is asked to log in', () => {
  endSession()
  givenRackets()
  open(<RacketsView />)
  expect(screen.getByText('登录后查看')).toBeTruthy()
})

test('a new racket needs a name and limits within its sport, and is sent once', async () => {
  const calls = givenRackets()
  const user = open(<RacketView />)
  await user.click(await screen.findByRole('radio', { name: '羽毛球' }))
  await user.type(await field('最高磅数（选填）'), '40')
  await user.click(screen.getByRole('button', { name: '添加球拍' }))
  for (const text of ['请填写品牌', '请填写型号', '请填写正确的磅数范围，羽毛球拍 16–36 lb'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(posts(calls, '/create')).toEqual([])

  await user.type(await field('品牌'), '尤尼')
  await user.type(await field('型号'), '弓箭 11')
  await user.clear(await field('最高磅数（选填）'))
  await user.type(await field('最高磅数（选填）'), '28')
  await user.dblClick(screen.getByRole('button', { name: '添加球拍' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  expect(posts(calls, '/create').map(({ body }) => body)).toMatchObject([
    { sport: 'badminton', brand: '尤尼', model: '弓箭 11', minTension: null, maxTension: 28 },
  ])
})

test('the first racket of a sport is the main one, until another one becomes it', async () => {
  givenRackets()
  const user = open(<RacketView />)
  const isMain = await screen.findByRole('switch', { name: '主拍' })
  expect(isMain.getAttribute('aria-disabled')).toBeNull()
  await user.click(screen.getByRole('radio', { name: '羽毛球' }))
  expect(isMain.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText('第一支羽毛球拍就是主拍')).toBeTruthy()
})

test('a racket shows its last job, offers to repeat it, and lists its jobs', async () => {
  givenRackets({ jobs: [givenSummary({ status: 'COMPLETED' })] })
  const user = open(<RacketView id="7" />)
  await user.click(await screen.findByRole('button', { name: '照上次再穿一次' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({
    url: '/threading/pages/threadingProducts/index?merchantId=3&racketId=7&again=1',
  })
  expect(screen.getByText('要换主拍，把另一支设为主拍')).toBeTruthy()
  expect(screen.getByText('网球拍，穿过线后不能改运动')).toBeTruthy()
  const jobs = within(await screen.findByRole('list', { name: '穿线记录' }))
  await user.click(jobs.getByRole('button', { name: /已完成$/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/threading/pages/threading_order/index?id=40' })
})

test('a change is sent under its id; a refusal is shown, and the input stays', async () => {
  let isRefused = true
  const calls = givenRackets({
    answer: () => (isRefused ? { status: 409, code: 'racket_sport_fixed', msg: '这支球拍不能改' } : { data: second }),
  })
  const user = open(<RacketView id="8" />)
  await user.type(await field('编号（选填）'), 'B')
  await user.click(screen.getByRole('switch', { name: '主拍' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('这支球拍不能改')
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  isRefused = false
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  expect(posts(calls, '/update/8').map(({ body }) => body)).toMatchObject([
    { code: 'A-07B', isMain: true, revision: 4 },
    { code: 'A-07B', isMain: true, revision: 4 },
  ])
})

test('a racket is deleted after a confirmation, and the page before is shown', async () => {
  const calls = givenRackets()
  const user = open(<RacketView id="7" />)
  await user.click(await screen.findByRole('button', { name: '删除' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('a racket that is being strung is not deleted, and says why', async () => {
  const calls = givenRackets({ jobs: [givenSummary({ status: 'PAID' })] })
  const user = open(<RacketView id="7" />)
  await screen.findByText('该球拍有进行中的穿线订单')
  await user.click(screen.getByRole('button', { name: '删除' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  expect(screen.getByRole('button', { name: '查看订单' })).toBeTruthy()
})

test('a racket that is gone says so', async () => {
  givenRackets()
  open(<RacketView id="99" />)
  await screen.findByText('球拍不存在')
})
