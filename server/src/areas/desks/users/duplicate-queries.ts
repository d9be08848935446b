import { offsetOf } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { phoneConflicts } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'

type ContestRow = { claimantId: string; holderId: string; claimedAt: Date }

/** One page of users whose WeChat confirmed a phone number that another account still has, the latest first. */
export async function pagePhoneConflicts(
  db: Database,
  { current, rows, sord }: { current: number; rows: number; sord: 'asc' | 'desc' },
): Promise<{ rows: ContestRow[]; total: number }> {
  const holder = alias(users, 'holder')
  const isHeld = and(eq(holder.phone, phoneConflicts.phone), ne(holder.id, phoneConflicts.userId))
  const selected = () =>
    db
      .select({ claimantId: phoneConflicts.userId, holderId: holder.id, claimedAt: phoneConflicts.createdAt })
      .from(phoneConflicts)
      .innerJoin(users, eq(users.id, phoneConflicts.userId))
      .innerJoin(holder, isHeld)
      .where(isNull(users.closedAt))
  const order = sord === 'asc' ? asc : desc
  const [page, total] = await Promise.all([
    selected()
      .orderBy(order(phoneConflicts.createdAt), order(phoneConflicts.userId))
      .limit(rows)
      .offset(offsetOf({ current, rows })),
    countUpTo(db, selected()),
  ])
  return { rows: page, total }
}
