import { cancelByCoach } from '@paidang/api/areas/activities/class-actions'
import { inviteStudent } from '@paidang/api/areas/activities/student-invitations'
import { revealStudentPhone } from '@paidang/api/areas/activities/students'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { getCoachView } from '@paidang/api/areas/people/profile'
import type { Page } from '@playwright/test'
import { book, grantHours, hoursOf, offerOf, roomFor, type Someone } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { openContract, seen } from './class-page.ts'
import { expect, fillLogIn, goTo, test } from './journey.ts'

const STUDENT = '周子墨'
const REFINE = '一对一技术精修'
const SERVE = '发球专项'
const REASON = '续课，送一课时'

test('a student is found by phone, gets hours with a reason, and is removed', async ({ openAs, server }) => {
  const { address } = server.current
  const [solo, player] = [await logInAs(address, 'solo'), await logInAs(address, 'player2')]
  const playerId = player.logIn.userInfo.userId
  const phone = await phoneOf(await logInAs(address, 'coach2'), playerId)
  const masked = `${phone.slice(0, 3)}****${phone.slice(7)}`

  const page = await openAs('solo')
  await test.step('one number belongs to nobody, the other to a player; a second search shows them as a student', async () => {
    await openStudents(page, address)
    await page.getByRole('button', { name: '添加学员' }).click()
    await find(page, '19900000000')
    await expect(seen(page, '未找到该手机号对应的学员')).toBeVisible()
    await find(page, phone)
    await page.getByRole('button', { name: `添加${STUDENT}` }).click()
    await expect(seen(page, '添加成功')).toBeVisible()
    await find(page, phone)
    await expect(seen(page, '已是你的学员')).toBeVisible()
    await expect(page.getByRole('button', { name: `添加${STUDENT}` })).toHaveCount(0)
  })

  const offer = await offerOf(solo, player, REFINE)
  const slots = await roomFor(offer, { people: [solo, player], length: 2, fewest: 3 })
  const [slot] = slots
  if (!slot) throw new Error('no room')
  const contract = await grantHours(solo, player, { offer, slot, sessions: 5 })
  const made = await book(player, offer, slots)
  expect(await hoursOf(player, contract.id)).toEqual([5, 4, 1, 0])

  await test.step('the student’s number is hidden until it is pressed', async () => {
    await page.getByRole('button', { name: `查看${STUDENT}` }).click()
    await expect(seen(page, masked)).toBeVisible()
    await expect(page.getByText(phone)).toHaveCount(0)
    await page.getByRole('button', { name: '查看号码' }).click()
    await expect(seen(page, phone)).toBeVisible()
  })

  await test.step('one contract gets an hour more, another is opened, both at once and with a reason', async () => {
    await page.reload()
    await page.getByRole('button', { name: '调整课时' }).click()
    const sheet = page.getByRole('dialog', { name: `调整课时：${STUDENT}` })
    const row = sheet.getByRole('group', { name: REFINE, exact: true })
    await expect(row).toContainText('剩余 5其中已预约 1')
    for (const _halfHour of [1, 2]) await row.getByRole('button', { name: `增加${REFINE}的课时` }).click()
    await expect(row).toContainText('剩余 5 → 6')
    await sheet.getByRole('button', { name: SERVE, exact: true }).click()
    const opened = sheet.getByRole('group', { name: SERVE, exact: true })
    await opened.getByRole('button', { name: '+5' }).click()
    await expect(opened).toContainText('新开 15 课时')
    const submit = sheet.getByRole('button', { name: '调整 2 份合同' })
    await submit.click()
    await expect(sheet).toContainText('请填写调整原因')
    await sheet.getByLabel('调整原因（学员会看到）').fill(REASON)
    await submit.click()
    await expect(seen(page, '课时已调整')).toBeVisible()
    await expect(sheet).toBeHidden()
    expect(await hoursOf(player, contract.id)).toEqual([6, 5, 1, 0])
    const contracts = await player.call(contractsOfUser, { params: { userId: playerId } })
    const other = contracts.find(({ courseDesign }) => courseDesign.courseName === SERVE)
    expect(other).toMatchObject({ totalSessions: 15, availableSessions: 15 })
  })

  await test.step('the student reads the change and its reason in their statement', async () => {
    const his = await openAs('player2')
    await openContract(his, server.current, { contract })
    const change = his.getByRole('listitem').filter({ hasText: '调整 1 课时' })
    await expect(change).toContainText(REASON)
    await expect(change).toContainText('+1')
    await expect(change).toContainText('可用 5')
  })

  await test.step('hours below the held ones are refused, on the screen and after a new class', async () => {
    await page.getByRole('button', { name: '调整课时' }).click()
    const sheet = page.getByRole('dialog', { name: `调整课时：${STUDENT}` })
    const row = sheet.getByRole('group', { name: REFINE, exact: true })
    const less = row.getByRole('button', { name: `减少${REFINE}的课时` })
    for (let hours = 6; hours > 1; hours -= 0.5) await less.click()
    await expect(less).toBeDisabled()
    await expect(row).toContainText('课时不能少于已预约课时')
    await sheet.getByLabel('调整原因（学员会看到）').fill(REASON)
    const another = await book(player, offer, slots)
    await sheet.getByRole('button', { name: '确认调整' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '课时不能少于已预约课时' }).first()).toBeVisible()
    expect(await hoursOf(player, contract.id)).toEqual([6, 4, 2, 0])
    await sheet.getByRole('button', { name: '关闭' }).click()
    await solo.call(cancelByCoach, { params: { id: another.id }, body: { reason: '其他原因' } })
  })

  await test.step('the student cannot be removed while a class is open, and can be afterwards', async () => {
    await remove(page)
    await expect(page.getByRole('alert').filter({ hasText: '尚有未完成的约课' }).first()).toBeVisible()
    await solo.call(cancelByCoach, { params: { id: made.id }, body: { reason: '其他原因' } })
    await remove(page)
    await expect(seen(page, '移出成功')).toBeVisible()
    // The page leads back automatically: to home, since a reloaded page has no page behind it.
    await expect(page).toHaveURL(/pages\/home\/index/)
    await expect(page.getByRole('link', { name: '整天日程' })).toBeVisible()
    await openStudents(page, address)
    await page.getByPlaceholder('姓名或完整手机号').filter({ visible: true }).fill(STUDENT)
    await expect(seen(page, '没有找到学员')).toBeVisible()
  })
})

test('a coach invites a number by a link; who opens it logs in with that number and becomes a student', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [solo, invited] = [await logInAs(address, 'solo'), await logInAs(address, 'player2')]
  const { nickname } = invited.logIn.userInfo
  const page = await openAs('solo')
  await goTo(page, address, 'coach/pages/add_student/index')
  await find(page, '19900000000')
  await page.getByLabel('学员姓名（选填）').fill('陈先生')
  await page.getByRole('button', { name: '生成邀请' }).click()
  await expect(seen(page, /^只限 199\*{4}0000，/)).toBeVisible()
  const poster = page.waitForEvent('download')
  await page.getByRole('button', { name: '存成图片' }).click()
  expect((await poster).suggestedFilename()).toBe('学员邀请.png')
  await page.getByRole('button', { name: '给陈先生换新链接' }).click()
  const sheet = page.getByRole('dialog', { name: '新链接' })
  await expect(sheet.getByRole('img', { name: '邀请二维码' })).toBeVisible()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '撤回给陈先生的邀请' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
  await expect(seen(page, '已撤回')).toBeVisible()

  const phone = await phoneOf(await logInAs(address, 'coach2'), invited.logIn.userInfo.userId)
  const { companies } = await solo.call(getCoachView, { params: { id: solo.logIn.userInfo.userId } })
  const { token } = await solo.call(inviteStudent, { body: { companyId: companies[0]?.id ?? '', phone } })
  const theirs = await openAs()
  await goTo(theirs, address, `bookingClass/pages/student_invitation/index?t=${token}`)
  await theirs.getByRole('button', { name: '登录后接受' }).click()
  await fillLogIn(theirs, 'player2')
  await theirs.getByRole('button', { name: '同意，成为学员' }).click()
  await expect(seen(theirs, `你已是${solo.logIn.userInfo.nickname}的学员，可以约课了`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `查看学员${nickname}` })).toContainText('已接受')
})

async function phoneOf({ call }: Someone, playerId: string): Promise<string> {
  const { phone } = await call(revealStudentPhone, { params: { playerId } })
  if (phone === null) throw new Error('the player has no phone number')
  return phone
}

async function openStudents(page: Page, address: string): Promise<void> {
  await goTo(page, address, 'pages/my/index')
  await page.getByRole('radio', { name: '教练' }).click()
  await page.getByRole('button', { name: '学员', exact: true }).click()
  await expect(page.getByRole('heading', { name: '我的学员', level: 1 })).toBeVisible()
}

/** Looks a phone number up. */
async function find(page: Page, phone: string): Promise<void> {
  await page.getByLabel('学员的手机号').fill(phone)
  await page.getByRole('button', { name: '查找' }).click()
}

async function remove(page: Page): Promise<void> {
  await page.getByRole('button', { name: '移除学员' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: '移除学员' }).click()
  await expect(dialog).toBeHidden()
}
