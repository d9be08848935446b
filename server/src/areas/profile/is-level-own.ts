import { isOwnToState } from '@paidang/domain/areas/profile/level'
import type { Database } from '../../db/database.ts'
import { listLevelSources } from './profile-queries.ts'

/** Whether a user may still say his level himself: neither a coach nor results have. */
export async function isLevelOwn(db: Database, userId: string): Promise<boolean> {
  return isOwnToState(await listLevelSources(db, userId))
}
