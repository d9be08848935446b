import { messagesOfType, unreadCounts } from '@paidang/api/areas/ground/messages'
import { leaveVenue, venuesOfCoach } from '@paidang/api/areas/places/venues'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { book, endAllClasses, offerOf, roomFor, type Someone, VENUE } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const ASKER = '沈嘉禾'
const REQUEST = `${ASKER} 申请关联场馆`
const NEW_VENUE = '望江网球公园'

test('a coach asks to teach at a venue, its manager is notified and agrees', async ({ openAs, server }) => {
  const { address } = server.current
  const asker = await logInAs(address, 'coach2')
  await endAllClasses(asker)
  await asker.call(leaveVenue, { params: { stadiumId: await venueIdOf(asker) } })

  const hers = await openAs('coach2')
  await goTo(hers, address, 'coach/pages/venues/index')
  await hers.getByRole('button', { name: '关联场馆' }).click()
  await hers.getByPlaceholder('场馆名称或地址').fill(VENUE)
  const ask = hers.getByRole('button', { name: `申请关联 ${VENUE}` })
  await ask.click()
  await expect(seen(hers, '关联场地成功')).toBeVisible()
  await expect(seen(hers, '待审核')).toBeVisible()
  await expect(ask).toHaveCount(0)

  const page = await openAs('coach')
  await goTo(page, address, 'user/pages/user_message/index?messageType=systemNotice')
  await expect(page.getByRole('button', { name: `同意 ${REQUEST}` })).toBeVisible()
  await goTo(page, address, 'coach/pages/venues/index')
  await page.getByRole('button', { name: `同意 ${REQUEST}` }).click()
  await expect(seen(page, '已同意')).toBeVisible()
  await expect(page.getByRole('button', { name: `同意 ${REQUEST}` })).toHaveCount(0)
  await goTo(page, address, 'user/pages/user_message/index?messageType=systemNotice')
  const told = page.getByRole('listitem').filter({ hasText: REQUEST })
  await expect(told.first()).toContainText('已同意')

  await hers.goBack()
  await hers.reload()
  await expect(hers.getByRole('button', { name: `解除关联 ${VENUE}` })).toBeVisible()
  await expect(hers.getByRole('button', { name: `撤回申请 ${VENUE}` })).toHaveCount(0)
  await goTo(hers, address, 'user/pages/user_message/index?messageType=systemNotice')
  await expect(hers.getByRole('listitem').filter({ hasText: '场馆关联已通过' }).first()).toContainText(VENUE)
})

test('a new venue with its courts and photo waits for the platform', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs('coach')
  await goTo(page, address, 'coach/pages/venues/index')
  await page.getByRole('button', { name: '新增场馆' }).click()
  await expect(page.getByRole('heading', { name: '新增场馆', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '新增场馆' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '请填写场馆名称' }).first()).toBeVisible()
  await page.getByLabel('场馆名称').fill(NEW_VENUE)
  await page.getByLabel('区县').fill('徐汇区')
  await page.getByLabel('详细地址').fill('滨江大道 8 号')
  await page.getByLabel('场地名称，用逗号隔开').fill('1号场，2号场、中心场')
  await expect(page.getByRole('list', { name: '场地预览' }).getByRole('listitem')).toHaveText([
    '1号场',
    '2号场',
    '中心场',
  ])
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择场馆照片' }).click()
  await (await choosing).setFiles({ name: '场馆.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByRole('group', { name: '场馆照片' })).toContainText('已上传')
  await page.getByRole('button', { name: '新增场馆' }).click()
  await expect(seen(page, '新增场地成功')).toBeVisible()

  await expect(page.getByRole('heading', { name: '我的场馆', level: 1 })).toBeVisible()
  await expect(seen(page, NEW_VENUE)).toBeVisible()
  await expect(seen(page, '平台审核中')).toBeVisible()
  const coach = await logInAs(address, 'coach')
  const venues = await coach.call(venuesOfCoach, { params: { coachId: coach.logIn.userInfo.userId } })
  const made = venues.find(({ name }) => name === NEW_VENUE)
  expect(made?.courts.map(({ name }) => name)).toEqual(['1号场', '2号场', '中心场'])
  const picture = await fetch(`${address}/aaapi/files/${made?.avatar}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('messages are read, sorted by category and deleted', async ({ openAs, server }) => {
  const { address } = server.current
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  await book(player, offer, await roomFor(offer, { people: [coach, player], length: 1 }))
  const unread = await coach.call(unreadCounts, {})
  const [newest] = (await messagesOf(coach)).rows
  if (!newest) throw new Error('the coach was not told of the class')
  expect(newest).toMatchObject({ category: 'invitation', readStatus: 0 })

  // On screen a range does not break after its dash.
  const shown = newest.content.replaceAll(/(\d)–(?=\d)/g, '$1–\u2060')

  const page = await openAs('coach')
  await goTo(page, address, 'user/pages/user_message/index')
  await expect(page.getByRole('tab', { name: `全部 ${unread.all}` })).toBeVisible()
  await expect(page.getByRole('tab', { name: `邀请 ${unread.invitation}` })).toBeVisible()
  const card = page.getByRole('listitem').first()
  await expect(card.getByRole('button', { name: new RegExp(`^未读 ${newest.title}`) })).toBeVisible()
  await menuOf(page, newest.title, '标为已读')
  await expect(seen(page, '已标记为已读')).toBeVisible()
  await expect(page.getByRole('tab', { name: `全部 ${unread.all - 1}` })).toBeVisible()
  await expect(card.getByRole('button', { name: /^未读/ })).toHaveCount(0)

  await page.getByRole('tab', { name: '系统通知' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: shown })).toHaveCount(0)
  await page.getByRole('tab', { name: '邀请' }).click()
  await expect(card).toContainText(shown)

  const { total } = await messagesOf(coach)
  await menuOf(page, newest.title, '删除')
  await expect(seen(page, '删除成功')).toBeVisible()
  const left = await messagesOf(coach)
  expect(left.total).toBe(total - 1)
  expect(left.rows.map(({ id }) => id)).not.toContain(newest.id)
})

async function venueIdOf({ call, logIn }: Someone): Promise<string> {
  const venues = await call(venuesOfCoach, { params: { coachId: logIn.userInfo.userId } })
  const venue = venues.find(({ name }) => name === VENUE)
  if (!venue) throw new Error(`${logIn.userInfo.nickname} does not teach at ${VENUE}`)
  return venue.id
}

/** All messages of somebody, the newest first. */
function messagesOf({ call }: Someone) {
  return call(messagesOfType, { params: { messageType: 'all' }, query: { current: 1, rows: 5 } })
}

/** Chooses an action from the menu of the first message with this title. */
async function menuOf(page: Page, title: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: `更多操作：${title}` })
    .first()
    .click()
  await page.getByRole('button', { name: action, exact: true }).last().click()
}
