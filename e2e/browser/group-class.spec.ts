import { getInvitation, type Invitation } from '@paidang/api/areas/activities/classes'
import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { formatDotDay, monthDotDay } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import {
  beginOf,
  firstOf,
  grantHours,
  hoursOf,
  movesOf,
  type Offer,
  offerOf,
  roomFor,
  type Slot,
  type Someone,
  VENUE,
} from '../run/arrange.ts'
import { minutesAfter } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import type { RunningServer } from '../run/server.ts'
import { chooseRun, goToDay, openClass, seen, stateOf } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'

const GROUP = '周末小班课'
/** The player may have other contracts of the course, too. */
const HOLDS_ONE = /参与后预占 1 课时，可用 [\d.]+ 课时/
const MESSAGE = '带好两支球拍，先到前台集合'

test('in a class for three two join, one after a new contract; one leaves, a friend joins by link, and each pays their seat', async ({
  openAs,
  server,
}) => {
  const { current } = server
  const world = await arrange(current.address)
  const { zhou, lin, xu } = world
  const people = [zhou, lin, xu]
  const hours = () => Promise.all(people.map(({ who, contractId }) => hoursOf(who, contractId)))

  const coach = await openAs('coach2')
  await coach.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const made = await makeClass(coach, current, world)
  expect(made).toMatchObject({ participantsCount: 3, seatsTaken: 0, invitationStatus: 'PENDING', needContract: false })
  expect(await hours()).toEqual([
    [3, 3, 0, 0],
    [0.5, 0.5, 0, 0],
    [3, 3, 0, 0],
  ])

  await test.step('the first joins from 我的约课', async () => {
    const page = await openAs('player2')
    await goTo(page, current.address, 'user/pages/user_my_booking/index')
    // Days of another year are shown with the year.
    const day = `(${monthDotDay(made.courseDate)}|${formatDotDay(made.courseDate)})`
    const time = `${timeOf(made.beginTimeSlot)} 至 ${timeOf(made.endTimeSlot)}`
    const card = page.getByRole('button', { name: new RegExp(`，邀请你，${GROUP}，.*${day} .*${time}`) }).locator('..')
    await card.getByRole('button', { name: `参与约课，${GROUP}` }).click()
    await expect(page).toHaveURL(new RegExp(`invitationId=${made.id}`))
    await expect(stateOf(page)).toHaveText('沈嘉禾邀请你上课')
    await expect(seen(page, MESSAGE)).toBeVisible()
    await join(page, HOLDS_ONE)
    await expect(stateOf(page)).toContainText('开课')
    expect(await hoursOf(zhou.who, zhou.contractId)).toEqual([3, 2, 1, 0])
    // The coach's page stays open and is notified.
    await expect(seen(coach, '球员 1/3 人')).toBeVisible()
    await expect(stateOf(coach)).toContainText('开课')
  })

  const her = await openHome(openAs, server, 'player')
  await test.step('the second comes from home; with too few hours they wait until the coach makes a contract', async () => {
    await her.getByRole('button', { name: /^1 个约课邀请等你参与，.*沈嘉禾 教练$/ }).click()
    await expect(her).toHaveURL(new RegExp(`invitationId=${made.id}`))
    await her.getByRole('button', { name: '参与约课', exact: true }).click()
    const sheet = her.getByRole('dialog', { name: '参与约课' })
    await expect(sheet).toContainText('需要 1 课时，可用 0.5 课时')
    await expect(sheet).toContainText('课时不足，请联系教练缔约')
    await expect(sheet.getByRole('button', { name: '参与约课' })).toBeDisabled()
    await sheet.getByRole('button', { name: '关闭' }).click()

    await coach.getByRole('button', { name: '给林知夏缔约' }).click()
    const terms = coach.getByRole('dialog', { name: '缔约' })
    await expect(terms.getByRole('radio', { name: /^林知夏/ })).toBeChecked()
    await expect(terms.getByRole('radio', { name: /^续课到青杉网球俱乐部合同/ })).toBeChecked()
    await terms.getByRole('button', { name: '5 课时', exact: true }).click()
    await expect(terms).toContainText('缔约后可用 5.5 课时')
    await terms.getByRole('button', { name: '确认缔约' }).click()
    await expect(seen(coach, '缔约成功')).toBeVisible()

    await join(her, '参与后预占 1 课时，可用 5.5 课时')
    await expect(seen(coach, '球员 2/3 人')).toBeVisible()
  })

  const his = await openAs('player2')
  await test.step('the first leaves, and gets the hours back', async () => {
    await openClass(his, current, made.id)
    await his.getByRole('button', { name: '退出' }).click()
    const dialog = his.getByRole('alertdialog')
    await expect(dialog).toContainText('退回课时+1')
    await dialog.getByRole('button', { name: '退出' }).click()
    await expect(stateOf(his)).toHaveText('你已退出这节课')
    expect(await hoursOf(zhou.who, zhou.contractId)).toEqual([3, 3, 0, 0])
    await expect(seen(coach, '球员 1/3 人')).toBeVisible()
  })

  await test.step('a friend with the link reads the page, and takes a seat', async () => {
    await coach.getByRole('button', { name: '分享这节课' }).click()
    await coach.getByRole('button', { name: '发给球友' }).click()
    await expect(seen(coach, '链接已复制，发给球友即可')).toBeVisible()
    const link = await coach.evaluate(() => navigator.clipboard.readText())
    const page = await openAs('player3')
    await openClass(page, current, made.id)
    await expect(seen(page, '仅参与人可见').or(seen(page, '这节课不存在或已被删除'))).toBeVisible()
    await page.goto(link)
    await expect(stateOf(page)).toHaveText('沈嘉禾邀请你一起上课')
    await expect(seen(page, /^还有 2 个名额/)).toBeVisible()
    await expect(seen(page, '林知夏')).toBeVisible()
    await expect(page.getByText(MESSAGE)).toHaveCount(0)
    await expect(page.getByText('全部记录')).toHaveCount(0)
    await expect(page.getByText(/1\d{10}/)).toHaveCount(0)
    await expect(page.getByText(/可用 .*课时/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(取消|修改|签到|缔约|更换教练)/ })).toHaveCount(0)
    await join(page, HOLDS_ONE)
    await expect(seen(page, MESSAGE)).toBeVisible()
    await expect(seen(coach, '球员 2/3 人')).toBeVisible()
  })

  await test.step('the player who left takes the last seat again', async () => {
    await join(his, HOLDS_ONE)
    await expect(seen(coach, '球员 3/3 人')).toBeVisible()
  })
  expect(await hours()).toEqual([
    [3, 2, 1, 0],
    [5.5, 4.5, 1, 0],
    [3, 2, 1, 0],
  ])

  await server.restartAt(minutesAfter(beginOf(made), 5))
  await signAndComplete(await openAs('coach2'), server.current, made)
  const later = await Promise.all(
    (['player2', 'player', 'player3'] as const).map(async (name, index) => ({
      who: await logInAs(server.current.address, name),
      contractId: people[index]?.contractId ?? '',
    })),
  )
  // 请假 gives the hours back. 到场 and 迟到 use them up.
  expect(await Promise.all(later.map(({ who, contractId }) => hoursOf(who, contractId)))).toEqual([
    [3, 3, 0, 0],
    [5.5, 4.5, 0, 1],
    [3, 2, 0, 1],
  ])
  const moves = await Promise.all(later.map(({ who }) => movesOf(who, made.id)))
  expect(moves).toEqual([
    ['HOLD 1', 'VOID 1', 'HOLD 1', 'VOID 1'],
    ['GRANT 5', 'HOLD 1', 'CONSUME 1'],
    ['HOLD 1', 'CONSUME 1'],
  ])
})

type Student = { who: Someone; contractId: string }
type World = { offer: Offer; slot: Slot; zhou: Student; lin: Student; xu: Student; third: string }

/** Hours for two players, too few hours for the third, and a student of the coach who never answers. */
async function arrange(address: string): Promise<World> {
  const [coach, player, player2, player3] = [
    await logInAs(address, 'coach2'),
    await logInAs(address, 'player'),
    await logInAs(address, 'player2'),
    await logInAs(address, 'player3'),
  ]
  const offer = await offerOf(coach, player, GROUP)
  const slot = firstOf(await roomFor(offer, { people: [coach, player, player2, player3], length: 3 }))
  const studentOf = async (who: Someone, sessions: number): Promise<Student> => {
    const { id } = await grantHours(coach, who, { offer, slot, sessions })
    return { who, contractId: id }
  }
  const [zhou, lin, xu] = [await studentOf(player2, 3), await studentOf(player, 0.5), await studentOf(player3, 3)]
  const { rows } = await coach.call(studentsOfCoach, {
    params: { coachId: offer.coachId },
    query: { current: 1, rows: 50 },
  })
  const known = [player, player2, player3].map(({ logIn }) => logIn.userInfo.userId)
  const third = rows.find((row) => !known.includes(row.player.id))
  if (!third) throw new Error('the coach has too few students')
  return { offer, slot, zhou, lin, xu, third: third.player.nickname }
}

/** The coach invites three students to a class, on the screen. */
async function makeClass(page: Page, { address }: RunningServer, { slot, third }: World): Promise<Invitation> {
  await goTo(page, address, 'pages/bookingClass/index')
  await page.getByRole('radio', { name: '替学员约课' }).click()
  await page.getByRole('button', { name: /^课程，/ }).click()
  await page
    .getByRole('dialog', { name: '选择课程' })
    .getByRole('radio', { name: new RegExp(`^${GROUP}`) })
    .click()
  await page.getByRole('button', { name: /^场馆，/ }).click()
  await page.getByRole('dialog', { name: '选择场馆' }).getByRole('radio', { name: VENUE }).click()
  await page.getByRole('button', { name: '学员，先选学员' }).click()
  const sheet = page.getByRole('dialog', { name: '选择学员' })
  for (const name of ['周子墨', '林知夏', third]) {
    await sheet.getByPlaceholder('按姓名查找').fill(name)
    const student = sheet.getByRole('checkbox', { name: new RegExp(`^${name.replace(/[()]/g, '.')}`) })
    await student.click()
    await expect(student).toBeChecked()
  }
  await sheet.getByRole('button', { name: '选定 3 人' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^学员，周子墨、林知夏、${third}`) })).toBeVisible()
  await goToDay(page, slot.courseDate)
  await chooseRun(page, slot)
  await page.getByRole('button', { name: '约课详情，给学员留言' }).click()
  const details = page.getByRole('dialog', { name: '约课详情' })
  await expect(details).toContainText('每人消耗1 课时')
  await details.getByPlaceholder('例如：带好两支球拍').fill(MESSAGE)
  await details.getByRole('button', { name: '确认约课' }).click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(stateOf(page)).toHaveText('等待学员加入')
  const { call } = await logInAs(address, 'coach2')
  return call(getInvitation, { params: { id: /invitationId=(\d+)/.exec(page.url())?.[1] ?? '' }, query: {} })
}

/** Takes a seat. The sheet shows what it costs. */
async function join(page: Page, cost: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: '参与约课', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '参与约课' })
  await expect(sheet).toContainText(cost)
  await sheet.getByRole('button', { name: '参与约课' }).click()
  await expect(seen(page, '参与约课成功')).toBeVisible()
  await expect(sheet).toBeHidden()
}

/** Signs one player as present, one as late and one as on leave. Then completes the class. */
async function signAndComplete(page: Page, server: RunningServer, { id }: Invitation): Promise<void> {
  await openClass(page, server, id)
  await page.getByRole('button', { name: '为学员签到' }).click()
  const sheet = page.getByRole('dialog', { name: '为学员签到' })
  const sign = (name: string, how: string) =>
    sheet
      .getByRole('radiogroup', { name: `${name}的签到` })
      .getByRole('radio', { name: how })
      .click()
  await sign('许念安', '迟到')
  await sign('周子墨', '请假')
  await expect(sheet).toContainText('消课 2，退回 1，完成约课时生效')
  await sheet.getByRole('button', { name: '确认签到' }).click()
  await expect(seen(page, '签到已保存')).toBeVisible()
  await page.getByRole('button', { name: '完成约课' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '完成约课' }).click()
  await expect(seen(page, '完成约课成功')).toBeVisible()
  await expect(stateOf(page)).toHaveText('这节课已完成')
}
