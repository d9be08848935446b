import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { findNames } from './association-queries.ts'

type Asking = { requestId: string; coachId: string; venueId: string; askedIds: readonly string[] }

/** Asks managers of a venue whether a coach may teach there, who asked for it. */
export async function askToDecide(tx: Database, { requestId, coachId, venueId, askedIds }: Asking): Promise<void> {
  const { coach, venue } = await findNames(tx, { coachId, venueId })
  await tell(tx, {
    receiverIds: askedIds,
    senderId: coachId,
    category: 'systemNotice',
    title: `${coach} 申请关联场馆`,
    content: `申请在 ${venue} 授课`,
    about: { kind: 'venue_association', id: requestId },
    asksForDecision: true,
  })
}
