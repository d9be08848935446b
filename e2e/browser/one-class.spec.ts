import { getInvitation } from '@paidang/api/areas/activities/classes'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { beginOf, firstOf, movesOf, offerOf, roomFor } from '../run/arrange.ts'
import { minutesAfter } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, openGrid, seen, stateOf } from './class-page.ts'
import { expect, goTo, logIn, test } from './journey.ts'

/** Hours on all contracts of the player together: available and held. */
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

test('a player books, the coach confirms, signs and completes the class, and the lesson hours move', async ({
  openAs,
  server,
}) => {
  const [her, his] = [await logInAs(server.current.address, 'player'), await logInAs(server.current.address, 'coach')]
  const offer = await offerOf(his, her, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [her, his], length: 2 }))
  const before = await hoursOf(server.current.address)
  const player = await openAs()
  await logIn(player, server.current.address, 'player')
  await expect(player.getByText('常用课程', { exact: true })).toBeVisible()
  await openGrid(player, server.current, { offer, day: slot.courseDate })
  await chooseRun(player, slot)
  await player.getByRole('button', { name: '确认约课' }).click()

  await expect(player).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(stateOf(player)).toHaveText('等待教练确认')
  const id = /invitationId=(\d+)/.exec(player.url())?.[1] ?? ''
  const booked = await hoursOf(server.current.address)
  expect(booked.held).toBeGreaterThan(before.held)
  expect(booked.available + booked.held).toBe(before.available + before.held)

  const made = await her.call(getInvitation, { params: { id }, query: {} })
  const coach = await openAs()
  await logIn(coach, server.current.address, 'coach')
  // The log-in leads to home after a moment. Wait for that before going elsewhere.
  await expect(coach.getByText(/^今天的课/)).toBeVisible()
  await goTo(coach, server.current.address, `pages/booking_view/index?invitationId=${id}`)
  await expect(stateOf(coach)).toHaveText('林知夏想约你的课')
  await coach.getByRole('button', { name: '确认约课' }).click()
  await expect(coach.getByText('确认约课成功')).toBeVisible()
  await player.reload()
  await expect(seen(player, '已确认')).toBeVisible()

  // A power cut, then the day of the class: no agreed data is lost.
  await server.restartAt(minutesAfter(beginOf(made), 5), 'kill')
  const { address } = server.current
  const teaching = await openAs('coach')
  await goTo(teaching, address, `pages/booking_view/index?invitationId=${id}`)
  await teaching.getByRole('button', { name: '为学员签到' }).click()
  await teaching.getByRole('dialog').getByRole('button', { name: /签到/ }).click()
  await teaching.getByRole('button', { name: '完成' }).first().click()
  await teaching.getByRole('alertdialog').getByRole('button', { name: '完成约课' }).click()
  await expect(teaching.getByText('完成约课成功')).toBeVisible()
  await expect(seen(teaching, '已完成')).toBeVisible()

  // Other classes of the player expired or were completed automatically meanwhile. So the sum at least grows.
  expect((await hoursOf(address)).consumed).toBeGreaterThanOrEqual(before.consumed + made.consumedSessions)
  const moves = await movesOf(await logInAs(address, 'player'), id)
  expect(moves).toEqual([`HOLD ${made.consumedSessions}`, `CONSUME ${made.consumedSessions}`])
})
