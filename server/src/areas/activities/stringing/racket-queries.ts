import type { LastJob } from '@paidang/api/areas/stringing'
import { RUNNING_STRINGING } from '@paidang/domain/areas/stringing/order-status'
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { merchants, rackets } from '../../../tables/stringing.ts'
import { stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'

export type RacketRow = typeof rackets.$inferSelect

/** The columns of a racket that its player enters. */
export type RacketFields = Pick<
  RacketRow,
  'sport' | 'brand' | 'model' | 'gripSize' | 'pattern' | 'weightGrams' | 'code' | 'minTension' | 'maxTension'
>

/** The last finished job of a racket as read from the database, with its instants as text. */
export type LastJobRow = Omit<LastJob, 'strungOn'> & { readyAt: string; completedAt: string }

/** A racket with the number of its jobs, and the last one. */
export type RacketView = RacketRow & { jobCount: number; lastJob: LastJobRow | null }

const isOwn = ({ id, userId }: { id: string; userId: string }) => and(eq(rackets.id, id), eq(rackets.userId, userId))

/** Locks a player's row for the rest of the transaction. So changes of their rackets run one after the other. */
export async function lockRacketsOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** One half of the last job's bed. */
const partOf = (part: 'mains' | 'crosses') => sql`(
  select json_build_object('source', p.source, 'stringId', p.string_id::text, 'name', p.name, 'material', p.material,
    'gauge', p.gauge, 'tension', p.tension)
  from ${stringingParts} p where p.order_id = o.id and p.part = ${part})`

const lastJob = sql<LastJobRow | null>`(
  select json_build_object('orderId', o.id::text, 'merchantId', o.merchant_id::text, 'merchantName', m.name,
    'mains', ${partOf('mains')}, 'crosses', ${partOf('crosses')}, 'preStretch', o.pre_stretch, 'knots', o.knots,
    'notes', o.notes, 'readyAt', o.ready_at, 'completedAt', o.completed_at)
  from ${stringingOrders} o join ${merchants} m on m.id = o.merchant_id
  where o.racket_id = ${rackets}.id and o.status = 'COMPLETED'
  order by o.completed_at desc, o.id desc
  limit 1)`

const viewColumns = {
  ...getTableColumns(rackets),
  jobCount: sql<number>`(
    select count(*) from ${stringingOrders} o where o.racket_id = ${rackets}.id and o.status = 'COMPLETED')`.mapWith(
    Number,
  ),
  lastJob,
}

/** Lists a player's active rackets: the main one of each sport first, then the latest. */
export async function listRacketViews(db: Database, userId: string): Promise<RacketView[]> {
  return db
    .select(viewColumns)
    .from(rackets)
    .where(and(eq(rackets.userId, userId), isNull(rackets.retiredAt)))
    .orderBy(desc(rackets.isMain), desc(rackets.createdAt), desc(rackets.id))
}

/** Reads and locks a racket of this player, retired or not. Undefined when the player has no such racket. */
export async function lockRacket(tx: Database, own: { id: string; userId: string }): Promise<RacketRow | undefined> {
  const [row] = await tx.select().from(rackets).where(isOwn(own)).for('update')
  return row
}

/** Lists a player's active rackets, the latest first. */
export async function listRacketRows(tx: Database, userId: string): Promise<RacketRow[]> {
  return tx
    .select()
    .from(rackets)
    .where(and(eq(rackets.userId, userId), isNull(rackets.retiredAt)))
    .orderBy(desc(rackets.createdAt), desc(rackets.id))
}

export async function insertRacket(
  tx: Database,
  racket: RacketFields & Pick<RacketRow, 'userId' | 'isMain' | 'createdAt'>,
): Promise<string> {
  const [row] = await tx.insert(rackets).values(racket).returning({ id: rackets.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Updates a locked racket. */
export async function updateRacketRow(
  tx: Database,
  id: string,
  change: Partial<RacketFields> & Partial<Pick<RacketRow, 'isMain' | 'retiredAt'>>,
): Promise<void> {
  await tx.update(rackets).set(change).where(eq(rackets.id, id))
}

/** Whether the racket has orders: any at all, or only running ones. */
export async function hasOrders(tx: Database, racketId: string, which: 'any' | 'running'): Promise<boolean> {
  const isOfRacket = eq(stringingOrders.racketId, racketId)
  const condition =
    which === 'any' ? isOfRacket : and(isOfRacket, inArray(stringingOrders.status, [...RUNNING_STRINGING]))
  return (await tx.$count(stringingOrders, condition)) > 0
}
