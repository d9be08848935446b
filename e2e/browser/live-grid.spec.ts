import { confirmInvitation, createByPlayer } from '@paidang/api/areas/class-actions'
import { contractsOfUser } from '@paidang/api/areas/contracts'
import { coachesOfPlayer } from '@paidang/api/areas/relations'
import type { Page } from '@playwright/test'
import { logInAs } from '../run/people.ts'
import { chooseDay, expect, freeCells, goTo, test } from './journey.ts'

const LIVE = /\/aaapi\/live/
const A_SECOND = 1_000

type Cell = { court: string; begin: string; end: string }

/** Opens the booking screen of somebody on the first open day from `from` days ahead; answers how far ahead it is. */
async function openGrid(page: Page, address: string, from: number): Promise<number> {
  await goTo(page, address, 'pages/bookingClass/index')
  const ahead = await chooseDay(page, from)
  await expect(freeCells(page).first()).toBeVisible()
  return ahead
}

/** The free cells of the grid, row by row, those of each half-hour in the order of the courts. */
async function listFree(page: Page): Promise<Cell[]> {
  const labels = await freeCells(page).evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  )
  return labels.flatMap((label) => {
    const [, court, begin, end] = /^(.+) (\d\d:\d\d) 至 (\d\d:\d\d) 可约$/.exec(label) ?? []
    return court && begin && end ? [{ court, begin, end }] : []
  })
}

/** Two free cells of different hours. */
async function twoFree(page: Page): Promise<[Cell, Cell]> {
  const free = await listFree(page)
  const [first] = free
  const other = free.find(
    ({ begin, end }) => first && begin !== first.begin && begin !== first.end && end !== first.begin,
  )
  if (!first || !other) throw new Error('the day has no two free hours')
  return [first, other]
}

const cellOf = (page: Page, { court, begin, end }: Cell, word: string) =>
  page.getByRole('gridcell', { name: `${court} ${begin} 至 ${end} ${word}`, exact: true })
/** A taken cell; where the coach has no time on any court, the band over all of them. */
const takenAt = (page: Page, { court, begin, end }: Cell) =>
  page.getByRole('gridcell', { name: new RegExp(`^(${court} )?${begin} 至 ${end} (教练有课|已被订|.+ 已有课)$`) })
/** The sentence as it is called out; it stands below the button, too. */
const justTaken = (page: Page) => page.getByRole('alert').getByText('该时段刚被约走，请重选')

/** Books the cell on the screen. Answers the moment of the server's answer. */
async function bookOn(page: Page, cell: Cell): Promise<number> {
  await cellOf(page, cell, '可约').click()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/create/by-player')),
    page.getByRole('button', { name: '确认约课' }).click(),
  ])
  expect(answer.status()).toBe(200)
  return Date.now()
}

/** Counts calls of a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith(path)) count += 1
  })
  return () => count
}

test('two look at one grid: what one books the other sees within a second, and keeps what he chose', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [watcher, booker] = [await openAs('player2'), await openAs('player3')]
  await openGrid(watcher, address, 4)
  await openGrid(booker, address, 4)
  const [chosen, wanted] = await twoFree(watcher)
  await cellOf(watcher, chosen, '可约').click()
  await expect(cellOf(watcher, chosen, '已选')).toBeVisible()

  const booked = await bookOn(booker, wanted)
  await expect(takenAt(watcher, wanted)).toBeAttached({ timeout: A_SECOND })
  expect(Date.now() - booked).toBeLessThan(A_SECOND)
  await expect(cellOf(watcher, chosen, '已选')).toBeVisible()
  await expect(watcher.getByText('已选择1个时间段')).toBeVisible()
  await expect(justTaken(watcher)).toBeHidden()
})

test('whose chosen half-hour is booked by another is told at once, and sees it in amber', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [watcher, booker] = [await openAs('player2'), await openAs('player3')]
  await openGrid(watcher, address, 5)
  await openGrid(booker, address, 5)
  const [wanted, other] = await twoFree(watcher)
  await cellOf(watcher, wanted, '可约').click()
  await expect(cellOf(watcher, wanted, '已选')).toBeVisible()

  const booked = await bookOn(booker, wanted)
  await expect(justTaken(watcher)).toBeVisible({ timeout: A_SECOND })
  expect(Date.now() - booked).toBeLessThan(A_SECOND)
  await expect(cellOf(watcher, wanted, '冲突已选')).toBeVisible()
  // He presses it away, and takes another one.
  await cellOf(watcher, wanted, '冲突已选').click()
  await cellOf(watcher, other, '可约').click()
  await expect(watcher.getByText('已选择1个时间段')).toBeVisible()
  await watcher.getByRole('button', { name: '确认约课' }).click()
  await expect(watcher).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

test('who books himself is never told that somebody took it', async ({ openAs, server }) => {
  const page = await openAs('player2')
  await openGrid(page, server.current.address, 6)
  // His own answer comes late; the change is told long before.
  await page.route('**/course-invitation/create/by-player', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fulfill({ response })
  })
  const [wanted] = await twoFree(page)
  await cellOf(page, wanted, '可约').click()
  await page.getByRole('button', { name: '确认约课' }).click()
  await page.waitForTimeout(A_SECOND)
  await expect(justTaken(page)).toHaveCount(0)
  await expect(cellOf(page, wanted, '已选')).toBeVisible()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

test('without a live connection the grid asks for its version, and reads again only when that differs', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [watcher, booker] = [await openAs('player2'), await openAs('player3')]
  await watcher.routeWebSocket(LIVE, (socket) => socket.close())
  const versions = countCalls(watcher, '/player-home/courtStatusVersion')
  const grids = countCalls(watcher, '/player-home/courtStatusBy')
  await openGrid(watcher, address, 7)
  await openGrid(booker, address, 7)
  await expect.poll(versions, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  const read = grids()
  const asked = versions()
  await expect.poll(versions, { timeout: 20_000 }).toBeGreaterThan(asked)
  expect(grids()).toBe(read)

  const [wanted] = await twoFree(watcher)
  await cellOf(watcher, wanted, '可约').click()
  await bookOn(booker, wanted)
  await expect(justTaken(watcher)).toBeVisible({ timeout: 8_000 })
  await expect(cellOf(watcher, wanted, '冲突已选')).toBeVisible()
  expect(grids()).toBe(read + 1)
})

test('what happened while the network was away is shown as soon as it is back', async ({ openAs, server }) => {
  const watcher = await openAs('player2')
  await openGrid(watcher, server.current.address, 8)
  const [wanted] = await twoFree(watcher)
  await watcher.context().setOffline(true)
  await expect(watcher.getByText('网络不可用，显示的是上次的内容').filter({ visible: true })).toBeVisible()
  await bookBehindTheScreen(server.current.address, watcher, wanted)
  await expect(cellOf(watcher, wanted, '可约')).toBeVisible()
  await watcher.context().setOffline(false)
  await expect(takenAt(watcher, wanted)).toBeAttached({ timeout: 5_000 })
})

test('a class that the coach confirms shows so to who looks at it', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs('player2')
  await openGrid(page, address, 9)
  const [wanted] = await twoFree(page)
  await bookOn(page, wanted)
  await expect(page.getByText('等待教练确认')).toBeVisible()
  const id = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  const { call } = await logInAs(address, 'coach2')
  await call(confirmInvitation, { params: { id } })
  await expect(page.getByText('已确认').first()).toBeVisible({ timeout: A_SECOND })
})

/** Another player of the same coach books that cell through the API, on the day that the page shows. */
async function bookBehindTheScreen(address: string, page: Page, { court, begin }: Cell): Promise<void> {
  const { call, logIn } = await logInAs(address, 'player3')
  const { userId } = logIn.userInfo
  const [record] = await call(coachesOfPlayer, { params: { playerId: userId } })
  const stadium = record?.stadiums[0]
  if (!record || !stadium) throw new Error('the player has no coach')
  const contracts = await call(contractsOfUser, { params: { userId } })
  const contract = contracts.find(({ courseDesign }) => record.courseIds.includes(courseDesign.id))
  const day = await page
    .getByRole('radiogroup', { name: '选择日期' })
    .getByRole('radio', { checked: true })
    .getAttribute('id')
  const [hour = 0, minute = 0] = begin.split(':').map(Number)
  const beginTimeSlot = hour * 2 + (minute === 30 ? 1 : 0)
  await call(createByPlayer, {
    body: {
      coachId: record.coach.id,
      courseDesignId: contract?.courseDesign.id ?? record.courseIds[0] ?? '',
      stadiumId: stadium.id,
      selectedCourt: stadium.courts.findIndex(({ name }) => name === court),
      courseDate: day?.replace('day-', '') ?? '',
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 1,
    },
  })
}
