import type { Duplicate } from '@paidang/api/areas/admin-users'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { pagePhoneConflicts } from './duplicate-queries.ts'
import { presentUser } from './present-user.ts'
import { findUsersOf } from './user-queries.ts'

/** One page of accounts that share a phone number, and so may belong to one person. Source: decision record 017 */
export async function listDuplicates(
  db: Database,
  { now, ...input }: { current: number; rows: number; sord: 'asc' | 'desc'; now: Date },
): Promise<Page<Duplicate>> {
  const { rows, total } = await pagePhoneConflicts(db, input)
  const people = await findUsersOf(
    db,
    rows.flatMap(({ claimantId, holderId }) => [claimantId, holderId]),
    now,
  )
  const duplicates = rows.flatMap(({ claimantId, holderId, claimedAt }) => {
    const [claimant, holder] = [people.get(claimantId), people.get(holderId)]
    if (!claimant || !holder) return []
    return [{ claimant: presentUser(claimant), holder: presentUser(holder), claimedAt: claimedAt.toISOString() }]
  })
  return { rows: duplicates, total }
}
