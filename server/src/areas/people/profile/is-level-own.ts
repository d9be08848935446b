import { isOwnToState } from '@paidang/domain/areas/profile/level'
import type { Database } from '../../../db/database.ts'
import { listLevelSources } from './profile-queries.ts'

/** Whether a user may still state their own level: no coach has assessed it, and no result has moved it. */
export async function isLevelOwn(db: Database, userId: string): Promise<boolean> {
  return isOwnToState(await listLevelSources(db, userId))
}
