import type { Invitation } from '@paidang/api/areas/activities/classes'
import type { Page } from '@playwright/test'
import { beginOf, book, confirm, firstOf, grantHours, movesOf, offerOf, roomFor } from '../run/arrange.ts'
import { minutesAfter } from '../run/clock.ts'
import { DESKTOP, onDesktop } from '../run/console.ts'
import { logInAs } from '../run/people.ts'
import type { RunningServer } from '../run/server.ts'
import { openClass, seen } from './class-page.ts'
import { expect, test } from './journey.ts'

/** Cancels in the sheet, which says the cost in its title and on its button. */
async function cancel(page: Page, server: RunningServer, { id }: Invitation, cost: string): Promise<void> {
  await openClass(page, server, id)
  await page.getByRole('button', { name: '取消约课' }).click()
  const sheet = page.getByRole('dialog', { name: `现在取消${cost}` })
  await sheet.getByRole('button', { name: `取消，${cost}` }).click()
  await expect(seen(page, '已取消').first()).toBeVisible()
}

test('a club sets what late cancellations cost; a player sees it before each press, at each tier', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const admin = await onDesktop(openAs, address, 'company')
  await admin.setViewportSize(DESKTOP.viewport)
  await admin.getByRole('navigation', { name: '主菜单' }).getByText('取消规则').click()
  await admin.getByLabel('第 1 档比例').fill('50')
  await admin.getByRole('button', { name: '加一档' }).click()
  await admin.getByLabel('第 2 档小时').fill('2')
  await admin.getByLabel('第 2 档比例').fill('100')
  await admin.getByLabel('逾时取消免扣次数').fill('0')
  await expect(admin.getByText('扣 0.5，退回 1')).toBeVisible()
  await admin.getByRole('button', { name: '保存新版本' }).click()
  await expect(admin.getByText('第 1 版').first()).toBeVisible()

  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slots = await roomFor(offer, { people: [player, coach], length: 3, fewest: 10 })
  await grantHours(coach, player, { offer, slot: firstOf(slots.slice(-1)), sessions: 6 })
  const early = await confirm(coach, await book(player, offer, slots))
  const half = await confirm(coach, await book(player, offer, slots))
  const whole = await confirm(coach, await book(player, offer, slots))

  await cancel(await openAs('player'), server.current, early, '不扣课时')
  await server.restartAt(minutesAfter(beginOf(half), -6 * 60))
  await cancel(await openAs('player'), server.current, half, '扣 0.5 课时')
  await server.restartAt(minutesAfter(beginOf(whole), -60))
  await cancel(await openAs('player'), server.current, whole, '扣 1.5 课时')

  const again = await logInAs(server.current.address, 'player')
  expect(await Promise.all([early, half, whole].map(({ id }) => movesOf(again, id)))).toEqual([
    ['HOLD 1.5', 'VOID 1.5'],
    ['HOLD 1.5', 'CONSUME 0.5', 'VOID 1'],
    ['HOLD 1.5', 'CONSUME 1.5'],
  ])
})
