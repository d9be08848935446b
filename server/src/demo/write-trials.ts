import { answerBy } from '@paidang/domain/areas/activities/student-requests/request'
import { trialAnswerTimes, trialWishStart } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { addDays } from '@paidang/domain/kernel/day'
import { confirmTrial } from '../areas/activities/classes/accept-trial.ts'
import { listTrialChoices } from '../areas/activities/trial-lessons/rows.ts'
import type { Database } from '../db/database.ts'
import { coachCourses, courses } from '../tables/companies.ts'
import { orderLines, orders, payments, simulatedPayments } from '../tables/payments.ts'
import { studentRequestEvents, studentRequests } from '../tables/relations.ts'
import { trialLessonEvents, trialLessons } from '../tables/trial-lessons.ts'
import { NEWCOMER, SEEKER } from './people.ts'
import { itemAt } from './random.ts'
import type { World } from './world.ts'
import type { Ids } from './write.ts'

const HOUR_MS = 3_600_000
const TRIAL = { courseName: '网球体验课', pricePerSession: 12_800, sessionDuration: 60, maxParticipants: 1 } as const
/** Whose trial lesson is to come. */
const TASTER = '罗一平'
const WISHED = 3

/**
 * Writes what `coach3` has of new people: a trial lesson that waits, one that is to come, and who asks to be a student.
 * They come last, since their hours must be free.
 */
export async function writeTrialLessons(tx: Database, world: World, ids: Ids): Promise<void> {
  const { people, clubs, now, today } = world
  const plan = clubs.coaches.find(({ person }) => person.username === 'coach3')
  if (!plan) throw new Error('coach3 teaches nothing')
  const [companyId, coachId] = [ids.of(plan.company), ids.of(plan.person)]
  const stadiumId = ids.of(itemAt(plan.venues, 0))
  const idOf = (nickname: string) => {
    const person = people.players.find((player) => player.nickname === nickname)
    if (!person) throw new Error(`nobody is called ${nickname}`)
    return ids.of(person)
  }
  const { createdAt } = plan.company.admin
  const description = '一节课认识教练、场地和自己的水平，含球拍和球。'
  const offered = { ...TRIAL, companyId, courseDescription: description, isTrial: true, createdAt }
  const [course] = await tx.insert(courses).values(offered).returning({ id: courses.id })
  if (!course) throw new Error('insert returned no row')
  await tx.insert(coachCourses).values({ coachId, courseId: course.id })

  const hours = [20, 30, 38].flatMap((beginTimeSlot) =>
    [2, 3, 4, 5, 6].map((days) => ({ date: addDays(today, days), beginTimeSlot, stadiumId })),
  )
  const ask = async (playerId: string, words: string, at: Date) => {
    const free = (await listTrialChoices(tx, { coachId, playerId, minutes: TRIAL.sessionDuration, wishes: hours }, now))
      .filter(({ obstacle }) => obstacle === null)
      .slice(0, WISHED)
      .sort((one, other) => trialWishStart(one).getTime() - trialWishStart(other).getTime())
    const wishes = free.map(({ date, beginTimeSlot }) => ({ date, beginTimeSlot, stadiumId }))
    const [priceFen, minutes] = [TRIAL.pricePerSession, TRIAL.sessionDuration]
    const asked = { companyId, coachId, playerId, courseId: course.id, courseName: TRIAL.courseName, priceFen, minutes }
    const paid = { ...trialAnswerTimes(wishes, at), state: 'PAID' as const }
    const [trial] = await tx
      .insert(trialLessons)
      .values({ ...asked, ...paid, wishes, words, createdAt: at })
      .returning({ id: trialLessons.id })
    if (!trial) throw new Error('insert returned no row')
    for (const step of ['MADE', 'PAY'] as const)
      await tx.insert(trialLessonEvents).values({ trialId: trial.id, step, actorId: playerId, createdAt: at })
    const title = `${plan.person.nickname} 的体验课`
    const bought = { userId: playerId, kind: 'TRIAL' as const, objectId: trial.id, title, amountFen: priceFen }
    const settled = { state: 'PAID' as const, method: 'WECHAT' as const, expiresAt: at, paidAt: at, createdAt: at }
    const [order] = await tx
      .insert(orders)
      .values({ ...bought, ...settled })
      .returning({ id: orders.id })
    if (!order) throw new Error('insert returned no row')
    const orderId = order.id
    await tx
      .insert(orderLines)
      .values({ orderId, position: 0, label: TRIAL.courseName, quantity: 1, unitFen: priceFen })
    const number = `demo-trial-${trial.id}`
    const received = { transactionId: number, amountFen: priceFen, createdAt: at }
    await tx.insert(payments).values({
      ...{ ...received, orderId, provider: 'SIMULATOR', outTradeNo: number, channel: 'NATIVE' },
      ...{ receivedFen: priceFen, state: 'SETTLED', settledAt: at },
    })
    const shown = { ...received, outTradeNo: number, title, state: 'SUCCESS' as const, expiresAt: at, paidAt: at }
    await tx.insert(simulatedPayments).values(shown)
    return { id: trial.id, choice: itemAt(free, 0) }
  }
  const coming = await ask(idOf(TASTER), '打过两次，想先看看水平', new Date(now.getTime() - 5 * HOUR_MS))
  const court = itemAt(coming.choice.courts, 0)
  await confirmTrial(tx, coming.id, { ...coming.choice, selectedCourt: court.selectedCourt }, { id: coachId, now })
  await ask(idOf(SEEKER), '零基础，周末有空', new Date(now.getTime() - HOUR_MS))

  const playerId = idOf(NEWCOMER)
  const askedAt = new Date(now.getTime() - 2 * HOUR_MS)
  const wish = { coachId, playerId, companyId, courseId: ids.of(itemAt(plan.courses, 0)), words: '想系统学，每周一次' }
  const freeTimes = ['WEEKDAY_EVENING', 'WEEKEND_MORNING'] as const
  const [request] = await tx
    .insert(studentRequests)
    .values({ ...wish, freeTimes: [...freeTimes], expiresAt: answerBy(askedAt), createdAt: askedAt })
    .returning({ id: studentRequests.id })
  if (!request) throw new Error('insert returned no row')
  await tx
    .insert(studentRequestEvents)
    .values({ requestId: request.id, step: 'MADE', actorId: playerId, createdAt: askedAt })
}
