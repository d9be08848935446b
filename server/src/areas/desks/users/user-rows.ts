import type { Holdings, ManagedUser } from '@paidang/api/areas/desks/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Page } from '@paidang/domain/kernel/page'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, not, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { accountStateAt, credentials } from '../../../tables/auth.ts'
import { ballParticipants } from '../../../tables/balls.ts'
import { storedCards } from '../../../tables/cards.ts'
import { idsOfClassesOf, invitations } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { isFirstOfGroup, reports } from '../../../tables/reports.ts'
import { isTakenBack } from '../../../tables/roster.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'

/** Locks a user's row, which blocks new rows that refer to the user. @throws ApiError user_not_found */
export async function lockUser(tx: Database, userId: string): Promise<{ nickname: string; closedAt: Date | null }> {
  const { nickname, closedAt } = users
  const [row] = await tx.select({ nickname, closedAt }).from(users).where(eq(users.id, userId)).for('update')
  if (!row) throw new ApiError('user_not_found')
  return row
}

export function selectUsers(db: Database, now: Date) {
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

/** A user as operators see them, with the phone masked. */
export function presentUser(row: UserRow): ManagedUser {
  const { id, nickname, avatar, userType, phone, username, state } = row
  return {
    ...{ id, nickname, avatar, userType, username, state },
    phone: phone && maskedPhone(phone),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }
}

/** Finds one user; undefined for an unknown id. */
export async function findUser(db: Database, userId: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await selectUsers(db, now).where(eq(users.id, userId))
  return row
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
  // Asked of each table by itself: a condition on both is asked of their join.
  const named = sql`(select c.user_id from ${credentials} c where ${contains(sql`c.username`, keyword)})`
  return or(contains(users.nickname, keyword), sql`${users.id} in ${named}`)
}

type UsersQuery = Page & {
  sort?: 'createdAt' | 'lastSeenAt'
  sord?: 'asc' | 'desc'
  keyword?: string
}

/** One page of the users whom the keyword names and the condition admits. */
export function pageUsers(db: Database, query: UsersQuery, condition: SQL | undefined, now: Date) {
  const { sort = 'createdAt', sord = 'desc' } = query
  const keyword = query.keyword?.trim()
  const column = sql`${users[sort]}`
  // Users who were never seen come last in the descending order, and first in the ascending one.
  const order =
    sord === 'asc'
      ? [sql`${column} asc nulls first`, asc(users.id)]
      : sort === 'createdAt'
        ? [desc(users.createdAt), desc(users.id)]
        : [sql`${column} desc nulls last`, sql`${users.id} desc nulls last`]
  const where = and(not(users.unclaimed), keyword ? isNamed(keyword) : undefined, condition)
  return pageOf(db, selectUsers(db, now), { where, order, query, present: (row) => row })
}

/** Counts what belongs to a user at `now`. */
export async function countHoldings(db: Database, userId: string, now: Date): Promise<Holdings> {
  const isLive = sql`expiry_date >= ${dayOf(now)}::date and remaining_sessions > 0`
  const { rows } = await db.execute<Record<keyof Holdings, string>>(sql`select
    (select count(*) from ${idsOfClassesOf(userId)} c) as "classes",
    (select count(*) from ${invitations} where coach_id = ${userId}) as "taughtClasses",
    (select count(*) from ${contracts} c where c.user_id = ${userId} and not ${isTakenBack(sql`c`)}) as "contracts",
    (select coalesce(sum(remaining_sessions - held_sessions), 0) from ${contracts}
      where user_id = ${userId} and ${isLive}) as "hours",
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
