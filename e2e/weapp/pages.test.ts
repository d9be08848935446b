import { publicBalls } from '@paidang/api/areas/activities/balls'
import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { commonCoursesOfUser } from '@paidang/api/areas/activities/common-courses'
import { getCart, listProducts } from '@paidang/api/areas/activities/shop'
import { getMerchant, listMerchants, reviewsOfMerchant } from '@paidang/api/areas/activities/stringing'
import { usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { cardsOfUser } from '@paidang/api/areas/money/cards'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { calendarMonth } from '@paidang/api/areas/views/calendar'
import { homeAdverts, homeTopAdverts } from '@paidang/api/areas/views/home'
import { sharePage } from '@paidang/api/areas/views/sharing'
import { notices } from '@paidang/api/catalogue/outcomes'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { PAGE_SIZE } from '@paidang/domain/kernel/page'
import { describe, expect, test } from 'vitest'
import { addressOf, jobOf, purchaseOf } from '../run/arrange-goods.ts'
import { now } from '../run/clock.ts'
import { clientOf } from '../run/people.ts'
import { thirdOf } from '../run/sample.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { builtPackage } from './harness/package-files.ts'
import { pagesOf } from './harness/page-urls.ts'
import { useProduct } from './harness/product.ts'
import { nodesIn } from './harness/view.ts'

const TABS = { home: 0, bookingClass: 1, bookingBall: 2, threading: 3, my: 4 }
/** WeChat's scene number of a page opened from the timeline. */
const SINGLE_PAGE = 1154
const FIRST = { current: 1, rows: PAGE_SIZE }

const { address, launch, logInAs } = useProduct()
const built = builtPackage()

const { urlOf, ownBall, ownRacket, onOffer } = pagesOf({ address, logInAs })

/** Pictures of the page that neither the server nor the package has. */
async function missingPictures(program: MiniProgram): Promise<string[]> {
  const nodes = [...nodesIn(program.page.trees)].filter(({ tag }) => tag === 'image')
  const missing: string[] = []
  for (const source of new Set(nodes.map((node) => node.word('src')))) {
    const url = program.network.addressOf(source)
    const isThere = url ? (await fetch(url)).ok : source.startsWith('/') && program.package.has(source.slice(1))
    if (!isThere) missing.push(source)
  }
  return missing
}

/** WeChat's own buttons without a name for screen readers, or nested in another button. */
function unsaidButtons({ page }: MiniProgram): string[] {
  return [...nodesIn(page.trees)]
    .filter(({ tag }) => tag === 'button')
    .filter((node) => node.word('aria-label') === '' || node.parent?.word('aria-role') === 'button')
    .map((node) => `${node.word('open-type')} ${node.word('aria-label')}`)
}

// In the usual run each page opens for one of the three, in the long run for all.
describe.each([
  ['nobody is logged in', undefined, 0],
  ['a player is logged in', 'player', 1],
  ['a coach is logged in', 'coach', 2],
] as const)('while %s', (_who, as, share) => {
  test.each(thirdOf(built.routes, share))(
    '%s opens, uses nothing that WeChat lacks, and shows content',
    async (route) => {
      const program = await launch({ as, url: await urlOf(route) })
      await program.isQuiet()
      expect(program.screen.text).not.toBe('')
      expect(await missingPictures(program)).toEqual([])
      expect(unsaidButtons(program)).toEqual([])
      // A green head replaces the bar: WeChat's own is off, and its clock is white.
      const heads = program.screen.all({ className: 'inverse' })
      if (heads.some((node) => node.word('class').startsWith('bar_'))) {
        const { navigationStyle, navigationBarTextStyle } = built.configOf(program.page.route)
        expect([navigationStyle, navigationBarTextStyle]).toEqual(['custom', 'white'])
      }
    },
  )

  test.each(thirdOf(built.routes, share).filter((route) => built.configOf(route).enablePullDownRefresh))(
    'pulling %s down ends',
    async (route) => {
      const program = await launch({ as, url: await urlOf(route) })
      await program.isQuiet()
      program.pullDown()
      await program.screen.until('the refresh has ended', () => program.callsOf('stopPullDownRefresh').length === 1)
    },
  )
})

describe('the tabs show the data of the server', () => {
  test('home: adverts, usual courses and the next games', async () => {
    const { call, logIn } = await logInAs('player')
    const adverts = [...(await call(homeTopAdverts, {})), ...(await call(homeAdverts, {}))]
    const usual = await call(usualCourses, { params: { id: logIn.userInfo.userId } })
    const games = await call(publicBalls, { query: { current: 1, rows: 3 } })
    expect([adverts.length, usual.length, games.rows.length].every((length) => length > 0)).toBe(true)

    const { screen } = await launch({ as: 'player' })
    for (const { title } of adverts) await screen.sees(title)
    for (const { coach, stadium } of usual) {
      await screen.sees(`${coach.nickname} 教练`)
      await screen.sees(stadium.name)
    }
    for (const { title } of games.rows) await screen.sees(title)
    await screen.sees(logIn.userInfo.nickname)
  })

  test('约课: a coach of the player with their venue, and its courts', async () => {
    const { call, logIn } = await logInAs('player')
    const coaches = await call(coachesOfPlayer, { params: { playerId: logIn.userInfo.userId } })

    const program = await launch({ as: 'player' })
    program.tapTab(TABS.bookingClass)
    const { screen } = program
    const shown = () =>
      coaches.find(({ coach, stadiums }) => {
        const venue = stadiums.find(({ name }) => screen.text.includes(name))
        return screen.text.includes(coach.nickname) && venue?.courts.every((court) => screen.text.includes(court.name))
      })
    await screen.until('a coach, his venue and its courts', shown)
  })

  test('约球: the public games', async () => {
    const { rows } = await clientOf(address())(publicBalls, { query: FIRST })
    expect(rows.length).toBeGreaterThan(0)
    const program = await launch()
    program.tapTab(TABS.bookingBall)
    for (const { title } of rows) await program.screen.sees(title)
  })

  test('穿线: the shops', async () => {
    const { rows } = await clientOf(address())(listMerchants, { query: FIRST })
    expect(rows.length).toBeGreaterThan(0)
    const program = await launch()
    program.tapTab(TABS.threading)
    for (const { name } of rows) await program.screen.sees(name)
  })

  test('我的: the logged-in user', async () => {
    const { logIn } = await logInAs('player')
    const program = await launch({ as: 'player' })
    program.tapTab(TABS.my)
    await program.screen.sees(logIn.userInfo.nickname)
    await program.screen.sees('退出登录')
  })
})

describe('games and money show the data of the server', () => {
  test('球局详情 and its 场馆详情', async () => {
    const { title, courtName, stadiumName } = await ownBall()
    const { screen } = await launch({ as: 'player', url: await urlOf('bookingBall/pages/ballDetail/index') })
    await screen.sees(title)
    await screen.sees(`${stadiumName} ${courtName}`)
    const stadium = await launch({ as: 'player', url: await urlOf('bookingBall/pages/stadiumDetail/index') })
    await stadium.screen.sees(stadiumName ?? '')
    await stadium.screen.sees(courtName ?? '')
  })

  test('我的球局: the current games', async () => {
    const { title } = await ownBall()
    const { screen } = await launch({ as: 'player', url: 'user/pages/user_my_ball/index' })
    await screen.sees(title)
  })

  test.each(['user/pages/user_store_card/index', 'user/pages/user_store_card_detail/index'])(
    '%s: the balance of the card',
    async (route) => {
      const { call, logIn } = await logInAs('player')
      const [card] = await call(cardsOfUser, { params: { userId: logIn.userInfo.userId } })
      if (!card) throw new Error('the player has no stored card')
      const { screen } = await launch({ as: 'player', url: await urlOf(route) })
      await screen.sees(`本金 ¥${yuanOf(card.principalFen)}`)
    },
  )

  test.each(['user/pages/cashier/index', 'user/pages/pay_simulator/index'])('%s: the top-up', async (route) => {
    const { screen } = await launch({ as: 'player', url: await urlOf(route) })
    await screen.sees('储值卡充值 ¥500')
  })
})

describe('stringing, the shop and addresses show the data of the server', () => {
  test.each(['threading/pages/threadingResult/index', 'threading/pages/threading_order/index'])(
    '%s: the stringing order',
    async (route) => {
      const job = await jobOf(await logInAs('player'), route.includes('Result') ? 'PAID' : 'READY')
      const { screen } = await launch({ as: 'player', url: await urlOf(route) })
      for (const text of [job.orderNo, job.racketName]) await screen.sees(text)
    },
  )

  test('商家详情: its strings and its reviews', async () => {
    const { lastJob } = await ownRacket()
    const { call } = await logInAs('player')
    const params = { id: lastJob.merchantId }
    const { name, strings } = await call(getMerchant, { params, query: {} })
    const { rows } = await call(reviewsOfMerchant, { params, query: FIRST })
    const url = await urlOf('threading/pages/threadingDetail/index')
    const { screen } = await launch({ as: 'player', url })
    await screen.sees(name)
    for (const string of strings.slice(0, 3)) await screen.sees(string.name)
    await screen.sees(rows[0]?.text ?? 'a review')
  })

  test('穿线下单: the racket as it was strung last', async () => {
    const { brand, model, lastJob } = await ownRacket()
    const { screen } = await launch({ as: 'player', url: await urlOf('threading/pages/threadingProducts/index') })
    await screen.sees(`${brand} ${model}`)
    for (const { tension } of [lastJob.mains, lastJob.crosses]) await screen.sees(`${tension}`)
  })

  test('我的球拍 and 我的穿线: the rackets and the orders', async () => {
    const { brand, model } = await ownRacket()
    const rackets = await launch({ as: 'player', url: 'threading/pages/rackets/index' })
    await rackets.screen.sees(`${brand} ${model}`)
    const { merchantName } = await jobOf(await logInAs('player'), 'READY')
    const orders = await launch({ as: 'player', url: 'user/pages/user_my_threading/index' })
    await orders.screen.sees(merchantName)
  })

  test('商城 and 商品详情: the product on offer', async () => {
    const { rows } = await clientOf(address())(listProducts, { query: FIRST })
    const shop = await launch({ url: 'shop/pages/products/index' })
    for (const { name } of rows) await shop.screen.sees(name)
    const { name, priceFen } = await onOffer()
    const product = await launch({ url: await urlOf('shop/pages/product/index') })
    await product.screen.sees(name)
    await product.screen.sees(yuanOf(priceFen))
  })

  test('购物车 and 确认订单: the items of the cart', async () => {
    const player = await logInAs('player')
    const { items, totalFen } = await player.call(getCart, {})
    expect(items.length).toBeGreaterThan(0)
    const cart = await launch({ as: 'player', url: 'shop/pages/cart/index' })
    for (const { name } of items) await cart.screen.sees(name)
    const checkout = await launch({ as: 'player', url: 'shop/pages/checkout/index' })
    await checkout.screen.sees(yuanOf(totalFen))
    await checkout.screen.sees((await addressOf(player)).detail)
  })

  test('我的订单 and 订单详情: the bought items', async () => {
    const { orderNo, items } = await purchaseOf(await logInAs('player'), 'SENT')
    const orders = await launch({ as: 'player', url: 'shop/pages/orders/index' })
    await orders.screen.sees(items[0]?.name ?? 'a product')
    const order = await launch({ as: 'player', url: await urlOf('shop/pages/order/index') })
    for (const { name } of items) await order.screen.sees(name)
    await order.screen.sees(orderNo)
  })

  test('收货地址 and 修改地址: the delivery addresses', async () => {
    const { name, detail, district } = await addressOf(await logInAs('player'))
    const all = await launch({ as: 'player', url: 'user/pages/user_addrs/index' })
    for (const text of [name, detail]) await all.screen.sees(text)
    const one = await launch({ as: 'player', url: await urlOf('user/pages/user_addrs_edit/index') })
    await one.screen.sees(district)
  })

  test('日历 and 通用课程: today’s entries, and the courses', async () => {
    const { call } = await logInAs('player')
    const courses = await call(commonCoursesOfUser, {})
    expect(courses.length).toBeGreaterThan(0)
    const catalogue = await launch({ as: 'player', url: 'bookingClass/pages/common_courses/index' })
    for (const { courseName } of courses) await catalogue.screen.sees(courseName)

    const today = dayOf(now())
    const entries = await call(calendarMonth, { query: { month: today.slice(0, 7) } })
    const calendar = await launch({ as: 'player', url: 'user/pages/calendar/index' })
    await calendar.screen.sees('今天')
    const facts = entries.filter(({ date }) => date === today).flatMap(({ title }) => title.split(' · '))
    for (const fact of facts) await calendar.screen.sees(fact)
  })
})

describe('the pages of a person show the data of the server', () => {
  test.each(['pages/user_card/index', 'user/pages/user_info/index', 'user/pages/user_business_card/index'])(
    '%s: the person',
    async (route) => {
      const { logIn } = await logInAs('player')
      const { nickname } = logIn.userInfo
      const { screen, page } = await launch({ as: 'player', url: route })
      const typed = () =>
        [...nodesIn(page.trees)].some((node) => node.tag === 'input' && node.word('value') === nickname)
      await screen.until('the name stands there', () => typed() || screen.text.includes(nickname))
    },
  )

  test('球员名片 opens for a guest, by a scanned code and from the timeline', async () => {
    const { call, logIn } = await logInAs('player')
    const { shareId } = await call(sharePage, { body: { kind: 'card', objectId: logIn.userInfo.userId } })
    const scene = encodeURIComponent(`i=${shareId}`)
    for (const opening of [
      { url: `pages/user_card/index?scene=${scene}` },
      { url: `pages/user_card/index?i=${shareId}`, scene: SINGLE_PAGE },
    ]) {
      const { screen, calls } = await launch(opening)
      await screen.sees(logIn.userInfo.nickname)
      expect(calls.filter(({ name }) => name === 'login')).toEqual([])
    }
  })

  test('账号与安全: the ways to log in, and this device', async () => {
    const { screen } = await launch({ as: 'player', url: 'user/pages/account/index' })
    await screen.sees('player')
    await screen.sees('本机')
  })

  test('搜索: the results for a word', async () => {
    const url = `user/pages/search/index?keyword=${encodeURIComponent('星湖')}`
    const { screen } = await launch({ url })
    await screen.sees('星湖网球中心')
  })
})

test('pulling home down reloads every block', async () => {
  const program = await launch({ as: 'player' })
  await program.screen.sees('附近球局')
  await program.isQuiet()
  const before = program.network.sent.length
  program.pullDown()
  await program.screen.until('the refresh has ended', () => program.callsOf('stopPullDownRefresh').length === 1)
  const again = program.network.sent.slice(before).map(({ path }) => path.split('?')[0])
  expect(again).toEqual(
    expect.arrayContaining([
      '/aaapi/common/adv/getHomeTopAdv',
      '/aaapi/common/adv/getHomeAdv',
      '/aaapi/invitationball/public',
      expect.stringContaining('/aaapi/course-invitation/usual/by-player/'),
    ]),
  )
})

const QUESTION = { role: 'alertdialog' }

test.each([
  ['by a tab that was open', 0],
  ['by a tab that opens', 2],
  ['by Back', undefined],
])('a question is answered with no when its page is left: %s', async (_how, tab) => {
  const program = await launch({ as: 'player' })
  const { screen, phone } = program
  program.tapTab(4)
  await program.isQuiet()
  if (tab === undefined) {
    const navigateTo = phone.wx.navigateTo as (options: object) => void
    navigateTo({ url: '/user/pages/user_addrs/index' })
    await screen.isAt('user/pages/user_addrs/index')
    await program.isQuiet()
    const [address] = screen.all({ role: 'button', text: '删除' })
    if (!address) throw new Error('the player has no address')
    await screen.tap(address)
  } else await screen.tap({ role: 'button', text: '退出登录' })
  await screen.finds(QUESTION)
  if (tab === undefined) program.goBack()
  else program.tapTab(tab)
  await program.isQuiet()
  expect(screen.all(QUESTION)).toEqual([])
})

test('a question stays while the user is in another app', async () => {
  const program = await launch({ as: 'player', url: 'pages/my/index' })
  await program.screen.tap({ role: 'button', text: '退出登录' })
  await program.screen.finds(QUESTION)
  program.hide()
  program.show()
  await program.isQuiet()
  await program.screen.finds(QUESTION)
})

test('the end of 我的约课 loads the next page, until there is none', async () => {
  const { call } = await logInAs('player')
  const { total } = await call(pageOfUser, { query: FIRST })
  expect(total).toBeGreaterThan(PAGE_SIZE)

  const program = await launch({ as: 'player', url: 'user/pages/user_my_booking/index' })
  const { screen } = program
  const cards = () => screen.all({ role: 'button', label: /^(待确认|已确认|已完成|已取消|已过期)，/ }).length
  for (let shown = PAGE_SIZE; shown < total + PAGE_SIZE; shown += PAGE_SIZE) {
    await screen.until(`${Math.min(shown, total)} classes`, () => cards() === Math.min(shown, total))
    await program.isQuiet()
    program.reachBottom()
  }
  await screen.until('the end is told', () => program.toasts.includes(notices.listEnded))
  const pages = program.network
    .sentTo('/course-invitation-response/pageByUser')
    .map(({ path }) => /current=(\d+)/.exec(path)?.[1])
  expect(pages).toEqual(Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, at) => String(at + 1)))
})
