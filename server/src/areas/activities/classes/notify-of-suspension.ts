import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { listSeatsToCome } from './unfinished-queries.ts'

/** Notifies everybody with a seat in a coach's future classes that the coach is suspended. They can leave free. */
export async function notifyClassesOfSuspension(
  tx: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<void> {
  for (const { id, userId, courseDate, beginTimeSlot, endTimeSlot, courseDesignName } of await listSeatsToCome(tx, {
    coachId,
    now,
  })) {
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'classNotice',
      title: '教练暂时无法授课',
      content: `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName} 的教练账号已停用，开课前可免费取消；没有上课不扣课时`,
      about: { kind: 'invitation', id },
    })
  }
}
