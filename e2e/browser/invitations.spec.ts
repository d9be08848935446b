import { leaveCompany } from '@paidang/api/areas/places/companies'
import { myCompanyInvitations } from '@paidang/api/areas/places/company-invitations'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const COMPANY = '青杉网球俱乐部'
const COURSE = '成人私教 1 对 1'
const GUEST_COACH = '顾明轩'
const GUEST_PHONE = '13800000006'

test('an admin invites a coach of another club, who reads the terms in the messages and joins', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs('coach')
  await goTo(page, address, 'coach/pages/company/index')
  await page.getByRole('button', { name: '邀请教练' }).click()
  await page.getByLabel('教练的手机号').fill(GUEST_PHONE)
  await expect(seen(page, GUEST_COACH)).toBeVisible()
  await expect(page.getByText(/他现在在江岸球类学院/)).toBeVisible()
  await page.getByRole('button', { name: /^可教课程/ }).click()
  const sheet = page.getByRole('dialog', { name: '可教课程' })
  await sheet.getByRole('checkbox', { name: COURSE }).click()
  await sheet.getByRole('button', { name: '选好了' }).click()
  await page.getByRole('button', { name: '发出邀请' }).click()
  await expect(seen(page, '邀请已发出')).toBeVisible()
  await expect(seen(page, '待同意')).toBeVisible()

  const guestPage = await openAs('coach3')
  await goTo(guestPage, address, 'user/pages/user_message/index?messageType=systemNotice')
  await guestPage
    .getByRole('button', { name: new RegExp(`${COMPANY}邀请您加入`) })
    .first()
    .click()
  await expect(guestPage.getByRole('heading', { name: '加入俱乐部', level: 1 })).toBeVisible()
  await expect(seen(guestPage, COURSE)).toBeVisible()
  await guestPage.getByRole('button', { name: '同意加入' }).click()
  await expect(seen(guestPage, `已加入${COMPANY}`)).toBeVisible()
  await expect(guestPage.getByRole('heading', { name: '公司', level: 1 })).toBeVisible()

  await page.reload()
  await expect(seen(page, '已加入')).toBeVisible()

  // The coach leaves again, and asks to join. The admin agrees on the page of the request.
  const guest = await logInAs(address, 'coach3')
  const companyId = /companyId=(\d+)/.exec(page.url())?.[1] ?? ''
  await guest.call(leaveCompany, { body: { companyId } })
  await goTo(guestPage, address, `coach/pages/company/index?companyId=${companyId}`)
  await guestPage.reload()
  await guestPage.getByRole('button', { name: '申请加入' }).click()
  await expect(seen(guestPage, '申请已发出')).toBeVisible()
  expect(await guest.call(myCompanyInvitations, {})).toHaveLength(1)

  await goTo(page, address, 'user/pages/user_message/index?messageType=systemNotice')
  await page
    .getByRole('button', { name: new RegExp(`${GUEST_COACH} 申请加入俱乐部`) })
    .first()
    .click()
  await page.getByRole('button', { name: '同意加入' }).click()
  await expect(seen(page, '已同意加入')).toBeVisible()
  await guest.call(leaveCompany, { body: { companyId } })
})
