import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import type { Decision, Effect } from '../messages/decide-message.ts'
import { tell } from '../messages/tell.ts'
import { type Association, findNames, listManagers, lockAssociation, setApproval } from './association-queries.ts'

/**
 * A manager of the venue decides whether a coach may teach there, and the coach is told. The same verdict again changes
 * nothing.
 *
 * @throws ApiError relation_not_found (taken back), venue_not_managed (no manager, or no more), message_decided (the other
 *   verdict was reached before)
 * Source: decision "Messages"
 */
async function decideAssociation(
  tx: Database,
  { objectId, by, verdict, now }: Pick<Decision, 'objectId' | 'by' | 'verdict' | 'now'>,
): Promise<void> {
  const association = await lockAssociation(tx, objectId)
  if (!association) throw new ApiError('relation_not_found')
  if (!(await listManagers(tx, association.venueId)).includes(by)) throw new ApiError('venue_not_managed')
  if (association.approveStatus === verdict) return
  if (association.approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')
  await settleAssociation(tx, association, { verdict, senderId: by, reason: '', now })
}

/** `senderId` is the manager who says so; null: an operator. */
type Settling = { verdict: Verdict; senderId: string | null; reason: string; now: Date }

/**
 * A locked association that waits is decided, whoever decides it, and its coach is told.
 *
 * @returns the names of both, for who writes down what he did
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
  await tell(tx, {
    receiverIds: [coachId],
    senderId,
    category: 'systemNotice',
    title: isApproved ? '场馆关联已通过' : '场馆关联未通过',
    content: isApproved ? `您可以在 ${names.venue} 授课了` : refused,
    about: { kind: 'venue_association', id },
  })
  return names
}

/** What a manager's verdict on a message that asks to teach at his venue does. */
export const associationEffect: Effect = { lock: lockAssociation, decide: decideAssociation }
