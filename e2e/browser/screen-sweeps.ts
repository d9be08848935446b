import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ballsOfUser, publicBalls } from '@paidang/api/areas/activities/balls'
import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { askQuestion } from '@paidang/api/areas/activities/questions'
import { packagesOfCourse } from '@paidang/api/areas/money/packages'
import { getCompanyCourse } from '@paidang/api/areas/places/companies'
import { inviteCoach } from '@paidang/api/areas/places/company-invitations'
import { homeAdverts } from '@paidang/api/areas/views/home'
import { sharePage } from '@paidang/api/areas/views/sharing'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { offerOf } from '../run/arrange.ts'
import { addressOf, jobOf, productWhere, purchaseOf, racketOf } from '../run/arrange-goods.ts'
import { beginTopUp, cardOf } from '../run/arrange-money.ts'
import { alertOf, invitationTokenOf, leaveCaseOf, requestOf } from '../run/arrange-request.ts'
import { trialOf } from '../run/arrange-trial.ts'
import { logInAs } from '../run/people.ts'
import { thirdOf } from '../run/sample.ts'
import { expect } from './journey.ts'
import { openSettled } from './open-settled.ts'
import { unreadableTexts } from './text-fit.ts'

type Screen = readonly [title: string, route: string]
/**
 * The screens that one test checks, and whose they are: a guest's, if nobody is named. Each of `details` shows one
 * thing. It is opened with every query that `queriesOf` finds for it.
 */
type Sweep<Name extends string = string> = {
  title: string
  as?: 'player' | 'coach'
  screens?: readonly Screen[]
  details?: Readonly<Record<Name, Screen>>
  queriesOf?: (address: string) => Promise<Record<Name, string[]>>
}

/** The screens that a player opens without naming a thing. */
export const PLAYER_SCREENS: readonly Screen[] = [
  ['首页', 'pages/home/index'],
  ['约课', 'pages/bookingClass/index'],
  ['常用课程', 'pages/booking/index'],
  ['约球', 'pages/bookingBall/index'],
  ['穿线', 'pages/threading/index'],
  ['我的', 'pages/my/index'],
  ['我的约课', 'user/pages/user_my_booking/index?view=list'],
  ['我的约课', 'user/pages/user_my_booking/index?view=agenda'],
  ['合同与课时', 'user/pages/user_contract/index'],
  ['认领课时', 'user/pages/claim/index'],
  ['发起约球', 'bookingBall/pages/publishBall/index'],
  ['我的球局', 'user/pages/user_my_ball/index'],
  ['储值卡', 'user/pages/user_store_card/index'],
  ['日历', 'user/pages/calendar/index'],
  ['通用课程', 'bookingClass/pages/common_courses/index'],
  ['找教练', 'bookingClass/pages/coaches/index'],
]

export const GOODS_SCREENS: readonly Screen[] = [
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
]

export const PEOPLE_SCREENS: readonly Screen[] = [
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
]

const GUEST_SCREENS: readonly Screen[] = [
  ['登录', 'pages/login/index'],
  ['登录', 'pages/login_h5/index'],
  ['注册', 'user/pages/register/index'],
  ['忘记密码', 'user/pages/forgot_password/index'],
  ['首页', 'pages/home/index'],
  ['约课', 'pages/bookingClass/index'],
  ['我的', 'pages/my/index'],
]

export const COACH_SCREENS: readonly Screen[] = [
  ['我的', 'pages/my/index'],
  ['我的日程', 'coach/pages/day_board/index'],
  ['排期', 'coach/pages/schedule/index'],
  ['约课记录', 'coach/pages/records/index'],
  ['我的学员', 'coach/pages/students/index'],
  ['添加学员', 'coach/pages/add_student/index'],
  ['补录课程', 'coach/pages/record_past/index'],
  ['设置不可约时段', 'coach/pages/locks/index?of=courts'],
  ['设置不可约时段', 'coach/pages/locks/index?of=me'],
  ['休假', 'coach/pages/away/index'],
  ['我的场馆', 'coach/pages/venues/index'],
  ['关联场馆', 'coach/pages/find_venue/index'],
  ['新增场馆', 'coach/pages/new_venue/index'],
  ['公司', 'coach/pages/company/index'],
  ['消息', 'user/pages/user_message/index'],
]

/** The screens on which a player books, plays and buys. */
export const PLAYER_SWEEPS: readonly Sweep[] = [
  sweep({ title: 'no screen has a serious accessibility violation', as: 'player', screens: PLAYER_SCREENS }),
  sweep({
    title: 'no game, venue, card or payment has a serious accessibility violation',
    as: 'player',
    details: {
      ball: ['球局详情', 'bookingBall/pages/ballDetail/index'],
      venue: ['场馆详情', 'bookingBall/pages/stadiumDetail/index'],
      card: ['储值卡流水', 'user/pages/user_store_card_detail/index'],
      cashier: ['支付', 'user/pages/cashier/index'],
      simulator: ['模拟支付', 'user/pages/pay_simulator/index'],
      request: ['学员申请', 'bookingClass/pages/student_request/index'],
      trial: ['体验课', 'bookingClass/pages/trial_lesson/index'],
      invitation: ['学员邀请', 'bookingClass/pages/student_invitation/index'],
      advert: ['活动', 'bookingClass/pages/advert/index'],
      question: ['咨询', 'bookingClass/pages/question/index'],
      leave: ['教练变动', 'bookingClass/pages/coach_leave/index'],
      alerts: ['空位提醒', 'bookingClass/pages/vacancies/index'],
    },
    queriesOf: async (address) => {
      const player = await logInAs(address, 'player')
      const { userId } = player.logIn.userInfo
      const { rows } = await player.call(ballsOfUser, {
        params: { group: 'all', userId },
        query: { current: 1, rows: 50 },
      })
      const { orderId, outTradeNo } = await beginTopUp(player)
      const { userId: objectId } = (await logInAs(address, 'coach3')).logIn.userInfo
      const about = { kind: 'coach', objectId, text: '周末上午还能约吗？' } as const
      return {
        ball: rows.slice(0, 3).map(({ id }) => `id=${id}`),
        venue: [`id=${rows.find((ball) => ball.stadiumId !== null)?.stadiumId}`],
        card: [`cardId=${(await cardOf(player)).id}`],
        cashier: [`orderId=${orderId}`],
        simulator: [`outTradeNo=${outTradeNo}`],
        request: [`id=${(await requestOf(player)).id}`],
        trial: [`id=${(await trialOf(player, await logInAs(address, 'coach'))).id}`],
        invitation: [`t=${await invitationTokenOf(await logInAs(address, 'coach'))}`],
        advert: [`id=${(await player.call(homeAdverts, {}))[0]?.id}`],
        alerts: [`id=${await alertOf(player, await logInAs(address, 'coach'))}`],
        leave: [`id=${await leaveCaseOf(player, await logInAs(address, 'coach3'))}`],
        question: [`id=${(await player.call(askQuestion, { body: about })).id}`],
      }
    },
  }),
  sweep({
    title: 'no shop, racket, order or address has a serious accessibility violation',
    as: 'player',
    screens: GOODS_SCREENS,
    details: {
      shop: ['商家详情', 'threading/pages/threadingDetail/index'],
      form: ['穿线下单', 'threading/pages/threadingProducts/index'],
      racket: ['球拍', 'threading/pages/racket/index'],
      result: ['下单成功', 'threading/pages/threadingResult/index'],
      job: ['穿线订单', 'threading/pages/threading_order/index'],
      product: ['商品详情', 'shop/pages/product/index'],
      purchase: ['订单详情', 'shop/pages/order/index'],
      address: ['修改地址', 'user/pages/user_addrs_edit/index'],
    },
    queriesOf: async (address) => {
      const player = await logInAs(address, 'player')
      const { id: racketId, lastJob } = await racketOf(player)
      const { merchantId } = lastJob
      const idOf = ({ id }: { id: string }) => `id=${id}`
      const jobs = ['SUBMITTED', 'READY', 'COMPLETED', 'CANCELLED'] as const
      const purchases = ['UNPAID', 'SENT', 'RECEIVED', 'REFUNDED'] as const
      const products = [false, true].map((isSoldOut) =>
        productWhere(player, ({ stock }) => (stock === 0) === isSoldOut),
      )
      return {
        shop: [`id=${merchantId}`],
        form: [`merchantId=${merchantId}&racketId=${racketId}&again=1`],
        racket: [`id=${racketId}`],
        result: [idOf(await jobOf(player, 'PAID'))],
        job: (await Promise.all(jobs.map((status) => jobOf(player, status)))).map(idOf),
        product: (await Promise.all(products)).map(idOf),
        purchase: (await Promise.all(purchases.map((status) => purchaseOf(player, status)))).map(idOf),
        address: [idOf(await addressOf(player))],
      }
    },
  }),
  sweep({
    title: 'no class or course has a serious accessibility violation',
    as: 'player',
    details: {
      class: ['约课详情', 'pages/booking_view/index'],
      coach: ['教练', 'bookingClass/pages/coach_page/index'],
      course: ['课程详情', 'bookingClass/pages/class_info/index'],
      rebook: ['重新约课', 'bookingClass/pages/rebook/index'],
      packages: ['购买课时', 'bookingClass/pages/packages/index'],
      confirm: ['确认购买', 'bookingClass/pages/package_confirm/index'],
      refund: ['退课', 'bookingClass/pages/course_refund/index'],
    },
    queriesOf: async (address) => {
      const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
      const { courseId } = await offerOf(coach, player, '成人私教 1 对 1')
      const { packages, contract } = await player.call(packagesOfCourse, { params: { id: courseId } })
      const { rows } = await player.call(pageOfUser, { query: { current: 1, rows: 50 } })
      // One class of each status, because each status has other buttons.
      const ofStatus = new Map(rows.map(({ invitation }) => [invitation.invitationStatus, invitation.id]))
      return {
        class: [...ofStatus.values()].map((id) => `invitationId=${id}`),
        coach: [`id=${coach.logIn.userInfo.userId}`],
        course: [`courseDesignId=${courseId}`],
        rebook: [`id=${ofStatus.get('CANCELLED')}`],
        packages: [`courseId=${courseId}`],
        confirm: [`courseId=${courseId}&packageId=${packages[0]?.id}`],
        refund: [`contractId=${contract?.id}`],
      }
    },
  }),
]

/** The screens of people: the player's own data, the guest and the coach. */
export const PEOPLE_SWEEPS: readonly Sweep[] = [
  sweep({ title: 'no page of a person has a serious accessibility violation', as: 'player', screens: PEOPLE_SCREENS }),
  sweep({ title: 'no page of a guest has a serious accessibility violation', screens: GUEST_SCREENS }),
  sweep({
    title: 'no card or game has a serious accessibility violation for a guest',
    details: {
      card: ['球员名片', 'pages/user_card/index'],
      coach: ['教练', 'bookingClass/pages/coach_page/index'],
      ball: ['球局详情', 'bookingBall/pages/ballDetail/index'],
    },
    queriesOf: async (address) => {
      const player = await logInAs(address, 'player')
      const coachId = (await logInAs(address, 'coach')).logIn.userInfo.userId
      const { userId: objectId } = player.logIn.userInfo
      const { shareId } = await player.call(sharePage, { body: { kind: 'card', objectId } })
      const { rows } = await player.call(publicBalls, { query: { current: 1, rows: 1 } })
      return { card: [`i=${shareId}`], coach: [`id=${coachId}`], ball: rows.map(({ id }) => `id=${id}`) }
    },
  }),
  sweep({
    title: 'no screen of a coach has a serious accessibility violation',
    as: 'coach',
    screens: COACH_SCREENS,
    details: {
      student: ['学员', 'coach/pages/student/index'],
      newCourse: ['添加课程', 'coach/pages/course/index'],
      course: ['公司课程', 'coach/pages/course/index'],
      inviteCoach: ['邀请教练', 'coach/pages/invite_coach/index'],
      joinCompany: ['加入俱乐部', 'coach/pages/join_company/index'],
      closures: ['雨天闭馆', 'coach/pages/closures/index'],
    },
    queriesOf: async (address) => {
      const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
      const { courseId, venue } = await offerOf(coach, player, '成人私教 1 对 1')
      const { companyCourse } = await coach.call(getCompanyCourse, { params: { id: courseId } })
      const company = `companyId=${companyCourse.companyGuid}`
      const body = { companyId: companyCourse.companyGuid, courseIds: [courseId], venueIds: [] }
      const invitation = await coach.call(inviteCoach, { body })
      return {
        student: [`userId=${player.logIn.userInfo.userId}`],
        newCourse: [company],
        course: [`${company}&courseId=${courseId}`],
        inviteCoach: [company],
        joinCompany: [`id=${invitation.id}`],
        closures: [`stadiumId=${venue.id}`],
      }
    },
  }),
]

/** The routes that the sweeps open. */
export function routesOf(sweeps: readonly Sweep[]): Set<string> {
  const screens = sweeps.flatMap(({ screens = [], details = {} }) => [...screens, ...Object.values(details)])
  return new Set(screens.map(([, route]) => route.split('?')[0] ?? route))
}

/** Checks the screens of the sweep: a third of them in the usual run. A violation does not end it. */
export async function checkSweep(
  page: Page,
  address: string,
  { screens = [], details = {}, queriesOf }: Sweep,
): Promise<void> {
  const queries = await queriesOf?.(address)
  const all: Screen[] = [...screens]
  for (const [name, [title, route]] of Object.entries(details)) {
    expect(queries?.[name], name).not.toHaveLength(0)
    for (const query of queries?.[name] ?? []) all.push([title, `${route}?${query}`])
  }
  for (const screen of thirdOf(all)) await expectNoFault(page, address, screen)
}

/** Opens a screen by its title and route, and checks it once all its requests are answered. */
export async function expectNoFault(page: Page, address: string, [title, route]: Screen): Promise<void> {
  await openSettled(page, `${address}/#/${route}`)
  await expect(page.getByRole('heading', { name: title, level: 1 }).last()).toBeAttached()
  await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
  const violations = await axeViolations(page, { type: 'tag', values: ['wcag2a', 'wcag2aa'] })
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect.soft(serious.map(({ id, nodes }) => `${title} ${id}: ${nodes[0]?.html}`)).toEqual([])
  expect.soft(await unreadableTexts(page), `${title}, ${route}`).toEqual([])
}

/** Checks that the names of queries and details agree, which the type of a list forgets. */
function sweep<Name extends string>(one: Sweep<Name>): Sweep {
  return one
}

/** Its small form: each document loads it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as it is. Only violations are described: the rest takes a quarter of the time. */
export function axeViolations(page: Page, runOnly: axe.RunOnly): Promise<axe.Result[]> {
  // Style sheets are only fetched for rules that are still experiments.
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } }
  // One evaluation loads and runs it: each screen is a new document.
  return page.evaluate<axe.Result[]>(`${AXE};axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`)
}
