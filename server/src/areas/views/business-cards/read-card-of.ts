import type { BusinessCard } from '@paidang/api/areas/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { presentCard } from './present-card.ts'
import { listCardOwners } from './queries.ts'

/**
 * One user's card. The caller of this function has already checked who may see it.
 *
 * @throws ApiError user_not_found (unknown, or a closed account)
 */
export async function readCardOf(db: Database, userId: string): Promise<BusinessCard> {
  const [owner] = await listCardOwners(db, { userIds: [userId] })
  if (!owner) throw new ApiError('user_not_found')
  return presentCard(owner)
}
