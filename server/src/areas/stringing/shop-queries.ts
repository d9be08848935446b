import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../db/count-up-to.ts'
import type { Database } from '../../db/database.ts'
import { staff } from '../auth/tables.ts'
import { stringingOrders } from '../stringing-orders/tables.ts'
import { merchants, stringingServices } from './tables.ts'

export type ShopRow = typeof merchants.$inferSelect
export type ServiceRow = typeof stringingServices.$inferSelect

/** A shop, published or not. */
export async function findShop(db: Database, id: string): Promise<ShopRow | undefined> {
  const [row] = await db.select().from(merchants).where(eq(merchants.id, id))
  return row
}

/** A shop; nobody else changes it until the transaction ends. */
export async function lockShop(tx: Database, id: string): Promise<ShopRow | undefined> {
  const [row] = await tx.select().from(merchants).where(eq(merchants.id, id)).for('update')
  return row
}

export async function insertShop(tx: Database, shop: typeof merchants.$inferInsert): Promise<ShopRow> {
  const [row] = await tx.insert(merchants).values(shop).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Changes a locked shop; what its reviews say of it is theirs. */
export async function updateShopRow(
  tx: Database,
  id: string,
  change: Partial<Omit<ShopRow, 'id' | 'ratingSum' | 'ratingCount' | 'createdAt'>>,
): Promise<ShopRow> {
  const [row] = await tx.update(merchants).set(change).where(eq(merchants.id, id)).returning()
  if (!row) throw new Error(`shop ${id} is gone`)
  return row
}

/** A shop as operators find it in their list. */
export type ShopListRow = ShopRow & { rating: number | null; monthJobs: number; staffCount: number }

/** Which shops, and in which order. */
type ShopsWanted = Page & {
  keyword: string | undefined
  city: string | undefined
  isPublished: boolean | undefined
  sort: 'createTime' | 'rating' | 'monthJobs'
  sord: 'asc' | 'desc'
  /** Jobs count that were finished after it. */
  jobsSince: Date
}

/** Whether a text holds what was typed, capitals or not. */
const holds = (column: typeof merchants.name | typeof merchants.address | typeof merchants.phone, typed: string) =>
  sql`position(lower(${typed}) in lower(${column})) > 0`

/** One page of all shops. */
export async function pageShops(
  db: Database,
  { keyword, city, isPublished, sort, sord, jobsSince, ...page }: ShopsWanted,
): Promise<{ rows: ShopListRow[]; total: number }> {
  const typed = keyword?.trim()
  const where = and(
    city ? eq(merchants.city, city) : undefined,
    isPublished === undefined ? undefined : eq(merchants.isPublished, isPublished),
    typed
      ? or(...[merchants.name, merchants.address, merchants.phone].map((column) => holds(column, typed)))
      : undefined,
  )
  const rating = sql<
    number | null
  >`round(${merchants.ratingSum}::numeric / nullif(${merchants.ratingCount}, 0), 1)::float8`
  const monthJobs = sql<number>`(select count(*)::int from ${stringingOrders} o
    where o.merchant_id = ${merchants}.id and o.ready_at > ${jobsSince})`
  const staffCount = sql<number>`(select count(*)::int from ${staff} s
    where s.merchant_id = ${merchants}.id and s.disabled_at is null)`
  const sorts: Record<ShopsWanted['sort'], SQL> = {
    createTime: sql`${merchants.createdAt}`,
    rating,
    monthJobs,
  }
  const way = sord === 'asc' ? sql`asc nulls last` : sql`desc nulls last`
  const [rows, total] = await Promise.all([
    db
      .select({ shop: merchants, rating, monthJobs, staffCount })
      .from(merchants)
      .where(where)
      .orderBy(sql`${sorts[sort]} ${way}`, desc(merchants.id))
      .limit(page.rows)
      .offset(offsetOf(page)),
    countUpTo(db, db.select({ id: merchants.id }).from(merchants).where(where)),
  ])
  return { rows: rows.map(({ shop, ...figures }) => ({ ...shop, ...figures })), total }
}

/** What a shop does and did: labour before extras, what is offered first, each sport by price. */
export async function listAllServices(db: Database, merchantId: string): Promise<ServiceRow[]> {
  const { kind, isOffered, sport, priceFen, id } = stringingServices
  return db
    .select()
    .from(stringingServices)
    .where(eq(stringingServices.merchantId, merchantId))
    .orderBy(desc(isOffered), desc(kind), desc(sport), asc(priceFen), asc(id))
}

export async function insertService(tx: Database, service: typeof stringingServices.$inferInsert): Promise<ServiceRow> {
  const [row] = await tx.insert(stringingServices).values(service).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** A service of a shop; nobody else changes it until the transaction ends. */
export async function lockService(
  tx: Database,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<ServiceRow | undefined> {
  const own = and(eq(stringingServices.id, id), eq(stringingServices.merchantId, merchantId))
  const [row] = await tx.select().from(stringingServices).where(own).for('update')
  return row
}

/** Changes a locked service. */
export async function updateServiceRow(
  tx: Database,
  id: string,
  change: Pick<ServiceRow, 'name' | 'priceFen' | 'isOffered'>,
): Promise<ServiceRow> {
  const [row] = await tx
    .update(stringingServices)
    .set({ ...change, revision: sql`${stringingServices.revision} + 1` })
    .where(eq(stringingServices.id, id))
    .returning()
  if (!row) throw new Error(`service ${id} is gone`)
  return row
}
