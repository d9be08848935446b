import { agenda } from '@paidang/api/areas/activities/classes'
import { recordPast } from '@paidang/api/areas/activities/past-classes'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { movesOf, type Offer, offerOf, type Someone } from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { seen, stateOf } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'

const COURSE = '成人私教 1 对 1'
const REASON = '当天手机没电，没有签到'
const HOUR = 2

test('a coach enters two classes of yesterday: the player agrees to one and pays, and objects to the other', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const { userId, nickname } = player.logIn.userInfo
  const offer = await offerOf(coach, player, COURSE)
  const [first, second] = await freeYesterday(offer, [coach, player])

  const page = await openAs('coach')
  await goTo(page, address, `coach/pages/student/index?userId=${userId}`)
  await page.getByRole('button', { name: /^补录一节课/ }).click()
  await expect(page.getByRole('button', { name: `移出${nickname}` })).toBeVisible()
  for (const name of [COURSE, offer.venue.name, lastCourt(offer).name, timeOf(first)])
    await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
  await page.getByLabel('补录原因（学员会看到）').fill(REASON)
  await page.getByRole('button', { name: '补录，每人 1 课时' }).click()
  await expect(stateOf(page)).toHaveText('补录，等学员核对')
  const agreed = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  expect(await movesOf(player, agreed)).toEqual(['HOLD 1'])

  const his = await openHome(openAs, server, 'player')
  await his.getByRole('button', { name: /教练补录了一节课/ }).click()
  await expect(seen(his, REASON)).toBeVisible()
  await his.getByRole('button', { name: '同意', exact: true }).click()
  await expect(stateOf(his)).toHaveText('这节课已完成')
  expect(await movesOf(player, agreed)).toEqual(['HOLD 1', 'CONSUME 1'])

  const times = { courseDate: yesterday(), beginTimeSlot: second, endTimeSlot: second + HOUR }
  const place = { stadiumId: offer.venue.id, selectedCourt: lastCourt(offer).at }
  const body = { courseDesignId: offer.courseId, ...place, ...times, studentIds: [userId], reason: REASON }
  const { id: refused } = await coach.call(recordPast, { body })
  await goTo(his, address, `pages/booking_view/index?invitationId=${refused}`)
  await his.getByRole('button', { name: '有异议' }).click()
  await his.getByLabel('异议的原因（教练会看到）').fill('那天没有上课')
  await his.getByRole('button', { name: '提交异议' }).click()
  await expect(stateOf(his)).toHaveText('你对这次补录有异议')
  expect(await movesOf(player, refused)).toEqual(['HOLD 1', 'VOID 1'])
  await goTo(page, address, `pages/booking_view/index?invitationId=${refused}`)
  await expect(stateOf(page)).toHaveText(`${nickname}对这次补录有异议`)
  await expect(seen(page, /那天没有上课/)).toBeVisible()
})

const yesterday = () => addDays(dayOf(now()), -1)

function lastCourt({ venue: { courts } }: Offer): { name: string; at: number } {
  const at = courts.length - 1
  return { name: courts[at]?.name ?? '', at }
}

/** Two separate hours of yesterday at which none of these people had a class, by their first half-hour. */
async function freeYesterday({ venue }: Offer, people: readonly Someone[]): Promise<[number, number]> {
  const busy = new Set<number>()
  for (const { call } of people) {
    for (const { invitation } of await call(agenda, { query: { from: yesterday(), days: 1 } })) {
      for (let at = invitation.beginTimeSlot; at < invitation.endTimeSlot; at += 1) busy.add(at)
    }
  }
  const free: number[] = []
  for (let at = venue.firstStart; at < venue.lastStart && free.length < 2; at += 1) {
    if (busy.has(at) || busy.has(at + 1)) continue
    free.push(at)
    at += HOUR
  }
  const [first, second] = free
  if (first === undefined || second === undefined) throw new Error('yesterday was full')
  return [first, second]
}
