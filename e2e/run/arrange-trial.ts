import { askTrial, type TrialLesson } from '@paidang/api/areas/activities/trial-lessons'
import { addCourse } from '@paidang/api/areas/places/companies'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { createAdvert } from '@paidang/api/areas/views/admin-adverts'
import { getCoachPage, listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import type { Someone } from './arrange.ts'
import { now } from './clock.ts'
import { logInStaff } from './people.ts'

/** The price of a trial lesson, in fen. */
const PRICE_FEN = 16_800

/** The admin of a club offers a trial lesson of an hour, with this coach of the club. Nothing happens where one is. */
export async function offerTrial({ call, logIn }: Someone, coachId = logIn.userInfo.userId): Promise<void> {
  const { trial, courses } = await call(getCoachPage, { params: { id: coachId } })
  if (trial) return
  const [course] = courses
  if (!course) throw new Error('the coach teaches nothing')
  const lesson = { courseName: '体验课', pricePerSession: PRICE_FEN, sessionDuration: 60, isTrial: true }
  await call(addCourse, { body: { companyGuid: course.companyId, coachIds: [coachId], ...lesson } })
}

/** Operators advertise a coach on the home page. @returns the title of the advert */
export async function advertiseCoach(address: string, id: string): Promise<string> {
  const operator = await logInStaff(address, 'operator')
  const title = '周末网球私教'
  const day = dayOf(now())
  const [beginsAt, endsAt] = [instantOf(day, 0).toISOString(), instantOf(addDays(day, 7), 0).toISOString()]
  const form = { place: 'home', label: '', title, subtitle: '', image: null, beginsAt, endsAt } as const
  await operator(createAdvert, { body: { ...form, target: routeToThing({ kind: 'coach', id }) } })
  return title
}

/** A trial lesson of a player with a coach of this admin's club who is not theirs yet. It is asked for and not paid. */
export async function trialOf({ call, logIn }: Someone, admin: Someone): Promise<TrialLesson> {
  const own = await call(coachesOfPlayer, { params: { playerId: logIn.userInfo.userId } })
  const [club] = (await call(getCoachPage, { params: { id: admin.logIn.userInfo.userId } })).clubs
  const { rows } = await call(listCoachPages, { body: { current: 1, rows: 50 } })
  const coach = rows.find((one) => one.club === club && own.every((known) => known.coach.id !== one.id))
  if (!coach) throw new Error('every coach of the club has the player already')
  const coachId = coach.id
  await offerTrial(admin, coachId)
  const { trial } = await call(getCoachPage, { params: { id: coachId } })
  const [day] = trial?.freeDays ?? []
  if (!trial || !day) throw new Error('the coach has no free hour')
  const wishes = day.starts.slice(0, 1).map((start) => ({ date: day.date, ...start }))
  const { courseId, priceFen } = trial
  return call(askTrial, { body: { coachId, courseId, wishes, words: '零基础', priceFen } })
}
