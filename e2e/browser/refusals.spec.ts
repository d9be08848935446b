import { createByPlayer } from '@paidang/api/areas/class-actions'
import { pageOfUser } from '@paidang/api/areas/classes'
import { contractsOfUser } from '@paidang/api/areas/contracts'
import { coachesOfPlayer } from '@paidang/api/areas/relations'
import { courtStatusForPlayer } from '@paidang/api/areas/schedule'
import { logInAs } from '../run/people.ts'
import { chooseDay, expect, freeCells, goTo, test } from './journey.ts'

test('a taken half-hour is refused with its sentence, and stays unselected', async ({ openAs, server }) => {
  const page = await openAs('player')
  await expect(page.getByText('常用课程', { exact: true })).toBeVisible()
  await goTo(page, server.current.address, 'pages/bookingClass/index')
  await chooseDay(page, 3)
  const taken = page.getByRole('gridcell', { name: /已被订$|教练有课$|教练休息$|停用$/ }).first()
  await expect(taken).toBeAttached()
  await taken.scrollIntoViewIfNeeded()
  await taken.click()
  await expect(page.getByText('该场地已被占用，可开启"允许冲突"后选择')).toBeVisible()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)

  await page.getByRole('switch', { name: '允许冲突' }).click()
  await expect(page.getByText('已开启冲突时段选择').first()).toBeVisible()
  await taken.click()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: '提交申请' })).toBeVisible()
  await page.getByRole('switch', { name: '允许冲突' }).click()
  await expect(page.getByText('已自动取消选中的冲突时段')).toBeVisible()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})

test('a half-hour that somebody else just took is named, and a free one nearby is one tap away', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs('player')
  // A connection over which nothing comes: else the grid would tell before he presses the button.
  await page.routeWebSocket(/\/aaapi\/live/, () => undefined)
  await expect(page.getByText('常用课程', { exact: true })).toBeVisible()
  await goTo(page, address, 'pages/bookingClass/index')
  const daysAhead = await chooseDay(page, 4)
  const free = freeCells(page).first()
  const label = (await free.getAttribute('aria-label')) ?? ''
  await free.click()
  const [, courtName = '', time = ''] = /^(.+) (\d\d:\d\d) 至/.exec(label) ?? []
  await takeBehindTheScreen(address, courtName, time, daysAhead)
  await page.getByRole('button', { name: '确认约课' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('该时段已被占用，不能选择')).toBeVisible()
  await sheet
    .getByRole('button', { name: /\d\d:\d\d–\d\d:\d\d/ })
    .first()
    .click()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

/** Another player of the same coach books that cell through the API; `daysAhead` from today. */
async function takeBehindTheScreen(address: string, courtName: string, time: string, daysAhead: number): Promise<void> {
  const { call: asPlayer, logIn } = await logInAs(address, 'player')
  const [record] = await asPlayer(coachesOfPlayer, { params: { playerId: logIn.userInfo.userId } })
  const stadium = record?.stadiums[0]
  if (!record || !stadium) throw new Error('the player has no coach')
  const contracts = await asPlayer(contractsOfUser, { params: { userId: logIn.userInfo.userId } })
  const contract = contracts.find(({ courseDesign }) => record.courseIds.includes(courseDesign.id))
  const { call } = await logInAs(address, 'player2')
  const courseDate = new Date(Date.now() + 8 * 3_600_000 + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const beginTimeSlot = hour * 2 + (minute === 30 ? 1 : 0)
  await call(createByPlayer, {
    body: {
      coachId: record.coach.id,
      courseDesignId: contract?.courseDesign.id ?? record.courseIds[0] ?? '',
      stadiumId: stadium.id,
      selectedCourt: stadium.courts.findIndex(({ name }) => name === courtName),
      courseDate,
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 1,
    },
  })
  const grid = await call(courtStatusForPlayer, {
    body: { coachId: record.coach.id, stadiumId: stadium.id, date: courseDate },
  })
  expect(grid.some(({ timeIndex, status }) => timeIndex === beginTimeSlot && status === 'MY_INVITING')).toBe(true)
}

test('pressing the button twice books once', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs('player')
  await expect(page.getByText('常用课程', { exact: true })).toBeVisible()
  const { call } = await logInAs(address, 'player')
  const count = async () => (await call(pageOfUser, { query: { current: 1, rows: 1 } })).total
  const before = await count()
  await goTo(page, address, 'pages/bookingClass/index')
  await chooseDay(page, 6)
  await freeCells(page).first().click()
  await page.route('**/course-invitation/create/by-player', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.getByRole('button', { name: '确认约课' }).dblclick()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  expect(await count()).toBe(before + 1)
})
