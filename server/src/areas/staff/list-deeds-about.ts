import type { StaffDeed } from '@paidang/api/areas/admin-audit'
import type { Database } from '../../db/database.ts'
import { listDeedsOf } from './deed-queries.ts'

/** So many deeds about one thing are shown on its page; all of them stand in the audit trail. */
const MAX_DEEDS = 20

/** What the staff did to a thing, the latest first. `kind` is what its deeds begin with, as in venue.approve. */
export async function listDeedsAbout(db: Database, about: { kind: string; id: string }): Promise<StaffDeed[]> {
  const deeds = await listDeedsOf(db, { ...about, limit: MAX_DEEDS })
  return deeds.map(({ createdAt, ...deed }) => ({ ...deed, createdAt: createdAt.toISOString() }))
}
