import { and, eq, ne, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { coachCourses, companies, companyMembers, courses, retiredPolicies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

/**
 * Locks a company's row for the rest of the transaction. Changes of its members, its admin and its courses run one
 * after the other.
 */
export async function lockCompany(tx: Database, companyId: string) {
  // Bookings reference the company. With this lock they need not wait.
  const [row] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  return row
}

/** Inserts a one-person company, whose admin teaches for it. */
export async function insertOwnCompany(
  tx: Database,
  { companyName, adminId, now }: { companyName: string; adminId: string; now: Date },
): Promise<void> {
  const company = { companyName, adminId, isPerson: true, createdAt: now }
  const [row] = await tx.insert(companies).values(company).returning({ id: companies.id })
  if (!row) throw new Error('insert returned no row')
  await tx.insert(companyMembers).values({ companyId: row.id, userId: adminId, createdAt: now })
}

/** A company as answers show it to the given person. */
export async function findCompany(db: Database, companyId: string, actorId: string) {
  const [row] = await db
    .select({
      company: companies,
      adminName: users.nickname,
      coachCount: sql<number>`(select count(*) from ${companyMembers} m where m.company_id = ${companies}.id)`.mapWith(
        Number,
      ),
      courseCount:
        sql<number>`(select count(*) from ${courses} c where c.company_id = ${companies}.id and not c.del_flag)`.mapWith(
          Number,
        ),
      studentCount: sql<number>`(
        select count(distinct r.player_id) from ${studentRelations} r
          join ${companyMembers} m on m.user_id = r.coach_id and m.company_id = ${companies}.id)`.mapWith(Number),
      isMember: sql<boolean>`exists (
        select 1 from ${companyMembers} m where m.company_id = ${companies}.id and m.user_id = ${actorId})`,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.adminId))
    .where(eq(companies.id, companyId))
  return row
}

/** The names of the courses that a coach of `users` teaches for a company of `companies`, by name. */
export const taughtCourseNames = sql<string[]>`array(
  select c.course_name from ${coachCourses} x join ${courses} c on c.id = x.course_id
  where x.coach_id = ${users.id} and c.company_id = ${companies.id} and not c.del_flag
  order by c.course_name collate "zh-x-icu", c.id)`

/** The coaches of a company by name, with their courses there. `nickname` is a part of a name. */
export async function listCoachesOfCompany(
  db: Database,
  { companyId, nickname }: { companyId: string; nickname: string },
) {
  return db
    .select({
      id: users.id,
      userType: users.userType,
      nickname: users.nickname,
      avatar: users.avatar,
      likeCount: users.likesCount,
      isAdmin: sql<boolean>`${companies.adminId} = ${users.id}`,
      courseNames: taughtCourseNames,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        // strpos instead of like: % and _ in the input are ordinary characters.
        sql`strpos(lower(${users.nickname}), lower(${nickname})) > 0`,
      ),
    )
    .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
}

/** The members of a company. */
export async function listMembers(db: Database, companyId: string): Promise<{ id: string; nickname: string }[]> {
  return db
    .select({ id: users.id, nickname: users.nickname })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
}

/** The clubs for which a coach teaches. One-person companies are left out. */
export async function listClubsOf(db: Database, userId: string) {
  return db
    .select({ id: companies.id, adminId: companies.adminId })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(and(eq(companyMembers.userId, userId), eq(companies.isPerson, false)))
    .orderBy(companies.id)
}

/** The ids of all companies for which a coach teaches. */
export async function listCompaniesOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, userId))
    .orderBy(companyMembers.companyId)
  return rows.map(({ id }) => id)
}

/** A member who may become the admin of a company: another coach of userType 1 who is not suspended. */
export async function findSuccessorOf(
  db: Database,
  { id: companyId, adminId }: { id: string; adminId: string },
  userId: string,
  now: Date,
) {
  const [row] = await db
    .select({ id: users.id, nickname: users.nickname })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.userType, 1)))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.userId, userId),
        ne(companyMembers.userId, adminId),
        not(isSuspended(companyMembers.userId, now)),
      ),
    )
  return row
}

/**
 * Replaces the admin of a company if the given person still is its admin.
 *
 * @returns whether the admin was replaced
 */
export async function swapAdmin(
  tx: Database,
  { companyId, from, to }: { companyId: string; from: string; to: string },
): Promise<boolean> {
  const rows = await tx
    .update(companies)
    .set({ adminId: to })
    .where(and(eq(companies.id, companyId), eq(companies.adminId, from)))
    .returning({ id: companies.id })
  return rows.length === 1
}

/** Ends a membership. */
export async function deleteMember(
  tx: Database,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await tx.delete(companyMembers).where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)))
}

/** Closes a company whose last coach has left. It no longer offers courses. */
export async function closeCompany(
  tx: Database,
  companyId: string,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  await tx
    .update(courses)
    .set({ delFlag: true, updatedBy: actorId, updatedAt: now })
    .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false)))
  await tx.update(companies).set({ closedAt: now }).where(eq(companies.id, companyId))
}

type Company = typeof companies.$inferSelect

/**
 * Stores a replaced policy, for the classes that were made under it. If two changes have the same instant, the second
 * policy was never in force and is not stored.
 */
export async function retirePolicy(
  tx: Database,
  { id: companyId, freeCancelHours, forgivenLateCancels }: Company,
  { actorId: retiredBy, now: retiredAt }: { actorId: string; now: Date },
): Promise<void> {
  await tx
    .insert(retiredPolicies)
    .values({ companyId, retiredAt, freeCancelHours, forgivenLateCancels, retiredBy })
    .onConflictDoNothing()
}

/** Sets a company's rules. */
export async function updateSettings(
  tx: Database,
  companyId: string,
  settings: Pick<Company, 'freeCancelHours' | 'forgivenLateCancels' | 'firstStart' | 'lastStart'>,
): Promise<void> {
  await tx.update(companies).set(settings).where(eq(companies.id, companyId))
}

/** Renames a locked company. */
export async function setCompanyName(tx: Database, companyId: string, companyName: string): Promise<void> {
  await tx.update(companies).set({ companyName }).where(eq(companies.id, companyId))
}
