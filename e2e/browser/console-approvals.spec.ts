import { addVenue } from '@paidang/api/areas/places/venues'
import type { Locator, Page } from '@playwright/test'
import { DESKTOP, onDesktop, openOnDesktop } from '../run/console.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

test.use(DESKTOP)

/** Opens one inbox of the approvals, and in it the item with this name. */
async function openInbox(
  page: Page,
  address: string,
  { kind, name }: { kind: string; name: string },
): Promise<Locator> {
  await page.goto(`${address}/console/approvals?kind=${kind}`)
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  const evidence = page.getByRole('main')
  await expect(evidence.getByRole('heading', { level: 2 }).filter({ hasText: name })).toBeVisible()
  return evidence
}

test('a new venue is approved in the console, and is found in the app', async ({ openAs, server }) => {
  const { address } = server.current
  const { call } = await logInAs(address, 'coach')
  const body = { name: '望江网球公园', address: '望江路 9 号', city: '上海市', district: '黄浦区', courtCount: 4 }
  await call(addVenue, { body })
  const desktop = await openOnDesktop(openAs, address, 'operator')
  const evidence = await openInbox(desktop, address, { kind: 'venues', name: body.name })
  await expect(evidence.getByText('望江路 9 号')).toBeVisible()
  await evidence.getByRole('button', { name: '通过' }).click()
  await expect(desktop.getByText(`已通过「${body.name}」`)).toBeVisible()

  const page = await openAs('player')
  await goTo(page, address, 'user/pages/search/index')
  await page.getByPlaceholder('找教练、场馆、球局').last().fill(body.name)
  await expect(seen(page, body.address)).toBeVisible()
})

test('a coach who asks for a venue without a manager is approved in the console, and teaches there', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs('solo')
  await goTo(page, address, 'coach/pages/venues/index')
  await expect(page.getByRole('button', { name: '撤回申请 青杉网球馆' })).toBeVisible()
  const desktop = await onDesktop(openAs, address, 'operator')
  const evidence = await openInbox(desktop, address, { kind: 'associations', name: '江澈' })
  await expect(evidence.getByText('没有，由平台审核')).toBeVisible()
  await evidence.getByRole('button', { name: '通过' }).click()
  await expect(desktop.getByText(/^已通过「江澈/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '解除关联 青杉网球馆' })).toBeVisible()
})

test('a player with certificates becomes a coach in the console, and is found as one in the app', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'operator')
  const evidence = await openInbox(desktop, address, { kind: 'coaches', name: '韩越' })
  const certificate = evidence.getByRole('img', { name: '资质照片 1' })
  await expect(certificate).toBeVisible()
  expect(await certificate.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await evidence.getByRole('button', { name: '通过' }).click()
  await desktop.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await expect(desktop.getByText('已通过「韩越」')).toBeVisible()

  const page = await openAs('player')
  await goTo(page, address, 'user/pages/search/index')
  await page.getByPlaceholder('找教练、场馆、球局').last().fill('韩越')
  await expect(seen(page, '教练 1')).toBeVisible()
})

test('content reported in the app is removed in the console, and nobody sees it any more', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { userId, nickname } = (await logInAs(address, 'player3')).logIn.userInfo
  const page = await openAs('player2')
  await goTo(page, address, `pages/user_card/index?id=${userId}`)
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByText('举报', { exact: true }).last().click()
  const sheet = page.getByRole('dialog', { name: `举报${nickname}的资料` })
  await sheet.getByRole('radio', { name: '虚假信息' }).click()
  await sheet.getByLabel(/补充说明/).fill('不是本人')
  await sheet.getByRole('button', { name: '提交举报' }).click()
  await expect(sheet).toBeHidden()

  const desktop = await onDesktop(openAs, address, 'operator')
  const evidence = await openInbox(desktop, address, { kind: 'reports', name: nickname })
  await expect(evidence.getByText('不是本人')).toBeVisible()
  await evidence.getByRole('checkbox', { name: '昵称' }).check()
  await evidence.getByRole('button', { name: '移除所选' }).click()
  const question = desktop.getByRole('dialog', { name: /^移除/ })
  await question.getByRole('button', { name: '移除' }).click()
  await expect(question.getByText('请填写原因')).toBeVisible()
  await question.getByLabel('原因').fill('冒用他人姓名')
  await question.getByRole('button', { name: '移除' }).click()
  await expect(question).toBeHidden()

  await page.reload()
  await expect(seen(page, `球友${userId}`)).toBeVisible()
  await expect(page.getByText(nickname, { exact: true })).toHaveCount(0)
  const owner = await openAs('player3')
  await goTo(owner, address, 'user/pages/user_message/index?messageType=systemNotice')
  await expect(seen(owner, /冒用他人姓名/)).toBeVisible()
})

test('the admin of a company opens the analytics from the app, once by each link', async ({ openAs, server }) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'company')
  await expect(desktop.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(desktop.getByText('青杉网球俱乐部').first()).toBeVisible()
  expect(desktop.url()).not.toContain('ticket')
  await desktop.goto(`${address}/console/users`)
  await expect(desktop.getByText('无权限查看')).toBeVisible()
})
