import type { StaffDeed } from '@paidang/domain/areas/auth/staff-deeds'
import type { Database } from '../../db/database.ts'
import { insertDeed } from './deed-queries.ts'

/** What somebody of the staff did to what: `action` names both, as in venue.approve; `summary` says it in Chinese. */
export type Deed = {
  by: string
  action: StaffDeed
  objectId: string
  summary: string
  now: Date
}

/** Writes down what somebody of the staff did, in the transaction in which he does it. */
export async function recordDeed(tx: Database, { by, action, objectId, summary, now }: Deed): Promise<void> {
  const [objectKind = ''] = action.split('.')
  await insertDeed(tx, { staffId: by, action, objectKind, objectId, summary, createdAt: now })
}
