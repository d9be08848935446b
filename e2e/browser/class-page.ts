import type { Contract } from '@paidang/api/areas/money/contracts'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Locator, Page } from '@playwright/test'
import { cellNames, type Offer, type Slot } from '../run/arrange.ts'
import type { RunningServer } from '../run/server.ts'
import { expect, goTo } from './journey.ts'

/** Helpers that read and press a booking view and a grid. */

/** Opens the booking view of a class. */
export async function openClass(page: Page, { address }: RunningServer, id: string): Promise<void> {
  await goTo(page, address, `pages/booking_view/index?invitationId=${id}`)
  await expect(page.getByRole('heading', { name: '约课详情', level: 1 })).toBeVisible()
}

/** The sentence at the head of a booking view. */
export function stateOf(page: Page): Locator {
  return page.getByRole('heading', { level: 2 }).first()
}

/** A visible text on the top page. */
export function seen(page: Page, text: string | RegExp): Locator {
  return page.getByText(text).filter({ visible: true }).first()
}

/** Opens the booking screen of a player, and chooses coach, venue and day there. */
export async function openGrid(
  page: Page,
  { address }: RunningServer,
  { offer: { coachName, venue }, day }: { offer: Offer; day: string },
): Promise<void> {
  await goTo(page, address, 'pages/bookingClass/index')
  await page.getByRole('button', { name: /^教练，/ }).click()
  const coaches = page.getByRole('dialog', { name: '选择教练' })
  await coaches.getByRole('radio', { name: coachName }).click()
  await coaches.getByRole('button', { name: `选定 ${coachName}` }).click()
  await expect(coaches).toBeHidden()
  await page.getByRole('button', { name: /^场馆，/ }).click()
  const venues = page.getByRole('dialog', { name: '选择场馆' })
  await venues.getByRole('radio', { name: venue.name }).click()
  await expect(venues).toBeHidden()
  await goToDay(page, day)
}

/** Goes to the day of a slot on the booking screen. */
export async function goToDay(page: Page, day: string): Promise<void> {
  const radio = page.locator(`#day-${day}`).filter({ visible: true })
  await radio.click()
  await expect(radio).toBeChecked()
}

/** The first half-hour of a slot on the grid. Its cell must show this word. */
export function cellOf(page: Page, slot: Slot, word: string): Locator {
  return page.getByRole('gridcell', { name: `${cellNames(slot)[0]} ${word}`, exact: true })
}

/** Chooses a run by its first and its last half-hour. */
export async function chooseRun(page: Page, slot: Slot): Promise<void> {
  const names = cellNames(slot)
  for (const name of new Set([names[0], names.at(-1)])) {
    await page.getByRole('gridcell', { name: `${name} 可约`, exact: true }).click()
  }
  await expectChosen(page, slot)
}

/** Expects exactly these half-hours to be chosen. */
export async function expectChosen(page: Page, slot: Slot): Promise<void> {
  const names = cellNames(slot)
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(names.length)
  for (const name of names) {
    await expect(page.getByRole('gridcell', { name: `${name} 已选`, exact: true })).toBeVisible()
  }
}

/** Opens a contract of a user. A coach also names the student. The hours bar names the count of each kind. */
export async function openContract(
  page: Page,
  { address }: RunningServer,
  { contract, userId }: { contract: Contract; userId?: string },
): Promise<void> {
  const { companyId, courseDesign, expiryDate } = contract
  const whose = userId === undefined ? '' : `&userId=${userId}`
  await goTo(page, address, `user/pages/user_contract/index?companyId=${companyId}${whose}`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText(
    contract.isPerson ? '个人教练' : contract.company.companyName,
  )
  const other = page.getByRole('button', {
    name: new RegExp(`^看合同 ${courseDesign.courseName}，.*${monthDotDay(expiryDate)} 到期$`),
  })
  // If the contract is already open, there is no button for it.
  if ((await other.count()) > 0) await other.click()
}

/** The bar of a contract's hours: [total, available, held, consumed], as `hoursOf` reads them. */
export function hoursBar(page: Page, [total, available, held, consumed]: readonly number[]): Locator {
  return page.getByRole('img', {
    name: `共 ${total} 课时，可用 ${available}，已预占 ${held}，已消课 ${consumed}`,
    exact: true,
  })
}
