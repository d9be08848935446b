import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { VENUE } from '../run/arrange.ts'
import { publishBall, type Room, readBall, roomForBall, takeSeat } from '../run/arrange-balls.ts'
import { minutesAfter } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, goToDay, seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { payAtSimulator } from './money-page.ts'

const PUBLISHED = '早场双打补位局'
const SCARCE = '凑不齐的双打局'

test('a game fills; a late leaver gets the money back once another player has taken the place', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, player2] = [await logInAs(address, 'player'), await logInAs(address, 'player2')]
  const player3 = await logInAs(address, 'player3')
  const coaches = await Promise.all(['coach', 'coach2', 'coach3', 'solo'].map((name) => logInAs(address, name)))
  // Less than a day ahead, so that leaving now is late.
  const wish = { after: 2, within: 23, friends: coaches, fewest: 2 }
  const room = await roomForBall([player, player2, player3], wish)
  const [third, substitute] = room.friends
  if (!third || !substitute) throw new Error('too few have time')

  const page = await openAs('player')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })
  const id = await test.step('it is published on a court of the platform and paid with the card', async () => {
    await fillGame(page, { address, room })
    await page.getByRole('button', { name: '发布并支付' }).click()
    await expect(page.getByRole('heading', { name: '支付', level: 1 })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^拍档储值卡/ })).toBeChecked()
    await page.getByRole('button', { name: '确认支付 ¥48' }).click()
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('heading', { name: PUBLISHED, level: 2 })).toBeVisible()
    await expect(seen(page, /^还差 3 人成局/)).toBeVisible()
    await expect(seen(page, `${VENUE} ${room.courtName}`)).toBeVisible()
    return /ballDetail\/index\?id=(\d+)/.exec(page.url())?.[1] ?? ''
  })

  const link = await test.step('a guest reads it by its link, and can only log in', async () => {
    await page.getByRole('button', { name: '邀请球友' }).click()
    await expect(seen(page, '链接已复制，发给球友即可')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const guest = await openAs()
    await guest.goto(copied)
    await expect(guest.getByRole('heading', { name: PUBLISHED, level: 2 })).toBeVisible()
    await expect(seen(guest, '登录后可以报名')).toBeVisible()
    await expect(guest.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    for (const name of ['支付并报名', '报名', '管理球局', '邀请球友', '退出']) {
      await expect(guest.getByRole('button', { name, exact: true })).toHaveCount(0)
    }
    return copied
  })

  const share = new URL(link.replace('/#/', '/')).searchParams.get('share') ?? undefined
  await takeSeat(player3, { id })
  await takeSeat(third, { id, share })
  const his = await openAs('player2')
  await test.step('the last seat is taken and paid at the simulator', async () => {
    await openBall(his, { address, id })
    await expect(seen(his, '缺 1 人')).toBeVisible()
    await his.getByRole('button', { name: '支付并报名' }).click()
    await his.getByRole('radio', { name: '微信支付' }).click()
    await payAtSimulator(his, { pay: '确认支付 ¥48' })
    await expect(his.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await his.getByRole('button', { name: '完成' }).click()
    await expect(seen(his, '已报名，到时见')).toBeVisible()
    await expect(seen(his, '已满员')).toBeVisible()
    // The initiator's page updates without a press.
    await expect(seen(page, /^已成局，距开球/)).toBeVisible()
  })

  await test.step('a late leaver knows beforehand that the money comes back only if the place is taken', async () => {
    await expect(seen(his, '退出需有人补位才退款')).toBeVisible()
    // Who presses twice has asked once: the second press is not for what has come under the finger.
    await his.getByRole('button', { name: '退出', exact: true }).dblclick({ delay: 60 })
    const sheet = his.getByRole('dialog', { name: '退出这场球局' })
    await expect(sheet.getByText(/之后退出，要有人补上你的名额才退款$/)).toBeVisible()
    await expect(sheet.getByText('现在退回')).toBeVisible()
    await expect(sheet.getByText('¥0', { exact: true })).toBeVisible()
    await sheet.getByRole('button', { name: '确认退出' }).click()
    await expect(seen(his, '退出成功，有人补位后退款')).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(his.getByRole('button', { name: '支付并报名' })).toBeVisible()
    const { viewer } = await readBall(player2, { id })
    expect(viewer.order).toMatchObject({ amountFen: 4_800, state: 'PAID', refundedFen: 0 })
  })

  await takeSeat(substitute, { id, share })
  await test.step('another player has taken and paid the place: the leaver is notified, and their order shows the refund', async () => {
    await goTo(his, address, 'user/pages/user_message/index?messageType=systemNotice')
    const news = new RegExp(`^未读 退款通知，${PUBLISHED}，.*：空位已有人补上，¥48 将原路退回`)
    await his.getByRole('button', { name: news }).click()
    await expect(his).toHaveURL(/cashier\/index\?orderId=\d+/)
    await expect(seen(his, '空位已有人补上')).toBeVisible()
    await expect(seen(his, '+¥48')).toBeVisible()
    // A payment at the simulator is refunded there, once a job has requested it.
    await expect(seen(his, /^已退回原支付方式/)).toBeVisible({ timeout: 60_000 })
    await expect(his.getByRole('heading', { name: '已全额退款', level: 2 })).toBeVisible()
    await expect(seen(page, substitute.logIn.userInfo.nickname)).toBeVisible()
  })
})

test('a game without enough players is cancelled automatically, and everybody gets all money back', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, player2] = [await logInAs(address, 'player'), await logInAs(address, 'player2')]
  const room = await roomForBall([player, player2], { after: 30, within: 80 })
  const ball = await publishBall(player, { title: SCARCE, room, players: 4, costFen: 20_000 })
  await takeSeat(player2, { id: ball.id })
  const order = (await readBall(player2, ball)).viewer.order
  const page = await openAs('player2')
  await openBall(page, { address, id: ball.id })
  await expect(seen(page, /^还差 2 人成局，.*人不够自动取消并全额退款$/)).toBeVisible()

  await server.restartAt(minutesAfter(new Date(ball.closesAt), 1))
  const current = server.current.address
  const later = await openAs('player2')
  await openBall(later, { address: current, id: ball.id })
  await expect(seen(later, '截止时人数不足，已自动取消，已付的钱全额退回')).toBeVisible({ timeout: 60_000 })
  await expect(later.getByRole('button', { name: '退出', exact: true })).toHaveCount(0)
  await goTo(later, current, 'user/pages/user_my_ball/index?group=3')
  await expect(later.getByRole('button', { name: new RegExp(`^${SCARCE}，.*，已取消$`) })).toBeVisible()
  await goTo(later, current, `user/pages/cashier/index?orderId=${order?.id}`)
  await expect(seen(later, '球局取消')).toBeVisible()
  await expect(seen(later, '+¥50')).toBeVisible()
  await expect(seen(later, /^已退回原支付方式/)).toBeVisible({ timeout: 60_000 })
  await expect(later.getByRole('heading', { name: '已全额退款', level: 2 })).toBeVisible()

  const hers = await openAs('player')
  await goTo(hers, current, 'user/pages/user_store_card/index')
  await hers.getByRole('button', { name: /^拍档储值卡，余额/ }).click()
  await expect(hers.getByRole('button', { name: new RegExp(`^退款，${SCARCE}.*，\\+50，余额 ¥`) })).toBeVisible()
})

/** Fills in the form of a game for four. It costs 192 yuan in total and is on a court of the platform. */
async function fillGame(page: Page, { address, room }: { address: string; room: Room }): Promise<void> {
  await goTo(page, address, `bookingBall/pages/publishBall/index?stadiumId=${room.venue.id}`)
  await expect(page.getByRole('heading', { name: '发起约球', level: 1 })).toBeVisible()
  await page.getByLabel('标题').fill(PUBLISHED)
  await goToDay(page, room.courseDate)
  await chooseRun(page, room)
  await expect(seen(page, `${room.courtName} ${whenOf(room.beginTimeSlot, room.endTimeSlot)}`)).toBeVisible()
  await page.getByLabel('场地费（元）').fill('160')
  await page.getByLabel('用球等（元）').fill('32')
  await expect(seen(page, '每人预付 ¥48')).toBeVisible()
}

async function openBall(page: Page, { address, id }: { address: string; id: string }): Promise<void> {
  await goTo(page, address, `bookingBall/pages/ballDetail/index?id=${id}`)
  await expect(page.getByRole('heading', { name: '球局详情', level: 1 })).toBeVisible()
}
