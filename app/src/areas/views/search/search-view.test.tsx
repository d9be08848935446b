import type { Found } from '@paidang/api/areas/views/home'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ballDetailPath, coachesPath, coachPagePath, stadiumDetailPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { unstore } from '../../../platform/storage'
import { type FakeAnswer, type FakeCall, freshCache, givenServer } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { SearchView } from './search-view'

beforeEach(() => {
  endSession()
  unstore('searches')
})

const FOUND: Found = {
  coaches: [{ id: '20', nickname: '王启明', avatar: null, likesCount: 12, companies: ['青杉网球俱乐部'], card: null }],
  venues: [{ id: '4', name: '青杉网球中心', address: '滨江区江南大道 1 号', avatar: null }],
  balls: [{ id: '6', title: '青杉周末双打', activityDate: '2026-11-22', beginTimeSlot: 36, place: '青杉网球中心' }],
}
const NOTHING: Found = { coaches: [], venues: [], balls: [] }

const isVenues = ({ path }: FakeCall) => path.includes('/stadium/searchByCityAndApprove')

/**
 * Finds these results by 青杉, only the coach by 王, and nothing by any other text. Without a text it offers these
 * venues.
 */
function givenWorld(venues: FakeAnswer = { data: FOUND.venues, total: 1 }): FakeCall[] {
  return givenServer(async (asked) => {
    if (isVenues(asked)) return venues
    const keyword = new URL(asked.path, 'http://app').searchParams.get('keyword')
    if (keyword === '青杉') return { data: FOUND }
    return { data: keyword === '王' ? { ...NOTHING, coaches: FOUND.coaches } : NOTHING }
  })
}

function open(keyword?: string) {
  render(
    <QueryClientProvider client={freshCache()}>
      <SearchView keyword={keyword} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const field = () => screen.getByRole('searchbox', { name: '找教练、场馆、球局' })
/**
 * Types these contents of the field one after the other. Only then the fake time advances, regardless of the speed of
 * the machine.
 */
async function typeAndPause(...texts: string[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const text of texts) fireEvent.change(field(), { target: { value: text } })
  // Pending calls are answered meanwhile.
  for (let passed = 0; passed < 1_000; passed += 100) await act(() => vi.advanceTimersByTimeAsync(100))
  vi.useRealTimers()
}
const keywords = (calls: FakeCall[]) =>
  calls.filter((call) => !isVenues(call)).map(({ path }) => new URL(path, 'http://app').searchParams.get('keyword'))

test('the search starts once typing pauses, and each result leads to its page', async () => {
  const calls = givenWorld()
  const user = open()
  await typeAndPause('青', '青杉')
  await user.click(await screen.findByRole('button', { name: /王启明/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachPagePath('20') })
  await user.click(screen.getByRole('button', { name: /^青杉网球中心/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: stadiumDetailPath('4') })
  await user.click(screen.getByRole('button', { name: /青杉周末双打/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: ballDetailPath('6') })
  expect(keywords(calls)).toEqual(['青杉'])
})

test('a user without a search word gets some venues, and can open one', async () => {
  givenWorld()
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^青杉网球中心/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: stadiumDetailPath('4') })
  await user.type(field(), '没有这个')
  await screen.findByText('没有找到“没有这个”')
  expect(screen.queryByRole('list', { name: '场馆' })).toBeNull()
})

test('a failed read of the venues can be repeated', async () => {
  givenWorld({ status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' })
  open()
  const again = await screen.findByRole('button', { name: '重试' })
  const calls = givenWorld()
  await userEvent.click(again)
  await screen.findByRole('button', { name: /^青杉网球中心/ })
  expect(calls.filter(isVenues)).toHaveLength(1)
})

test('results can be limited to one kind, until the next word has no results of it', async () => {
  givenWorld()
  const user = open('青杉')
  await user.click(await screen.findByRole('button', { name: '球局 1' }))
  expect(screen.queryByRole('list', { name: '教练' })).toBeNull()
  within(screen.getByRole('list', { name: '球局' })).getByText('青杉周末双打')
  await user.clear(field())
  await user.type(field(), '王')
  within(await screen.findByRole('list', { name: '教练' })).getByText('王启明')
})

test('words that led to a page are stored on the device, and can be used again or removed', async () => {
  const calls = givenWorld()
  const user = open('青杉')
  await user.click(await screen.findByRole('button', { name: /王启明/ }))
  await user.clear(field())
  await user.click(await screen.findByRole('button', { name: '青杉' }))
  await screen.findByRole('list', { name: '场馆' })
  await user.clear(field())
  await user.click(await screen.findByRole('button', { name: '清空最近搜索' }))
  await screen.findByText('想找谁，想去哪儿？')
  expect([...new Set(keywords(calls))]).toEqual(['青杉'])
})

test('a search without results says so, and leads to the coaches; who looks for 体验课 reads that they give it', async () => {
  givenWorld()
  const user = open('没有这个')
  await screen.findByText('没有找到“没有这个”')
  expect(screen.queryByText(/体验课/)).toBeNull()
  await user.clear(field())
  await user.type(field(), '体验')
  await screen.findByText('体验课找教练约，名单里写着谁有')
  await user.click(screen.getByRole('button', { name: '看附近的教练' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachesPath() })
})

test('a word of the address is decoded and searched for, and an invalid one is ignored', async () => {
  const calls = givenWorld()
  open(encodeURIComponent('青杉'))
  await screen.findByRole('list', { name: '教练' })
  open('%E9%9')
  expect(screen.getAllByRole<HTMLInputElement>('searchbox').map(({ value }) => value)).toEqual(['青杉', ''])
  expect(keywords(calls)).toEqual(['青杉'])
})

test('nothing is fetched for blanks', async () => {
  const calls = givenWorld()
  open()
  await typeAndPause(' ', '  ', '   ')
  expect(keywords(calls)).toEqual([])
})

test('a search that failed can be repeated', async () => {
  let isAway = true
  givenServer(async () => (isAway ? { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' } : { data: FOUND }))
  const user = open('青杉')
  await screen.findByText('有点忙，请稍后再试')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => screen.getByRole('list', { name: '教练' }))
})
