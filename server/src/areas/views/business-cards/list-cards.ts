import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { Database } from '../../../db/database.ts'
import { listPending } from '../../ground/content/list-pending.ts'
import { lookAtPeople } from '../../people/relations/look-at-people.ts'
import { presentCard } from './present-card.ts'
import { listCardOwners } from './queries.ts'

/**
 * The cards of these users in the requested order, each once. It leaves out unknown users, closed accounts, users
 * without a tie to the caller, and users blocked in either direction.
 *
 * @throws ApiError strangers_too_many
 * Source: specification §7 "cards/multiCards", permission matrix
 */
export async function listCards(
  db: Database,
  { userIds, actorId, now }: { userIds: readonly string[]; actorId: string; now: Date },
): Promise<BusinessCard[]> {
  const tied = await lookAtPeople(db, { userIds, actorId: actorId, now })
  const owners = new Map((await listCardOwners(db, { userIds: [...tied], actorId })).map((owner) => [owner.id, owner]))
  const pending = owners.has(actorId) ? await listPending(db, { kind: 'card', objectId: actorId, actorId }) : []
  return [...new Set(userIds)].flatMap((id) => {
    const owner = owners.get(id)
    return owner ? [{ ...presentCard(owner), ...(id === actorId && { pending }) }] : []
  })
}
