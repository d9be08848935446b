import type { Holdings } from '@paidang/api/areas/admin-users'
import type { AccountState } from '@paidang/domain/areas/auth/suspension'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import { offsetOf } from '@paidang/domain/kernel/page'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { accountStateAt, credentials, isInState } from '../../../tables/auth.ts'
import { ballParticipants } from '../../../tables/balls.ts'
import { storedCards } from '../../../tables/cards.ts'
import { idsOfClassesOf, invitations } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { isFirstOfGroup, reports } from '../../../tables/reports.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { type CoachesQuery, matchesCoach } from './coach-queries.ts'

/** Locks a user's row, which blocks new rows that refer to the user; undefined for an unknown id. */
export async function lockUser(
  tx: Database,
  userId: string,
): Promise<{ nickname: string; phone: string | null; closedAt: Date | null } | undefined> {
  const { nickname, phone, closedAt } = users
  const [row] = await tx.select({ nickname, phone, closedAt }).from(users).where(eq(users.id, userId)).for('update')
  return row
}

function selectUsers(db: Database, now: Date) {
  return db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      userType: users.userType,
      phone: users.phone,
      phoneVerified: users.phoneVerified,
      hasWechat: sql<boolean>`${users.openId} is not null`,
      username: credentials.username,
      state: accountStateAt(now),
      level: users.level,
      region: users.region,
      createdAt: users.createdAt,
      lastSeenAt: users.lastSeenAt,
      registeredAt: users.registeredAt,
      closedAt: users.closedAt,
      revision: users.revision,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .$dynamic()
}

/** An account as operators see it. */
export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

/** The filter for users; both days are included. */
type UsersQuery = {
  keyword?: string | undefined
  userType?: number | undefined
  state?: AccountState | undefined
  from?: string | undefined
  until?: string | undefined
  /** Only coaches, with their filter. */
  coaches?: CoachesQuery | undefined
}

/** The page and the order of the list. */
export type UsersPage = UsersQuery & {
  current: number
  rows: number
  sort: 'createdAt' | 'lastSeenAt'
  sord: 'asc' | 'desc'
  now: Date
}

/** One page of the users who match, and their number, up to the count limit. */
export async function pageUsers(
  db: Database,
  { current, rows, sort, sord, now, ...input }: UsersPage,
): Promise<{ rows: UserRow[]; total: number }> {
  const condition = whichOf(input, now)
  const column = sort === 'createdAt' ? sql`${users.createdAt}` : sql`${users.lastSeenAt}`
  // Users who were never seen come last in the descending order, and first in the ascending one.
  const order =
    sord === 'asc'
      ? [sql`${column} asc nulls first`, asc(users.id)]
      : sort === 'createdAt'
        ? [desc(users.createdAt), desc(users.id)]
        : [sql`${column} desc nulls last`, sql`${users.id} desc nulls last`]
  const [page, total] = await Promise.all([
    selectUsers(db, now)
      .where(condition)
      .orderBy(...order)
      .limit(rows)
      .offset(offsetOf({ current, rows })),
    countUpTo(
      db,
      db.select({ id: users.id }).from(users).leftJoin(credentials, eq(credentials.userId, users.id)).where(condition),
    ),
  ])
  return { rows: page, total }
}

function whichOf({ keyword, userType, state, from, until, coaches }: UsersQuery, now: Date): SQL | undefined {
  return and(
    keyword ? isNamed(keyword) : undefined,
    userType === undefined ? undefined : eq(users.userType, userType),
    state && isInState(state, now),
    from ? gte(users.createdAt, instantOf(from, 0)) : undefined,
    until ? lt(users.createdAt, instantOf(addDays(until, 1), 0)) : undefined,
    coaches && matchesCoach(coaches),
  )
}

/** Digits mean a number, its end, an id or a whole name. Anything else means a part of a name. */
function isNamed(keyword: string): SQL | undefined {
  const phone = plainPhone(keyword)
  const isNumber = /^[0-9]{1,18}$/.test(keyword)
  if (isNumber || isMobile(phone)) {
    const isPhoneEnd = keyword.length === 4 ? sql`right(${users.phone}, 4) = ${keyword}` : undefined
    const hasId = isNumber ? eq(users.id, keyword) : undefined
    return or(eq(users.phone, phone), hasId, eq(users.nickname, keyword), isPhoneEnd)
  }
  const pattern = `%${asLiteral(keyword)}%`
  return or(ilike(users.nickname, pattern), ilike(credentials.username, pattern))
}

/** Finds one user; undefined for an unknown id. */
export async function findUser(db: Database, userId: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await selectUsers(db, now).where(eq(users.id, userId))
  return row
}

/** Finds some users by id. */
export async function findUsersOf(db: Database, userIds: readonly string[], now: Date): Promise<Map<string, UserRow>> {
  const rows = await selectUsers(db, now).where(sql`${users.id} = any (${sql.param(userIds)}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds a user by an id or a whole phone number; undefined when there is none. */
export async function findUserNamed(db: Database, name: string, now: Date): Promise<UserRow | undefined> {
  const phone = plainPhone(name)
  const [row] = await selectUsers(db, now)
    .where(or(eq(users.phone, phone), isId(name) ? eq(users.id, name) : undefined))
    .orderBy(desc(sql`${users.phone} is not distinct from ${phone}`))
    .limit(1)
  return row
}

/** The companies of a user, clubs before one-person ones. */
export async function listCompaniesOf(db: Database, userId: string) {
  return db
    .select({
      id: companies.id,
      companyName: companies.companyName,
      isAdmin: sql<boolean>`${companies.adminId} = ${userId}`,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(companies.isPerson, companies.id)
}

/** Counts what belongs to a user at `now`. */
export async function countHoldings(db: Database, userId: string, now: Date): Promise<Holdings> {
  const isLive = sql`expiry_date >= ${dayOf(now)}::date and remaining_sessions > 0`
  const { rows } = await db.execute<Record<keyof Holdings, string>>(sql`select
    (select count(*) from ${idsOfClassesOf(userId)} c) as "classes",
    (select count(*) from ${invitations} where coach_id = ${userId}) as "taughtClasses",
    (select count(*) from ${contracts} where user_id = ${userId}) as "contracts",
    (select coalesce(sum(remaining_sessions), 0) from ${contracts} where user_id = ${userId} and ${isLive}) as "hours",
    (select count(*) from ${storedCards} where user_id = ${userId}) as "cards",
    (select coalesce(sum(principal_fen + gift_fen), 0) from ${storedCards} where user_id = ${userId}) as "cardFen",
    (select count(*) from ${orders} where user_id = ${userId}) as "orders",
    (select count(*) from ${stringingOrders} where user_id = ${userId}) as "stringing",
    (select count(distinct ball_id) from ${ballParticipants} where user_id = ${userId}) as "balls",
    (select count(*) from ${reports} where owner_id = ${userId} and ${isFirstOfGroup}) as "reports"`)
  const [row] = rows
  if (!row) throw new Error('the count answers no row')
  return Object.fromEntries(Object.entries(row).map(([what, count]) => [what, Number(count)])) as Holdings
}
