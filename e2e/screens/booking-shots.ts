import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { book, cellNames, firstOf, type Offer, offerOf, type Slot, sharedRoom, VENUE } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import type { Scenes } from './scenes.ts'
import { DESKTOP, PHONE_DARK, type Shot } from './shot.ts'

const BOOKING = 'pages/bookingClass/index'
/** An hour, in half-hours. */
const HOUR = 2
const RUN = 3
const MORNING = 18
const EVENING = 37
/** Time for the grid of another day to load. */
const GRID_MS = 1500
/** Time for a toast to disappear. */
const TOAST_MS = 2500

/** The pictures of 约课 for oneself and for students, of the edit mode, of a lost slot, and of a course. */
export function bookingShots(address: string, scenes: Scenes): Shot[] {
  const mine = { route: BOOKING, as: 'player', prepare: chooseEvening } as const
  const forStudents = { route: BOOKING, as: 'coach2' } as const
  const view = (id: string) => `pages/booking_view/index?invitationId=${id}`
  return [
    { ...mine, name: 'booking' },
    { ...mine, name: 'booking-dark', look: PHONE_DARK },
    { ...mine, name: 'booking-desktop', look: DESKTOP },
    { ...mine, name: 'booking-conflict', prepare: chooseTaken },
    { ...mine, name: 'booking-coaches', prepare: openCoaches },
    { ...mine, name: 'booking-details', prepare: openDetails },
    { name: 'booking-edit', route: view(scenes.waiting), as: 'player', prepare: edit },
    { name: 'booking-edit-desktop', route: view(scenes.waiting), as: 'player', look: DESKTOP, prepare: edit },
    { name: 'booking-edit-coach', route: view(scenes.pair), as: 'coach', prepare: edit },
    { ...forStudents, name: 'booking-students', prepare: bookForStudents },
    { ...forStudents, name: 'booking-students-dark', look: PHONE_DARK, prepare: bookForStudents },
    { ...forStudents, name: 'booking-students-sheet', prepare: chooseStudents },
    { ...forStudents, name: 'booking-students-desktop', look: DESKTOP, prepare: bookForStudents },
    { ...forStudents, name: 'booking-students-sheet-desktop', look: DESKTOP, prepare: chooseStudents },
    { name: 'course', route: `bookingClass/pages/class_info/index?courseDesignId=${scenes.courseId}`, as: 'player' },
    { ...lostSlot(address), name: 'booking-lost-slot' },
  ]
}

/** Chooses the evening in two days on the courts that player usually uses. */
async function chooseEvening(page: Page): Promise<void> {
  await chooseVenue(page)
  await chooseDay(page, 2)
  await chooseRun(page, EVENING)
}

async function chooseVenue(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^场馆，|^更换场馆$/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: '选择场馆' }).getByRole('radio', { name: VENUE }).click()
  await page.waitForTimeout(TOAST_MS)
}

/** Chooses the first day, from `from` days ahead on, that is not full. */
async function chooseDay(page: Page, from: number): Promise<void> {
  const days = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio')
  const names = await days.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label') ?? ''))
  await days.nth(names.findIndex((name, index) => index >= from && !/ 可约 0 格/.test(name))).click()
  await page.waitForTimeout(GRID_MS)
}

/** Chooses 1.5 hours on one court, from half-hour `earliest` on if possible. */
async function chooseRun(page: Page, earliest: number): Promise<void> {
  const cells = await page
    .getByRole('gridcell', { name: /可约$/ })
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label') ?? ''))
  const free = new Set(cells.map((name) => name.replace(/ 至 .*/, '')))
  const runs = [...free].flatMap((name) => {
    const [court = '', time = ''] = name.split(/ (?=\d\d:\d\d$)/)
    const begin = halfHourOf(time)
    const last = `${court} ${timeOf(begin + RUN - 1)}`
    const isFree = free.has(`${court} ${timeOf(begin + 1)}`) && free.has(last)
    return isFree ? [{ first: name, last, begin }] : []
  })
  const run = runs.find(({ begin }) => begin >= earliest) ?? runs[0]
  if (!run) throw new Error('no run is free on this day')
  for (const name of [run.first, run.last]) {
    await page.getByRole('gridcell', { name: new RegExp(`^${name} 至 .* 可约$`) }).click()
  }
}

function halfHourOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 2 + (minutes ?? 0) / 30
}

async function chooseTaken(page: Page): Promise<void> {
  await chooseVenue(page)
  await page.getByRole('switch', { name: '允许冲突' }).click()
  await page
    .getByRole('gridcell', { name: /已被订$|教练有课$|停用$/ })
    .first()
    .click()
  await page.waitForTimeout(TOAST_MS)
}

async function openCoaches(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^教练，/ }).click()
}

async function openDetails(page: Page): Promise<void> {
  await chooseEvening(page)
  await page.getByRole('button', { name: /^约课详情，/ }).click()
  await page.getByRole('button', { name: '反手' }).click()
}

async function edit(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^修改(时段|约课)$/ })
    .first()
    .click()
  await page.getByRole('region', { name: '修改约课' }).waitFor()
  await page.getByRole('gridcell', { selected: true }).first().waitFor()
  await page.waitForTimeout(TOAST_MS)
}

/** Switches the coach to the students' side, and chooses a class for several. */
async function turnToStudents(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '替学员约课' }).click()
  await page
    .getByRole('button', { name: /^课程，|课程$/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: '选择课程' })
    .getByRole('radio', { name: /^周末小班课/ })
    .click()
  await page
    .getByRole('button', { name: /^学员，|学员$/ })
    .first()
    .click()
}

async function chooseStudents(page: Page): Promise<void> {
  await turnToStudents(page)
  const sheet = page.getByRole('dialog', { name: '选择学员' })
  const search = sheet.getByPlaceholder('按姓名查找')
  for (const name of ['周子墨', '许念安']) {
    await search.fill(name)
    await sheet.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click()
  }
  await search.fill('')
  await search.blur()
}

async function bookForStudents(page: Page): Promise<void> {
  await chooseStudents(page)
  await page.getByRole('dialog', { name: '选择学员' }).getByRole('button', { name: '选定 2 人' }).click()
  await chooseVenue(page)
  await chooseDay(page, 6)
  await chooseRun(page, MORNING)
}

/** Another user takes the hour that the player has chosen. The player's screen gets no update before the press. */
function lostSlot(address: string): Omit<Shot, 'name'> {
  return {
    route: BOOKING,
    as: 'player',
    before: async (page) => {
      await page.routeWebSocket(/\/aaapi\/live/, (socket) => socket.close())
      await page.route('**/player-home/courtStatusVersion', (route) => route.abort())
    },
    prepare: async (page) => {
      const { slot, take } = await wantedByTwo(address)
      await chooseVenue(page)
      await page.locator(`#day-${slot.courseDate}`).filter({ visible: true }).click()
      for (const name of cellNames(slot)) {
        await page.getByRole('gridcell', { name: `${name} 可约`, exact: true }).click()
      }
      await take()
      await page.getByRole('button', { name: '确认约课' }).click()
      await page.getByRole('dialog', { name: '场地这段时间没有空' }).waitFor()
    },
  }
}

/** An hour on a court at which player and coach are free. Another player and that player's coach are free too. */
async function wantedByTwo(address: string): Promise<{ slot: Slot; take: () => Promise<unknown> }> {
  const [player, coach, rival, teacher] = await Promise.all([
    logInAs(address, 'player'),
    logInAs(address, 'coach'),
    logInAs(address, 'player3'),
    logInAs(address, 'solo'),
  ])
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const rivals: Offer = await offerOf(teacher, rival, '一对一技术精修')
  const parties = [
    { offer, people: [player, coach] },
    { offer: rivals, people: [rival, teacher] },
  ] as const
  const both = await sharedRoom(parties, { length: HOUR })
  const slot = both.find(({ beginTimeSlot }) => beginTimeSlot >= EVENING) ?? firstOf(both)
  return { slot, take: () => book(rival, rivals, [slot]) }
}
