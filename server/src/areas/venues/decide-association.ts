import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import type { Decision, Effect } from '../messages/decide-message.ts'
import { tell } from '../messages/tell.ts'
import { findNames, listManagers, lockAssociation, setApproval } from './association-queries.ts'

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
  { objectId, by, verdict }: Pick<Decision, 'objectId' | 'by' | 'verdict'>,
): Promise<void> {
  const association = await lockAssociation(tx, objectId)
  if (!association) throw new ApiError('relation_not_found')
  const { id, coachId, venueId, approveStatus } = association
  if (!(await listManagers(tx, venueId)).includes(by)) throw new ApiError('venue_not_managed')
  if (approveStatus === verdict) return
  if (approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')

  await setApproval(tx, { id, approveStatus: verdict })
  const { venue } = await findNames(tx, { coachId, venueId })
  const isApproved = verdict === APPROVAL.APPROVED
  await tell(tx, {
    receiverIds: [coachId],
    senderId: by,
    category: 'systemNotice',
    title: isApproved ? '场馆关联已通过' : '场馆关联未通过',
    content: isApproved ? `您可以在 ${venue} 授课了` : `${venue} 未同意您的关联申请`,
    about: { kind: 'venue_association', id },
  })
}

/** What a manager's verdict on a message that asks to teach at his venue does. */
export const associationEffect: Effect = { lock: lockAssociation, decide: decideAssociation }
