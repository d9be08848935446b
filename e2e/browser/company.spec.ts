import { leaveCompany } from '@paidang/api/areas/places/companies'
import { myCompanyInvitations } from '@paidang/api/areas/places/company-invitations'
import type { Page } from '@playwright/test'
import { book, confirm, endAllClasses, offerOf, roomFor } from '../run/arrange.ts'
import { DESKTOP, onDesktop } from '../run/console.ts'
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
  await expect(page.getByText(/现在在江岸球类学院/)).toBeVisible()
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

const HEADINGS = '姓名,手机号,课程,教练,剩余课时,每课时单价,有效期至'

test('a club imports its table, a coach shows a code, and the student claims the hours', async ({ openAs, server }) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'company')
  await desktop.setViewportSize(DESKTOP.viewport)
  await desktop.getByRole('link', { name: '从表格导入' }).click()
  await expect(desktop.getByRole('heading', { name: '从表格导入学员', level: 1 })).toBeVisible()
  const rows = [
    `孟晴,13612340077,${COURSE},,12,400,2035年5月31日`,
    `孟小禾,13612340077,${COURSE},,九点五,340,2035-03-31`,
    `陈立,1361234007,${COURSE},,16,400,2035-06-30`,
  ]
  const table = { name: '台账.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADINGS, ...rows].join('\n')) }
  await desktop.getByLabel('选择表格').setInputFiles(table)
  await expect(desktop.getByText('手机号只有 10 位')).toBeVisible()
  const cell = desktop.getByLabel('第 4 行：手机号只有 10 位')
  await cell.fill('13612340079')
  await cell.press('Enter')
  await expect(desktop.getByRole('button', { name: '确认导入 3 行' })).toBeVisible()
  await desktop.getByRole('button', { name: '确认导入 3 行' }).click()
  await expect(desktop.getByRole('heading', { name: /批次 #1 已导入/ })).toBeVisible()
  await expect(desktop.getByText('等认领', { exact: true }).first()).toBeVisible()

  // The admin is the coach of rows without one.
  const coach = await openAs('coach')
  await goTo(coach, address, 'coach/pages/students/index')
  await coach.getByPlaceholder('姓名或完整手机号').filter({ visible: true }).fill('孟晴')
  await coach.getByRole('button', { name: /^孟晴/ }).click()
  await coach.getByRole('button', { name: '给他认领码' }).click()
  const shown = coach.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)
  await expect(shown).toBeVisible()
  const code = (await shown.textContent()) ?? ''

  const player = await openAs('player3')
  await goTo(player, address, 'user/pages/claim/index')
  await player.getByLabel('认领码').fill(code)
  await player.getByRole('button', { name: '查找' }).click()
  await expect(seen(player, `您是${COMPANY}的学员吗？`)).toBeVisible()
  await player.getByRole('radio', { name: '是我自己' }).click()
  await player.getByRole('button', { name: '认领课时' }).click()
  await expect(seen(player, '已认领 12 课时')).toBeVisible()
  await expect(player.getByRole('heading', { name: '合同与课时', level: 1 })).toBeVisible()

  await desktop.reload()
  await expect(desktop.getByText('1 人已认领，不能整批撤销')).toBeVisible()
  await desktop.getByRole('button', { name: '撤销 2 行' }).click()
  await desktop
    .getByRole('dialog')
    .getByRole('button', { name: /撤\s?销/ })
    .click()
  await expect(desktop.getByText('已撤销', { exact: true }).first()).toBeVisible()
})

const COMMON = '匹克球体验课'
const HEIR = '沈嘉禾'

test('the admin copies a course, changes its price, deletes it, and changes a rule', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs('coach')
  await openCompany(page, address)

  await page.getByRole('button', { name: '添加课程' }).click()
  await page.getByRole('link', { name: '从通用课程复制' }).click()
  await page
    .getByRole('dialog', { name: '通用课程' })
    .getByRole('button', { name: new RegExp(`^${COMMON}`) })
    .click()
  await expect(page.getByLabel('课程名称')).toHaveValue(COMMON)
  await expect(page.getByLabel('每课时价格（元）')).toHaveValue('120')
  await page.getByRole('button', { name: '添加课程' }).click()
  await expect(seen(page, '课程添加成功')).toBeVisible()
  const course = page.getByRole('button', { name: new RegExp(`^${COMMON}`) })
  await expect(course).toContainText('¥120/课时')
  await expect(course).toContainText('最多 4 人')

  await course.click()
  await page.getByLabel('每课时价格（元）').fill('')
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '请填写正确的课程价格' })).toBeVisible()
  await page.getByLabel('每课时价格（元）').fill('150.5')
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(seen(page, '课程更新成功')).toBeVisible()
  await expect(course).toContainText('¥150.50/课时')

  await course.click()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除课程' }).click()
  await expect(seen(page, '课程删除成功')).toBeVisible()
  await expect(seen(page, COMPANY)).toBeVisible()
  await expect(course).toHaveCount(0)

  await page.getByRole('link', { name: '修改规则' }).click()
  const rules = page.getByRole('dialog', { name: '修改规则' })
  await expect(rules.getByRole('button', { name: '保存规则' })).toBeDisabled()
  await rules.getByRole('button', { name: '减少免费取消提前小时数' }).click()
  await rules.getByRole('button', { name: '保存规则' }).click()
  await expect(seen(page, '设置成功')).toBeVisible()
  await expect(seen(page, '开课前 12 小时')).toBeVisible()
})

test('the admin hands the company over; a coach with classes stays, and leaves after the last one', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  await confirm(coach, await book(player, offer, await roomFor(offer, { people: [coach, player], length: 2 })))

  const page = await openAs('coach')
  await openCompany(page, address)
  await expect(page.getByRole('button', { name: /^离开公司/ })).toBeDisabled()
  await page.getByRole('link', { name: '转让管理员' }).click()
  const sheet = page.getByRole('dialog', { name: '转让管理员' })
  await expect(sheet.getByRole('button', { name: '转让管理员' })).toBeDisabled()
  await sheet.getByRole('radio', { name: new RegExp(`^${HEIR}`) }).click()
  await sheet.getByRole('button', { name: '转让管理员' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认转让' }).click()
  await expect(seen(page, '公司管理员转让成功')).toBeVisible()
  await expect(seen(page, `管理员 ${HEIR}`)).toBeVisible()
  await expectAdmin(page, false)

  const hers = await openAs('coach2')
  await openCompany(hers, address)
  await expectAdmin(hers, true)

  await leave(page)
  await expect(page.getByRole('alert').filter({ hasText: '尚有未完成的约课' })).toBeVisible()
  const handOver = page.getByRole('alertdialog', { name: '还有没上的课' })
  await expect(handOver.getByRole('button', { name: '交给学员' })).toBeVisible()
  await handOver.getByRole('button', { name: '再想想' }).click()
  await expect(seen(page, COMPANY)).toBeVisible()

  await endAllClasses(coach)
  await leave(page)
  await expect(seen(page, '已成功离开公司')).toBeVisible()
  await page.getByRole('button', { name: '课程', exact: true }).click()
  await expect(seen(page, '还没有加入公司')).toBeVisible()
})

async function openMy(page: Page, address: string): Promise<void> {
  await goTo(page, address, 'pages/my/index')
  await page.getByRole('radio', { name: '教练' }).click()
}

async function openCompany(page: Page, address: string): Promise<void> {
  await openMy(page, address)
  await page.getByRole('button', { name: '课程', exact: true }).click()
  await expect(seen(page, COMPANY)).toBeVisible()
}

/** Expects the actions that only the admin has. */
async function expectAdmin(page: Page, isAdmin: boolean): Promise<void> {
  const count = isAdmin ? 1 : 0
  await expect(page.getByRole('button', { name: '添加课程' })).toHaveCount(count)
  await expect(page.getByRole('link', { name: '修改规则' })).toHaveCount(count)
  await expect(page.getByRole('link', { name: '转让管理员' })).toHaveCount(count)
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^离开公司/ }).click()
  // By its title: a refused leave opens the next dialog at once.
  const dialog = page.getByRole('alertdialog', { name: /^离开/ })
  await dialog.getByRole('button', { name: '离开公司' }).click()
  await expect(dialog).toBeHidden()
}
