import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { staff } from '../../../tables/staff-identities.ts'

export type ApplicationRow = typeof coachApplications.$inferSelect

/** What the applicant fills in. The other columns of the row belong to the operator. */
export type NewApplication = Pick<
  ApplicationRow,
  'userId' | 'realName' | 'yearsTeaching' | 'region' | 'introduction' | 'certificates' | 'createdAt'
>

/**
 * Inserts an application. A second waiting application of the same user fails with 23505 on
 * coach_applications_one_waits.
 */
export async function insertApplication(tx: Database, application: NewApplication): Promise<ApplicationRow> {
  const [row] = await tx.insert(coachApplications).values(application).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** A user's latest application. */
export async function findLatestApplication(db: Database, userId: string): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(coachApplications)
    .where(eq(coachApplications.userId, userId))
    .orderBy(desc(coachApplications.id))
    .limit(1)
  return row
}

/** Reads and locks the application until the transaction ends. Nobody else can decide it meanwhile. */
export async function lockApplication(tx: Database, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.select().from(coachApplications).where(eq(coachApplications.id, id)).for('update')
  return row
}

/** Stores the operator's verdict on a locked application. */
export async function setVerdict(
  tx: Database,
  { id, verdict, reason, now }: { id: string; verdict: Verdict; reason: string; now: Date },
): Promise<void> {
  await tx
    .update(coachApplications)
    .set({ approveStatus: verdict, reason, decidedAt: now })
    .where(eq(coachApplications.id, id))
}

/** Which staff member decided: the author of the latest audit event. */
const decidedBy = sql<string | null>`(
  select s.nickname from ${staffAuditEvents} d join ${staff} s on s.id = d.staff_id
  where d.object_kind = 'coach-application' and d.object_id = ${coachApplications}.id order by d.id desc limit 1)`

function selectWithUser(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ application: coachApplications, user: { id, nickname, avatar }, decidedBy })
    .from(coachApplications)
    .innerJoin(users, eq(users.id, coachApplications.userId))
    .$dynamic()
}

/** An application with its applicant and the staff member who decided it. */
export type ApplicationOfUser = Awaited<ReturnType<typeof selectWithUser>>[number]

export async function findApplicationOfUser(db: Database, id: string): Promise<ApplicationOfUser | undefined> {
  const [row] = await selectWithUser(db).where(eq(coachApplications.id, id))
  return row
}

/** All applications of a user, the latest first. */
export async function listApplicationsOfUser(db: Database, userId: string): Promise<ApplicationOfUser[]> {
  return selectWithUser(db).where(eq(coachApplications.userId, userId)).orderBy(desc(coachApplications.id))
}

/** Which applications: of one status, only the waiting ones, or only the decided ones. */
type ApplicationsQuery = { approveStatus: number | undefined; state: 'waiting' | 'decided' | undefined }

/**
 * One page of the requested applications. Waiting ones come first, the oldest on top. Decided ones follow, the latest
 * first.
 */
export async function pageApplications(
  db: Database,
  { approveStatus, state, limit, offset }: ApplicationsQuery & { limit: number; offset: number },
): Promise<{ rows: ApplicationOfUser[]; total: number }> {
  const isOfState = state === 'waiting' ? eq : ne
  const condition = and(
    approveStatus === undefined ? undefined : eq(coachApplications.approveStatus, approveStatus),
    state && isOfState(coachApplications.approveStatus, APPROVAL.PENDING),
  )
  const isDecided = sql`${coachApplications.approveStatus} <> ${APPROVAL.PENDING}`
  const rows = await selectWithUser(db)
    .where(condition)
    .orderBy(isDecided, sql`case when ${isDecided} then -${coachApplications.id} else ${coachApplications.id} end`)
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(coachApplications, condition) }
}

/** Deletes applications that were refused before an instant. */
export async function deleteRefused(db: Database, before: Date): Promise<void> {
  await db
    .delete(coachApplications)
    .where(and(eq(coachApplications.approveStatus, APPROVAL.REJECTED), lt(coachApplications.decidedAt, before)))
}
