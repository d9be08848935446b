import { userTypeAt } from '@paidang/domain/areas/places/company-invitations/invitations'
import type { UserType } from '@paidang/domain/kernel/access'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'

/** The names of the clubs for which a person teaches, without one-person companies. */
export const clubsOf = (userId: SQL) => sql<string[]>`(
  select coalesce(json_agg(club.company_name order by club.id), '[]')
  from ${companyMembers} m join ${companies} club on club.id = m.company_id
  where m.user_id = ${userId} and not club.is_person)`

/** Sets the userType of a coach by their clubs, after they joined or left one. */
export async function followUserType(tx: Database, userId: string): Promise<void> {
  // Locked first, and then counted by a statement of its own. So of two clubs at once the later one sees both, and a
  // hand-over of an admin's role sees the userType or is seen.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [coach] = await tx
    .select({
      before: users.userType,
      clubs: clubsOf(sql`${userId}`),
      leads: sql<boolean>`exists (select 1 from ${companies} led
        where led.admin_id = ${userId} and led.closed_at is null and not led.is_person)`,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!coach) return
  const before = coach.before as UserType
  const userType = userTypeAt({ before, clubs: coach.clubs.length, leads: coach.leads })
  if (userType !== before) await tx.update(users).set({ userType }).where(eq(users.id, userId))
}
