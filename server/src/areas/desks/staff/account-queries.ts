import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { staffFactors, staffSessions } from '../../../tables/auth.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'

export type StaffRow = typeof staff.$inferSelect

/** An account with its shop, its last log-in, and whether it has a second factor. */
export type AccountView = StaffRow & { merchantName: string | null; lastSeenAt: Date | null; hasFactor: boolean }

/** The filter for accounts. A missing field does not narrow the list. */
export type AccountFilters = {
  /** Only accounts of shops, without those of operators. */
  ofShops?: boolean
  keyword?: string | undefined
  role?: Exclude<StaffAccount['role'], 'company'> | undefined
  merchantId?: string | undefined
  isDisabled?: boolean | undefined
}

const viewColumns = {
  ...getTableColumns(staff),
  merchantName: merchants.name,
  hasFactor: sql<boolean>`exists (select 1 from ${staffFactors} f where f.staff_id = ${staff}.id)`,
  lastSeenAt:
    sql<Date | null>`(select max(s.created_at) from ${staffSessions} s where s.staff_id = ${staff}.id)`.mapWith(
      staffSessions.createdAt,
    ),
}

const selectViews = (db: Database) =>
  db.select(viewColumns).from(staff).leftJoin(merchants, eq(merchants.id, staff.merchantId))

/** Whether a text contains the keyword, ignoring case. */
const holds = (column: typeof staff.username | typeof staff.nickname | typeof merchants.name, typed: string) =>
  sql`position(lower(${typed}) in lower(${column})) > 0`

function conditionsOf({ ofShops, keyword, role, merchantId, isDisabled }: AccountFilters): SQL | undefined {
  const typed = keyword?.trim()
  return and(
    ofShops ? eq(staff.kind, 'merchant') : undefined,
    typed ? or(...[staff.username, staff.nickname, merchants.name].map((column) => holds(column, typed))) : undefined,
    role && eq(staff.kind, role === 'operator' || role === 'senior' ? 'operator' : 'merchant'),
    role && eq(staff.isLead, role === 'senior' || role === 'owner'),
    merchantId ? eq(staff.merchantId, merchantId) : undefined,
    isDisabled === undefined ? undefined : isDisabled ? isNotNull(staff.disabledAt) : isNull(staff.disabledAt),
  )
}

/** Reads one page of the accounts, the latest first. */
export async function pageAccounts(
  db: Database,
  { filters, ...page }: Page & { filters: AccountFilters },
): Promise<{ rows: AccountView[]; total: number }> {
  const where = conditionsOf(filters)
  const input = db
    .select({ id: staff.id })
    .from(staff)
    .leftJoin(merchants, eq(merchants.id, staff.merchantId))
    .where(where)
  const [rows, total] = await Promise.all([
    selectViews(db).where(where).orderBy(desc(staff.id)).limit(page.rows).offset(offsetOf(page)),
    countUpTo(db, input),
  ])
  return { rows, total }
}

/** Lists the accounts of a shop: enabled ones first, owners before the others. */
export async function listAccountsOfShop(db: Database, merchantId: string): Promise<AccountView[]> {
  return selectViews(db)
    .where(eq(staff.merchantId, merchantId))
    .orderBy(sql`${staff.disabledAt} is not null`, desc(staff.isLead), asc(staff.id))
}

export async function findAccount(db: Database, id: string): Promise<AccountView | undefined> {
  const [row] = await selectViews(db).where(eq(staff.id, id))
  return row
}

/**
 * Locks two accounts until the transaction ends: that of the actor and the one to change. They are locked in the order
 * of their ids. So two actors who change each other cannot deadlock.
 */
export async function lockAccounts(tx: Database, ids: readonly [string, string]): Promise<StaffRow[]> {
  return tx
    .select()
    .from(staff)
    .where(or(...ids.map((id) => eq(staff.id, id))))
    .orderBy(asc(staff.id))
    .for('update')
}

/** Whether the shop exists. */
export async function hasMerchant(tx: Database, id: string): Promise<boolean> {
  return (await tx.$count(merchants, eq(merchants.id, id))) > 0
}

/** Inserts an account. Undefined when its user name is taken. */
export async function insertAccount(tx: Database, account: typeof staff.$inferInsert): Promise<StaffRow | undefined> {
  const [row] = await tx.insert(staff).values(account).onConflictDoNothing({ target: staff.username }).returning()
  return row
}

/** Updates a locked account. */
export async function updateAccount(
  tx: Database,
  id: string,
  change: Partial<Pick<StaffRow, 'passwordHash' | 'passwordBy' | 'isLead' | 'disabledAt'>>,
): Promise<void> {
  await tx.update(staff).set(change).where(eq(staff.id, id))
}

/**
 * Replaces this password with one that the account's owner chose. Returns false when it was replaced in the meantime.
 */
export async function replacePassword(
  tx: Database,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const isSame = and(eq(staff.id, id), eq(staff.passwordHash, from))
  return (
    (await tx.update(staff).set({ passwordHash: to, passwordBy: null }).where(isSame).returning({ id: staff.id }))
      .length > 0
  )
}

/** Ends the log-ins of an account, except `sparedId`. */
export async function endStaffSessions(
  tx: Database,
  { staffId, sparedId = '0', now }: { staffId: string; sparedId?: string; now: Date },
): Promise<void> {
  const others = and(
    eq(staffSessions.staffId, staffId),
    isNull(staffSessions.revokedAt),
    sql`${staffSessions.id} <> ${sparedId}`,
  )
  await tx.update(staffSessions).set({ revokedAt: now }).where(others)
}
