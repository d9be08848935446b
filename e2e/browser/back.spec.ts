import { book, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { openClass, stateOf } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

test('the back button leads from a tab to the previous page, and then to the one before it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const made = await book(player, offer, await roomFor(offer, { people: [player], length: 2 }))

  const page = await openAs('player')
  await goTo(page, address, 'user/pages/user_my_booking/index')
  await expect(page.getByRole('tab', { name: '全部' })).toBeVisible()
  await openClass(page, server.current, made.id)
  await page.getByRole('button', { name: '修改时段' }).click()
  await expect(page.getByRole('region', { name: '修改约课' })).toContainText('正在修改')
  await expect(page.getByRole('button', { name: '保存修改' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`booking_view/index\\?invitationId=${made.id}`))
  await expect(stateOf(page)).toHaveText('等待教练确认')
  await page.goBack()
  await expect(page).toHaveURL(/user_my_booking/)
  await expect(page.getByRole('tab', { name: '全部' })).toBeVisible()
})

test('a layer that opens while the previous one still closes keeps the browser history correct', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const made = await book(player, offer, await roomFor(offer, { people: [player], length: 2 }))

  const page = await openAs('player')
  await goTo(page, address, 'user/pages/user_my_booking/index')
  await expect(page.getByRole('tab', { name: '全部' })).toBeVisible()
  await openClass(page, server.current, made.id)
  const cancel = page.getByRole('button', { name: '取消约课' }).filter({ visible: true }).first()
  const dialog = page.getByRole('alertdialog')
  await cancel.click()
  await expect(dialog).toBeVisible()
  // Both clicks run in one task, faster than any finger. The browser has not yet stepped back from the first layer when
  // the second opens.
  const keep = await dialog.getByRole('button', { name: '再想想' }).elementHandle()
  await cancel.evaluate(async (button, saveButton) => {
    const press = async (element: Element | null) => {
      ;(element as HTMLElement).click()
      await Promise.resolve()
    }
    await press(saveButton)
    await press(button)
  }, keep)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '再想想' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`booking_view/index\\?invitationId=${made.id}`))

  await page.getByRole('button', { name: '修改时段' }).click()
  await expect(page.getByRole('region', { name: '修改约课' })).toContainText('正在修改')
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`booking_view/index\\?invitationId=${made.id}`))
  await expect(stateOf(page)).toHaveText('等待教练确认')
  await page.goBack()
  await expect(page).toHaveURL(/user_my_booking/)
})
