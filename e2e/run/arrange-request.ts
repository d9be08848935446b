import { goAway } from '@paidang/api/areas/activities/coach-leaves'
import { inviteStudent } from '@paidang/api/areas/activities/student-invitations'
import {
  myStudentRequests,
  type StudentRequest,
  sendStudentRequest,
} from '@paidang/api/areas/activities/student-requests'
import { createVacancyAlert } from '@paidang/api/areas/activities/vacancies'
import { messagesOfType } from '@paidang/api/areas/ground/messages'
import { getCoachView } from '@paidang/api/areas/people/profile'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { getCoachPage, listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { offerOf, type Someone } from './arrange.ts'
import { now } from './clock.ts'

/** The open request of a player to a coach whose student they are not. It is sent where there is none. */
export async function requestOf({ call, logIn }: Someone): Promise<StudentRequest> {
  const [open] = await call(myStudentRequests, {})
  if (open) return open
  const own = await call(coachesOfPlayer, { params: { playerId: logIn.userInfo.userId } })
  const { rows } = await call(listCoachPages, { body: { current: 1, rows: 50 } })
  const coach = rows.find(({ id, takesStudents }) => takesStudents && own.every((one) => one.coach.id !== id))
  if (!coach) throw new Error('every coach has the player already')
  const { courses } = await call(getCoachPage, { params: { id: coach.id } })
  const body = { coachId: coach.id, courseId: courses[0]?.id ?? '', freeTimes: [], words: '想系统学' }
  return call(sendStudentRequest, { body })
}

/** The secret of a coach's invitation of a number that nobody uses. */
export async function invitationTokenOf({ call, logIn }: Someone): Promise<string> {
  const { companies } = await call(getCoachView, { params: { id: logIn.userInfo.userId } })
  const body = { companyId: companies[0]?.id ?? '', phone: '19900000000', name: '陈先生' }
  return (await call(inviteStudent, { body })).token
}

/** What a player decides about a coach of theirs who is away for a day in five months, which no other journey meets. */
export async function leaveCaseOf(player: Someone, coach: Someone): Promise<string> {
  const day = addDays(dayOf(now()), 150)
  await coach.call(goAway, { body: { firstDay: day, lastDay: day, reason: 'MATCH' } })
  const query = { current: 1, rows: 50 }
  const { rows } = await player.call(messagesOfType, { params: { messageType: 'invitation' }, query })
  const asked = rows.find(({ object }) => object?.kind === 'coach_leave')
  if (!asked?.object) throw new Error('the player has no hours with this coach')
  return asked.object.id
}

/** An alert of the player for an hour with a coach, which tells of a free one at once. @returns its id */
export async function alertOf(player: Someone, coach: Someone): Promise<string> {
  const { coachId, courseId, venue } = await offerOf(coach, player, '成人私教 1 对 1')
  const today = dayOf(now())
  const days = { firstDay: today, lastDay: addDays(today, 13), weekdays: [0, 1, 2, 3, 4, 5, 6] }
  const times = { ...days, beginTimeSlot: 16, endTimeSlot: 44, length: 2 }
  const body = { kind: 'CLASS' as const, coachId, courseId, stadiumId: venue.id, ...times }
  return (await player.call(createVacancyAlert, { body })).id
}
