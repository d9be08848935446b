import { trialAnswerTimes } from '@paidang/domain/areas/activities/trial-lessons/trial'
import type { Database } from '../db/database.ts'
import { orderLines, orders, payments } from '../tables/payments.ts'
import { trialLessonEvents, trialLessons } from '../tables/trial-lessons.ts'
import { only, TEST_NOW } from './builders.ts'

/** Adds a trial lesson of ¥168 that was paid at TEST_NOW for an hour of 2026-05-08. @returns its id */
export async function givenTrial(
  db: Database,
  { venueId: stadiumId, ...made }: Record<'companyId' | 'courseId' | 'coachId' | 'playerId' | 'venueId', string>,
): Promise<string> {
  const wishes = [{ date: '2026-05-08', beginTimeSlot: 20, stadiumId }]
  const times = trialAnswerTimes(wishes, TEST_NOW)
  const [priceFen, paidAt] = [16_800, TEST_NOW]
  const asked = { ...made, courseName: '体验课', priceFen, minutes: 60, wishes, words: '零基础', createdAt: TEST_NOW }
  return db.transaction(async (tx) => {
    const trial = { ...asked, ...times, state: 'PAID' as const }
    const { id: trialId } = only(await tx.insert(trialLessons).values(trial).returning({ id: trialLessons.id }))
    for (const step of ['MADE', 'PAY'] as const)
      await tx.insert(trialLessonEvents).values({ trialId, step, actorId: made.playerId, createdAt: TEST_NOW })
    const face = { userId: made.playerId, kind: 'TRIAL' as const, objectId: trialId, title: '体验课' }
    const paid = { state: 'PAID' as const, method: 'WECHAT' as const, expiresAt: paidAt, paidAt, createdAt: paidAt }
    const order = { ...face, ...paid, amountFen: priceFen }
    const { id: orderId } = only(await tx.insert(orders).values(order).returning({ id: orders.id }))
    await tx.insert(orderLines).values({ orderId, position: 0, label: '体验课', quantity: 1, unitFen: priceFen })
    const settled = { state: 'SETTLED' as const, amountFen: priceFen, receivedFen: priceFen, settledAt: paidAt }
    await tx.insert(payments).values({
      ...settled,
      orderId,
      provider: 'SIMULATOR',
      outTradeNo: `given${orderId}`,
      transactionId: `given${orderId}`,
      channel: 'NATIVE',
      createdAt: paidAt,
    })
    return trialId
  })
}
