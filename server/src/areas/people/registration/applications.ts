import type { ApplicationForOperator, CoachApplication } from '@paidang/api/areas/people/registration'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { staff } from '../../../tables/staff-identities.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'

export type ApplicationRow = typeof coachApplications.$inferSelect

/** Which staff member decided: the author of the latest audit event. */
const decidedBy = sql<string | null>`(
  select s.nickname from ${staffAuditEvents} d join ${staff} s on s.id = d.staff_id
  where d.object_kind = 'coach-application' and d.object_id = ${coachApplications}.id order by d.id desc limit 1)`

/** Applications, each with its applicant and the staff member who decided it. */
export function selectWithUser(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ application: coachApplications, user: { id, nickname, avatar }, decidedBy })
    .from(coachApplications)
    .innerJoin(users, eq(users.id, coachApplications.userId))
    .$dynamic()
}

type ApplicationOfUser = Awaited<ReturnType<typeof selectWithUser>>[number]

/** What is needed to make links to private pictures, which work for a limited time. */
type Showing = { links: FileLinks; now: Date }

/** An application as its applicant and the operator see it. The links to its certificates work for a short time. */
export function presentApplication(row: ApplicationRow, { links, now }: Showing): CoachApplication {
  return {
    id: row.id,
    realName: row.realName,
    yearsTeaching: row.yearsTeaching,
    region: row.region,
    introduction: row.introduction,
    certificates: row.certificates
      .split(',')
      .map((relativePath) => ({ relativePath, url: links.of(relativePath, now) })),
    approveStatus: row.approveStatus,
    reason: row.reason,
    createTime: row.createdAt.toISOString(),
  }
}

/** The same application with its applicant and the staff member who decided it. */
export function presentForOperator(
  { user, application, decidedBy }: ApplicationOfUser,
  showing: Showing,
): ApplicationForOperator {
  const { decidedAt, reason } = application
  return {
    user,
    application: presentApplication(application, showing),
    decision: decidedAt && { by: decidedBy, at: decidedAt.toISOString(), reason },
  }
}

/** All applications of a user to become a coach, and how each was decided; the latest first. */
export async function listApplicationsOf(
  db: Database,
  userId: string,
  showing: Showing,
): Promise<ApplicationForOperator[]> {
  const rows = await selectWithUser(db).where(eq(coachApplications.userId, userId)).orderBy(desc(coachApplications.id))
  return rows.map((row) => presentForOperator(row, showing))
}

/**
 * Removes applications that were refused long ago. Nothing then refers to their certificates, which are cleaned up too.
 */
export async function cleanupApplications({ db, now }: JobContext): Promise<void> {
  const isOld = lt(coachApplications.decidedAt, keptSince('refusedApplications', now))
  await db.delete(coachApplications).where(and(eq(coachApplications.approveStatus, APPROVAL.REJECTED), isOld))
}
