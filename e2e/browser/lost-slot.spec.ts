import { cancelByPlayer } from '@paidang/api/areas/activities/class-actions'
import { agenda, getInvitation } from '@paidang/api/areas/activities/classes'
import { createCoachLock } from '@paidang/api/areas/activities/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import { monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { halfHoursBetween, whenOf } from '@paidang/domain/kernel/half-hour'
import { isNight, morningAfter, OFFER_NIGHT } from '@paidang/domain/kernel/night'
import type { Page } from '@playwright/test'
import {
  beside,
  book,
  confirm,
  firstOf,
  type Offer,
  offerOf,
  type Slot,
  type Someone,
  sharedRoom,
} from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import type { RunningServer } from '../run/server.ts'
import { chooseRun, openClass, openGrid, seen, stateOf } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'

const ADULT = '成人私教 1 对 1'
const REFINE = '一对一技术精修'
const TAKEN = '该时段已被占用，不能选择'

/** A player's page that gets no updates while they choose: no live connection, no version of the grid. */
async function openDeaf(openAs: (username?: string) => Promise<Page>): Promise<Page> {
  const page = await openAs('player')
  await page.routeWebSocket(/\/aaapi\/live/, (socket) => socket.close())
  await page.route('**/player-home/courtStatusVersion', (route) => route.abort())
  return page
}

/** Chooses an hour with coach on the screen. At that hour the rival and the rival's coach are free too. */
async function chooseAnHour(
  page: Page,
  server: RunningServer,
  [rivalName, teacherName, course]: readonly [string, string, string],
) {
  const { address } = server
  const [player, coach, rival, teacher] = await Promise.all([
    logInAs(address, 'player'),
    logInAs(address, 'coach'),
    logInAs(address, rivalName),
    logInAs(address, teacherName),
  ])
  const offer = await offerOf(coach, player, ADULT)
  const rivals = await offerOf(teacher, rival, course)
  const parties = [
    { offer, people: [player, coach] },
    { offer: rivals, people: [rival, teacher] },
  ] as const
  // Several courts are free, so that some remain when one is lost.
  const slot = firstOf(await sharedRoom(parties, { length: 2, fewest: 4 }))
  await openGrid(page, server, { offer, day: slot.courseDate })
  await chooseRun(page, slot)
  return { player, slot, offer, rivalBooks: (slots: readonly Slot[]) => book(rival, rivals, slots) }
}

/** Sends the booking, sees the clash, and takes the first alternative. @returns the text of the alternative */
async function takeAlternative(page: Page, clash: { who: string; sentence: string; slot: Slot }): Promise<string> {
  await page.getByRole('button', { name: '确认约课' }).click()
  const sheet = page.getByRole('dialog', { name: `${clash.who}这段时间没有空` })
  const { courtName, beginTimeSlot, endTimeSlot } = clash.slot
  await expect(sheet.getByRole('alert')).toContainText(`${courtName} ${whenOf(beginTimeSlot, endTimeSlot)}`)
  await expect(sheet.getByRole('alert')).toContainText(clash.sentence)
  const alternative = sheet.getByRole('button', { name: /\d\d:\d\d–\d\d:\d\d/ }).first()
  const words = (await alternative.textContent()) ?? ''
  await alternative.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(endTimeSlot - beginTimeSlot)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  return words
}

/** Expects the class on the screen to be the one that the alternative named. */
async function expectBooked(page: Page, { call }: Someone, words: string): Promise<void> {
  const id = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  const { courtName, courseDate, beginTimeSlot, endTimeSlot } = await call(getInvitation, { params: { id }, query: {} })
  expect(words).toContain(`${courtName} ${whenOf(beginTimeSlot, endTimeSlot)}`)
  expect(words).toContain(`${monthDotDay(courseDate)} ${WEEKDAY_NAMES[weekdayOf(courseDate)]}`)
}

test('another coach’s student takes the court: it is named, and a free one nearby is offered', async ({
  openAs,
  server,
}) => {
  const page = await openDeaf(openAs)
  const { slot, player, rivalBooks } = await chooseAnHour(page, server.current, ['player3', 'solo', REFINE])
  await rivalBooks([slot])
  const words = await takeAlternative(page, { who: '场地', sentence: TAKEN, slot })
  await expectBooked(page, player, words)
})

test('another student takes the coach: the coach is named, and another time is offered', async ({ openAs, server }) => {
  const page = await openDeaf(openAs)
  const { slot, offer, player, rivalBooks } = await chooseAnHour(page, server.current, ['player2', 'coach', ADULT])
  await rivalBooks(beside(offer, slot))
  const words = await takeAlternative(page, { who: '教练', sentence: TAKEN, slot })
  await expectBooked(page, player, words)
})

test('the player books elsewhere meanwhile: their own time is named as the clash', async ({ openAs, server }) => {
  const page = await openDeaf(openAs)
  const { slot, offer, player, rivalBooks } = await chooseAnHour(page, server.current, ['player', 'coach2', ADULT])
  await rivalBooks(beside(offer, slot))
  const words = await takeAlternative(page, { who: '您自己', sentence: '该时段已有您的约课，不能重复预约', slot })
  await expectBooked(page, player, words)
})

test('who goes elsewhere while a booking is saved stays there, and has the class', async ({ openAs, server }) => {
  const page = await openHome(openAs, server, 'player')
  const { slot, player } = await chooseAnHour(page, server.current, ['player2', 'coach2', ADULT])
  let release = (): void => undefined
  const left = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/course-invitation/create/by-player', async (route) => {
    const response = await route.fetch()
    await left
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: '确认约课' }).click()
  await page.goBack()
  await expect(page).toHaveURL(/pages\/home\/index/)
  release()
  await expect(seen(page, '约课创建成功')).toBeVisible()
  await expect(page).toHaveURL(/pages\/home\/index/)
  const classes = await player.call(agenda, { query: { from: slot.courseDate, days: 1 } })
  expect(classes.map(({ invitation }) => invitation.beginTimeSlot)).toContain(slot.beginTimeSlot)
})

/** Locks whatever the coach has left of a day, so that nothing is free on it. */
async function lockRest({ call }: Someone, { courseDate: date }: Slot, { venue }: Offer): Promise<void> {
  for (const at of halfHoursBetween(venue.firstStart, venue.lastStart + 1)) {
    const body = { date, beginTimeSlot: at, endTimeSlot: at + 1 }
    await call(createCoachLock, { body }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
    })
  }
}

test('on a full day a player asks to be told; another one cancels, and one press books it', async ({
  openAs,
  server,
}) => {
  // At night nobody is told of another day.
  if (isNight(now(), OFFER_NIGHT)) await server.restartAt(morningAfter(now(), OFFER_NIGHT, OFFER_NIGHT.endsAt))
  const { address } = server.current
  const [player, coach, rival] = await Promise.all(['player', 'coach', 'player2'].map((who) => logInAs(address, who)))
  if (!player || !coach || !rival) throw new Error('somebody is missing')
  const offer = await offerOf(coach, player, ADULT)
  const rivals = await offerOf(coach, rival, ADULT)
  const parties = [
    { offer, people: [player, coach] },
    { offer: rivals, people: [rival, coach] },
  ] as const
  const slots = await sharedRoom(parties, { length: 2, fewest: 4 })
  const slot = firstOf(slots.slice(-1))
  const { id } = await confirm(coach, await book(rival, rivals, [slot]))
  await lockRest(coach, slot, offer)
  const page = await openAs('player')
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  await page.getByRole('button', { name: '有空告诉我' }).click()
  const sheet = page.getByRole('dialog', { name: '有空告诉我' })
  for (const [name, turns] of [
    ['减少最早开始', 36 - slot.beginTimeSlot],
    ['增加最晚结束', slot.endTimeSlot - 44],
  ] as const)
    for (let turn = 0; turn < turns; turn++) await sheet.getByRole('button', { name }).click()
  await expect(sheet).toContainText('先到先得')
  await sheet.getByRole('button', { name: '有空告诉我' }).click()
  await expect(sheet).toBeHidden()

  await rival.call(cancelByPlayer, { params: { id }, body: {} })
  await goTo(page, address, 'user/pages/user_message/index')
  await page
    .getByRole('button', { name: /有空位了.*去预约/ })
    .first()
    .click({ timeout: 60_000 })
  await page
    .getByRole('button', { name: /^约课 / })
    .first()
    .click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(stateOf(page)).toHaveText('等待教练确认')
  const made = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  const { courseDate, beginTimeSlot } = slot
  expect(await player.call(getInvitation, { params: { id: made }, query: {} })).toMatchObject({
    courseDate,
    beginTimeSlot,
  })
})

/** When and where a class is, as the coach's list of requests shows it. */
const placeOf = ({ courseDate, beginTimeSlot, endTimeSlot }: Slot) =>
  new RegExp(`${monthDotDay(courseDate).replace('.', '\\.')} .*${whenOf(beginTimeSlot, endTimeSlot)}`)

/** Offers the second of the proposed times, in the sheet that is open. */
async function sendOffer(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: '建议改约' })
  await expect(sheet.getByRole('radio')).toHaveCount(3)
  await sheet.getByRole('radio').nth(1).click()
  await sheet.getByRole('button', { name: /^建议改到 周. \d\d:\d\d$/ }).click()
  await expect(sheet).toBeHidden()
}

test('a coach answers with another time: the player turns it down for nothing, and accepts the next', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach, rival] = await Promise.all(['player', 'coach', 'player2'].map((who) => logInAs(address, who)))
  if (!player || !coach || !rival) throw new Error('somebody is missing')
  const offer = await offerOf(coach, player, ADULT)
  const rivals = await offerOf(coach, rival, ADULT)
  const slot = firstOf(
    await sharedRoom(
      [
        { offer, people: [player, coach] },
        { offer: rivals, people: [rival, coach] },
      ],
      { length: 2, fewest: 8 },
    ),
  )
  const [coachPage, page] = [await openAs('coach'), await openAs('player')]
  await test.step('the coach offers from their day, and the player finds that the time does not suit', async () => {
    const { id } = await book(player, offer, [slot])
    await goTo(coachPage, address, 'coach/pages/day_board/index')
    await coachPage.getByRole('button', { name: /^待我确认 \d+ 个$/ }).click()
    const row = coachPage
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: placeOf(slot) })
    await row.getByRole('button', { name: /^改约，/ }).click()
    await sendOffer(coachPage)

    await openClass(page, server.current, id)
    await expect(stateOf(page)).toContainText('教练建议改到')
    await page.getByRole('button', { name: '不合适' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('这次申请就取消了，不扣课时')
    await dialog.getByRole('button', { name: '取消约课' }).click()
    await expect(stateOf(page)).toHaveText('你取消了这节课')
    expect(await player.call(getInvitation, { params: { id }, query: {} })).toMatchObject({
      invitationStatus: 'CANCELLED',
      cancelReason: '没有接受改约',
    })
  })

  await confirm(coach, await book(rival, rivals, [slot]))
  const { id } = await book(player, offer, beside(offer, slot), { useUnavailable: true })

  await openClass(coachPage, server.current, id)
  await expect(seen(coachPage, '1 处冲突')).toBeVisible()
  await expect(coachPage.getByRole('button', { name: '确认约课' })).toHaveCount(0)
  await coachPage.getByRole('button', { name: '建议改约' }).click()
  await sendOffer(coachPage)
  await expect(stateOf(coachPage)).toContainText('答复')

  await goTo(page, address, 'pages/home/index')
  await page.getByRole('button', { name: new RegExp(`${offer.coachName} 教练建议改约`) }).click()
  await expect(stateOf(page)).toContainText('教练建议改到')
  await expect(seen(page, '原申请')).toBeVisible()
  await page.getByRole('button', { name: '接受改约' }).click()
  await expect(stateOf(page)).toContainText('开课')
  const stored = await player.call(getInvitation, { params: { id }, query: {} })
  expect(stored).toMatchObject({ invitationStatus: 'CONFIRMED', offeredAt: null, useUnavailable: false })
})
