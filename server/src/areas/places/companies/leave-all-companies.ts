import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import {
  coachCourses,
  companies,
  companyInvitationEvents,
  companyInvitations,
  companyMembers,
  courses,
} from '../../../tables/companies.ts'
import { lockCompany } from './lock-own-company.ts'

type Member = { companyId: string; userId: string }

/** Removes all courses of a company from a coach. Waits for concurrent bookings of the coach, or makes them wait. */
export async function removeTeaching(tx: Database, { companyId, userId: coachId }: Member): Promise<void> {
  const own = tx.select({ id: courses.id }).from(courses).where(eq(courses.companyId, companyId))
  await tx.delete(coachCourses).where(and(eq(coachCourses.coachId, coachId), inArray(coachCourses.courseId, own)))
}

/** Ends a membership. */
export async function deleteMember(tx: Database, { companyId, userId }: Member): Promise<void> {
  await tx.delete(companyMembers).where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)))
}

/** Ends what is open of a coach whose account closes, or of a company that closes. */
async function endInvitations(tx: Database, whose: SQL, now: Date): Promise<void> {
  const ended = await tx
    .update(companyInvitations)
    .set({ state: 'WITHDRAWN', endedAt: now, phone: null })
    .where(and(whose, eq(companyInvitations.state, 'PENDING')))
    .returning({ invitationId: companyInvitations.id })
  const events = ended.map((row) => ({ ...row, step: 'WITHDRAW' as const, createdAt: now }))
  if (events.length > 0) await tx.insert(companyInvitationEvents).values(events)
}

/** Closes a company whose last coach has left. It no longer offers courses. An operator is no actor (null). */
export async function closeCompany(
  tx: Database,
  companyId: string,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  await tx
    .update(courses)
    .set({ delFlag: true, updatedBy: actorId, updatedAt: now })
    .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false)))
  await tx.update(companies).set({ closedAt: now }).where(eq(companies.id, companyId))
  await endInvitations(tx, eq(companyInvitations.companyId, companyId), now)
}

/**
 * Removes a coach whose account ends from all companies. Companies that they administer are closed. The caller must
 * check afterwards whether this is allowed. Then nobody can book the coach or sign with the company any more.
 */
export async function leaveAllCompanies(tx: Database, { actorId, now }: { actorId: string; now: Date }): Promise<void> {
  const memberships = await tx
    .select({ companyId: companyMembers.companyId, userId: companyMembers.userId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, actorId))
    .orderBy(companyMembers.companyId)
  for (const membership of memberships) {
    const company = await lockCompany(tx, membership.companyId)
    await removeTeaching(tx, membership)
    await deleteMember(tx, membership)
    if (company?.adminId === actorId) await closeCompany(tx, membership.companyId, { actorId, now })
  }
  await endInvitations(tx, eq(companyInvitations.coachId, actorId), now)
}
