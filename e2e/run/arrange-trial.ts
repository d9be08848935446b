import { askTrial, type TrialLesson } from '@paidang/api/areas/activities/trial-lessons'
import { addCourse } from '@paidang/api/areas/places/companies'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { getCoachPage } from '@paidang/api/areas/views/coach-pages'
import type { Someone } from './arrange.ts'

/** The price of a trial lesson, in fen. */
const PRICE_FEN = 16_800

/** A coach who administers their club offers a trial lesson of an hour. Nothing happens where they do already. */
export async function offerTrial({ call, logIn }: Someone): Promise<void> {
  const page = () => call(getCoachPage, { params: { id: logIn.userInfo.userId } })
  const { trial, courses } = await page()
  if (trial) return
  const [course] = courses
  if (!course) throw new Error('the coach teaches nothing')
  const lesson = { courseName: '体验课', pricePerSession: PRICE_FEN, sessionDuration: 60, isTrial: true }
  await call(addCourse, { body: { companyGuid: course.companyId, ...lesson } })
}

/** A trial lesson of a player with the first of these coaches who is not theirs yet. It is asked for and not paid. */
export async function trialOf(player: Someone, coaches: readonly Someone[]): Promise<TrialLesson> {
  const { call, logIn } = player
  const own = await call(coachesOfPlayer, { params: { playerId: logIn.userInfo.userId } })
  const coach = coaches.find(({ logIn: { userInfo } }) => own.every((one) => one.coach.id !== userInfo.userId))
  if (!coach) throw new Error('every coach has the player already')
  await offerTrial(coach)
  const coachId = coach.logIn.userInfo.userId
  const { trial } = await call(getCoachPage, { params: { id: coachId } })
  const [day] = trial?.freeDays ?? []
  if (!trial || !day) throw new Error('the coach has no free hour')
  const wishes = day.starts.slice(0, 1).map((start) => ({ date: day.date, ...start }))
  const { courseId, priceFen } = trial
  return call(askTrial, { body: { coachId, courseId, wishes, words: '零基础', priceFen } })
}
