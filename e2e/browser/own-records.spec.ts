import { cancelByPlayer } from '@paidang/api/areas/activities/class-actions'
import { type Contract, contractStatement, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf, formatDotDay, monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { beginOf, book, offerOf, roomFor } from '../run/arrange.ts'
import { publishBall, roomForBall } from '../run/arrange-balls.ts'
import { productNamed } from '../run/arrange-shop.ts'
import { now } from '../run/clock.ts'
import { clientOf, logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, scrollToEnd, test } from './journey.ts'
import { payAtSimulator } from './money-page.ts'

const HOME = { name: '周到家', phone: '13900000001', detail: '星湖路 8 号 301 室' }
const OFFICE = { name: '周在岗', phone: '13900000002', detail: '干将东路 99 号 12 层' }
const AT_HOME = '上海市 徐汇区 星湖路 8 号 301 室'
const AT_WORK = '江苏省 苏州市 姑苏区 干将东路 99 号 12 层'

test('two addresses are added, the checkout offers the default, and another one replaces it when it is deleted', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { id: productId } = await productNamed(clientOf(address), '减震器')
  const page = await openAs('player2')
  const offers = (place: string) => page.getByRole('button', { name: new RegExp(`^收货地址：.*，${place}，更换$`) })
  const openCheckout = () => goTo(page, address, `shop/pages/checkout/index?productId=${productId}&quantity=1`)
  const openAddresses = async () => {
    await goTo(page, address, 'user/pages/user_addrs/index')
    await expect(page.getByRole('heading', { name: '收货地址', level: 1 })).toBeVisible()
  }

  await test.step('the first is the default at once; an invalid phone number is refused', async () => {
    await openAddresses()
    await expect(seen(page, '还没有收货地址')).toBeVisible()
    await page.getByRole('button', { name: '新增地址' }).click()
    await fillAddress(page, { ...HOME, phone: '139' })
    await page.getByRole('button', { name: '所在地区：省、市、区县' }).click()
    const regions = page.getByRole('dialog', { name: '选择所在地区' })
    // A municipality is its own only city, so its districts follow at once.
    await regions.getByRole('radio', { name: '上海市' }).click()
    await regions.getByRole('radio', { name: '徐汇区' }).click()
    await expect(regions).toBeHidden()
    await expect(page.getByRole('button', { name: '所在地区：上海市 徐汇区' })).toBeVisible()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '手机号' })).toBeVisible()
    await page.getByRole('textbox', { name: '手机号' }).fill(HOME.phone)
    await page.getByRole('button', { name: '保存' }).click()
    await expect(card(page, HOME)).toContainText('139****0001')
    await expect(card(page, HOME)).toContainText(AT_HOME)
    await expect(card(page, HOME)).toContainText('默认')
  })

  await test.step('the second has province, city and district, and is not the default', async () => {
    await page.getByRole('button', { name: '新增地址' }).click()
    await fillAddress(page, OFFICE)
    await page.getByRole('button', { name: '所在地区：省、市、区县' }).click()
    const regions = page.getByRole('dialog', { name: '选择所在地区' })
    for (const name of ['江苏省', '苏州市', '姑苏区']) await regions.getByRole('radio', { name }).click()
    await expect(page.getByRole('button', { name: '所在地区：江苏省 苏州市 姑苏区' })).toBeVisible()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(card(page, OFFICE)).toContainText(AT_WORK)
    await expect(cards(page)).toHaveCount(2)
    await openCheckout()
    await expect(offers(AT_HOME)).toBeVisible()
  })

  await test.step('the default is changed: the checkout offers the other', async () => {
    await openAddresses()
    await page.getByRole('button', { name: `把${OFFICE.name}的地址设为默认` }).click()
    await expect(page.getByRole('button', { name: `把${HOME.name}的地址设为默认` })).toBeVisible()
    await expect(page.getByRole('button', { name: /的地址设为默认$/ })).toHaveCount(1)
    await openCheckout()
    await expect(offers(AT_WORK)).toBeVisible()
  })

  await test.step('for one order another is chosen, and the default stays', async () => {
    await offers(AT_WORK).click()
    await expect(page.getByRole('heading', { name: '选择收货地址', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: `送到${HOME.name}，${AT_HOME}` }).click()
    await expect(offers(AT_HOME)).toBeVisible()
  })

  await test.step('the default is deleted: the remaining one becomes the default', async () => {
    await openAddresses()
    await page.getByRole('button', { name: `删除${OFFICE.name}的地址` }).click()
    const question = page.getByRole('alertdialog', { name: '删除这个地址？' })
    await expect(question.getByText(AT_WORK)).toBeVisible()
    await question.getByRole('button', { name: '删除' }).click()
    await expect(seen(page, '删除成功')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: /的地址设为默认$/ })).toHaveCount(0)
    await page.reload()
    await expect(card(page, HOME)).toContainText('默认')
    await openCheckout()
    await expect(offers(AT_HOME)).toBeVisible()
  })
})

async function fillAddress(page: Page, { name, phone, detail }: typeof HOME): Promise<void> {
  await page.getByRole('textbox', { name: '收货人' }).fill(name)
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('textbox', { name: '详细地址' }).fill(detail)
}

function cards(page: Page) {
  return page.getByRole('list', { name: '收货地址' }).getByRole('listitem')
}

function card(page: Page, { name }: typeof HOME) {
  return cards(page).filter({ hasText: name })
}

test('the month shows a booked class, and so does the calendar subscription until it is stopped', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const made = await book(player, offer, await roomFor(offer, { people: [player, coach], length: 2, fewest: 2 }))
  const { id, courseDate, beginTimeSlot, endTimeSlot } = made
  const page = await openAs('player')

  await test.step('its day has a mark, and the class below leads to its page', async () => {
    await goTo(page, address, 'user/pages/calendar/index')
    const today = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio', { checked: true })
    await expect(today).toBeVisible()
    const month = seen(page, `${courseDate.slice(0, 4)} 年 ${Number(courseDate.slice(5, 7))} 月`)
    if (!(await month.isVisible())) await page.getByRole('button', { name: '下个月' }).click()
    await expect(month).toBeVisible()
    const day = `${Number(courseDate.slice(5, 7))}月${Number(courseDate.slice(8))}日 ${WEEKDAY_NAMES[weekdayOf(courseDate)]}`
    await page.getByRole('radio', { name: new RegExp(`^${day}.*，\\d+ 节课`) }).click()
    const times = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
    await page.getByRole('button', { name: new RegExp(`^课，${times}，.*，待确认$`) }).click()
    await expect(page).toHaveURL(new RegExp(`booking_view/index\\?invitationId=${id}`))
    await expect(page.getByRole('heading', { name: '约课详情', level: 1 })).toBeVisible()
    await page.goBack()
  })

  const link = await test.step('an address is created under which calendar programs find it', async () => {
    await page.getByRole('button', { name: '生成地址' }).click()
    const shown = await seen(page, /^https?:.+\.ics$/).textContent()
    const event = await eventIn(shown ?? '', id)
    expect(event).toMatch(/^SUMMARY:成人私教 1 对 1/m)
    expect(event).toMatch(new RegExp(`^DTSTART:${utc(beginOf(made))}$`, 'm'))
    expect(event).toMatch(/^STATUS:TENTATIVE$/m)
    return shown ?? ''
  })

  await test.step('once the class is cancelled the feed shows it as cancelled', async () => {
    await player.call(cancelByPlayer, { params: { id }, body: {} })
    expect(await eventIn(link, id)).toMatch(/^STATUS:CANCELLED$/m)
  })

  await test.step('the subscription is stopped, and its address no longer works', async () => {
    await page.getByRole('button', { name: '停用订阅' }).click()
    const question = page.getByRole('alertdialog', { name: '停用日历订阅？' })
    await question.getByRole('button', { name: '停用订阅' }).click()
    await expect(page.getByRole('button', { name: '生成地址' })).toBeVisible()
    expect((await fetch(link)).status).toBe(404)
  })
})

/** The lines of a calendar feed about a class, unfolded. Source: RFC 5545 §3.1 */
async function eventIn(address: string, classId: string): Promise<string> {
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = (await answer.text()).replaceAll('\r\n ', '').replaceAll('\r\n', '\n')
  const event = text.split('BEGIN:VEVENT\n').find((part) => part.includes(`UID:class-${classId}@paidang\n`))
  if (!event) throw new Error(`the calendar has no class ${classId}`)
  return event
}

/** An instant in the calendar format: 20261123T020000Z. */
function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '')
}

const GAME = '储值卡付款的双打局'

test('a card is topped up, pays for a seat, and is refunded within seven days', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, player3] = [await logInAs(address, 'player'), await logInAs(address, 'player3')]
  const room = await roomForBall([player, player3], { after: 30, within: 80 })
  const ball = await publishBall(player, { title: GAME, room, players: 2, costFen: 10_000 })

  const page = await openAs('player3')
  await goTo(page, address, 'pages/my/index')
  await expect(wallet(page, { balance: '200', principal: '200', gift: '0' })).toBeVisible()

  await test.step('a top-up fails first; then its notification is lost, and the cashier finds the payment by asking', async () => {
    await page.getByRole('button', { name: '充值储值卡' }).click()
    const sheet = page.getByRole('dialog', { name: '充值到拍档储值卡' })
    await sheet.getByRole('radio', { name: '充值 ¥500，送 ¥20' }).click()
    await sheet.getByRole('button', { name: '去支付 ¥500' }).click()
    await expect(seen(page, '支付后立即到账，7 日内可无理由退未用的本金')).toBeVisible()
    await payAtSimulator(page, { pay: '确认支付 ¥500', action: '支付失败' })
    await expect(seen(page, '支付失败，没有扣款，可以再试一次')).toBeVisible()
    await payAtSimulator(page, { pay: '确认支付 ¥500', notice: '丢失' })
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('heading', { name: '储值卡流水', level: 1 })).toBeVisible()
    await expect(movement(page, /^充值/).first()).toContainText('+520')
    await expect(movement(page, /^充值/).first()).toContainText('余额 ¥720')
  })

  await test.step('the balance is shown on 我的', async () => {
    await goTo(page, address, 'pages/my/index')
    await expect(wallet(page, { balance: '720', principal: '700', gift: '20' })).toBeVisible()
  })

  await test.step('a seat is paid with the card', async () => {
    await goTo(page, address, `bookingBall/pages/ballDetail/index?id=${ball.id}`)
    await page.getByRole('button', { name: '支付并报名' }).click()
    await expect(page.getByRole('radio', { name: '拍档储值卡 余额 ¥720' })).toBeChecked()
    await expect(seen(page, '开球前 24 小时免费退出，之后有人补位才退款；球局取消全额退款')).toBeVisible()
    await page.getByRole('button', { name: '确认支付 ¥50' }).click()
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(seen(page, '已报名，到时见')).toBeVisible()
  })

  await test.step('the card has a row that leads to the game', async () => {
    await goTo(page, address, 'user/pages/user_store_card/index')
    await wallet(page, { balance: '670', principal: '650', gift: '20' }).click()
    await page.getByRole('radio', { name: '支出' }).click()
    await page.getByRole('button', { name: new RegExp(`^消费，${GAME}.*，−50，余额 ¥670，看这场球局$`) }).click()
    await expect(page.getByRole('heading', { name: GAME, level: 2 })).toBeVisible()
    await page.goBack()
  })

  await test.step('the refund of a top-up and the lost gift are shown before the press', async () => {
    await page.getByRole('radio', { name: '全部' }).click()
    await page.getByRole('button', { name: '退款，可退 ¥650' }).click()
    const sheet = page.getByRole('dialog', { name: '充值退款' })
    const topUps = sheet.getByRole('radiogroup', { name: '退哪一笔充值' }).getByRole('radio')
    await expect(topUps).toHaveCount(2)
    await expect(topUps.first()).toContainText('可退 ¥500')
    await expect(topUps.last()).toContainText('可退 ¥150')
    await expect(topUps.first()).toBeChecked()
    await expect(sheet.getByText('退回本金')).toBeVisible()
    await expect(sheet.getByText('失去赠送')).toBeVisible()
    await expect(sheet.getByText('¥20', { exact: true })).toBeVisible()
    await expect(sheet.getByText('原支付方式')).toBeVisible()
    await sheet.getByRole('button', { name: '退款 ¥500' }).click()
    await expect(seen(page, '退款已受理，¥500 将原路退回')).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(movement(page, /^充值退款/)).toContainText('−520')
    await expect(movement(page, /^充值退款/)).toContainText('余额 ¥150')
    await expect(page.getByRole('button', { name: '退款，可退 ¥150' })).toBeVisible()
  })
})

type Money = { balance: string; principal: string; gift: string }

/** A card, found by its balance in yuan. */
function wallet(page: Page, { balance, principal, gift }: Money) {
  return page.getByRole('button', {
    name: `拍档储值卡，余额 ¥${balance}，本金 ¥${principal}，赠送 ¥${gift}`,
    exact: true,
  })
}

/** Rows of a card's movements, the latest first. */
function movement(page: Page, text: RegExp) {
  return page.getByRole('listitem').filter({ hasText: text, visible: true })
}

const CONTRACTS = 'user/pages/user_contract/index'

/** The contracts of the player, as the player reads them. */
async function contractsOfPlayer(address: string): Promise<{ contracts: Contract[]; userId: string }> {
  const { call, logIn } = await logInAs(address, 'player')
  const { userId } = logIn.userInfo
  return { contracts: await call(contractsOfUser, { params: { userId } }), userId }
}

/** The accessible name of a contract's hours bar. */
function hoursName(contract: Contract): string {
  const { totalSessions, availableSessions, heldSessions, consumedSessions, expiredSessions } = contract
  const parts = [`可用 ${availableSessions}`, `已预占 ${heldSessions}`, `已消课 ${consumedSessions}`]
  if (expiredSessions > 0) parts.push(`已过期 ${expiredSessions}`)
  return `共 ${totalSessions} 课时，${parts.join('，')}`
}

/** Opens the tab of a contract's company, and there this contract. */
async function openContract(page: Page, contract: Contract): Promise<void> {
  await page.getByRole('tab', { name: contract.isPerson ? '个人教练' : contract.company.companyName }).click()
  await expect(page.getByRole('img', { name: /^共 .+ 课时，/ })).toBeVisible()
  const bar = page.getByRole('img', { name: hoursName(contract), exact: true })
  if (!(await bar.isVisible())) {
    const { expiryDate } = contract
    const isThisYear = expiryDate.slice(0, 4) === dayOf(now()).slice(0, 4)
    const end = `${isThisYear ? monthDotDay(expiryDate) : formatDotDay(expiryDate)} 到期`
    await page
      .getByRole('button', { name: new RegExp(`^看合同 ${contract.courseDesign.courseName}，.*${end}$`) })
      .click()
  }
  await expect(bar).toBeVisible()
}

test('the hours of every contract add up to its total, including the expired ones', async ({ openAs, server }) => {
  const { address } = server.current
  const { contracts } = await contractsOfPlayer(address)
  expect(contracts.some(({ expiredSessions }) => expiredSessions > 0)).toBe(true)
  const page = await openAs('player')
  await goTo(page, address, CONTRACTS)
  for (const contract of contracts) {
    const { totalSessions, availableSessions, heldSessions, consumedSessions, expiredSessions } = contract
    expect(availableSessions + heldSessions + consumedSessions + expiredSessions).toBe(totalSessions)
    await openContract(page, contract)
  }
})

test('the statement shows every movement, page by page, and leads to the class behind it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { contracts } = await contractsOfPlayer(address)
  const { call } = await logInAs(address, 'player')
  const counted = await Promise.all(
    contracts.map(async (contract) => ({
      contract,
      ...(await call(contractStatement, { params: { id: contract.id }, query: { current: 1, rows: 1 } })),
    })),
  )
  const longest = counted.reduce((a, b) => (b.total > a.total ? b : a))
  expect(longest.total).toBeGreaterThan(10)

  const page = await openAs('player')
  await goTo(page, address, CONTRACTS)
  await openContract(page, longest.contract)
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(10)
  for (let shown = 10; shown < longest.total; shown += 10) {
    await scrollToEnd(page)
    await expect(rows).toHaveCount(Math.min(shown + 10, longest.total))
  }
  await expect(page.getByText('没有更多数据了')).toBeVisible()
  await expect(rows.last()).toContainText(/购入 .+ 课时/)

  await page.getByRole('button', { name: '筛选流水，现在是全部' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '消课' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /预占 |购入/ })).toHaveCount(0)
  await expect(rows.first()).toContainText('由预占转入')

  await page
    .getByRole('button', { name: /^消课，.*看这节课$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(page.getByText('已完成').last()).toBeVisible()
})

test('a contract near its end shows the remaining days', async ({ openAs, server }) => {
  const { address } = server.current
  const { contracts } = await contractsOfPlayer(address)
  const soon = contracts.find(
    ({ contractStatus, expiryDate }) =>
      contractStatus === 1 && Date.parse(`${expiryDate}T00:00:00+08:00`) - now().getTime() < 14 * 86_400_000,
  )
  if (!soon) throw new Error('no contract of the player ends soon')
  const page = await openAs('player')
  await goTo(page, address, `${CONTRACTS}?companyId=${soon.companyId}`)
  await openContract(page, soon)
  await expect(seen(page, /^(还有 \d+ 天到期|今天到期)$/)).toBeVisible()
})

test('a coach reads the same statement of their student; an unrelated coach reads nothing', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { userId } = await contractsOfPlayer(address)
  const own = await logInAs(address, 'coach')
  const [taught] = await own.call(contractsOfUser, { params: { userId } })
  if (!taught) throw new Error('the coach teaches the player nothing')
  const { rows } = await own.call(contractStatement, { params: { id: taught.id }, query: { current: 1, rows: 10 } })

  const coach = await openAs('coach')
  await goTo(coach, address, `${CONTRACTS}?userId=${userId}`)
  await expect(coach.getByRole('heading', { name: '学员合同', level: 1 }).last()).toBeVisible()
  await expect(coach.getByRole('heading', { name: '林知夏' })).toBeVisible()
  await openContract(coach, taught)
  await expect(coach.getByRole('listitem')).toHaveCount(rows.length)

  const { coachName, student } = await strangers(address)
  const stranger = await openAs(coachName)
  await goTo(stranger, address, `${CONTRACTS}?userId=${student.userId}`)
  await expect(stranger.getByText('仅学员的教练可见')).toBeVisible()
  await expect(stranger.getByText(student.nickname)).toHaveCount(0)
})

/** A coach of the demo world and a player who is not their student. */
async function strangers(address: string) {
  for (const playerName of ['player', 'player2', 'player3']) {
    const student = (await logInAs(address, playerName)).logIn.userInfo
    for (const coachName of ['solo', 'coach3', 'coach2', 'coach']) {
      const { call } = await logInAs(address, coachName)
      const isStranger = await call(contractsOfUser, { params: { userId: student.userId } }).then(
        () => false,
        (error) => error instanceof ApiError && error.code === 'data_of_others',
      )
      if (isStranger) return { coachName, student }
    }
  }
  throw new Error('every coach has every player as a student')
}
