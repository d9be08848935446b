import { agenda } from '@paidang/api/areas/activities/classes'
import { revealStudentPhone, studentsOfCoach } from '@paidang/api/areas/activities/students'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Page } from '@playwright/test'
import { beginOf, type Someone } from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import type { Scenes } from './scenes.ts'
import { COACH_LONG, DESKTOP, onBoth, PHONE_DARK, type Shot } from './shot.ts'

const DAYS_PER_WEEK = 7
/** Time for the grid of another day to load. */
const GRID_MS = 1500
/** A number that nobody in the demo world has. */
/** A coach of another club. */
const GUEST_PHONE = '13800000006'
const NOBODYS_PHONE = '19900000000'

/** The pictures of the coach's workspace, each screen on a phone and on a desktop. */
export function coachShots(address: string, scenes: Scenes): Shot[] {
  const page = (name: string) => ({ route: `coach/pages/${name}/index`, as: 'coach' }) as const
  const tomorrow = addDays(dayOf(now()), 1)
  const day = { ...page('day_board'), name: 'coach-day' }
  const students = { ...page('students'), name: 'coach-students' }
  const locks = { ...page('locks'), name: 'coach-locks', route: `coach/pages/locks/index?date=${tomorrow}` }
  const ownLocks = { ...page('locks'), route: `coach/pages/locks/index?of=me&date=${tomorrow}` }
  const student = { ...page('student'), route: `coach/pages/student/index?userId=${scenes.manyContracts}` }
  const { coachId, trialId } = scenes.tasted
  const messages = { name: 'messages-coach', route: 'user/pages/user_message/index', as: 'coach' } as const
  return [
    { name: 'coach-home', route: 'pages/home/index', as: 'coach', look: COACH_LONG, prepare: beCoach },
    { name: 'coach-page', route: `bookingClass/pages/coach_page/index?id=${coachId}`, look: COACH_LONG },
    { name: 'trial-lesson', route: `bookingClass/pages/trial_lesson/index?id=${trialId}`, as: 'coach3' },
    ...onBoth(day),
    { ...day, name: 'coach-day-dark', look: PHONE_DARK },
    { ...day, name: 'coach-day-asked', route: `${day.route}?date=${scenes.askedOn}` },
    ...onBoth({ ...page('schedule'), name: 'coach-schedule' }),
    ...onBoth({ ...page('schedule'), name: 'coach-schedule-week', prepare: turnTo('周') }),
    ...onBoth({ ...page('records'), name: 'coach-records' }),
    ...onBoth(students),
    { ...students, name: 'coach-students-dark', look: PHONE_DARK },
    { ...student, name: 'coach-student', look: COACH_LONG },
    { ...student, name: 'coach-student-desktop', look: DESKTOP },
    ...onBoth({ ...student, name: 'coach-student-sessions', prepare: adjust }),
    { ...student, name: 'coach-student-level', prepare: assess },
    ...onBoth({ ...page('add_student'), name: 'coach-add-student' }),
    ...onBoth({ ...page('add_student'), name: 'coach-add-student-found', prepare: findNewcomer(address) }),
    ...onBoth({ ...page('add_student'), name: 'coach-add-student-own', prepare: findOwn(address) }),
    ...onBoth({ ...page('add_student'), name: 'coach-add-student-nobody', prepare: (at) => find(at, NOBODYS_PHONE) }),
    ...onBoth({ ...locks, prepare: chooseFree }),
    { ...locks, name: 'coach-locks-dark', look: PHONE_DARK, prepare: chooseFree },
    ...onBoth({ ...ownLocks, name: 'coach-locks-own', prepare: chooseFree }),
    ...onBoth({ ...ownLocks, name: 'coach-locks-clash', prepare: lockOverClass(address) }),
    ...onBoth({ ...page('venues'), name: 'coach-venues' }),
    ...onBoth({ ...page('find_venue'), name: 'coach-find-venue' }),
    { ...page('new_venue'), name: 'coach-new-venue', look: COACH_LONG, prepare: nameCourts },
    { ...page('new_venue'), name: 'coach-new-venue-desktop', look: DESKTOP },
    { ...page('company'), name: 'coach-company', look: COACH_LONG },
    { ...page('company'), name: 'coach-company-desktop', look: DESKTOP },
    { ...page('company'), name: 'coach-course', look: COACH_LONG, prepare: openCourse },
    { ...page('company'), name: 'coach-course-desktop', look: DESKTOP, prepare: openCourse },
    { ...page('company'), name: 'coach-invite', look: COACH_LONG, prepare: inviteCoach },
    { ...page('company'), name: 'coach-invite-code', look: COACH_LONG, prepare: inviteByCode },
    messages,
    { ...messages, name: 'messages-coach-desktop', look: DESKTOP, prepare: openRequest },
    { ...messages, name: 'messages-coach-dark', look: PHONE_DARK },
  ]
}

/** Uses the app as a coach, as the switch on 我的 does. */
async function beCoach(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('identity', JSON.stringify({ data: 'coach' })))
  await page.reload()
  await page.waitForLoadState('networkidle')
}

function turnTo(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('radio', { name, exact: true }).click()
}

async function assess(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^评定.*的等级/ }).click()
}

async function adjust(page: Page): Promise<void> {
  await page.getByRole('button', { name: '调整课时' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^增加.*的课时$/ })
    .first()
    .click()
}

async function find(page: Page, phone: string): Promise<void> {
  await page.getByLabel('学员的手机号').fill(phone)
  await page.getByRole('button', { name: '查找' }).click()
}

/** Finds a student of a colleague, who is not the coach's student. */
function findNewcomer(address: string): (page: Page) => Promise<void> {
  return async (page) => {
    const [coach, colleague] = await Promise.all([logInAs(address, 'coach'), logInAs(address, 'coach2')])
    const own = await studentIdsOf(coach)
    const other = (await studentIdsOf(colleague)).find((id) => !own.includes(id))
    await find(page, await phoneOf(colleague, other))
  }
}

function findOwn(address: string): (page: Page) => Promise<void> {
  return async (page) => {
    const coach = await logInAs(address, 'coach')
    const [first] = await studentIdsOf(coach)
    await find(page, await phoneOf(coach, first))
  }
}

async function studentIdsOf({ call, logIn }: Someone): Promise<string[]> {
  const query = { current: 1, rows: 50 }
  const { rows } = await call(studentsOfCoach, { params: { coachId: logIn.userInfo.userId }, query })
  return rows.map(({ player }) => player.id)
}

async function phoneOf({ call }: Someone, playerId: string | undefined): Promise<string> {
  if (playerId === undefined) throw new Error('the demo world has no such student')
  const { phone } = await call(revealStudentPhone, { params: { playerId } })
  if (phone === null) throw new Error('the student has no phone number')
  return phone
}

/** Chooses three lockable half-hours of the first column, on the first day that has any. */
async function chooseFree(page: Page): Promise<void> {
  const free = page.getByRole('gridcell', { name: /可锁定$/ })
  const days = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio')
  for (let ahead = 1; (await free.count()) === 0; ahead += 1) {
    await days.nth(ahead).click()
    await page.waitForTimeout(GRID_MS)
  }
  const name = (await free.first().getAttribute('aria-label')) ?? ''
  const column = page.getByRole('gridcell', { name: new RegExp(`^${name.split(' ')[0]} .* 可锁定$`) })
  const names = await column.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
  for (const cell of names.slice(0, 3)) await page.getByRole('gridcell', { name: cell, exact: true }).click()
}

/** Locks a half-hour every week although it has a class next week. */
function lockOverClass(address: string): (page: Page) => Promise<void> {
  return async (page) => {
    const coach = await logInAs(address, 'coach')
    const from = addDays(dayOf(now()), DAYS_PER_WEEK + 1)
    const rows = await coach.call(agenda, { query: { from, days: DAYS_PER_WEEK - 1 } })
    const classes = rows
      .filter(({ role, invitation }) => role === 'coach' && invitation.invitationStatus === 'CONFIRMED')
      .map(({ invitation }) => invitation)
      .sort((a, b) => beginOf(a).getTime() - beginOf(b).getTime())
    for (const { courseDate, beginTimeSlot } of classes) {
      await page
        .locator(`#day-${addDays(courseDate, -DAYS_PER_WEEK)}`)
        .filter({ visible: true })
        .click()
      await page.waitForTimeout(GRID_MS)
      const free = page.getByRole('gridcell', { name: new RegExp(`${timeOf(beginTimeSlot)} 至 .* 可锁定$`) })
      if ((await free.count()) === 0) continue
      await free.click()
      await page.getByRole('button', { name: '不重复' }).click()
      await page.getByRole('dialog', { name: '每周重复' }).getByRole('radio', { name: /^至/ }).first().click()
      await page.getByRole('button', { name: '锁定时段', exact: true }).click()
      await page.getByRole('dialog', { name: '有约课，锁不了' }).waitFor()
      return
    }
    throw new Error('no class of next week stands in an hour that is free this week')
  }
}

async function nameCourts(page: Page): Promise<void> {
  await page.getByLabel('场馆名称').fill('望江网球公园')
  await page.getByLabel('场地名称，用逗号隔开').fill('1号场，2号场，中心场')
  await page.getByLabel('场地名称，用逗号隔开').blur()
}

async function openRequest(page: Page): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: '待处理' }).first().getByRole('button').first().click()
}

async function inviteCoach(page: Page): Promise<void> {
  await page.getByRole('button', { name: '邀请教练' }).click()
  await page.getByLabel('教练的手机号').fill(GUEST_PHONE)
  await page.getByText(/加入后两家都能排课/).waitFor()
}

async function inviteByCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: '邀请教练' }).click()
  await page.getByRole('radio', { name: '二维码' }).click()
}

async function openCourse(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^成人私教/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).last().waitFor()
}
