import { agenda, pageOfUser } from '@paidang/api/areas/activities/classes'
import { addDays, type Day, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, scrollToEnd, test } from './journey.ts'

const LIST = 'user/pages/user_my_booking/index'
const PAGE_SIZE = 10
const STATUS = /^(待确认|已确认|已完成|已取消|已过期|已退出)，/

const cardsOf = (page: Page) => page.getByRole('button', { name: STATUS })

/** The pages that the list requests, each as its number and its status. */
function listCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.endsWith('/course-invitation-response/pageByUser')) return
    if (searchParams.get('sort') !== 'nearest') return
    calls.push(`${searchParams.get('current')} ${searchParams.get('invitation.invitationStatus')}`)
  })
  return calls
}

/** Pulls the page down with a finger, as far as a refresh needs. */
async function pullDown(page: Page): Promise<void> {
  await page
    .locator('.taro_page')
    .last()
    .evaluate((scroller) => scroller.scrollTo(0, 0))
  const session = await page.context().newCDPSession(page)
  const at = (y: number) => [{ x: 180, y }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(300) })
  for (let y = 320; y <= 560; y += 20) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

test('the list begins with all classes and loads ten at a time until the end', async ({ openAs, server }) => {
  const { address } = server.current
  const { call } = await logInAs(address, 'player')
  const { total } = await call(pageOfUser, { query: { current: 1, rows: 1 } })
  expect(total).toBeGreaterThan(PAGE_SIZE)

  const page = await openAs('player')
  const calls = listCalls(page)
  await goTo(page, address, LIST)
  await expect(page.getByRole('tab', { name: '全部', selected: true })).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE)
  for (let shown = PAGE_SIZE; shown < total; shown += PAGE_SIZE) {
    await scrollToEnd(page)
    await expect(cardsOf(page)).toHaveCount(Math.min(shown + PAGE_SIZE, total))
  }
  await expect(seen(page, '没有更多数据了')).toBeVisible()
  await scrollToEnd(page)
  expect(calls).toEqual(Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, at) => `${at + 1} all`))
})

test('a tab shows the classes of its status, from its first page', async ({ openAs, server }) => {
  const page = await openAs('player')
  const calls = listCalls(page)
  await goTo(page, server.current.address, LIST)
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE)
  await page.getByRole('tab', { name: '已完成' }).click()
  await expect(page.getByRole('button', { name: /^(待确认|已确认|已取消|已过期)，/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^已完成，/ }).first()).toBeVisible()
  await page.getByRole('tab', { name: '已取消' }).click()
  await expect(page.getByRole('button', { name: /^(待确认|已确认|已完成)，/ })).toHaveCount(0)
  expect(calls).toEqual(['1 all', '1 COMPLETED', '1 CANCELLED,EXPIRED'])
})

test('a next page that fails shows an error at the foot, and loads after a press there', async ({ openAs, server }) => {
  const page = await openAs('player')
  await goTo(page, server.current.address, LIST)
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE)
  const secondPage = '**/course-invitation-response/pageByUser?current=2&**'
  await page.route(secondPage, (route) => route.abort())
  await scrollToEnd(page)
  const retry = page.getByRole('button', { name: '加载失败，点按重试' })
  await expect(retry).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE)
  await page.unroute(secondPage)
  await retry.click()
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(PAGE_SIZE)
})

test('when pulled down, the list starts again with its first page', async ({ openAs, server }) => {
  const page = await openAs('player')
  const calls = listCalls(page)
  await goTo(page, server.current.address, LIST)
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE)
  await scrollToEnd(page)
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(PAGE_SIZE)
  await pullDown(page)
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE)
  expect(calls).toEqual(['1 all', '2 all', '1 all'])
})

test('the agenda shows the coming classes day by day, and is shown again the next time', async ({ openAs, server }) => {
  const { address } = server.current
  const { call } = await logInAs(address, 'coach')
  const today = dayOf(now())
  const rows = await call(agenda, { query: { from: today, days: 31 } })
  const days = [...new Set(rows.map(({ invitation }) => invitation.courseDate))]
  const [first] = days
  if (first === undefined) throw new Error('the coach has nothing to come')
  const ofFirst = rows.filter(({ invitation }) => invitation.courseDate === first)
  const countOf = (day: Day) => rows.filter(({ invitation }) => invitation.courseDate === day).length

  const page = await openAs('coach')
  await goTo(page, address, LIST)
  await page.getByRole('radio', { name: '日程' }).click()
  const heads = page.getByRole('heading', { name: /节课$/ })
  await expect(heads).toHaveCount(days.length)
  await expect(heads.first()).toHaveAccessibleName(headName(first, today, ofFirst.length))
  await expect(cardsOf(page)).toHaveCount(rows.length)
  const begins = await cardsOf(page).evaluateAll((cards) =>
    cards.map((card) => /(\d\d:\d\d) 至/.exec(card.getAttribute('aria-label') ?? '')?.[1]),
  )
  expect(begins.slice(0, ofFirst.length)).toEqual(ofFirst.map(({ invitation }) => timeOf(invitation.beginTimeSlot)))

  // The head of a day stays below the bar until its last class has scrolled past.
  const longest = days.reduce((a, b) => (countOf(b) > countOf(a) ? b : a))
  expect(countOf(longest)).toBeGreaterThan(2)
  const last = rows.map(({ invitation }) => invitation.courseDate).lastIndexOf(longest)
  await cardsOf(page)
    .nth(last)
    .evaluate((card) => card.scrollIntoView({ block: 'start' }))
  const head = heads.nth(days.indexOf(longest))
  await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? 0)).toBe(44)

  await page.reload()
  await expect(page.getByRole('radio', { name: '日程', checked: true })).toBeVisible()
  await expect(heads).toHaveCount(days.length)
  await page.getByRole('button', { name: '加载更多' }).click()
  await expect(page.getByText('没有更多数据了')).toBeVisible()

  await cardsOf(page).first().click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

/** The text of a day's head in the agenda. */
function headName(day: Day, today: Day, count: number): RegExp {
  const name = day === today ? '今天' : day === addDays(today, 1) ? '明天' : '周.'
  return new RegExp(`^${name} ${monthDotDay(day).replace('.', '\\.')}( 周.)?，${count} 节课$`)
}
