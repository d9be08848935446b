import { dayOf } from '@paidang/domain/kernel/day'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants, ballRequests, ballWaiters } from '../../../tables/balls.ts'
import { storedCards } from '../../../tables/cards.ts'
import { hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { shopOrders } from '../../../tables/shop.ts'
import { bindsItsShop, stringingOrders } from '../../../tables/stringing-orders.ts'

/** The unsettled items of a person: amounts in fen, lesson hours, and counts of the others. */
export type Unsettled = {
  cardFen: number
  lessonHours: number
  classes: number
  taughtClasses: number
  balls: number
  /** Games that the person left late and whose money may still be refunded. */
  lateSeats: number
  orders: number
  refundFen: number
  stringing: number
  shop: number
  /** For the companies that the person administers: the other coaches, and the people with remaining hours. */
  colleagues: number
  companyStudents: number
}

/** Counts at `now` what keeps an account open. */
export async function countUnsettled(db: Database, { userId, now }: { userId: string; now: Date }): Promise<Unsettled> {
  const isLive = hasStatus(['PENDING', 'CONFIRMED'], now)
  const isOwnSeat = sql`select 1 from ${seats}
    where ${seats.invitationId} = ${invitations.id} and ${seats.userId} = ${userId} and ${seats.state} = 'JOINED'`
  // Closed companies have no coaches and owe no hours. A company that closes with its admin is still counted.
  const led = sql`select id from ${companies} where admin_id = ${userId}`
  const owed = sql`remaining_sessions > 0 and expiry_date >= ${dayOf(now)}::date`
  const isUnderWay = sql`b.status in ('UNPAID', 'OPEN', 'FULL')`
  const ballsBy = (table: typeof ballParticipants | typeof ballRequests | typeof ballWaiters, condition: string) =>
    sql`select b.id from ${table} p join ${ballGames} b on b.id = p.ball_id
      where p.user_id = ${userId} and ${isUnderWay} and ${sql.raw(condition)}`

  const { rows } = await db.execute<Record<keyof Unsettled, string>>(sql`select
    (select coalesce(sum(principal_fen + gift_fen), 0) from ${storedCards} where user_id = ${userId}) as "cardFen",
    (select coalesce(sum(remaining_sessions), 0) from ${contracts}
      where user_id = ${userId} and (held_sessions > 0 or ${owed})) as "lessonHours",
    (select count(*) from ${invitations}
      where ${isLive} and (${invitations.initiatorId} = ${userId} and ${invitations.initiatorRole} = 'player'
        or exists (${isOwnSeat}))) as "classes",
    (select count(*) from ${invitations} where ${isLive} and ${invitations.coachId} = ${userId}) as "taughtClasses",
    (select count(*) from (
      select b.id from ${ballGames} b where b.initiator_id = ${userId} and ${isUnderWay}
      union ${ballsBy(ballParticipants, "p.state in ('OFFERED', 'HELD', 'CONFIRMED')")}
      union ${ballsBy(ballWaiters, "p.state in ('WAITING', 'OFFERED')")}
      union ${ballsBy(ballRequests, 'p.approve_status = 0')}) game) as "balls",
    (select count(*) from (${ballsBy(ballParticipants, "p.state = 'LEFT_LATE' and p.refilled_by is null")}) game) as "lateSeats",
    (select count(*) from ${orders} where user_id = ${userId} and state = 'UNPAID') as "orders",
    (select coalesce(sum(r.amount_fen), 0) from ${refunds} r join ${orders} o on o.id = r.order_id
      where o.user_id = ${userId} and r.state <> 'DONE') as "refundFen",
    (select count(*) from ${stringingOrders}
      where user_id = ${userId} and ${bindsItsShop(stringingOrders)}) as "stringing",
    (select count(*) from ${shopOrders}
      where user_id = ${userId} and (status in ('UNPAID', 'PAID', 'SENT') or refund_choice = 'ASKED')) as "shop",
    (select count(*) from ${companyMembers} where company_id in (${led}) and user_id <> ${userId}) as "colleagues",
    (select count(distinct user_id) from ${contracts} where company_id in (${led}) and ${owed}) as "companyStudents"`)
  const [row] = rows
  if (!row) throw new Error('the count answers no row')
  return Object.fromEntries(Object.entries(row).map(([what, count]) => [what, Number(count)])) as Unsettled
}

/** Locks a user's row, so that nothing new can begin for this user. Undefined when the account is already closed. */
export async function lockOpenUser(tx: Database, userId: string): Promise<{ id: string } | undefined> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${users} where id = ${userId} and closed_at is null for update`,
  )
  return rows[0]
}
