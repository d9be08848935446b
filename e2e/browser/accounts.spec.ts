import { addStudent, searchStudentByPhone } from '@paidang/api/areas/activities/students'
import { updateSessions } from '@paidang/api/areas/money/contracts'
import { decideApplication, listApplications } from '@paidang/api/areas/people/registration'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { type clientOf, logInAs, logInStaff } from '../run/people.ts'
import { chooseRun, openGrid, seen, stateOf } from './class-page.ts'
import { chooseAccountForm, expect, goTo, logIn, test } from './journey.ts'

const PASSWORD = 'rally2026'

/** Registers on the web with a user name, and says what to be called. */
async function register(page: Page, address: string, username: string, nickname: string, phone = ''): Promise<void> {
  await goTo(page, address, 'pages/login_h5/index')
  await chooseAccountForm(page)
  await page.getByText('注册新账号').click()
  const form = page.locator('.taro_page').last()
  await expect(page).toHaveURL(/user\/pages\/register/)
  await form.getByLabel('用户名', { exact: true }).fill(username)
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('昵称', { exact: true }).fill(nickname)
  if (phone !== '') await form.getByLabel('手机号（选填）', { exact: true }).fill(phone)
  await form.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page).toHaveURL(/user_regist\/index\?as=player/)
  // The name was said before.
  await expect(seen(page, '常打什么球')).toBeVisible()
  await page.getByRole('button', { name: '完成注册' }).click()
  await expect(page.getByText(/^今天的课/)).toBeVisible()
}

/** The API client of the same person. */
async function behind(address: string, username: string): Promise<Awaited<ReturnType<typeof logInAs>>> {
  return logInAs(address, username, PASSWORD)
}

test('a new user registers on the web, a coach takes them on, and they book their first class', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs()
  const phone = '13912340001'
  await register(page, address, 'rookie_1', '新球友小周', phone)
  const [rookie, coach, player] = [
    await behind(address, 'rookie_1'),
    await logInAs(address, 'coach'),
    await logInAs(address, 'player'),
  ]
  const { userId } = rookie.logIn.userInfo
  await coach.call(searchStudentByPhone, { params: { phone } })
  await coach.call(addStudent, { body: { playerId: userId } })
  const { courseId } = await offerOf(coach, player, '成人私教 1 对 1')
  const expiryDate = addDays(dayOf(now()), 90)
  const items = [{ userId, courseDesignId: courseId, settingSessions: 10, expiryDate, isPhoneChecked: true }]
  await coach.call(updateSessions, { body: { items, reason: '首次购课' } })

  const offer = await offerOf(coach, rookie, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [coach, rookie], length: 2 }))
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  await chooseRun(page, slot)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(stateOf(page)).toHaveText('等待教练确认')
})

test('a refused registration shows the error at its field, and keeps all input', async ({ openAs, server }) => {
  const page = await openAs()
  await goTo(page, server.current.address, 'user/pages/register/index')
  await page.getByLabel('用户名', { exact: true }).fill('player')
  await page.getByLabel('密码', { exact: true }).fill('short')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('请先阅读并同意')).toBeVisible()
  await expect(page.getByLabel('密码', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('昵称', { exact: true }).fill('另一个')
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('该用户名已被使用')).toBeVisible()
  await expect(page.getByLabel('用户名', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('昵称', { exact: true })).toHaveValue('另一个')
})

test('an account with open matters lists them; once they are settled, it is closed permanently', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const player = await openAs('player')
  await goTo(player, address, 'user/pages/close_account/index')
  await expect(seen(player, '还不能注销')).toBeVisible()
  await player.getByRole('button', { name: '注销账号', exact: true }).click()
  await expect(seen(player, '还不能注销')).toBeInViewport()
  await expect(player.getByRole('alertdialog')).toBeHidden()

  const page = await openAs()
  await register(page, address, 'leaver_1', '只来一次')
  await goTo(page, address, 'user/pages/account/index')
  await page.getByText('注销账号').click()
  await expect(seen(page, '我已了解，注销后不能恢复')).toBeVisible()
  await page.getByRole('button', { name: '注销账号', exact: true }).last().click()
  await expect(page.getByText('请先勾选')).toBeVisible()
  await page.getByRole('checkbox').click()
  await page.getByLabel('登录密码').fill('not the one 1')
  await page.getByRole('button', { name: '注销账号', exact: true }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '注销账号' }).click()
  await expect(page.getByText(/^密码不正确，还可尝试 \d 次/)).toBeVisible()
  await page.getByLabel('登录密码').fill(PASSWORD)
  await page.getByRole('button', { name: '注销账号', exact: true }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '注销账号' }).click()
  await expect(page.getByText('账号已注销')).toBeVisible()
  await expect(page).toHaveURL(/pages\/home\/index/)
  await expect(behind(address, 'leaver_1')).rejects.toMatchObject({ code: 'login_wrong' })
})

test('a device that is logged out from elsewhere has to log in again', async ({ openAs, server }) => {
  const { address } = server.current
  const [here, there] = [await openAs(), await openAs()]
  for (const page of [here, there]) await logIn(page, address, 'player3')
  await expect(here.getByText(/^今天的课/)).toBeVisible()
  await expect(there.getByText(/^今天的课/)).toBeVisible()
  await goTo(here, address, 'user/pages/account/index')
  const devices = here.getByRole('list', { name: '登录设备' })
  await expect(devices.getByText('本机')).toHaveCount(1)
  const others = devices.getByRole('button', { name: /^退出/ })
  const count = await others.count()
  expect(count).toBeGreaterThan(0)
  for (let left = count; left > 0; left -= 1) {
    await others.first().click()
    await here.getByRole('alertdialog').getByRole('button', { name: '退出该设备' }).click()
    await expect(others).toHaveCount(left - 1)
  }
  await goTo(there, address, 'user/pages/user_contract/index')
  await expect(there.getByText('登录已过期，请重新登录')).toBeVisible()
  await expect(there).toHaveURL(/login_h5/)
  await here.reload()
  await expect(devices.getByText('本机')).toHaveCount(1)
})

test('a player applies with a certificate, the platform approves, and the player is a coach', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs()
  await register(page, address, 'teacher_1', '想当教练的人')
  await goTo(page, address, 'user/pages/user_regist/index?as=coach')
  await page.getByLabel('真实姓名').fill('周正')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('请上传资质照片')).toBeVisible()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: /添加.*照片|上传资质照片/ })
      .first()
      .click(),
  ])
  await chooser.setFiles({ name: 'certificate.jpg', mimeType: 'image/jpeg', buffer: await certificate() })
  // The name of the button contains the percentage until the upload is complete.
  await expect(page.getByRole('button', { name: '资质照片第 1 张', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(seen(page, /审核中/)).toBeVisible()

  await approve(await logInStaff(address, 'operator'), (await behind(address, 'teacher_1')).logIn.userInfo.userId)
  await page.reload()
  await expect(seen(page, '已是教练')).toBeVisible()
  await goTo(page, address, 'coach/pages/students/index')
  await expect(seen(page, '还没有学员')).toBeVisible()
})

async function approve(operator: ReturnType<typeof clientOf>, userId: string): Promise<void> {
  const { rows } = await operator(listApplications, { query: { current: 1, rows: 100, approveStatus: 0 } })
  const own = rows.find(({ user }) => user.id === userId)
  if (!own) throw new Error('the application does not wait')
  await operator(decideApplication, { params: { id: own.application.id }, body: { approve: true } })
}

const certificate = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#eeeeee' } })
    .jpeg()
    .toBuffer()

test('the password is changed, and the new one works', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs()
  await register(page, address, 'changer_1', '换密码的人')
  await goTo(page, address, 'user/pages/account/index')
  await page.getByText('修改密码').click()
  const sheet = page.getByRole('dialog', { name: '修改密码' })
  await sheet.getByLabel('原密码').fill('wrong0000')
  await sheet.getByLabel('新密码').fill('another2026')
  await sheet.getByLabel('再输一次').fill('another2026')
  await sheet.getByRole('button', { name: '修改密码' }).click()
  await expect(sheet.getByText('原密码不正确')).toBeVisible()
  await sheet.getByLabel('原密码').fill(PASSWORD)
  await sheet.getByRole('button', { name: '修改密码' }).click()
  await expect(sheet).toBeHidden()
  await expect(behind(address, 'changer_1')).rejects.toMatchObject({ code: 'login_wrong' })
  const again = await openAs()
  await logIn(again, address, 'CHANGER_1', 'another2026')
})

/** Types a number, has a code sent, and reads it where the demo shows it. */
async function typeCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).last().fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const shown = await page.getByText(/^演示环境不发短信，验证码是 \d{6}$/).textContent()
  await page.getByLabel('验证码', { exact: true }).fill(shown?.slice(-6) ?? '')
}

test('phone and code make an account, lead back into it, prove the number of another, and set its forgotten password', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs()
  await goTo(page, address, 'pages/login_h5/index')
  await typeCode(page, '13712340001')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请先阅读并同意')).toBeVisible()
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/user_regist\/index\?as=player/)
  await page.getByLabel('昵称').fill('凭手机来的人')
  await page.getByRole('radio', { name: '羽毛球' }).click()
  await page.getByRole('button', { name: '完成注册' }).click()
  await expect(page.getByText(/^今天的课/)).toBeVisible()
  await goTo(page, address, 'bookingBall/pages/publishBall/index')
  await expect(page.getByRole('radio', { name: '羽毛球' })).toBeChecked()

  const other = await openAs()
  await register(other, address, 'prover_1', '后来验证的人', '13712340002')
  await goTo(other, address, 'user/pages/account/index')
  await other.getByRole('button', { name: '验证手机号' }).click()
  const sheet = other.getByRole('dialog', { name: '验证手机号' })
  await typeCode(other, '13712340002')
  await sheet.getByRole('button', { name: '确定' }).click()
  await expect(seen(other, '已验证')).toBeVisible()

  const forgetful = await openAs()
  // A number gets its next code a minute later.
  await server.restartAt(new Date(now().getTime() + 61_000))
  await goTo(forgetful, server.current.address, 'user/pages/forgot_password/index')
  await typeCode(forgetful, '13712340002')
  await forgetful.getByLabel('新密码').fill('another2026')
  await forgetful.getByRole('button', { name: '设置新密码' }).click()
  await expect(forgetful.getByText(/^今天的课/)).toBeVisible()
  await expect(behind(server.current.address, 'prover_1')).rejects.toMatchObject({ code: 'login_wrong' })
})
