import type { ManagedCoach } from '@paidang/api/areas/admin-coaches'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { type CoachesWanted, findTeachingOf } from './coach-queries.ts'
import { presentUser } from './present-user.ts'
import { pageUsers, type UserRow, type UsersPage } from './user-queries.ts'

/** Users with how they teach. */
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

/** One page of the coaches who are looked for; how they teach is counted for these alone. */
export async function listCoaches(
  db: Database,
  { companyId, isVerified, isPerson, ...wanted }: UsersPage & CoachesWanted,
): Promise<Page<ManagedCoach>> {
  const { rows, total } = await pageUsers(db, { ...wanted, coaches: { companyId, isVerified, isPerson } })
  return { rows: await presentCoaches(db, rows, wanted.now), total }
}
