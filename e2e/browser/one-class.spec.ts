import { getInvitation } from '@paidang/api/areas/classes'
import { contractsOfUser } from '@paidang/api/areas/contracts'
import type { Page } from '@playwright/test'
import { movesOf } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { chooseDay, expect, freeCells, goTo, test } from './journey.ts'

/** The first free run of two half-hours on one court, chosen by tapping its first and its last cell. */
async function chooseTwoFreeCells(page: Page): Promise<void> {
  const free = freeCells(page)
  await expect(free.first()).toBeVisible()
  const labels = await free.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
  const pair = labels
    .map((label) => /^(.+) (\d\d:\d\d) 至 (\d\d:\d\d) 可约$/.exec(label))
    .flatMap((first) => {
      const next = first && labels.find((label) => label.startsWith(`${first[1]} ${first[3]} 至`))
      return first && next ? [{ first: first[0], next }] : []
    })[0]
  if (!pair) throw new Error('no two free half-hours in a row')
  await page.getByRole('gridcell', { name: pair.first, exact: true }).click()
  await page.getByRole('gridcell', { name: pair.next, exact: true }).click()
}

/** Hours of the player's contracts: available and held, all together. */
async function hoursOf(address: string): Promise<{ available: number; held: number; consumed: number }> {
  const { call, logIn } = await logInAs(address, 'player')
  const contracts = await call(contractsOfUser, { params: { userId: logIn.userInfo.userId } })
  const sum = (pick: (contract: (typeof contracts)[number]) => number) =>
    contracts.reduce((all, one) => all + pick(one), 0)
  return {
    available: sum((contract) => contract.availableSessions),
    held: sum((contract) => contract.heldSessions),
    consumed: sum((contract) => contract.consumedSessions),
  }
}

test('a player books, the coach confirms, signs and completes it, and the lesson hours move', async ({
  openAs,
  server,
}) => {
  test.setTimeout(180_000)
  const before = await hoursOf(server.current.address)
  const player = await openAs('player')
  await expect(player.getByText('常用课程', { exact: true })).toBeVisible()
  await goTo(player, server.current.address, 'pages/bookingClass/index')
  await chooseDay(player, 3)
  await chooseTwoFreeCells(player)
  await player.getByRole('button', { name: '确认约课' }).click()

  await expect(player).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(player.getByText('等待教练确认')).toBeVisible()
  const id = /invitationId=(\d+)/.exec(player.url())?.[1] ?? ''
  const booked = await hoursOf(server.current.address)
  expect(booked.held).toBeGreaterThan(before.held)
  expect(booked.available + booked.held).toBe(before.available + before.held)

  const { call: asPlayer } = await logInAs(server.current.address, 'player')
  const made = await asPlayer(getInvitation, { params: { id }, query: {} })
  const coachAccount = made.coachName === '王启明' ? 'coach' : 'coach2'
  const coach = await openAs(coachAccount)
  // The log-in still leads home.
  await expect(coach.getByText('今天的课', { exact: true })).toBeVisible()
  await goTo(coach, server.current.address, `pages/booking_view/index?invitationId=${id}`)
  await expect(coach.getByText('林知夏想约你的课')).toBeVisible()
  await coach.getByRole('button', { name: '确认约课' }).click()
  await expect(coach.getByText('确认约课成功')).toBeVisible()
  await player.reload()
  await expect(player.getByText('已确认').first()).toBeVisible()

  // A power cut, and the day of the class: nothing that was agreed is lost.
  const startsAt = Date.parse(`${made.courseDate}T00:00:00+08:00`) + made.beginTimeSlot * 1_800_000
  const minutesAhead = Math.ceil((startsAt - Date.now()) / 60_000) + 5
  await server.restart(minutesAhead, 'kill')
  const { address } = server.current
  const classTime = new Date(Date.now() + minutesAhead * 60_000)
  const teaching = await openAs()
  await teaching.clock.setSystemTime(classTime)
  await goTo(teaching, address, 'pages/login_h5/index')
  await teaching.getByLabel('账号').fill(coachAccount)
  await teaching.getByLabel('密码', { exact: true }).fill('demo1234')
  await teaching.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await teaching.getByRole('button', { name: '登录', exact: true }).click()
  await expect(teaching.getByText('今天的课', { exact: true })).toBeVisible()
  await goTo(teaching, address, `pages/booking_view/index?invitationId=${id}`)
  await teaching.getByRole('button', { name: '为学员签到' }).click()
  await teaching.getByRole('dialog').getByRole('button', { name: /签到/ }).click()
  await teaching.getByRole('button', { name: '完成' }).first().click()
  await teaching.getByRole('alertdialog').getByRole('button', { name: '完成约课' }).click()
  await expect(teaching.getByText('完成约课成功')).toBeVisible()
  await expect(teaching.getByText('已完成').first()).toBeVisible()

  // Other requests of hers have expired meanwhile and gave their hours back; this class did just that.
  expect((await hoursOf(address)).consumed).toBe(before.consumed + made.consumedSessions)
  const moves = await movesOf(await logInAs(address, 'player'), id)
  expect(moves).toEqual([`HOLD ${made.consumedSessions}`, `CONSUME ${made.consumedSessions}`])
  await server.restart(0)
})
