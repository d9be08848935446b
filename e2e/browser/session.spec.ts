import type { Page } from '@playwright/test'
import { now } from '../run/clock.ts'
import { seen } from './class-page.ts'
import { chooseAccountForm, expect, goTo, logIn, test } from './journey.ts'

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
