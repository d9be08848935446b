import { pageOfUser } from '@paidang/api/areas/activities/classes'
import type { Page } from '@playwright/test'
import { book, firstOf, offerOf, roomFor, sharedRoom } from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { cellOf, chooseRun, openClass, openGrid, seen, stateOf } from './class-page.ts'
import { chooseAccountForm, expect, goTo, logIn, test } from './journey.ts'

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

/** A value in the storage. Taro wraps every stored value on the web. */
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null')?.data as unknown, key)
const store = (page: Page, key: string, data: unknown) =>
  page.evaluate(([name, value]) => localStorage.setItem(name as string, JSON.stringify({ data: value })), [key, data])

test('a token close to its expiry is refreshed once for all waiting calls', async ({ openAs, server }) => {
  const page = await openAs()
  await logIn(page, server.current.address, 'player')
  await expect(page.getByText('常用课程', { exact: true })).toBeVisible()
  const expiresAt = await stored(page, 'expiresAt')
  await store(page, 'expiresAt', now().getTime() + 299_000)
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh-token')) refreshes.push(request.url())
  })
  await page.reload()
  await expect(page.getByText(/^今天的课/)).toBeVisible()
  // Compares the expiry, not the token: two tokens of the same second are identical.
  await expect.poll(() => stored(page, 'expiresAt')).toBeGreaterThanOrEqual(expiresAt as number)
  await goTo(page, server.current.address, 'user/pages/user_my_booking/index')
  await expect(page.getByRole('tab', { name: '全部' })).toBeVisible()
  expect(refreshes).toHaveLength(1)
})

test('an expired session shows a message, leads to the log-in after 1.5 s, and then back', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs()
  await logIn(page, address, 'player')
  await expect(page.getByText('常用课程', { exact: true })).toBeVisible()
  const token = await stored(page, 'token')
  const answer = await fetch(`${address}/aaapi/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  await goTo(page, address, 'user/pages/user_contract/index')
  await expect(page.getByText('登录已过期，请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/login_h5/)
  expect(await stored(page, 'token')).toBeFalsy()
  await chooseAccountForm(page)
  await page.getByLabel('账号').fill('player')
  await page.getByLabel('密码', { exact: true }).fill('demo1234')
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/user_contract/)
  await expect(page.getByText('课时流水')).toBeVisible()
})

test('a wrong password shows the remaining tries, and consent comes first', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs()
  await goTo(page, address, 'pages/login_h5/index')
  await chooseAccountForm(page)
  await page.getByLabel('账号').fill('player3')
  await page.getByLabel('密码', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请先阅读并同意')).toBeVisible()
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('账号或密码不对，还可尝试 4 次')).toBeVisible()
  await logIn(page, address, 'player3')
  await expect(page.getByText(/^今天的课/)).toBeVisible()
})

test('offline the screen shows an error and keeps its data; online again a retry loads the rest', async ({
  openAs,
  server,
}) => {
  const page = await openAs('player')
  await goTo(page, server.current.address, 'user/pages/user_my_booking/index')
  await expect(seen(page, '教练 王启明')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('网络不可用，显示的是上次的内容')).toBeVisible()
  await expect(seen(page, '教练 王启明')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('网络不可用，显示的是上次的内容')).toBeHidden()
  await page.getByRole('tab', { name: '已完成' }).click()
  await expect(seen(page, '教练')).toBeVisible()
})

test('a guest can look around; personal pages ask for a log-in', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs()
  await goTo(page, address, 'pages/home/index')
  await expect(page.getByText('附近球局')).toBeVisible()
  await expect(seen(page, '登录后查看')).toBeVisible()
  await goTo(page, address, 'pages/threading/index')
  await expect(page.getByText('老穆球拍行')).toBeVisible()
})

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
