import type { readFactor as endpoint } from '@paidang/api/areas/staff-factor'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import type { Sessions, StaffUser } from '../../../http/session.ts'
import { readOwnFactor } from '../../people/auth/read-own-factor.ts'

/** Reads the second factor of the caller, and whether the caller's role requires one. */
export async function readFactor(db: Database, sessions: Sessions, actor: StaffUser): Promise<Data<typeof endpoint>> {
  const { since, recoveryCodesLeft } = await readOwnFactor(db, actor.id)
  const isDemanded = sessions.lacksFactor({ role: actor.role, hasFactor: false })
  return { since: since?.toISOString() ?? null, recoveryCodesLeft, isDemanded }
}
