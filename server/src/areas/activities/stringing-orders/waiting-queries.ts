import { type RemindedKind, WAITING } from '@paidang/domain/kernel/waiting'
import { and, asc, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { liesInShop, stringingOrders, waitsSince } from '../../../tables/stringing-orders.ts'

const since = waitsSince(stringingOrders)
const { status, remindedAt } = stringingOrders

/** The condition of each state that waits. */
const CONDITIONS: Record<Exclude<RemindedKind, 'SHOP_UNSENT'>, SQL> = {
  STRINGING_PAID: sql`${status} = 'PAID'`,
  STRINGING_RECEIVED: sql`${status} = 'RECEIVED'`,
  STRINGING_STRINGING: sql`${status} = 'STRINGING'`,
  STRINGING_READY: sql`${status} = 'READY'`,
  STRINGING_RETURN: sql`${status} = 'CANCELLED' and ${liesInShop(stringingOrders)}`,
}

const daysBefore = (now: Date, days: number) => sql`${now}::timestamptz - interval '1 day' * ${days}`

/** Orders that wait so long that a reminder, or their end by the clock, is due; by id. */
export async function listWaiting(
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const isDue = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).map((kind) => {
    const { remind, limit: days, isEnded } = WAITING[kind]
    const isUnreminded = or(isNull(remindedAt), lt(remindedAt, since))
    const isOver = isEnded ? sql`${since} <= ${daysBefore(now, days)}` : undefined
    return and(CONDITIONS[kind], sql`${since} <= ${daysBefore(now, remind)}`, or(isUnreminded, isOver))
  })
  return db
    .select({ id: stringingOrders.id })
    .from(stringingOrders)
    .where(and(or(...isDue), gt(stringingOrders.id, afterId)))
    .orderBy(asc(stringingOrders.id))
    .limit(limit)
}
