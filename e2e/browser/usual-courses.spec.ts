import { type UsualCourse, usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Locator, Page } from '@playwright/test'
import { logInAs } from '../run/people.ts'
import { expect, openHome, test } from './journey.ts'

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
  if (isShort) return ['课时不足', '找教练续课时']
  return isFree ? [null, `约 ${monthDotDay(courseDate)}`] : ['该时段已满', '看看其他时间']
}
