import { offsetOf } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo } from '../../db/count-up-to.ts'
import type { Database } from '../../db/database.ts'
import { phoneContests } from '../auth/tables.ts'
import { users } from '../profile/tables.ts'

type ContestRow = { claimantId: string; holderId: string; claimedAt: Date }

/** One page of those whose WeChat vouched for a number that another account has still, the latest first. */
export async function pageContests(
  db: Database,
  { current, rows, sord }: { current: number; rows: number; sord: 'asc' | 'desc' },
): Promise<{ rows: ContestRow[]; total: number }> {
  const holder = alias(users, 'holder')
  const isHeld = and(eq(holder.phone, phoneContests.phone), ne(holder.id, phoneContests.userId))
  const selected = () =>
    db
      .select({ claimantId: phoneContests.userId, holderId: holder.id, claimedAt: phoneContests.createdAt })
      .from(phoneContests)
      .innerJoin(users, eq(users.id, phoneContests.userId))
      .innerJoin(holder, isHeld)
      .where(isNull(users.closedAt))
  const order = sord === 'asc' ? asc : desc
  const [page, total] = await Promise.all([
    selected()
      .orderBy(order(phoneContests.createdAt), order(phoneContests.userId))
      .limit(rows)
      .offset(offsetOf({ current, rows })),
    countUpTo(db, selected()),
  ])
  return { rows: page, total }
}
