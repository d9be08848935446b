import type { ManagedCoach } from '@paidang/api/areas/admin-coaches'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { type CoachesQuery, findTeachingOf } from './coach-queries.ts'
import { presentUser } from './present-user.ts'
import { pageUsers, type UserRow, type UsersPage } from './user-queries.ts'

/** Users with their teaching data. */
export async function presentCoaches(db: Database, rows: UserRow[], now: Date): Promise<ManagedCoach[]> {
  const teaching = await findTeachingOf(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.flatMap((row) => {
    const own = teaching.get(row.id)
    const { username: _username, ...user } = presentUser(row)
    return own ? [{ ...user, ...own }] : []
  })
}

/** One page of the coaches who match. Their teaching data is counted for this page only. */
export async function listCoaches(
  db: Database,
  { companyId, isVerified, isPerson, ...input }: UsersPage & CoachesQuery,
): Promise<Page<ManagedCoach>> {
  const { rows, total } = await pageUsers(db, { ...input, coaches: { companyId, isVerified, isPerson } })
  return { rows: await presentCoaches(db, rows, input.now), total }
}
