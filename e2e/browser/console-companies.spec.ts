import { DESKTOP, onDesktop } from '../run/console.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

test.use(DESKTOP)

/** The phone number of 江澈, a coach of the demo world without a club. */
const PHONE = '138 0000 0008'
const CLUB = '望江网球俱乐部'

test('an operator founds a company, its admin leads it in the app, and the operator closes it again', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'operator')
  await desktop.goto(`${address}/console/companies`)
  await desktop.getByRole('button', { name: '新增公司' }).click()
  const dialog = desktop.getByRole('dialog')
  await dialog.getByLabel('公司名称').fill(CLUB)
  await dialog.getByLabel('管理员的手机号').fill('13900009999')
  await dialog.getByRole('button', { name: '新增' }).click()
  await expect(desktop.getByText('没有用户使用这个手机号，请先让对方注册')).toBeVisible()
  await dialog.getByLabel('管理员的手机号').fill(PHONE)
  await dialog.getByRole('button', { name: '新增' }).click()
  await expect(desktop.getByRole('heading', { name: CLUB, level: 1 })).toBeVisible()
  await expect(desktop.getByText(`开通公司「${CLUB}」，管理员「江澈」`, { exact: false })).toBeVisible()

  const page = await openAs('solo')
  await goTo(page, address, 'user/pages/user_message/index?messageType=systemNotice')
  await expect(seen(page, /望江网球俱乐部已由平台开通/)).toBeVisible()

  await desktop.getByRole('button', { name: '关闭公司' }).click()
  await dialog.getByLabel('原因（教练会看到）').fill('走错了')
  await dialog.getByRole('button', { name: '关闭公司' }).click()
  await expect(desktop.getByText('关闭时间')).toBeVisible()
  await expect(desktop.getByRole('button', { name: '关闭公司' })).toHaveCount(0)
})

test('an operator adds a common course, and takes it out of the catalogue again', async ({ openAs, server }) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'operator')
  await desktop.goto(`${address}/console/common-courses`)
  await desktop.getByRole('link', { name: '新增通用课程' }).click()
  await desktop.getByLabel('名称', { exact: true }).fill('夜场对打课')
  await desktop.getByLabel('参考价').fill('160')
  await desktop.getByRole('button', { name: '新增通用课程' }).click()
  await expect(desktop.getByRole('heading', { name: '夜场对打课', level: 1 })).toBeVisible()
  await desktop.getByRole('switch', { name: '展示' }).click()
  await desktop.getByRole('button', { name: '保存' }).click()
  await expect(desktop.getByText('修改通用课程「夜场对打课」的展示')).toBeVisible()
  await desktop.goto(`${address}/console/common-courses?isShown=false`)
  await expect(desktop.getByRole('cell', { name: '夜场对打课' })).toBeVisible()
})
