import type { ApplicationForOperator } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { makeCoach } from '../profile/make-coach.ts'
import { type ApplicationRow, findApplicationOfUser, lockApplication, setVerdict } from './application-queries.ts'
import { presentForOperator, type Showing } from './present-application.ts'

/** What other areas do for a new coach, in the same transaction. */
export type CoachEffect = (tx: Database, coach: { userId: string; nickname: string; now: Date }) => Promise<void>

type Deciding = Showing & {
  applicationId: string
  isApproved: boolean
  reason: string
  actorId: string
  effect: CoachEffect
}

/**
 * An operator decides once whether a player becomes a coach, and the player is notified. Approved players become
 * coaches at once, also in their current sessions. They are verified and get a one-person company. The same verdict
 * again answers the present state.
 *
 * @throws ApiError application_not_found, application_decided (the opposite verdict was given before).
 * Source: specification §7 "Profile and registration", permission matrix
 */
export async function decideApplication(
  db: Database,
  { applicationId, isApproved, reason, actorId, effect, ...showing }: Deciding,
): Promise<ApplicationForOperator> {
  const verdict = isApproved ? APPROVAL.APPROVED : APPROVAL.REJECTED
  return db.transaction(async (tx) => {
    const row = await lockApplication(tx, applicationId)
    if (!row) throw new ApiError('application_not_found')
    if (row.approveStatus === APPROVAL.PENDING) {
      await setVerdict(tx, { id: row.id, verdict, reason: reason.trim(), now: showing.now })
      if (isApproved) await approve(tx, row, { effect, now: showing.now })
      else await notifyRefused(tx, row, reason.trim())
      // The real name is deleted with the application when the account is closed. The audit event stays, so it uses the
      // number.
      const ofUser = `用户（编号 ${row.userId}）的教练认证`
      await recordAuditEvent(tx, {
        actorId,
        action: isApproved ? 'coach-application.approve' : 'coach-application.reject',
        objectId: row.id,
        summary: isApproved ? `通过${ofUser}` : `未通过${ofUser}：${reason.trim()}`,
        now: showing.now,
      })
    } else if (row.approveStatus !== verdict) throw new ApiError('application_decided')
    const decided = await findApplicationOfUser(tx, applicationId)
    if (!decided) throw new Error('an application vanished inside its transaction')
    return presentForOperator(decided, showing)
  })
}

async function approve(
  tx: Database,
  { id, userId }: ApplicationRow,
  { effect, now }: { effect: CoachEffect; now: Date },
): Promise<void> {
  const { nickname } = await makeCoach(tx, userId)
  await effect(tx, { userId, nickname, now })
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '教练认证已通过',
    content: '您已成为教练，可以添加课程、关联场馆并开始接课了',
    about: { kind: 'registration', id },
  })
}

async function notifyRefused(tx: Database, { id, userId }: ApplicationRow, reason: string): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '教练认证未通过',
    content: reason === '' ? '您的教练申请未通过，可以补充资料后重新提交' : `您的教练申请未通过：${reason}`,
    about: { kind: 'registration', id },
  })
}
