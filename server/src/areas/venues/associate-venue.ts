import type { CoachVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { findAssociation, findNames, keepRequest, listManagers } from './association-queries.ts'
import { readCoachVenue } from './list-venues-of-coach.ts'
import { findVenues } from './queries.ts'

type Asking = { coachId?: string | undefined; venueId: string; by: string; now: Date }

/**
 * A coach asks to teach at a venue; its managers are asked for their decision, and where there is none an operator finds the
 * request. Asking again answers how he stands to it; one who was rejected may ask anew.
 *
 * @throws ApiError data_of_others (another's coachId), venue_not_found (absent, or not approved and not his own)
 * Source: specification §3 "Venue association payload", decision "Messages"
 */
export async function associateVenue(
  db: Database,
  { coachId = undefined, venueId, by, now }: Asking,
): Promise<CoachVenue> {
  if (coachId !== undefined && coachId !== by) throw new ApiError('data_of_others')
  const pair = { coachId: by, venueId }
  return db.transaction(async (tx) => {
    const [venue] = await findVenues(tx, [venueId])
    const isKnown = venue && (venue.approveStatus === APPROVAL.APPROVED || (await findAssociation(tx, pair)))
    if (!isKnown) throw new ApiError('venue_not_found')
    const requestId = await keepRequest(tx, { ...pair, now })
    if (requestId !== undefined) await askManagers(tx, { ...pair, requestId })
    return readCoachVenue(tx, pair)
  })
}

async function askManagers(
  tx: Database,
  { coachId, venueId, requestId }: { coachId: string; venueId: string; requestId: string },
): Promise<void> {
  const { coach, venue } = await findNames(tx, { coachId, venueId })
  await tell(tx, {
    receiverIds: await listManagers(tx, venueId),
    senderId: coachId,
    category: 'systemNotice',
    title: `${coach} 申请关联场馆`,
    content: `申请在 ${venue} 授课`,
    about: { kind: 'venue_association', id: requestId },
    asksForDecision: true,
  })
}
