import type { AssociationEvidence, listAssociations } from '@paidang/api/areas/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { readDecider } from '../../ground/audit-log/read-decider.ts'
import { type AssociationInList, findAssociationEvidence } from './association-inbox-queries.ts'

/**
 * A coach's request to teach at a venue, with the evidence for the operator's decision.
 *
 * @throws ApiError association_not_found
 */
export async function readAssociation(db: Database, id: string): Promise<AssociationEvidence> {
  const row = await findAssociationEvidence(db, id)
  if (!row) throw new ApiError('association_not_found')
  const { decidedAt, reason } = row
  const actorId = decidedAt && (await readDecider(db, { kind: 'venue-association', id }))
  return {
    ...presentAssociation(row),
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason },
    address: row.address,
    venueApproveStatus: row.venueApproveStatus,
    coachesThere: row.coachesThere,
    isVerified: row.isVerified,
    coachSince: row.coachSince.toISOString(),
    companies: row.companies,
    otherVenues: row.otherVenues,
    classesHeld: row.classesHeld,
  }
}

/** A request as a row of the operator's list. */
export function presentAssociation(row: AssociationInList): Data<typeof listAssociations>[number] {
  const { id, coach, venue, createdAt, approveStatus, managers } = row
  return { id, coach, venue, createTime: createdAt.toISOString(), approveStatus, managers }
}
