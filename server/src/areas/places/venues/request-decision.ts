import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { findNames } from './association-queries.ts'

type Asking = { requestId: string; coachId: string; venueId: string; askedIds: readonly string[] }

/** Sends managers of a venue the coach's request to teach there, for their decision. */
export async function requestDecision(tx: Database, { requestId, coachId, venueId, askedIds }: Asking): Promise<void> {
  const { coach, venue } = await findNames(tx, { coachId, venueId })
  await notify(tx, {
    receiverIds: askedIds,
    senderId: coachId,
    category: 'systemNotice',
    title: `${coach} 申请关联场馆`,
    content: `申请在 ${venue} 授课`,
    about: { kind: 'venue_association', id: requestId },
    asksForDecision: true,
  })
}
