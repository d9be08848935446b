import { myStudentRequests } from '@paidang/api/areas/activities/student-requests'
import { updateSessions } from '@paidang/api/areas/money/contracts'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, openGrid, seen, stateOf } from './class-page.ts'
import { chooseAccountForm, expect, goTo, test } from './journey.ts'

const COACH = '王启明'
const COURSE = '成人私教 1 对 1'
const PASSWORD = 'longer than eight 1'

test('a guest finds a coach, registers on the way, asks to be a student, and books once the coach agrees', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const page = await openAs()
  await goTo(page, address, 'pages/bookingClass/index')
  await page
    .getByRole('link', { name: new RegExp(`^${COACH}，`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: '教练', level: 1 })).toBeVisible()
  await expect(seen(page, '最近可约')).toBeVisible()
  await expect(page.getByText(/1[3-9]\d{9}/)).toHaveCount(0)

  await page.getByRole('button', { name: '申请成为学员' }).click()
  const sheet = page.getByRole('dialog', { name: `申请成为${COACH}的学员` })
  await sheet.getByRole('radio', { name: new RegExp(COURSE) }).click()
  await sheet.getByRole('button', { name: '周末上午' }).click()
  await sheet.getByLabel('说说你的情况（选填）').fill('等级 2.5，想系统学')
  await sheet.getByRole('button', { name: '登录并发出申请' }).click()

  await chooseAccountForm(page)
  await page.getByText('注册新账号').click()
  const form = page.locator('.taro_page').last()
  await expect(page).toHaveURL(/user\/pages\/register/)
  await form.getByLabel('用户名', { exact: true }).fill('newcomer_1')
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('昵称', { exact: true }).fill('新球友小吴')
  await form.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByRole('button', { name: '完成注册' }).click()

  // The choice is still there.
  await expect(sheet.getByRole('radio', { name: new RegExp(COURSE) })).toBeChecked()
  await expect(sheet.getByRole('button', { name: '周末上午' })).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('button', { name: '发出申请' }).click()
  await expect(seen(page, /^申请已发出，最晚/)).toBeVisible()
  const newcomer = await logInAs(address, 'newcomer_1', PASSWORD)
  expect(await newcomer.call(myStudentRequests, {})).toHaveLength(1)

  const coachPage = await openAs('coach')
  await goTo(coachPage, address, 'coach/pages/students/index')
  await coachPage.getByRole('button', { name: '新球友小吴 想成为学员' }).waitFor()
  await coachPage.getByRole('button', { name: '新球友小吴 想成为学员' }).click()
  // The list behind it has the same words and buttons.
  await expect(coachPage).toHaveURL(/student_request/)
  await expect(coachPage.getByRole('heading', { name: '学员申请', level: 1 })).toBeVisible()
  await expect(coachPage.getByText('等级 2.5，想系统学').filter({ visible: true })).toHaveCount(1)
  await coachPage.getByRole('button', { name: '同意 新球友小吴 的申请' }).filter({ visible: true }).click()
  await expect(seen(coachPage, /已同意，对方是您的学员/)).toBeVisible()

  // The open page of the player follows. With hours they book as any student.
  await page.getByRole('button', { name: '约课', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('button', { name: `教练，${COACH}` })).toBeVisible()
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const { userId } = newcomer.logIn.userInfo
  const { courseId } = await offerOf(coach, player, COURSE)
  const expiryDate = addDays(dayOf(now()), 90)
  const items = [{ userId, courseDesignId: courseId, settingSessions: 5, expiryDate, isPhoneChecked: true }]
  await coach.call(updateSessions, { body: { items, reason: '首次购课' } })
  // The hours were given behind the screen.
  await page.reload()
  const offer = await offerOf(coach, newcomer, COURSE)
  const slot = firstOf(await roomFor(offer, { people: [coach, newcomer], length: 2 }))
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  await chooseRun(page, slot)
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(stateOf(page)).toHaveText('等待教练确认')
})
