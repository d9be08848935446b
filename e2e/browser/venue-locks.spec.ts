import { createBall } from '@paidang/api/areas/activities/balls'
import { messagesOfAll } from '@paidang/api/areas/ground/messages'
import { courtStatusForCoach } from '@paidang/api/areas/time/schedule'
import { addDays, type Day, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import {
  beginOf,
  beside,
  book,
  cellNames,
  confirm,
  firstOf,
  type Offer,
  offerOf,
  roomFor,
  roomOn,
  type Slot,
  type Someone,
  VENUE,
} from '../run/arrange.ts'
import { minutesAfter, now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { cellOf, goToDay, openClass, openGrid, seen, stateOf } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const ADULT = '成人私教 1 对 1'
const SOON = { timeout: 10_000 }

test('a manager closes half-hours of their courts: an open grid shows it at once, and a class prevents it', async ({
  openAs,
  server,
}) => {
  const { offer, player, slot, taken } = await arrange(server.current.address)
  const grid = await openAs('player')
  await openGrid(grid, server.current, { offer, day: slot.courseDate })
  await expect(cellOf(grid, slot, '可约')).toBeVisible()
  const page = await openAs('coach')
  await openLocks(page, server.current.address, slot.courseDate)

  await test.step('without a selection nothing can be locked', async () => {
    await lockButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: '请先选择要设为不可用的时段' })).toBeVisible()
  })

  await test.step('two half-hours are locked, and a player with an open grid sees it', async () => {
    await chooseCells(page, slot, '可锁定')
    await expect(seen(page, `${slot.courtName} 2 格`)).toBeVisible()
    await lockButton(page).click()
    await expect(seen(page, '设置成功')).toBeVisible()
    await expect(page.getByRole('button', { name: /^撤销，已锁定/ })).toBeVisible()
    await expect(cellOf(page, slot, '已锁定')).toBeVisible()
    await expect(cellOf(grid, slot, '停用')).toBeVisible(SOON)
  })

  await test.step('over a class nothing is locked, and the class is named', async () => {
    await book(player, offer, [taken])
    const booked = cellOf(page, taken, '有约课')
    await expect(booked).toBeVisible(SOON)
    await booked.click()
    await expect(seen(page, '该时段有约课，请先处理')).toBeVisible()
  })

  await test.step('the half-hours are opened again', async () => {
    await chooseCells(page, slot, '已锁定')
    await page.getByRole('button', { name: '解除锁定' }).click()
    await expect(seen(page, '设置成功').last()).toBeVisible()
    await expect(cellOf(page, slot, '可锁定')).toBeVisible()
    await expect(cellOf(grid, slot, '可约')).toBeVisible(SOON)
  })
})

test('a lock is repeated every week; if a later week has a class, the whole series is refused', async ({
  openAs,
  server,
}) => {
  const { offer, player, day, booked, other } = await arrangeTwoWeeks(server.current.address)
  await book(player, offer, [booked])

  const page = await openAs('coach')
  await openLocks(page, server.current.address, day)
  await test.step('the class of next week prevents it', async () => {
    await chooseCells(page, booked, '可锁定')
    await repeat(page, booked.courseDate)
    await lockButton(page).click()
    const clash = page.getByRole('dialog', { name: '有约课，锁不了' })
    await expect(clash).toContainText('该时段已有约课，不能锁定')
    const named = clash.getByRole('button', { name: new RegExp(`^${ADULT} · 林知夏`) })
    await expect(named).toContainText(whenOf(booked.beginTimeSlot, booked.endTimeSlot))
    await expect(named).toContainText(booked.courtName)
    await clash.getByRole('button', { name: '知道了' }).click()
    await expect(clash).toBeHidden()
    await page.getByRole('gridcell', { selected: true }).first().press('Escape')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
    await expect(cellOf(page, booked, '可锁定')).toBeVisible()
  })

  await test.step('on another court it applies this week and the next', async () => {
    await chooseCells(page, other, '可锁定')
    await repeat(page, booked.courseDate)
    await lockButton(page).click()
    await expect(seen(page, '设置成功')).toBeVisible()
    await expect(cellOf(page, other, '已锁定')).toBeVisible()
    await goToDay(page, booked.courseDate)
    await expect(cellOf(page, other, '已锁定')).toBeVisible()
    await expect(cellOf(page, booked, '有约课')).toBeVisible()
  })
})

test('a class to which nobody came: the manager releases its court, both sides read it, and others book it', async ({
  openAs,
  server,
}) => {
  const { made, slot, venue } = await arrangeUnderRule(server.current.address, openAs)
  await server.restartAt(minutesAfter(beginOf(made), 10))
  const [early, manager] = [await openAs('player'), await openAs('coach')]
  await openClass(early, server.current, made.id)
  const until = `${timeOf(made.beginTimeSlot).slice(0, 3)}${made.beginTimeSlot % 2 === 0 ? '15' : '45'}`
  await expect(seen(early, `到 ${until} 还没有人到场，场馆可以释放场地`)).toBeVisible()
  await expect(early.getByRole('button', { name: '我到了' })).toBeVisible()
  await goTo(manager, server.current.address, `bookingBall/pages/stadiumDetail/index?id=${venue.id}`)
  await expect(seen(manager, `${until} 起可释放`)).toBeVisible()

  await server.restartAt(minutesAfter(beginOf(made), 16))
  const [desk, theirs, teacher] = [await openAs('coach'), await openAs('player'), await openAs('coach2')]
  await openClass(theirs, server.current, made.id)
  await goTo(desk, server.current.address, `bookingBall/pages/stadiumDetail/index?id=${venue.id}`)
  await desk.getByRole('button', { name: `释放 ${slot.courtName}` }).click()
  const question = desk.getByRole('alertdialog', { name: `释放 ${slot.courtName}？` })
  await expect(question).toContainText(`教练 ${made.coachName}`)
  await question.getByRole('button', { name: '释放场地' }).click()
  await expect(seen(desk, '已释放')).toBeVisible()

  for (const page of [theirs, teacher]) {
    await openClass(page, server.current, made.id)
    await expect(seen(page, /分钟后无人到场，.* 起的场地已由场馆释放；课时仍按签到结算/)).toBeVisible()
    await expect(page.getByRole('button', { name: '我到了' })).toHaveCount(0)
  }
  const [player, other] = [
    await logInAs(server.current.address, 'player'),
    await logInAs(server.current.address, 'player3'),
  ]
  const { rows } = await player.call(messagesOfAll, { query: { current: 1, rows: 5 } })
  expect(rows.map(({ title }) => title)).toContain('场地已释放')
  const { beginTimeSlot, endTimeSlot } = slot
  const game = await other.call(createBall, {
    body: {
      ...FREE_GAME,
      ...slot,
      activityDate: slot.courseDate,
      stadiumId: venue.id,
      beginTimeSlot: beginTimeSlot + 2,
      endTimeSlot,
    },
  })
  expect(game).toMatchObject({ status: 'OPEN', courtName: slot.courtName })
})

const FREE_GAME = {
  title: '临时打一场',
  sport: 'tennis',
  matchType: 1,
  levelFrom: 1,
  levelTo: 7,
  genderRule: 'ANY',
  minPlayers: 2,
  maxPlayers: 2,
  feeMode: 'AA',
  courtFeeFen: 0,
  extrasFen: 0,
  isPublic: false,
} as const

/** The manager switches the rule on, and then a class of two hours is booked and confirmed at that venue. */
async function arrangeUnderRule(address: string, openAs: (username: string) => Promise<Page>) {
  const [coach, player, other] = await Promise.all(
    ['coach2', 'player', 'player3'].map((name) => logInAs(address, name)),
  )
  if (!coach || !player || !other) throw new Error('somebody is missing')
  const offer = await offerOf(coach, player, ADULT)
  const page = await openAs('coach')
  await goTo(page, address, `bookingBall/pages/stadiumDetail/index?id=${offer.venue.id}`)
  const rule = page.getByRole('switch', { name: /15 分钟无人到场可释放场地/ })
  await rule.click()
  await expect(rule).toBeChecked()
  await expect(seen(page, '开始 15 分钟后还没有人到场，场馆可以释放场地')).toBeVisible()
  const slots = await roomFor(offer, { people: [coach, player, other], length: 4 })
  const made = await confirm(coach, await book(player, offer, slots))
  const slot = slots.find((one) => one.beginTimeSlot === made.beginTimeSlot && one.selectedCourt === made.selectedCourt)
  if (!slot) throw new Error('the class stands somewhere else')
  return { made, slot, venue: offer.venue }
}

test('a rainy afternoon: the manager closes the court, and coach and player read what became of the class', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { coach, player, offer } = await meet(address)
  const slot = firstOf(await roomFor(offer, { people: [coach, player], length: 2 }))
  const lesson = await confirm(coach, await book(player, offer, [slot]))
  const page = await openAs('coach')

  await test.step('the class stands in the list before the press', async () => {
    await goTo(page, address, 'coach/pages/venues/index')
    await page.getByRole('button', { name: `雨天闭馆 ${VENUE}` }).click()
    await goToDay(page, slot.courseDate)
    await page.getByRole('button', { name: slot.courtName, exact: true }).click()
    const when = whenOf(slot.beginTimeSlot, slot.endTimeSlot)
    await expect(seen(page, `${when} ${slot.courtName}`)).toBeVisible(SOON)
    await expect(seen(page, /^\d+ 节，.* 课时$/)).toBeVisible()
  })

  await test.step('one press locks the court, and the class is given back by itself', async () => {
    await page.getByRole('button', { name: '闭馆并退回' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '闭馆并退回' }).click()
    await expect(page).toHaveURL(/closures\/index\?id=/)
    await expect(seen(page, /单都处理好了$/)).toBeVisible({ timeout: 90_000 })
    await expect(seen(page, '已退回').first()).toBeVisible()
  })

  await test.step('the player is led to another time', async () => {
    const theirs = await openAs('player')
    await goTo(theirs, address, 'user/pages/user_message/index')
    const card = theirs.getByRole('button', { name: /约课已取消.*下雨闭馆.*重新约课$/ }).first()
    await card.click()
    await expect(theirs.getByRole('heading', { name: '重新约课', level: 1 })).toBeVisible()
    await expect(seen(theirs, '最近能约的时间')).toBeVisible()
    await expect(seen(theirs, /的课已取消：.*下雨闭馆$/)).toBeVisible()
  })

  await test.step('the coach reads it, too', async () => {
    await goTo(page, address, `pages/booking_view/index?invitationId=${lesson.id}`)
    await expect(stateOf(page)).toContainText('取消')
  })
})

/** Two consecutive hours of one day in which coach and player are free. */
async function arrange(address: string) {
  const { coach, player, offer } = await meet(address)
  const slots = await roomFor(offer, { people: [coach, player], length: 2, fewest: 3 })
  const [slot] = slots
  const taken = slots.find(({ beginTimeSlot }) => slot && beginTimeSlot >= slot.endTimeSlot)
  if (!slot || !taken) throw new Error('the day has no two free hours')
  return { offer, player, slot, taken }
}

/**
 * An hour a week later in which coach and player are free. Its court is also free this week. A second court is free in
 * both weeks.
 */
async function arrangeTwoWeeks(address: string) {
  const { coach, player, offer } = await meet(address)
  for (const ahead of [2, 3, 4]) {
    const day = addDays(dayOf(now()), ahead)
    const next = addDays(day, 7)
    const [first, second] = [await freeCells(coach, offer, day), await freeCells(coach, offer, next)]
    for (const booked of await roomOn(next, offer, { people: [coach, player], length: 2 })) {
      const isFree = (cells: Set<string>, slot: Slot) => cellNames(slot).every((name) => cells.has(name))
      const other = beside(offer, booked).find((slot) => isFree(first, slot) && isFree(second, slot))
      if (other && isFree(first, booked)) return { offer, player, day, booked, other }
    }
  }
  throw new Error('no hour of two weeks is free on two courts')
}

async function meet(address: string) {
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  return { coach, player, offer: await offerOf(coach, player, ADULT) }
}

/** The free half-hours on their courts, in the text of the grid's cells. */
async function freeCells({ call }: Someone, { venue }: Offer, date: Day): Promise<Set<string>> {
  const taken = await call(courtStatusForCoach, { body: { stadiumId: venue.id, date } })
  const names = new Set<string>()
  for (const { name: courtName, courtCode } of venue.courts) {
    for (let at = venue.firstStart; at <= venue.lastStart; at += 1) {
      const cell = taken.find(({ courtCode: court, timeIndex }) => court === courtCode && timeIndex === at)
      if (cell && cell.status !== 'AVAILABLE') continue
      for (const name of cellNames({ courtName, beginTimeSlot: at, endTimeSlot: at + 1 })) names.add(name)
    }
  }
  return names
}

/** Opens the court grid of the venue that the coach manages, on this day, from 我的场馆. */
async function openLocks(page: Page, address: string, day: Day): Promise<void> {
  await goTo(page, address, 'coach/pages/venues/index')
  await page.getByRole('button', { name: `锁定场地 ${VENUE}` }).click()
  await expect(page.getByRole('radio', { name: '锁场地' })).toBeChecked()
  await goToDay(page, day)
}

const lockButton = (page: Page) => page.getByRole('button', { name: '锁定时段', exact: true })

/** Presses each half-hour of a slot. Its cell must show this word. */
async function chooseCells(page: Page, slot: Slot, word: string): Promise<void> {
  for (const name of cellNames(slot)) await page.getByRole('gridcell', { name: `${name} ${word}`, exact: true }).click()
}

/** Repeats the selected locks every week until this day. */
async function repeat(page: Page, until: Day): Promise<void> {
  await page.getByRole('button', { name: '不重复' }).click()
  const name = new RegExp(`^至 ${monthDotDay(until)} `)
  await page.getByRole('dialog', { name: '每周重复' }).getByRole('radio', { name }).click()
  await expect(page.getByRole('button', { name: new RegExp(`重复至 ${monthDotDay(until)}$`) })).toBeVisible()
}
