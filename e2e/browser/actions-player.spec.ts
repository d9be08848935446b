import { coachesOfCourse, getFullInfo, getInvitation } from '@paidang/api/areas/activities/classes'
import { type UsualCourse, usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { monthDotDay, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import {
  beginOf,
  beside,
  book,
  confirm,
  firstOf,
  grantHours,
  hoursOf,
  movesOf,
  type Offer,
  offerOf,
  roomFor,
  type Slot,
  type Someone,
  sharedRoom,
} from '../run/arrange.ts'
import { minutesAfter } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, expectChosen, openClass, seen, stateOf } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'

const ADULT = '成人私教 1 对 1'
const REFINE = '一对一技术精修'

test('a request is moved by an hour: its values are preselected, and Back does not lead into the edit', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, ADULT)
  const [first, later] = halves(firstOf(await roomFor(offer, { people: [player], length: 4 })))
  const made = await book(player, offer, [first], { messageToCoach: '想多练反手' })

  const page = await openHome(openAs, server, 'player')
  await openClass(page, server.current, made.id)
  await page.getByRole('button', { name: '修改时段' }).click()
  const banner = page.getByRole('region', { name: '修改约课' })
  const day = `${monthDotDay(made.courseDate)} ${WEEKDAY_NAMES[made.weekday]}`
  await expect(banner).toContainText(`正在修改 ${day} ${whenOf(first.beginTimeSlot, first.endTimeSlot)}`)
  await expect(page.getByRole('button', { name: `教练，${offer.coachName}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `场馆，${offer.venue.name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^课程合同，${ADULT}，`) })).toBeVisible()
  await expect(page.locator(`#day-${made.courseDate}`).filter({ visible: true })).toBeChecked()
  await expectChosen(page, first)
  await expect(page.getByRole('button', { name: /^约课详情，.*已写留言/ })).toBeVisible()

  await page.getByRole('button', { name: /^取消选择 / }).click()
  await chooseRun(page, later)
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(seen(page, '修改约课成功')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`booking_view/index\\?invitationId=${made.id}`))
  await expect(stateOf(page)).toHaveText('等待教练确认')
  const { call } = player
  expect(await call(getInvitation, { params: { id: made.id }, query: {} })).toMatchObject({
    courseDate: made.courseDate,
    courtName: first.courtName,
    beginTimeSlot: later.beginTimeSlot,
    endTimeSlot: later.endTimeSlot,
    messageToCoach: '想多练反手',
    invitationStatus: 'PENDING',
  })
  expect(await movesOf(player, made.id)).toEqual(['HOLD 1', 'VOID 1', 'HOLD 1'])

  await page.goBack()
  await expect(page).not.toHaveURL(/booking_view/)
  await expect(page.getByRole('region', { name: '修改约课' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '保存修改' })).toHaveCount(0)
})

/** The first hour of a run of two hours, and the second. */
function halves(run: Slot): [Slot, Slot] {
  const middle = (run.beginTimeSlot + run.endTimeSlot) / 2
  return [
    { ...run, endTimeSlot: middle },
    { ...run, beginTimeSlot: middle },
  ]
}

test('a usual course is pinned, booked again from home, and unpinned', async ({ openAs, server }) => {
  const { address } = server.current
  const { username, player, course } = await findFreeUsualCourse(address)
  const { call } = player
  const readUsual = () => usualCoursesOf(player)
  await payFor(address, player, course)

  const page = await openHome(openAs, server, username)
  const cards = page.getByRole('list', { name: '常用课程' }).getByRole('listitem')
  const weekly = `每${WEEKDAY_NAMES[course.weekday]} ${whenOf(course.beginTimeSlot, course.endTimeSlot)}`
  const card = cards.filter({ hasText: `${course.coach.nickname} 教练` }).filter({ hasText: weekly })
  await card.getByRole('button', { name: /^更多操作，/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /设为常用/ })
    .click()
  await expect(seen(page, '设置成功')).toBeVisible()
  await expect(cards.first().getByRole('img', { name: '已设为常用' })).toBeVisible()
  await expect(cards.first()).toContainText(weekly)
  await page.reload()
  await expect(cards.first().getByRole('img', { name: '已设为常用' })).toBeVisible()

  await cards
    .first()
    .getByRole('button', { name: `约 ${monthDotDay(course.courseDate)} ${course.coach.nickname} 教练的课` })
    .click()
  await expect(page.getByRole('button', { name: `教练，${course.coach.nickname}` })).toBeVisible()
  const court = course.courtCode
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(course.endTimeSlot - course.beginTimeSlot)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(stateOf(page)).toHaveText('等待教练确认')
  const id = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  expect(await call(getInvitation, { params: { id }, query: {} })).toMatchObject({
    coachId: course.coach.id,
    stadiumId: course.stadium.id,
    courseDesignId: course.courseDesignId,
    courtCode: court,
    courseDate: course.courseDate,
    beginTimeSlot: course.beginTimeSlot,
    endTimeSlot: course.endTimeSlot,
  })

  await goTo(page, address, 'pages/home/index')
  await cards
    .first()
    .getByRole('button', { name: /^更多操作，/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '取消常用' }).click()
  await expect(seen(page, '已取消常用')).toBeVisible()
  await expect(page.getByRole('img', { name: '已设为常用' })).toHaveCount(0)
  expect((await readUsual()).every(({ pinId }) => pinId === null)).toBe(true)
})

function usualCoursesOf({ call, logIn }: Someone): Promise<UsualCourse[]> {
  return call(usualCourses, { params: { id: logIn.userInfo.userId } })
}

/** A player with a usual course at a free time. It is the last one, because pinning moves it to the front. */
async function findFreeUsualCourse(
  address: string,
): Promise<{ username: string; player: Someone; course: UsualCourse }> {
  for (const username of ['player', 'player2', 'player3']) {
    const player = await logInAs(address, username)
    const course = (await usualCoursesOf(player)).filter(({ isFree }) => isFree).at(-1)
    if (course) return { username, player, course }
  }
  throw new Error('nobody has a usual course that is free')
}

/** Gives the player hours that last until that class. Their own hours may be expired or used up. */
async function payFor(address: string, player: Someone, course: UsualCourse): Promise<void> {
  const coaches = await Promise.all(['coach', 'coach2', 'coach3', 'solo'].map((name) => logInAs(address, name)))
  const coach = coaches.find(({ logIn }) => logIn.userInfo.userId === course.coach.id)
  if (!coach) throw new Error(`${course.coach.nickname} is nobody here`)
  const offer = await offerOf(coach, player, course.courseDesignName, course.stadium.name)
  const { courseDate, beginTimeSlot, endTimeSlot, selectedCourt, courtCode } = course
  const slot = { courseDate, beginTimeSlot, endTimeSlot, selectedCourt, courtName: courtCode }
  await grantHours(coach, player, { offer, slot, sessions: 5 })
}

test('cancelling in time is announced as free, and every hour comes back', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player2'), await logInAs(address, 'coach2')]
  const offer = await offerOf(coach, player, ADULT)
  const slots = await roomFor(offer, { people: [player, coach], length: 2 })
  const contract = await grantHours(coach, player, { offer, slot: firstOf(slots), sessions: 2 })
  const made = await book(player, offer, slots)
  await confirm(coach, made)
  expect(await hoursOf(player, contract.id)).toEqual([2, 1, 1, 0])

  const page = await openAs('player2')
  await openClass(page, server.current, made.id)
  await page.getByRole('button', { name: '取消约课' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(/现在离开课 .+，可免费取消/)
  await expect(dialog).toContainText('退回课时+1')
  await expect(dialog).toContainText('取消后可用2')
  await dialog.getByRole('button', { name: '换个时间再约' }).click()
  await dialog.getByRole('button', { name: '取消约课' }).click()
  await expect(seen(page, '取消约课成功')).toBeVisible()
  await expect(stateOf(page)).toHaveText('你取消了这节课')
  await expect(seen(page, /取消，原因：换个时间再约/)).toBeVisible()
  await expect(page.getByRole('button', { name: '再约一次' })).toBeVisible()
  expect(await hoursOf(player, contract.id)).toEqual([2, 2, 0, 0])
  expect(await movesOf(player, made.id)).toEqual(['HOLD 1', 'VOID 1'])
})

test('another coach is chosen: busy coaches are grey, and the class is confirmed when the new coach agrees', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, friend] = [await logInAs(address, 'player'), await logInAs(address, 'player2')]
  const [coach, next] = [await logInAs(address, 'coach'), await logInAs(address, 'coach2')]
  const offer = await offerOf(coach, player, ADULT)
  const { slot, busyName } = await slotWithBusyCoach({ player, friend, coach, next }, offer)
  const made = await book(player, offer, [slot])
  await confirm(coach, made)

  const page = await openAs('player')
  await openClass(page, server.current, made.id)
  await expect(stateOf(page)).toContainText('开课')
  await page.getByRole('button', { name: '更换教练' }).click()
  const sheet = page.getByRole('dialog', { name: '更换教练' })
  await expect(sheet.getByRole('radio', { name: `${busyName}，该时段有课` })).toBeDisabled()
  await expect(sheet.getByRole('radio', { name: new RegExp(`^${offer.coachName}，`) })).toHaveCount(0)
  await sheet.getByRole('radio', { name: '沈嘉禾，该时段有空' }).click()
  await expect(sheet).toContainText('换成沈嘉禾后，约课回到待确认，等新教练确认')
  await sheet.getByRole('button', { name: '确认更换' }).click()
  await expect(seen(page, '更换教练成功')).toBeVisible()
  await expect(stateOf(page)).toHaveText('等待教练确认')
  await expect(seen(page, '沈嘉禾')).toBeVisible()

  const hers = await openAs('coach2')
  await openClass(hers, server.current, made.id)
  await expect(stateOf(hers)).toHaveText('林知夏想约你的课')
  await hers.getByRole('button', { name: '确认约课' }).click()
  await expect(seen(hers, '确认约课成功')).toBeVisible()
  // The player's page stays open and is notified.
  await expect(stateOf(page)).toContainText('开课')
  expect(await player.call(getInvitation, { params: { id: made.id }, query: {} })).toMatchObject({
    coachId: next.logIn.userInfo.userId,
    invitationStatus: 'CONFIRMED',
  })
  await expect(coach.call(getInvitation, { params: { id: made.id }, query: {} })).resolves.toMatchObject({
    coachName: '沈嘉禾',
  })
})

/** A time at which the coach, the next coach and the player are free. Another teacher of the course is busy then. */
async function slotWithBusyCoach(
  { player, friend, coach, next }: Record<'player' | 'friend' | 'coach' | 'next', Someone>,
  offer: Offer,
): Promise<{ slot: Slot; busyName: string }> {
  const nextId = next.logIn.userInfo.userId
  const teachers = await player.call(coachesOfCourse, { params: { id: offer.courseId }, query: {} })
  const third = teachers.find(({ id }) => id !== offer.coachId && id !== nextId)
  if (!third) throw new Error('nobody else teaches the course')
  const thirds = { ...offer, coachId: third.id, coachName: third.nickname }
  const parties = [
    { offer, people: [player, coach] },
    { offer: { ...offer, coachId: nextId }, people: [player, next] },
    { offer: thirds, people: [friend] },
  ] as const
  const slot = firstOf(await sharedRoom(parties, { length: 2 }))
  await book(friend, thirds, beside(offer, slot))
  return { slot, busyName: third.nickname }
}

test('after the free period the cost is shown first and then charged; a participant likes the coach and removes the like', async ({
  openAs,
  server,
}) => {
  const earlier = await arrangeOneDay(server.current.address)
  const { held, late, contract } = earlier
  await server.restartAt(minutesAfter(beginOf(held), 5))
  const { address } = server.current

  const page = await openAs('player3')
  await openClass(page, server.current, late.id)
  await expect(seen(page, '现在取消扣 1 课时')).toBeVisible()
  await page.getByRole('button', { name: '取消约课' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('逾时取消将扣除 1 课时')
  await expect(dialog).toContainText('扣除课时−1')
  await expect(dialog).toContainText('取消后可用3')
  await dialog.getByRole('button', { name: '取消约课' }).click()
  await expect(stateOf(page)).toHaveText('你取消了这节课')
  const player = await logInAs(address, 'player3')
  expect(await hoursOf(player, contract.id)).toEqual([5, 3, 1, 1])
  expect(await movesOf(player, late.id)).toEqual(['HOLD 1', 'CONSUME 1'])

  // The coach ends the other class on their own page.
  const coach = await openAs('solo')
  await openClass(coach, server.current, held.id)
  await coach.getByRole('button', { name: '完成', exact: true }).click()
  await coach.getByRole('alertdialog').getByRole('button', { name: '完成约课' }).click()
  await expect(stateOf(coach)).toHaveText('这节课已完成')
  expect(await hoursOf(player, contract.id)).toEqual([5, 3, 0, 2])

  const likes = async () => {
    const info = await player.call(getFullInfo, { params: { id: held.id }, query: {} })
    return { coach: info.coach.likeCount, player: info.responsePlayers[0]?.responder.likesCount ?? 0 }
  }
  const before = await likes()
  await openClass(page, server.current, held.id)
  await expect(stateOf(page)).toHaveText('这节课已完成')
  await page.getByRole('button', { name: `点赞 江澈，${before.coach} 个赞`, pressed: false }).click()
  await expect(seen(page, '点赞成功')).toBeVisible()
  await expect(page.getByRole('button', { name: `点赞 江澈，${before.coach + 1} 个赞`, pressed: true })).toBeVisible()
  await coach
    .getByRole('button', { name: `点赞 许念安，${before.player} 个赞`, pressed: false })
    .first()
    .click()
  await expect(
    coach.getByRole('button', { name: `点赞 许念安，${before.player + 1} 个赞`, pressed: true }).first(),
  ).toBeVisible()
  await expect.poll(likes).toEqual({ coach: before.coach + 1, player: before.player + 1 })

  await page.getByRole('button', { name: `点赞 江澈，${before.coach + 1} 个赞`, pressed: true }).click()
  await expect(seen(page, '取消点赞成功')).toBeVisible()
  await expect(page.getByRole('button', { name: `点赞 江澈，${before.coach} 个赞`, pressed: false })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `点赞 江澈，${before.coach} 个赞`, pressed: false })).toBeVisible()
  expect(await likes()).toEqual({ coach: before.coach, player: before.player + 1 })
})

/** Two confirmed classes of player3 with solo on one day, over an hour apart, and the contracts that pay them. */
async function arrangeOneDay(address: string) {
  const [player, coach] = [await logInAs(address, 'player3'), await logInAs(address, 'solo')]
  const offer = await offerOf(coach, player, REFINE)
  const slots = await roomFor(offer, { people: [player, coach], length: 2, fewest: 8 })
  const first = firstOf(slots)
  const contract = await grantHours(coach, player, { offer, slot: first, sessions: 5 })
  const held = await book(player, offer, [first])
  await confirm(coach, held)
  const after = slots.filter(({ beginTimeSlot }) => beginTimeSlot >= first.endTimeSlot + 2)
  const late = await book(player, offer, after)
  await confirm(coach, late)
  expect(await hoursOf(player, contract.id)).toEqual([5, 3, 2, 0])
  return { held, late, contract }
}
