import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations, isToCome, seats } from '../../../tables/classes.ts'
import { lessonOf, notifyOfClass } from './class-row.ts'

/** Notifies everybody with a seat in a coach's future classes that the coach is suspended. They can leave free. */
export async function notifyClassesOfSuspension(
  tx: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<void> {
  const { id, courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = invitations
  const rows = await tx
    .select({ id, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, userId: seats.userId })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, id), eq(seats.state, 'JOINED')))
    .where(and(eq(invitations.coachId, coachId), isToCome(now)))
    .orderBy(asc(id), asc(seats.userId))
  for (const { userId, ...row } of rows) {
    await notifyOfClass(tx, row.id, {
      receiverIds: [userId],
      senderId: null,
      title: '教练暂时无法授课',
      content: `${lessonOf(row)} 的教练账号已停用，开课前可免费取消；没有上课不扣课时`,
    })
  }
}
