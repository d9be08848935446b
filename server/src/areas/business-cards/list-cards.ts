import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { Database } from '../../db/database.ts'
import { presentCard } from './present-card.ts'
import { listCardOwners } from './queries.ts'

/**
 * The cards of these users in the order asked for, each once. Who is not there, closed his account, or has or is on a blacklist
 * between the two is left out.
 *
 * Source: specification §7 "cards/multiCards", permission matrix
 */
export async function listCards(
  db: Database,
  { userIds, by }: { userIds: readonly string[]; by: string },
): Promise<BusinessCard[]> {
  const owners = new Map((await listCardOwners(db, { userIds, by })).map((owner) => [owner.id, owner]))
  return [...new Set(userIds)].flatMap((id) => {
    const owner = owners.get(id)
    return owner ? [presentCard(owner)] : []
  })
}
