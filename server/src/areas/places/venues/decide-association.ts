import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type Association, findNames, listManagers, lockAssociation, setApproval } from './association-queries.ts'

/**
 * Records a manager's decision whether a coach may teach at the venue, and notifies the coach. Repeating the same
 * verdict changes nothing.
 *
 * @throws ApiError relation_not_found (taken back); venue_not_managed (the caller is no manager of the venue);
 *   message_decided (the opposite verdict was reached before).
 * Source: decision "Messages"
 */
async function decideAssociation(
  tx: Database,
  { objectId, actorId, verdict, now }: Pick<Decision, 'objectId' | 'actorId' | 'verdict' | 'now'>,
): Promise<void> {
  const association = await lockAssociation(tx, objectId)
  if (!association) throw new ApiError('relation_not_found')
  if (!(await listManagers(tx, association.venueId)).includes(actorId)) throw new ApiError('venue_not_managed')
  if (association.approveStatus === verdict) return
  if (association.approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')
  await settleAssociation(tx, association, { verdict, senderId: actorId, reason: '', now })
}

/** `senderId` is the manager who decides. Null means an operator. */
type Settling = { verdict: Verdict; senderId: string | null; reason: string; now: Date }

/**
 * Decides a locked association that waits, and notifies its coach. The caller checks who may decide.
 *
 * @returns the names of the coach and the venue, for the audit log
 */
export async function settleAssociation(
  tx: Database,
  { id, coachId, venueId }: Association,
  { verdict, senderId, reason, now }: Settling,
): Promise<{ coach: string; venue: string }> {
  await setApproval(tx, { id, approveStatus: verdict, reason, now })
  const names = await findNames(tx, { coachId, venueId })
  const isApproved = verdict === APPROVAL.APPROVED
  const refused = `${names.venue} 未同意您的关联申请${reason === '' ? '' : `：${reason}`}`
  await notify(tx, {
    receiverIds: [coachId],
    senderId,
    category: 'systemNotice',
    title: isApproved ? '场馆关联已通过' : '场馆关联未通过',
    content: isApproved ? `您可以在 ${names.venue} 授课了` : refused,
    about: { kind: 'venue_association', id },
  })
  return names
}

/** The effect of a manager's verdict on a message that asks to teach at the venue. */
export const associationEffect: Effect = { lock: lockAssociation, decide: decideAssociation }
