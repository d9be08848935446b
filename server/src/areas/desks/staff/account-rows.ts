import { randomInt } from 'node:crypto'
import type { StaffAccount } from '@paidang/api/areas/desks/staff-accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault } from '@paidang/domain/areas/people/auth/credentials'
import { type AccountAction, whyNotManage } from '@paidang/domain/areas/people/auth/staff-account'
import type { StaffRole } from '@paidang/domain/kernel/access'
import { and, asc, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import type { StaffUser } from '../../../http/session.ts'
import { staffFactors, staffSessions } from '../../../tables/auth.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'

type StaffRow = typeof staff.$inferSelect

/** The role of a staff member. A lead is a senior operator, or the owner of a shop. */
export function staffRole({ kind, isLead }: Pick<StaffRow, 'kind' | 'isLead'>): Exclude<StaffRole, 'company'> {
  if (kind === 'operator') return isLead ? 'senior' : 'operator'
  return isLead ? 'owner' : 'merchant'
}

/** Whether the log-in also asks for a code. */
export const hasFactor = sql<boolean>`exists (select 1 from ${staffFactors} f where f.staff_id = ${staff}.id)`

/** Accounts with their shop, their last log-in, and whether they have a second factor. */
export function selectAccounts(db: Database) {
  const lastSeenAt =
    sql<Date | null>`(select max(s.created_at) from ${staffSessions} s where s.staff_id = ${staff}.id)`.mapWith(
      staffSessions.createdAt,
    )
  return db
    .select({ ...getTableColumns(staff), merchantName: merchants.name, hasFactor, lastSeenAt })
    .from(staff)
    .leftJoin(merchants, eq(merchants.id, staff.merchantId))
    .$dynamic()
}

type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number]

/** Presents an account for those who manage it, without its password. */
export function presentAccount(row: AccountRow): StaffAccount {
  const { id, username, nickname, merchantId, merchantName, lastSeenAt, disabledAt, createdAt, hasFactor, revision } =
    row
  return {
    ...{ id, username, nickname, merchantId, merchantName },
    role: staffRole(row),
    lastSeenTime: lastSeenAt?.toISOString() ?? null,
    disabledTime: disabledAt?.toISOString() ?? null,
    createTime: createdAt.toISOString(),
    hasFactor,
    revision,
  }
}

/** Reads an account that exists: that of the caller, or one that was just written. */
export async function findAccount(db: Database, id: string): Promise<AccountRow> {
  const [row] = await selectAccounts(db).where(eq(staff.id, id))
  if (!row) throw new Error(`staff account ${id} is gone`)
  return row
}

/** The name of an account in audit events. */
export const nameOf = ({ nickname, username }: { nickname: string; username: string }) =>
  `「${nickname}（${username}）」`

/** The account to change, its revision that was seen, and the actor. */
type ManagedAccount = { staffId: string; actor: StaffUser; now: Date; seen?: number | undefined }

/**
 * Locks an account for an action on it. The actor's account is locked and checked too. So of two who disable or demote
 * each other at the same moment the second is refused. The rows are locked in the order of their ids, so that two
 * actors who change each other cannot deadlock.
 *
 * @throws ApiError staff_not_found, staff_oneself, action_forbidden, also for an actor who has just lost the right;
 *   revision_outdated
 */
export async function lockManaged(
  tx: Database,
  { staffId, actor, seen }: ManagedAccount,
  action: AccountAction,
): Promise<StaffRow> {
  const isEither = or(eq(staff.id, actor.id), eq(staff.id, staffId))
  const rows = await tx.select().from(staff).where(isEither).orderBy(asc(staff.id)).for('update')
  const [manager, account] = [actor.id, staffId].map((id) => rows.find((row) => row.id === id))
  if (!manager || manager.disabledAt) throw new ApiError('action_forbidden')
  if (!account) throw new ApiError('staff_not_found')
  const asColleague = (row: StaffRow) => ({ id: row.id, role: staffRole(row), merchantId: row.merchantId })
  const refusal = whyNotManage(asColleague(manager), asColleague(account), action)
  if (refusal) throw new ApiError(refusal)
  await assertSeenRow(tx, 'staff', { id: staffId, seen })
  return account
}

/** Inserts an account. @throws ApiError username_taken */
export async function insertAccount(tx: Database, account: typeof staff.$inferInsert): Promise<StaffRow> {
  const [made] = await tx.insert(staff).values(account).onConflictDoNothing({ target: staff.username }).returning()
  if (!made) throw new ApiError('username_taken')
  return made
}

/** Updates a locked account. */
export async function updateAccount(
  tx: Database,
  id: string,
  change: Partial<Pick<StaffRow, 'passwordHash' | 'passwordBy' | 'isLead' | 'disabledAt'>>,
): Promise<void> {
  await tx.update(staff).set(change).where(eq(staff.id, id))
}

/** Ends the log-ins of an account, except `sparedId`. */
export async function endStaffSessions(
  tx: Database,
  { staffId, sparedId = '0', now }: { staffId: string; sparedId?: string; now: Date },
): Promise<void> {
  const isOpen = and(eq(staffSessions.staffId, staffId), isNull(staffSessions.revokedAt))
  await tx
    .update(staffSessions)
    .set({ revokedAt: now })
    .where(and(isOpen, ne(staffSessions.id, sparedId)))
}

/** Without characters that are easily confused on a screen. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

/** Creates a random password for a person to type off a screen once. */
export function firstPassword(): string {
  const password = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return passwordFault(password) === undefined ? password : firstPassword()
}

/** The caller's own account. An administrator who comes from the app has none. */
export function ownAccount(actor: StaffUser | undefined): StaffUser {
  if (!actor) throw new ApiError('action_forbidden')
  return actor
}
