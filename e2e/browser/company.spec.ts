import type { Page } from '@playwright/test'
import { book, confirm, endAllClasses, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const COMMON = '匹克球体验课'
const COMPANY = '青杉网球俱乐部'
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
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: '离开公司' }).click()
  await expect(dialog).toBeHidden()
}
