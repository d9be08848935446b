import { createRequire } from 'node:module'
import { joinInvitation } from '@paidang/api/areas/activities/class-actions'
import { getInvitation, type Invitation } from '@paidang/api/areas/activities/classes'
import { recordMonths } from '@paidang/api/areas/views/coach-home'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { beginOf, firstOf, grantHours, offerOf, roomFor, type Slot, type Someone, VENUE } from '../run/arrange.ts'
import { minutesAfter } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, goToDay, openGrid, seen, stateOf } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

type Sheet = { sheet: string; data: unknown[][] }

/** The server's own tests read workbooks with the same package. */
const ofServer = createRequire(new URL('../../server/package.json', import.meta.url))
const { default: readWorkbook }: { default: (file: string) => Promise<Sheet[]> } = ofServer('read-excel-file/node')

/** The rows of one sheet of an XLSX file. */
async function rowsOfSheet(file: string, name: string): Promise<unknown[][]> {
  const sheets = await readWorkbook(file)
  const found = sheets.find(({ sheet }) => sheet === name)
  if (!found) throw new Error(`no sheet ${name} in ${sheets.map(({ sheet }) => sheet).join(', ')}`)
  return found.data
}

const ADULT = '成人私教 1 对 1'
const STUDENT = '林知夏'
const REASON = '带队比赛'

test('a coach locks time, books a student from the day board, holds the class and downloads the records', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const offer = await offerOf(coach, player, ADULT)
  const room = firstOf(await roomFor(offer, { people: [coach, player], length: 4 }))
  // An hour for the coach's lock, and after it one for the class.
  const locked = { ...room, endTimeSlot: room.beginTimeSlot + 2 }
  const slot = { ...room, beginTimeSlot: room.beginTimeSlot + 2 }
  await grantHours(coach, player, { offer, slot, sessions: 2 })

  const page = await openAs('coach')
  await goTo(page, address, 'pages/my/index')
  await page.getByRole('radio', { name: '教练' }).click()
  await page.getByRole('button', { name: /^日程/ }).click()
  await expect(page.getByRole('heading', { name: '我的日程', level: 1 })).toBeVisible()
  await goToDay(page, slot.courseDate)

  await test.step('an hour is locked: the board shows it, and so does the grid of a student', async () => {
    const grid = await openAs('player')
    await openGrid(grid, server.current, { offer, day: locked.courseDate })
    await page.getByRole('button', { name: '设不可约' }).click()
    await lockOwnTime(page, locked)
    await page.goBack()
    await expect(page.getByRole('button', { name: `${spanOf(locked)}，不可约，${REASON}` })).toBeVisible()
    // One court or all of them: the text is the same, and the reason is never shown.
    await expect(restAt(grid, locked)).toBeVisible()
    await expect(grid.getByText(REASON)).toHaveCount(0)
  })

  const made = await test.step('a class is booked for a student, who joins', async () => {
    await page.getByRole('button', { name: '替学员约课' }).click()
    const id = await bookForStudent(page, slot)
    await join(player, id)
    await expect(stateOf(page)).toContainText('开课')
    const booked = await coach.call(getInvitation, { params: { id }, query: {} })
    expect(booked).toMatchObject({ courseDate: slot.courseDate, invitationStatus: 'CONFIRMED' })
    await goTo(page, address, `coach/pages/day_board/index?date=${slot.courseDate}`)
    await expect(page.getByRole('button', { name: blockOf(slot, '已确认') })).toBeVisible()
    return booked
  })

  await server.restartAt(minutesAfter(beginOf(made), 5))
  const later = await openAs('coach')
  const hoursBefore = await taughtHours(await logInAs(server.current.address, 'coach'), made)
  await test.step('on the day the coach signs and completes it from the board', async () => {
    await goTo(later, server.current.address, 'coach/pages/day_board/index')
    // A class of an earlier day may be listed above with the same buttons.
    const ofToday = later.getByRole('list', { name: '这一天的日程' })
    await ofToday.getByRole('button', { name: `签到，${STUDENT}` }).click()
    await later.getByRole('dialog', { name: '为学员签到' }).getByRole('button', { name: '确认签到' }).click()
    await expect(seen(later, '签到已保存')).toBeVisible()
    // A closing dialog removes its own history entry.
    await expect(later.getByRole('dialog')).toBeHidden()
    await goTo(later, server.current.address, 'coach/pages/day_board/index')
    await ofToday.getByRole('button', { name: `完成，${STUDENT}` }).click()
    await later.getByRole('alertdialog').getByRole('button', { name: '完成约课' }).click()
    await expect(seen(later, '完成约课成功')).toBeVisible()
    await expect(later.getByRole('alertdialog')).toBeHidden()
    await expect(stateOf(later)).toHaveText('这节课已完成')
    await goTo(later, server.current.address, 'coach/pages/day_board/index')
    await expect(later.getByRole('button', { name: blockOf(slot, '已完成') })).toBeVisible()
  })

  await test.step('the records contain it, the month has its hour, and the workbook its student', async () => {
    const month = made.courseDate.slice(0, 7)
    const [year, number] = [month.slice(0, 4), Number(month.slice(5))]
    // Jobs complete the open classes of skipped days at some later time, so the result is polled.
    await expect(async () => {
      const hours = await taughtHours(await logInAs(server.current.address, 'coach'), made)
      expect(hours).toBeGreaterThanOrEqual(hoursBefore + 1)
      await later.reload()
      await goTo(later, server.current.address, 'coach/pages/records/index')
      const name = `${year} 年 ${number} 月 授课 ${hours} 小时`
      await expect(later.getByRole('radio', { name, exact: true })).toBeVisible({ timeout: 10_000 })
    }).toPass()
    const row = new RegExp(`^已完成，${STUDENT}，.*${spanOf(slot)}，${VENUE}`)
    await expect(later.getByRole('button', { name: row })).toBeVisible()
    const downloading = later.waitForEvent('download')
    await later.getByRole('button', { name: '导出 XLSX' }).click()
    await later.getByRole('button', { name: '近 6 个月' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^授课记录-王启明-.*\.xlsx$/)
    await expect(seen(later, '约课记录已导出')).toBeVisible()
    const [headings, ...classes] = await rowsOfSheet(await download.path(), '明细')
    expect(headings).toContain('学员')
    const times = `${timeOf(slot.beginTimeSlot)}–${timeOf(slot.endTimeSlot)}`
    expect(classes).toContainEqual(expect.arrayContaining([made.courseDate, times, VENUE, ADULT, STUDENT]))
  })
})

const spanOf = ({ beginTimeSlot, endTimeSlot }: Slot) => `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
const blockOf = (slot: Slot, status: string) => new RegExp(`^${spanOf(slot)}，${STUDENT}，${VENUE} .*，${status}$`)

/** The first half-hour of a coach's locked time, on a student's grid. */
function restAt(page: Page, { courtName, beginTimeSlot }: Slot) {
  const time = `${timeOf(beginTimeSlot)} 至 ${timeOf(beginTimeSlot + 1)}`
  return page.getByRole('gridcell', { name: new RegExp(`^(${courtName} ${time} 教练休息|${time} .+ 休息)$`) })
}

/** Locks time of the coach with a reason. The day is that of the board. */
async function lockOwnTime(page: Page, { courseDate, beginTimeSlot, endTimeSlot }: Slot): Promise<void> {
  await expect(page.getByRole('radio', { name: '锁我的时间' })).toBeChecked()
  await expect(page.locator(`#day-${courseDate}`).filter({ visible: true })).toBeChecked()
  for (let at = beginTimeSlot; at < endTimeSlot; at += 1) {
    const name = `我的时间 ${timeOf(at)} 至 ${timeOf(at + 1)} 可锁定`
    await page.getByRole('gridcell', { name, exact: true }).click()
  }
  await page.getByRole('button', { name: '自定义' }).click()
  await page.getByLabel('原因，只有自己看得到').fill(REASON)
  await page.getByRole('button', { name: '锁定时段' }).click()
  await expect(seen(page, '设置成功')).toBeVisible()
}

/**
 * Books one student on the coach's side of the booking tab. The tab opened at the board's day. @returns the class's id
 */
async function bookForStudent(page: Page, slot: Slot): Promise<string> {
  await expect(page.getByRole('radio', { name: '替学员约课' })).toBeChecked()
  await expect(page.locator(`#day-${slot.courseDate}`).filter({ visible: true })).toBeChecked()
  await page.getByRole('button', { name: /^课程，/ }).click()
  await page.getByRole('dialog', { name: '选择课程' }).getByRole('radio', { name: ADULT }).click()
  await page.getByRole('button', { name: /^场馆，/ }).click()
  await page.getByRole('dialog', { name: '选择场馆' }).getByRole('radio', { name: VENUE }).click()
  await page.getByRole('button', { name: '学员，先选学员' }).click()
  const sheet = page.getByRole('dialog', { name: '选择学员' })
  await sheet.getByPlaceholder('按姓名查找').fill(STUDENT)
  await sheet.getByRole('checkbox', { name: new RegExp(`^${STUDENT}`) }).click()
  await sheet.getByRole('button', { name: '选定 1 人' }).click()
  await chooseRun(page, slot)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  return /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
}

async function join({ call, logIn }: Someone, id: string): Promise<void> {
  await call(joinInvitation, { params: { a: id, b: logIn.userInfo.userId }, body: {} })
}

/** The hours that the coach has taught in the month of a class. */
async function taughtHours({ call, logIn }: Someone, { courseDate }: Invitation): Promise<number> {
  const { userId } = logIn.userInfo
  const rows = await call(recordMonths, { params: { coachId: userId }, query: { months: 6 } })
  return rows
    .filter(({ month }) => courseDate.startsWith(month))
    .reduce((sum, { taughtHours: hours }) => sum + hours, 0)
}
