import { confirmInvitation } from '@paidang/api/areas/activities/class-actions'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { book, offerOf, roomFor, type Slot } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { cellOf, openGrid, seen, stateOf } from './class-page.ts'
import { expect, test } from './journey.ts'

const LIVE = /\/aaapi\/live/

/** Two players of one coach, and half-hours in different hours of one day that are free for all of them. */
async function arrange(address: string) {
  const [player, rival, coach] = [
    await logInAs(address, 'player2'),
    await logInAs(address, 'player3'),
    await logInAs(address, 'coach2'),
  ]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const free = await roomFor(offer, { people: [player, rival, coach], length: 1, fewest: 3 })
  const [input] = free
  const other = free.find(({ beginTimeSlot }) => input && beginTimeSlot > input.endTimeSlot)
  if (!input || !other) throw new Error('the day has no two free hours')
  return { grid: { offer, day: input.courseDate }, input, other, rival, coach }
}

/** A taken cell. If the coach is busy on all courts, this is the band over all of them. */
const takenAt = (page: Page, { courtName, beginTimeSlot, endTimeSlot }: Slot) => {
  const time = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
  return page.getByRole('gridcell', { name: new RegExp(`^(${courtName} )?${time} (教练有课|已被订|.+ 已有课)$`) })
}
/** The sentence as announced. The same sentence also appears below the button. */
const justTaken = (page: Page) => page.getByRole('alert').getByText('该时段刚被约走，请重选')

/** Books the cell on the screen. */
async function bookOn(page: Page, slot: Slot): Promise<void> {
  await cellOf(page, slot, '可约').click()
  const answered = page.waitForResponse((response) => response.url().endsWith('/create/by-player'))
  await page.getByRole('button', { name: '确认约课' }).click()
  expect((await answered).status()).toBe(200)
}

/** Books on one page while another waits: the sentence may be gone before the press has been answered. */
async function bookedAndTold(booker: Page, slot: Slot, watcher: Page): Promise<void> {
  await Promise.all([bookOn(booker, slot), justTaken(watcher).waitFor()])
}

/** Runs in a page before its scripts: the pauses between tries and polls take a tenth of their time, toasts do not. */
function hastenPauses(): void {
  const toasts: unknown[] = [2_000, 3_000]
  const setUsual = window.setTimeout
  window.setTimeout = ((run: TimerHandler, delay = 0, ...rest: unknown[]) =>
    setUsual(run, delay < 500 || toasts.includes(delay) ? delay : delay / 10, ...rest)) as typeof window.setTimeout
}

/** Counts the calls of a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith(path)) count += 1
  })
  return () => count
}

test('two players look at one grid: each sees the other’s booking, and keeps their choice', async ({
  openAs,
  server,
}) => {
  const { grid, input, other } = await arrange(server.current.address)
  const [watcher, booker] = [await openAs('player2'), await openAs('player3')]
  await openGrid(watcher, server.current, grid)
  await openGrid(booker, server.current, grid)
  await cellOf(watcher, other, '可约').click()
  await expect(cellOf(watcher, other, '已选')).toBeVisible()

  await bookOn(booker, input)
  await expect(takenAt(watcher, input)).toBeAttached()
  await expect(cellOf(watcher, other, '已选')).toBeVisible()
  await expect(watcher.getByText('已选择1个时间段')).toBeVisible()
  await expect(justTaken(watcher)).toBeHidden()
})

test('a player whose chosen half-hour is booked by another is notified, and sees it in amber', async ({
  openAs,
  server,
}) => {
  const { grid, input, other } = await arrange(server.current.address)
  const [watcher, booker] = [await openAs('player2'), await openAs('player3')]
  await openGrid(watcher, server.current, grid)
  await openGrid(booker, server.current, grid)
  await cellOf(watcher, input, '可约').click()
  await expect(cellOf(watcher, input, '已选')).toBeVisible()

  await bookedAndTold(booker, input, watcher)
  await expect(cellOf(watcher, input, '冲突已选')).toBeVisible()
  // The player deselects it and takes another one.
  await cellOf(watcher, input, '冲突已选').click()
  await cellOf(watcher, other, '可约').click()
  await expect(watcher.getByText('已选择1个时间段')).toBeVisible()
  await watcher.getByRole('button', { name: '确认约课' }).click()
  await expect(watcher).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

test('a player who books is never notified that somebody took the half-hour', async ({ openAs, server }) => {
  const { grid, input } = await arrange(server.current.address)
  const [page, witness] = [await openAs('player2'), await openAs('player3')]
  await openGrid(page, server.current, grid)
  await openGrid(witness, server.current, grid)
  // The answer to the booking is delayed, so that the change is notified to everybody else before it.
  const answers: (() => Promise<void>)[] = []
  await page.route('**/course-invitation/create/by-player', async (route) => {
    const response = await route.fetch()
    answers.push(() => route.fulfill({ response }))
  })
  await cellOf(page, input, '可约').click()
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect.poll(() => answers.length).toBe(1)
  await expect(takenAt(witness, input)).toBeAttached()
  await expect(justTaken(page)).toHaveCount(0)
  await expect(cellOf(page, input, '已选')).toBeVisible()
  await answers[0]?.()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

test('without a live connection the grid asks for its version, and reloads only when that differs', async ({
  openAs,
  server,
}) => {
  const { grid, input } = await arrange(server.current.address)
  const [watcher, booker] = [await openAs('player2'), await openAs('player3')]
  await watcher.routeWebSocket(LIVE, (socket) => socket.close())
  await watcher.addInitScript(hastenPauses)
  const versions = countCalls(watcher, '/player-home/courtStatusVersion')
  const grids = countCalls(watcher, '/player-home/courtStatusBy')
  await openGrid(watcher, server.current, grid)
  await openGrid(booker, server.current, grid)
  await expect.poll(versions).toBeGreaterThanOrEqual(2)
  const read = grids()
  const asked = versions()
  await expect.poll(versions).toBeGreaterThan(asked)
  expect(grids()).toBe(read)

  await cellOf(watcher, input, '可约').click()
  await bookedAndTold(booker, input, watcher)
  await expect(cellOf(watcher, input, '冲突已选')).toBeVisible()
  expect(grids()).toBe(read + 1)
})

test('changes during a network failure are shown as soon as the network is back', async ({ openAs, server }) => {
  const { grid, input, rival } = await arrange(server.current.address)
  const watcher = await openAs('player2')
  await openGrid(watcher, server.current, grid)
  await watcher.context().setOffline(true)
  await expect(seen(watcher, '网络不可用，显示的是上次的内容')).toBeVisible()
  await book(rival, grid.offer, [input])
  await expect(cellOf(watcher, input, '可约')).toBeVisible()
  await watcher.context().setOffline(false)
  await expect(takenAt(watcher, input)).toBeAttached()
})

test('a class that the coach confirms changes for everybody who looks at it', async ({ openAs, server }) => {
  const { grid, input, coach } = await arrange(server.current.address)
  const page = await openAs('player2')
  await openGrid(page, server.current, grid)
  await bookOn(page, input)
  await expect(stateOf(page)).toHaveText('等待教练确认')
  const id = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  await coach.call(confirmInvitation, { params: { id } })
  await expect(seen(page, '已确认')).toBeVisible()
})
