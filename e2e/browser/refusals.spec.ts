import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { book, firstOf, offerOf, roomFor, sharedRoom } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { cellOf, chooseRun, openGrid } from './class-page.ts'
import { expect, test } from './journey.ts'

const ADULT = '成人私教 1 对 1'

test('a taken half-hour is refused with its sentence, and stays unselected', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const [rival, teacher] = [await logInAs(address, 'player2'), await logInAs(address, 'coach2')]
  const offer = await offerOf(coach, player, ADULT)
  const rivals = await offerOf(teacher, rival, ADULT)
  // The player's coach stays free: only the one court is taken.
  const parties = [
    { offer, people: [player, coach] },
    { offer: rivals, people: [rival, teacher] },
  ] as const
  const slot = firstOf(await sharedRoom(parties, { length: 1 }))
  await book(rival, rivals, [slot])

  const page = await openAs('player')
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  const taken = cellOf(page, slot, '已被订')
  await expect(taken).toBeAttached()
  await taken.scrollIntoViewIfNeeded()
  await taken.click()
  await expect(page.getByText('该场地已被占用，可开启"允许冲突"后选择')).toBeVisible()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)

  await page.getByRole('switch', { name: '允许冲突' }).click()
  await expect(page.getByText('已开启冲突时段选择').first()).toBeVisible()
  await taken.click()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: '提交申请' })).toBeVisible()
  await page.getByRole('switch', { name: '允许冲突' }).click()
  await expect(page.getByText('已自动取消选中的冲突时段')).toBeVisible()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})

test('a half-hour that somebody else just took is named, and a free one nearby is one tap away', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const rival = await logInAs(address, 'player2')
  const offer = await offerOf(coach, player, ADULT)
  // Several courts are free, so that some remain when one is taken.
  const slot = firstOf(await roomFor(offer, { people: [player, coach, rival], length: 1, fewest: 4 }))
  const page = await openAs('player')
  // A connection without messages. Otherwise the grid would update before the press.
  await page.routeWebSocket(/\/aaapi\/live/, () => undefined)
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  await chooseRun(page, slot)
  await book(rival, offer, [slot])
  await page.getByRole('button', { name: '确认约课' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('该时段已被占用，不能选择')).toBeVisible()
  await sheet
    .getByRole('button', { name: /\d\d:\d\d–\d\d:\d\d/ })
    .first()
    .click()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
})

test('pressing the button twice books once', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, ADULT)
  const slot = firstOf(await roomFor(offer, { people: [player, coach], length: 1 }))
  const count = async () => (await player.call(pageOfUser, { query: { current: 1, rows: 1 } })).total
  const before = await count()
  const page = await openAs('player')
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  await chooseRun(page, slot)
  // Answers are delayed until both presses are done.
  let release = (): void => undefined
  const pressed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/course-invitation/create/by-player', async (route) => {
    await pressed
    await route.continue()
  })
  await page.getByRole('button', { name: '确认约课' }).dblclick()
  release()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  expect(await count()).toBe(before + 1)
})
