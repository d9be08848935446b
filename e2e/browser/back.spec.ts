import { book, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { openClass, stateOf } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'

test('the back button leads from a tab to the page that led there, and on to what was before it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const made = await book(player, offer, await roomFor(offer, { people: [player], length: 2 }))

  const page = await openHome(openAs, 'player')
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
