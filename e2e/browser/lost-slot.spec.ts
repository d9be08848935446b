import { getInvitation } from '@paidang/api/areas/classes'
import { monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { allRoomFor, book, offerOf, type Slot, type Someone, VENUE } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, goToDay } from './class-page.ts'
import { expect, goTo, logIn, test } from './journey.ts'

const ADULT = '成人私教 1 对 1'
const REFINE = '一对一技术精修'
const TAKEN = '该时段已被占用，不能选择'

/** The player, told nothing while she chooses: no live connection, no version of the grid. */
async function openDeaf(openAs: (username?: string) => Promise<Page>, address: string): Promise<Page> {
  const page = await openAs()
  await page.routeWebSocket(/\/aaapi\/live/, (socket) => socket.close())
  await page.route('**/player-home/courtStatusVersion', (route) => route.abort())
  await logIn(page, address, 'player')
  await expect(page.getByText('今天的课', { exact: true })).toBeVisible()
  return page
}

/** Chooses an hour with coach on the screen, one at which the rival could take it: he and who teaches him are free then. */
async function chooseAnHour(
  page: Page,
  address: string,
  [rivalName, teacherName, course]: readonly [string, string, string],
) {
  const [player, coach, rival, teacher] = await Promise.all([
    logInAs(address, 'player'),
    logInAs(address, 'coach'),
    logInAs(address, rivalName),
    logInAs(address, teacherName),
  ])
  const offer = await offerOf(coach, player, ADULT)
  const rivals = await offerOf(teacher, rival, course)
  const theirs = await allRoomFor(rivals, { people: [rival, teacher], length: 2 })
  const slot = (await allRoomFor(offer, { people: [player, coach], length: 2 })).find((one) =>
    theirs.some((other) => other.courseDate === one.courseDate && other.beginTimeSlot === one.beginTimeSlot),
  )
  if (!slot) throw new Error('the rival has no time')
  await goTo(page, address, 'pages/bookingClass/index')
  await expect(page.getByRole('button', { name: `教练，${offer.coachName}` })).toBeVisible()
  await page.getByRole('button', { name: /^场馆，/ }).click()
  const venues = page.getByRole('dialog', { name: '选择场馆' })
  await venues.getByRole('radio', { name: VENUE }).click()
  await expect(venues).toBeHidden()
  await goToDay(page, slot.courseDate)
  await chooseRun(page, slot)
  /** The same time on the other courts. */
  const beside = offer.venue.courts
    .map(({ name }, selectedCourt) => ({ ...slot, selectedCourt, courtName: name }))
    .filter(({ selectedCourt }) => selectedCourt !== slot.selectedCourt)
  return { player, slot, beside, rivalBooks: (slots: readonly Slot[]) => book(rival, rivals, slots) }
}

/** Sends the booking, is told what clashed, and takes the first alternative; answers what it says. */
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

/** The class that stands on the screen is the one that the alternative named. */
async function expectBooked(page: Page, { call }: Someone, words: string): Promise<void> {
  const id = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  const { courtName, courseDate, beginTimeSlot, endTimeSlot } = await call(getInvitation, { params: { id }, query: {} })
  expect(words).toContain(`${courtName} ${whenOf(beginTimeSlot, endTimeSlot)}`)
  expect(words).toContain(`${monthDotDay(courseDate)} ${WEEKDAY_NAMES[weekdayOf(courseDate)]}`)
}

test('the court goes to the student of another coach: it is named, and a free one nearby takes its place', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openDeaf(openAs, address)
  const { slot, player, rivalBooks } = await chooseAnHour(page, address, ['player3', 'solo', REFINE])
  await rivalBooks([slot])
  const words = await takeAlternative(page, { who: '场地', sentence: TAKEN, slot })
  await expectBooked(page, player, words)
})

test('the coach goes to another student: he is named, and another time takes its place', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openDeaf(openAs, address)
  const { slot, beside, player, rivalBooks } = await chooseAnHour(page, address, ['player2', 'coach', ADULT])
  await rivalBooks(beside)
  const words = await takeAlternative(page, { who: '教练', sentence: TAKEN, slot })
  await expectBooked(page, player, words)
})

test('she books elsewhere herself meanwhile: it is her own time that is named', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openDeaf(openAs, address)
  const { slot, beside, player, rivalBooks } = await chooseAnHour(page, address, ['player', 'coach2', ADULT])
  await rivalBooks(beside)
  const words = await takeAlternative(page, { who: '您自己', sentence: '该时段已有您的约课，不能重复预约', slot })
  await expectBooked(page, player, words)
})
