import type { Locator } from '@playwright/test'
import { offerTrial } from '../run/arrange-trial.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { goOnFromCashier, payAtSimulator } from './money-page.ts'

const COACH = '王启明'
/** From a guest to a paid trial lesson. The pages of whoever takes the money come on top. */
const MOST_TAPS = 9

test('a guest presses a free hour, comes in by phone, pays with nine taps and two typed fields; the coach makes it a class', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const coach = await logInAs(address, 'coach')
  await offerTrial(coach)
  const page = await openAs()
  let taps = 0
  const tap = async (aim: Locator) => {
    taps += 1
    await aim.click()
  }
  await goTo(page, address, 'pages/home/index')
  await tap(page.getByRole('button', { name: new RegExp(`^约${COACH} `) }).first())
  const sheet = page.getByRole('dialog', { name: `约${COACH}的课` })
  const chosen = sheet.locator('[aria-pressed="true"]').and(sheet.getByRole('button', { name: /\d\d:\d\d$/ }))
  await expect(chosen).toHaveCount(1)
  await tap(sheet.getByRole('button', { name: '登录并申请' }))
  await page.getByLabel('手机号').fill('138 0000 7701')
  await tap(page.getByRole('button', { name: '获取验证码' }))
  await tap(page.getByRole('button', { name: '填入验证码' }))
  await tap(page.getByRole('checkbox', { name: '已阅读并同意' }))
  await tap(page.getByRole('button', { name: '登录', exact: true }))
  await page.getByLabel('昵称', { exact: true }).fill('新球友小郑')
  await tap(page.getByRole('button', { name: '完成注册' }))
  // The choice is still there.
  await expect(chosen).toHaveCount(1)
  await tap(sheet.getByRole('button', { name: '支付并申请' }))
  await payAtSimulator(page, { pay: '确认支付 ¥168' })
  expect(taps + 1).toBeLessThanOrEqual(MOST_TAPS)
  await goOnFromCashier(page)
  await expect(seen(page, /^已付款，等教练确认一个时间，最晚/)).toBeVisible()

  const coachPage = await openAs('coach')
  await goTo(coachPage, address, 'coach/pages/students/index')
  await coachPage.getByRole('button', { name: /^新球友小郑 约体验课/ }).click()
  const request = coachPage.locator('.taro_page').last()
  await request.getByRole('button', { name: '确认', exact: true }).click()
  await request.getByRole('button', { name: '查看约课' }).click()
  await expect(seen(coachPage, /体验课 ¥168，不用课时/)).toBeVisible()

  // The open page of the player follows, and the class is on their list.
  await page.getByRole('button', { name: '查看约课' }).click()
  await expect(seen(page, /体验课 ¥168，不用课时/)).toBeVisible()
})
