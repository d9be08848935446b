import { agenda } from '@paidang/api/areas/activities/classes'
import { recordPast } from '@paidang/api/areas/activities/past-classes'
import { myStudentRequests } from '@paidang/api/areas/activities/student-requests'
import { type UsualCourse, usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { updateSessions } from '@paidang/api/areas/money/contracts'
import { sharePage } from '@paidang/api/areas/views/sharing'
import { addDays, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import type { Locator, Page } from '@playwright/test'
import {
  book,
  confirm,
  endAllClasses,
  firstOf,
  movesOf,
  type Offer,
  offerOf,
  roomFor,
  type Someone,
  sharedRoom,
} from '../run/arrange.ts'
import { advertiseCoach, offerTrial } from '../run/arrange-trial.ts'
import { now } from '../run/clock.ts'
import { DESKTOP, onDesktop } from '../run/console.ts'
import { logInAs } from '../run/people.ts'
import { chooseRun, openClass, openGrid, seen, stateOf } from './class-page.ts'
import { chooseAccountForm, expect, goTo, openHome, test } from './journey.ts'
import { goOnFromCashier, payAtSimulator } from './money-page.ts'

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

/** From a guest to a paid trial lesson. The pages of whoever takes the money come on top. */
const MOST_TAPS = 9
const MOST_TYPED = 2

test('a guest presses a free hour, comes in by phone, pays with nine taps and two typed fields; the coach makes it a class', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const coach = await logInAs(address, 'coach')
  await offerTrial(coach)
  const page = await openAs()
  let taps = 0
  const tap = async (aim: Locator) => {
    taps += 1
    await aim.click()
  }
  await goTo(page, address, 'pages/home/index')
  await tap(page.getByRole('button', { name: new RegExp(`^约${COACH} `) }).first())
  const sheet = page.getByRole('dialog', { name: `约${COACH}的课` })
  const chosen = sheet.locator('[aria-pressed="true"]').and(sheet.getByRole('button', { name: /\d\d:\d\d$/ }))
  await expect(chosen).toHaveCount(1)
  await tap(sheet.getByRole('button', { name: '登录并申请' }))
  let typed = 0
  const type = async (label: string, text: string) => {
    typed += 1
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await type('手机号', '138 0000 7701')
  await tap(page.getByRole('button', { name: '获取验证码' }))
  // As on a phone that fills nothing in.
  const code = await page.getByText(/验证码是 \d{6}/).textContent()
  await type('验证码', code?.match(/\d{6}/)?.[0] ?? '')
  await tap(page.getByRole('checkbox', { name: '已阅读并同意' }))
  await tap(page.getByRole('button', { name: '登录', exact: true }))
  await expect(page.getByLabel('昵称', { exact: true })).toHaveValue(/^球友\d{4}$/)
  await tap(page.getByRole('button', { name: '完成注册' }))
  // The choice is still there.
  await expect(chosen).toHaveCount(1)
  await tap(sheet.getByRole('button', { name: '支付并申请' }))
  await expect(page.locator('.taro_page').last().getByText('想上的时间')).toBeVisible()
  await payAtSimulator(page, { pay: '确认支付 ¥168' })
  expect(taps + 1).toBeLessThanOrEqual(MOST_TAPS)
  expect(typed).toBeLessThanOrEqual(MOST_TYPED)
  await goOnFromCashier(page)
  await expect(seen(page, /^已付款，等教练确认一个时间，最晚/)).toBeVisible()

  const coachPage = await openAs('coach')
  await goTo(coachPage, address, 'coach/pages/students/index')
  await coachPage.getByRole('button', { name: /^球友\d{4} 约体验课/ }).click()
  const request = coachPage.locator('.taro_page').last()
  await request.getByRole('button', { name: '确认', exact: true }).click()
  await request.getByRole('button', { name: '查看约课' }).click()
  await expect(seen(coachPage, /体验课 ¥168，不用课时/)).toBeVisible()

  // The open page of the player follows, and the class is on their list.
  await page.getByRole('button', { name: '查看约课' }).click()
  await expect(seen(page, /体验课 ¥168，不用课时/)).toBeVisible()
})

const REASON = '当天手机没电，没有签到'
const HOUR = 2

test('a coach enters two classes of yesterday: the player agrees to one and pays, and objects to the other', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const { userId, nickname } = player.logIn.userInfo
  const offer = await offerOf(coach, player, COURSE)
  const [first, second] = await freeYesterday(offer, [coach, player])

  const page = await openAs('coach')
  await goTo(page, address, `coach/pages/student/index?userId=${userId}`)
  await page.getByRole('button', { name: /^补录一节课/ }).click()
  await expect(page.getByRole('button', { name: `移出${nickname}` })).toBeVisible()
  for (const name of [COURSE, offer.venue.name, lastCourt(offer).name, timeOf(first)])
    await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
  await page.getByLabel('补录原因（学员会看到）').fill(REASON)
  await page.getByRole('button', { name: '补录，每人 1 课时' }).click()
  await expect(stateOf(page)).toHaveText('补录，等学员核对')
  const agreed = /invitationId=(\d+)/.exec(page.url())?.[1] ?? ''
  expect(await movesOf(player, agreed)).toEqual(['HOLD 1'])

  const his = await openHome(openAs, server, 'player')
  await his.getByRole('button', { name: /教练补录了一节课/ }).click()
  await expect(seen(his, REASON)).toBeVisible()
  await his.getByRole('button', { name: '同意', exact: true }).click()
  await expect(stateOf(his)).toHaveText('这节课已完成')
  expect(await movesOf(player, agreed)).toEqual(['HOLD 1', 'CONSUME 1'])

  const times = { courseDate: yesterday(), beginTimeSlot: second, endTimeSlot: second + HOUR }
  const place = { stadiumId: offer.venue.id, selectedCourt: lastCourt(offer).at }
  const body = { courseDesignId: offer.courseId, ...place, ...times, studentIds: [userId], reason: REASON }
  const { id: refused } = await coach.call(recordPast, { body })
  await goTo(his, address, `pages/booking_view/index?invitationId=${refused}`)
  await his.getByRole('button', { name: '有异议' }).click()
  await his.getByLabel('异议的原因（教练会看到）').fill('那天没有上课')
  await his.getByRole('button', { name: '提交异议' }).click()
  await expect(stateOf(his)).toHaveText('你对这次补录有异议')
  expect(await movesOf(player, refused)).toEqual(['HOLD 1', 'VOID 1'])
  await goTo(page, address, `pages/booking_view/index?invitationId=${refused}`)
  await expect(stateOf(page)).toHaveText(`${nickname}对这次补录有异议`)
  await expect(seen(page, /那天没有上课/)).toBeVisible()
})

const yesterday = () => addDays(dayOf(now()), -1)

function lastCourt({ venue: { courts } }: Offer): { name: string; at: number } {
  const at = courts.length - 1
  return { name: courts[at]?.name ?? '', at }
}

/** Two separate hours of yesterday at which none of these people had a class, by their first half-hour. */
async function freeYesterday({ venue }: Offer, people: readonly Someone[]): Promise<[number, number]> {
  const busy = new Set<number>()
  for (const { call } of people) {
    for (const { invitation } of await call(agenda, { query: { from: yesterday(), days: 1 } })) {
      for (let at = invitation.beginTimeSlot; at < invitation.endTimeSlot; at += 1) busy.add(at)
    }
  }
  const free: number[] = []
  for (let at = venue.firstStart; at < venue.lastStart && free.length < 2; at += 1) {
    if (busy.has(at) || busy.has(at + 1)) continue
    free.push(at)
    at += HOUR
  }
  const [first, second] = free
  if (first === undefined || second === undefined) throw new Error('yesterday was full')
  return [first, second]
}

/** Holds a finger on a part of the page until its menu opens, then lifts it. */
async function longPress(page: Page, part: Locator): Promise<void> {
  const box = await part.boundingBox()
  if (!box) throw new Error('nothing to press')
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + 10, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByRole('dialog')).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

test('a usual course is pinned by its menu and unpinned by a long press, and stays first while it is pinned', async ({
  openAs,
  server,
}) => {
  const page = await openHome(openAs, server, 'player')
  const { call, logIn } = await logInAs(server.current.address, 'player')
  const read = () => call(usualCourses, { params: { id: logIn.userInfo.userId } })
  const before = await read()
  const last = before.at(-1)
  if (!last) throw new Error('the player has no usual course')
  expect(before.every(({ pinId }) => pinId === null)).toBe(true)

  const cards = page.getByRole('list', { name: '常用课程' }).getByRole('listitem')
  await expect(cards).toHaveCount(before.length)
  await cards
    .last()
    .getByRole('button', { name: /^更多操作/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^设为常用/ })
    .click()
  await expect(page.getByText('设置成功')).toBeVisible()
  await expect(cards.first().getByRole('img', { name: '已设为常用' })).toBeVisible()
  const [pinned] = await read()
  expect([pinned?.coach.id, pinned?.weekday, pinned?.beginTimeSlot]).toEqual([
    last.coach.id,
    last.weekday,
    last.beginTimeSlot,
  ])

  await cards.first().scrollIntoViewIfNeeded()
  await longPress(page, cards.first().getByText(/^每周/))
  const unpin = page.getByRole('dialog').getByRole('button', { name: /^取消常用/ })
  // A click within 0.1 s after lifting the finger counts as part of that touch, not as a press.
  await expect(async () => {
    await unpin.click({ timeout: 1_000 })
    await expect(unpin).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('img', { name: '已设为常用' })).toHaveCount(0)
  expect((await read()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('the button of a usual course offers the next free day, or other times if that hour is taken', async ({
  openAs,
  server,
}) => {
  const page = await openHome(openAs, server, 'player')
  const { call, logIn } = await logInAs(server.current.address, 'player')
  const courses = await call(usualCourses, { params: { id: logIn.userInfo.userId } })
  const cards = page.getByRole('list', { name: '常用课程' }).getByRole('listitem')
  for (const [at, course] of courses.entries()) {
    const [tag, text] = wordsIn(course)
    await expect(cards.nth(at).getByText(text, { exact: true })).toBeAttached()
    if (tag) await expect(cards.nth(at).getByText(tag, { exact: true })).toBeAttached()
  }
  await cards
    .getByRole('button', { name: /^约 |看看/ })
    .first()
    .click()
  await expect(page).toHaveURL(/pages\/bookingClass\/index/)
})

/** The obstacle text of a usual course, if there is one, and its button. */
function wordsIn({
  isFree,
  booked,
  availableSessions,
  neededSessions,
  courseDate,
}: UsualCourse): [string | null, string] {
  const isShort = availableSessions < neededSessions
  if (booked && (isShort || !isFree)) return [`已约 ${monthDotDay(booked.courseDate)}`, '查看约课']
  if (isShort) return ['课时不足', '购买课时']
  return isFree ? [null, `约 ${monthDotDay(courseDate)}`] : ['该时段已满', '看看其他时间']
}

test('an advert, a code that is scanned, a search and a venue lead a guest to a coach and a time', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const coach = await logInAs(address, 'coach')
  const { userId: objectId } = coach.logIn.userInfo
  const { shareId } = await coach.call(sharePage, { body: { kind: 'coach', objectId } })
  const title = await advertiseCoach(address, objectId)
  const { venue } = await offerOf(coach, await logInAs(address, 'player'), COURSE)
  const page = await openAs()
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name }).or(page.getByRole('link', { name })).filter({ visible: true }).first().click()
  const DOORS = [
    ['pages/home/index', `${title}，`],
    [`bookingClass/pages/coach_page/index?i=${shareId}`],
    [`user/pages/search/index?keyword=${encodeURIComponent(COACH)}`, new RegExp(`^${COACH}`)],
    [`bookingBall/pages/stadiumDetail/index?id=${venue.id}`, '在这里约课', new RegExp(`^${COACH}，`)],
  ] as const
  for (const [door, ...presses] of DOORS) {
    await test.step(door, async () => {
      await page.goto('about:blank')
      await goTo(page, address, door)
      for (const name of presses) {
        // The page before may show the coach as well.
        if (name instanceof RegExp && presses.length > 1)
          await expect(page.getByRole('heading', { name: '这里的教练', level: 1 })).toBeVisible()
        await press(name)
      }
      await expect(page.getByRole('heading', { name: '教练', level: 1 })).toBeVisible()
      await press(/^\d\d:\d\d$/)
      const sheet = page.getByRole('dialog', { name: new RegExp(`${COACH}的(学员|课)$`) })
      await expect(sheet.locator('[aria-pressed="true"]').first()).toBeVisible()
      await expect(sheet.getByRole('button', { name: /^登录并/ })).toBeVisible()
    })
  }
})

test('a coach leaves classes to their students: one reads what stands and takes another coach, and the club sees both', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, leaving, next] = [
    await logInAs(address, 'player2'),
    await logInAs(address, 'coach2'),
    await logInAs(address, 'coach'),
  ]
  await endAllClasses(leaving)
  const offer = await offerOf(leaving, player, COURSE)
  const [left, taking] = [offer.coachName, next.logIn.userInfo.nickname]
  const nextOffer = { ...offer, coachId: next.logIn.userInfo.userId, coachName: taking }
  const parties = [
    { offer, people: [leaving, player] },
    { offer: nextOffer, people: [next] },
  ] as const
  const made = await confirm(leaving, await book(player, offer, await sharedRoom(parties, { length: 2 })))

  const hers = await openAs('coach2')
  await goTo(hers, address, 'coach/pages/company/index')
  await hers.getByRole('button', { name: /^离开公司/ }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: '离开公司' }).click()
  await hers.getByRole('alertdialog', { name: '还有没上的课' }).getByRole('button', { name: '交给学员' }).click()
  await expect(seen(hers, '已成功离开公司')).toBeVisible()

  const desktop = await onDesktop(openAs, address, 'company')
  await desktop.setViewportSize(DESKTOP.viewport)
  await desktop.getByRole('link', { name: '教练变动' }).click()
  const { nickname } = player.logIn.userInfo
  await desktop.getByRole('checkbox', { name: nickname }).click()
  await desktop.getByRole('button', { name: '给 1 位推荐教练' }).click()
  const proposal = desktop.getByRole('dialog', { name: '给 1 位学员推荐教练' })
  await proposal.getByLabel('教练').fill(taking)
  await desktop.getByTitle(taking).click()
  await proposal.getByRole('button', { name: '推荐' }).click()
  await expect(desktop.getByText('已推荐给 1 位学员')).toBeVisible()

  const page = await openAs('player2')
  await goTo(page, address, 'user/pages/user_message/index?messageType=invitation')
  await page.getByRole('button', { name: new RegExp(`^未读 ${left} 已离开`) }).click()
  await expect(page.getByRole('heading', { name: '教练变动', level: 1 })).toBeVisible()
  await expect(seen(page, /^剩 .* 课时/)).toBeVisible()
  await expect(seen(page, whenOf(made.beginTimeSlot, made.endTimeSlot))).toBeVisible()
  await expect(seen(page, '俱乐部推荐')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^换成 ${taking}，.*原时间有空$`) }).click()
  const question = page.getByRole('alertdialog', { name: `换成 ${taking}？` })
  await expect(question).toContainText(`由${taking}来上，等对方确认`)
  await question.getByRole('button', { name: '换教练' }).click()
  await expect(seen(page, `已换成 ${taking}，课时照用，可以直接约课`)).toBeVisible()

  await desktop.getByText('已选择', { exact: true }).click()
  const row = desktop.getByRole('row').filter({ hasText: nickname })
  await expect(row).toContainText(`已换教练${taking}`)
  const his = await openAs('coach')
  await openClass(his, server.current, made.id)
  await his.getByRole('button', { name: '确认约课' }).click()
  await expect(seen(his, '确认约课成功')).toBeVisible()
})
