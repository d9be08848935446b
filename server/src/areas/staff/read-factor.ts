import type { readFactor as endpoint } from '@paidang/api/areas/staff-factor'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import type { Sessions, StaffUser } from '../../http/session.ts'
import { readOwnFactor } from '../auth/read-own-factor.ts'

/** The caller's second factor, and whether nothing is open to them without one. */
export async function readFactor(db: Database, sessions: Sessions, by: StaffUser): Promise<Data<typeof endpoint>> {
  const { since, recoveryCodesLeft } = await readOwnFactor(db, by.id)
  const isDemanded = sessions.lacksFactor({ role: by.role, hasFactor: false })
  return { since: since?.toISOString() ?? null, recoveryCodesLeft, isDemanded }
}
