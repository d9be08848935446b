import { offerTrial } from '../run/arrange-trial.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { chooseAccountForm, expect, goTo, test } from './journey.ts'
import { goOnFromCashier, payAtSimulator } from './money-page.ts'

const COACH = '王启明'
const PASSWORD = 'longer than eight 1'

test('a guest chooses three hours, registers on the way, pays, and the coach makes one of them a class', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const coach = await logInAs(address, 'coach')
  await offerTrial(coach)
  const page = await openAs()
  await goTo(page, address, `bookingClass/pages/coach_page/index?id=${coach.logIn.userInfo.userId}`)
  await page.getByRole('button', { name: '约体验课 ¥168' }).click()
  const sheet = page.getByRole('dialog', { name: `约${COACH}的课` })
  const hours = sheet.getByRole('button', { name: /\d\d:\d\d$/ })
  for (const at of [0, 1, 2]) await hours.nth(at).click()
  await sheet.getByLabel('说说你的情况（选填）').fill('零基础')
  await sheet.getByRole('button', { name: '登录并申请' }).click()

  await chooseAccountForm(page)
  await page.getByText('注册新账号').click()
  const form = page.locator('.taro_page').last()
  await expect(page).toHaveURL(/user\/pages\/register/)
  await form.getByLabel('用户名', { exact: true }).fill('taster_1')
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('昵称', { exact: true }).fill('新球友小郑')
  await form.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByRole('button', { name: '完成注册' }).click()

  // The choice is still there.
  await expect(hours.and(sheet.locator('[aria-pressed="true"]'))).toHaveCount(3)
  await sheet.getByRole('button', { name: '支付并申请' }).click()
  await payAtSimulator(page, { pay: '确认支付 ¥168' })
  await goOnFromCashier(page)
  await expect(seen(page, /^已付款，等教练确认一个时间，最晚/)).toBeVisible()

  const coachPage = await openAs('coach')
  await goTo(coachPage, address, 'coach/pages/students/index')
  await coachPage.getByRole('button', { name: /^新球友小郑 约体验课/ }).click()
  const request = coachPage.locator('.taro_page').last()
  await expect(request.getByText('零基础')).toBeVisible()
  await request.getByRole('button', { name: '确认', exact: true }).click()
  await request.getByRole('button', { name: '查看约课' }).click()
  await expect(seen(coachPage, /体验课 ¥168，不用课时/)).toBeVisible()

  // The open page of the player follows, and the class is on their list.
  await page.getByRole('button', { name: '查看约课' }).click()
  await expect(seen(page, /体验课 ¥168，不用课时/)).toBeVisible()
})
