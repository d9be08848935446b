import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { insertEvent } from '../areas/activities/classes/class-row.ts'
import { insertObjection } from '../areas/activities/classes/objections.ts'
import type { Database } from '../db/database.ts'
import { messages } from '../tables/messages.ts'
import type { World } from './world.ts'
import type { Ids } from './write.ts'

const HOUR_MS = 3_600_000
const SILENT_MS = 9 * 24 * HOUR_MS
const WORDS = '那天下雨没有上课，请退回课时'

/**
 * Writes an objection of a student of coach3: a class did not take place. It is unanswered for a week, so operators see
 * it.
 */
export async function writeObjection(tx: Database, { people, classes, now }: World, ids: Ids): Promise<void> {
  const coach = people.named('coach3')
  const disputed = classes
    .flatMap((plan) => plan.seats.map((seat) => ({ plan, seat, completedAt: plan.completedAt })))
    .filter(
      ({ plan, seat, completedAt }) =>
        plan.coach === coach &&
        seat.contract !== null &&
        seat.attendance === 'present' &&
        completedAt !== null &&
        now.getTime() - completedAt.getTime() > SILENT_MS,
    )
    .at(-1)
  if (!disputed?.completedAt) throw new Error('coach3 has held no class')
  const { plan, seat } = disputed
  const at = new Date(disputed.completedAt.getTime() + 2 * HOUR_MS)
  const [invitationId, userId] = [ids.of(plan), ids.of(seat.player)]
  const id = await insertObjection(tx, { invitationId, userId, words: WORDS, createdAt: at })
  const status = { fromStatus: 'COMPLETED', toStatus: 'COMPLETED' } as const
  await insertEvent(tx, { invitationId, action: 'object', ...status, actorId: userId, reason: WORDS, now: at })
  const hours = lessonHoursText(plan.consumedSessions)
  await tx.insert(messages).values({
    receiverId: ids.of(coach),
    senderId: userId,
    category: 'classNotice',
    title: '扣课异议',
    content: `${seat.player.nickname} 对 ${monthDotDay(plan.day)} ${plan.course.courseName} 扣 ${hours} 课时有异议：${WORDS}`,
    objectKind: 'class_objection',
    objectId: id,
    approveStatus: 0,
    createdAt: at,
  })
}
