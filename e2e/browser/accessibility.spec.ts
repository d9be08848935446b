import AxeBuilder from '@axe-core/playwright'
import { ballsOfUser, publicBalls } from '@paidang/api/areas/balls'
import { pageOfUser } from '@paidang/api/areas/classes'
import { getCompanyCourse } from '@paidang/api/areas/companies'
import { sharePage } from '@paidang/api/areas/sharing'
import type { Page } from '@playwright/test'
import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { addressOf, jobOf, productWhere, purchaseOf, racketOf } from '../run/arrange-goods.ts'
import { beginTopUp, cardOf } from '../run/arrange-money.ts'
import { logInAs } from '../run/people.ts'
import { routesOfApp } from '../run/routes-of-app.ts'
import { cellOf, expectChosen, openGrid } from './class-page.ts'
import { expect, test } from './journey.ts'
import { openSettled } from './open-settled.ts'
import { unreadableTexts } from './text-fit.ts'

const SCREENS = [
  ['首页', 'pages/home/index'],
  ['约课', 'pages/bookingClass/index'],
  ['常用课程', 'pages/booking/index'],
  ['约球', 'pages/bookingBall/index'],
  ['穿线', 'pages/threading/index'],
  ['我的', 'pages/my/index'],
  ['我的约课', 'user/pages/user_my_booking/index?view=list'],
  ['我的约课', 'user/pages/user_my_booking/index?view=agenda'],
  ['合同与课时', 'user/pages/user_contract/index'],
  ['发起约球', 'bookingBall/pages/publishBall/index'],
  ['我的球局', 'user/pages/user_my_ball/index'],
  ['储值卡', 'user/pages/user_store_card/index'],
  ['日历', 'user/pages/calendar/index'],
  ['通用课程', 'bookingClass/pages/common_courses/index'],
] as const

const GOODS_SCREENS = [
  ['穿线商家', 'threading/pages/threading_list/index'],
  ['我的球拍', 'threading/pages/rackets/index'],
  ['添加球拍', 'threading/pages/racket/index'],
  ['我的穿线', 'user/pages/user_my_threading/index'],
  ['商城', 'shop/pages/products/index'],
  ['购物车', 'shop/pages/cart/index'],
  ['确认订单', 'shop/pages/checkout/index'],
  ['我的订单', 'shop/pages/orders/index'],
  ['订单', 'user/pages/order/index'],
  ['收货地址', 'user/pages/user_addrs/index'],
  ['选择收货地址', 'user/pages/user_addrs/index?choose=1'],
  ['新增地址', 'user/pages/user_addrs_add/index'],
] as const

const PEOPLE_SCREENS = [
  ['球员名片', 'pages/user_card/index'],
  ['我的名片', 'user/pages/user_business_card/index'],
  ['个人资料', 'user/pages/user_info/index'],
  ['等级变化', 'user/pages/levels/index'],
  ['用户协议', 'user/pages/agreement/index'],
  ['注册', 'user/pages/user_regist/index?as=player'],
  ['申请成为教练', 'user/pages/user_regist/index?as=coach'],
  ['账号与安全', 'user/pages/account/index'],
  ['注销账号', 'user/pages/close_account/index'],
  ['黑名单', 'user/pages/user_blacklist/index'],
  ['消息', 'user/pages/user_message/index'],
  ['消息设置', 'user/pages/message_settings/index'],
  ['搜索', 'user/pages/search/index?keyword=星湖'],
] as const

/** The screens that a guest opens. */
const GUEST_SCREENS = [
  ['登录', 'pages/login/index'],
  ['登录', 'pages/login_h5/index'],
  ['注册', 'user/pages/register/index'],
  ['忘记密码', 'user/pages/forgot_password/index'],
  ['首页', 'pages/home/index'],
  ['我的', 'pages/my/index'],
] as const

const COACH_SCREENS = [
  ['我的', 'pages/my/index'],
  ['我的日程', 'coach/pages/day_board/index'],
  ['排期', 'coach/pages/schedule/index'],
  ['约课记录', 'coach/pages/records/index'],
  ['我的学员', 'coach/pages/students/index'],
  ['添加学员', 'coach/pages/add_student/index'],
  ['设置不可约时段', 'coach/pages/locks/index?of=courts'],
  ['设置不可约时段', 'coach/pages/locks/index?of=me'],
  ['我的场馆', 'coach/pages/venues/index'],
  ['关联场馆', 'coach/pages/find_venue/index'],
  ['新增场馆', 'coach/pages/new_venue/index'],
  ['公司', 'coach/pages/company/index'],
  ['消息', 'user/pages/user_message/index'],
] as const

/** The routes that the tests above checked. After a failure a new worker continues, which knows only its own routes. */
const looked = new Set<string>()

test('no screen has a serious accessibility violation', async ({ openAs, server }) => {
  const page = await openAs('player')
  for (const screen of SCREENS) await expectNoFault(page, server.current.address, screen)
})

test('no game, venue, card or payment has a serious accessibility violation', async ({ openAs, server }) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const { userId } = player.logIn.userInfo
  const { rows } = await player.call(ballsOfUser, { params: { group: 'all', userId }, query: { current: 1, rows: 50 } })
  const { orderId, outTradeNo } = await beginTopUp(player)
  const page = await openAs('player')
  const detail = 'bookingBall/pages/ballDetail/index'
  for (const { id } of rows.slice(0, 3)) await expectNoFault(page, address, ['球局详情', `${detail}?id=${id}`])
  const stadiumId = rows.find((ball) => ball.stadiumId !== null)?.stadiumId
  await expectNoFault(page, address, ['场馆详情', `bookingBall/pages/stadiumDetail/index?id=${stadiumId}`])
  const card = `user/pages/user_store_card_detail/index?cardId=${(await cardOf(player)).id}`
  await expectNoFault(page, address, ['储值卡流水', card])
  await expectNoFault(page, address, ['支付', `user/pages/cashier/index?orderId=${orderId}`])
  await expectNoFault(page, address, ['模拟支付', `user/pages/pay_simulator/index?outTradeNo=${outTradeNo}`])
})

test('no shop, racket, order or address has a serious accessibility violation', async ({ openAs, server }) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const { id: racketId, lastJob } = await racketOf(player)
  const page = await openAs('player')
  for (const screen of GOODS_SCREENS) await expectNoFault(page, address, screen)
  const { merchantId } = lastJob
  await expectNoFault(page, address, ['商家详情', `threading/pages/threadingDetail/index?id=${merchantId}`])
  const form = `threading/pages/threadingProducts/index?merchantId=${merchantId}&racketId=${racketId}&again=1`
  await expectNoFault(page, address, ['穿线下单', form])
  await expectNoFault(page, address, ['球拍', `threading/pages/racket/index?id=${racketId}`])
  const { id: paidJob } = await jobOf(player, 'PAID')
  await expectNoFault(page, address, ['下单成功', `threading/pages/threadingResult/index?id=${paidJob}`])
  for (const status of ['SUBMITTED', 'READY', 'COMPLETED', 'CANCELLED'] as const) {
    const { id } = await jobOf(player, status)
    await expectNoFault(page, address, ['穿线订单', `threading/pages/threading_order/index?id=${id}`])
  }
  for (const isSoldOut of [false, true]) {
    const { id } = await productWhere(player, ({ stock }) => (stock === 0) === isSoldOut)
    await expectNoFault(page, address, ['商品详情', `shop/pages/product/index?id=${id}`])
  }
  for (const status of ['UNPAID', 'SENT', 'RECEIVED', 'REFUNDED'] as const) {
    const { id } = await purchaseOf(player, status)
    await expectNoFault(page, address, ['订单详情', `shop/pages/order/index?id=${id}`])
  }
  const { id: addressId } = await addressOf(player)
  await expectNoFault(page, address, ['修改地址', `user/pages/user_addrs_edit/index?id=${addressId}`])
})

test('no page of a person and no page of a guest has a serious accessibility violation', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs('player')
  for (const screen of PEOPLE_SCREENS) await expectNoFault(page, address, screen)
  const guest = await openAs()
  for (const screen of GUEST_SCREENS) await expectNoFault(guest, address, screen)
})

test('no class or course has a serious accessibility violation', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const { courseId } = await offerOf(coach, player, '成人私教 1 对 1')
  const { rows } = await player.call(pageOfUser, { query: { current: 1, rows: 50 } })
  // One class of each status, because each status has other buttons.
  const ofStatus = new Map(rows.map(({ invitation }) => [invitation.invitationStatus, invitation.id]))
  const page = await openAs('player')
  for (const id of ofStatus.values()) {
    await expectNoFault(page, address, ['约课详情', `pages/booking_view/index?invitationId=${id}`])
  }
  await expectNoFault(page, address, ['课程详情', `bookingClass/pages/class_info/index?courseDesignId=${courseId}`])
})

test('no card or game has a serious accessibility violation for a guest', async ({ openAs, server }) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const { userId: objectId } = player.logIn.userInfo
  const { shareId } = await player.call(sharePage, { body: { kind: 'card', objectId } })
  const { rows } = await player.call(publicBalls, { query: { current: 1, rows: 1 } })
  const guest = await openAs()
  await expectNoFault(guest, address, ['球员名片', `pages/user_card/index?i=${shareId}`])
  await expectNoFault(guest, address, ['球局详情', `bookingBall/pages/ballDetail/index?id=${rows[0]?.id}`])
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('no message has a serious accessibility violation', async ({ openAs, server }) => {
    const page = await openAs('player')
    await expectNoFault(page, server.current.address, ['消息', 'user/pages/user_message/index'])
  })
})

test('no screen of a coach has a serious accessibility violation', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const { courseId } = await offerOf(coach, player, '成人私教 1 对 1')
  const { companyCourse } = await coach.call(getCompanyCourse, { params: { id: courseId } })
  const page = await openAs('coach')
  for (const screen of COACH_SCREENS) await expectNoFault(page, address, screen)
  const { userId } = player.logIn.userInfo
  await expectNoFault(page, address, ['学员', `coach/pages/student/index?userId=${userId}`])
  const company = `coach/pages/course/index?companyId=${companyCourse.companyGuid}`
  await expectNoFault(page, address, ['添加课程', company])
  await expectNoFault(page, address, ['公司课程', `${company}&courseId=${courseId}`])
})

test('with large text no screen is wider than the phone while it loads', async ({ openAs, server }) => {
  for (const [who, screens] of [
    ['player', [...SCREENS, ...GOODS_SCREENS, ...PEOPLE_SCREENS]],
    ['coach', COACH_SCREENS],
  ] as const) {
    const page = await openAs(who)
    // No answer arrives, so each screen stays as it is while it loads.
    await page.route(/\/aaapi\//, () => undefined)
    for (const [title, route] of screens) {
      await page.goto('about:blank')
      await page.goto(`${server.current.address}/#/${route}`, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('.taro_page').last()).toBeVisible()
      expect.soft(await unreadableTexts(page), `${title}, ${route}`).toEqual([])
    }
  }
})

test('with large text the booking grid is in sight when the screen opens', async ({ openAs, server }) => {
  const page = await openAs('player')
  // The size lasts as long as this session, also when the app starts anew.
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto('about:blank')
  await openSettled(page, `${server.current.address}/#/pages/bookingClass/index`)
  expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(40)
  const bar = page.getByRole('button', { name: '确认约课' })
  const inSight = async () => {
    const end = (await bar.boundingBox())?.y ?? 0
    const boxes = await page
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()))
    return boxes.filter(({ top, bottom }) => top > 0 && bottom < end).length
  }
  await expect.poll(inSight).toBeGreaterThan(0)
})

test('every route of the app was checked', async () => {
  const missed = (await routesOfApp()).filter((route) => !looked.has(route))
  expect(missed, 'routes that no test above opened; all of them have to run').toEqual([])
})

test('a slot is chosen by keyboard alone, and the choice is announced', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [player], length: 1 }))

  const page = await openAs('player')
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  const cell = cellOf(page, slot, '可约')
  await expect(cell).toBeVisible()
  await cell.focus()
  await page.keyboard.press('Space')
  await expectChosen(page, slot)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})

/** Opens a screen by its title and route, and checks it once all its requests are answered. */
async function expectNoFault(page: Page, address: string, [title, route]: readonly [string, string]): Promise<void> {
  looked.add(route.split('?')[0] ?? route)
  await openSettled(page, `${address}/#/${route}`)
  await expect(page.getByRole('heading', { name: title, level: 1 }).last()).toBeAttached()
  await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
  // The other mode opens another page for each check, to reach frames of other hosts. The app has no such frames.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(['wcag2a', 'wcag2aa']).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect.soft(serious.map(({ id, nodes }) => `${title} ${id}: ${nodes[0]?.html}`)).toEqual([])
  expect.soft(await unreadableTexts(page), `${title}, ${route}`).toEqual([])
}
