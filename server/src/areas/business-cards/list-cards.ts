import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { Database } from '../../db/database.ts'
import { listPending } from '../content/list-pending.ts'
import { lookAtPeople } from '../relations/look-at-people.ts'
import { presentCard } from './present-card.ts'
import { listCardOwners } from './queries.ts'

/**
 * The cards of these users in the order asked for, each once. Who is not there, closed his account, has or is on a blacklist
 * between the two, or has nothing to do with the caller is left out.
 *
 * @throws ApiError strangers_too_many
 * Source: specification §7 "cards/multiCards", permission matrix
 */
export async function listCards(
  db: Database,
  { userIds, by, now }: { userIds: readonly string[]; by: string; now: Date },
): Promise<BusinessCard[]> {
  const tied = await lookAtPeople(db, { userIds, actorId: by, now })
  const owners = new Map((await listCardOwners(db, { userIds: [...tied], by })).map((owner) => [owner.id, owner]))
  const pending = owners.has(by) ? await listPending(db, { kind: 'card', objectId: by, by }) : []
  return [...new Set(userIds)].flatMap((id) => {
    const owner = owners.get(id)
    return owner ? [{ ...presentCard(owner), ...(id === by && { pending }) }] : []
  })
}
