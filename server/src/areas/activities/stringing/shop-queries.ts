import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants, stringingServices } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'

export type ShopRow = typeof merchants.$inferSelect
export type ServiceRow = typeof stringingServices.$inferSelect

/** Reads a shop, published or not. */
export async function findShop(db: Database, id: string): Promise<ShopRow | undefined> {
  const [row] = await db.select().from(merchants).where(eq(merchants.id, id))
  return row
}

/** Reads and locks a shop until the transaction ends. */
export async function lockShop(tx: Database, id: string): Promise<ShopRow | undefined> {
  const [row] = await tx.select().from(merchants).where(eq(merchants.id, id)).for('no key update')
  return row
}

export async function insertShop(tx: Database, shop: typeof merchants.$inferInsert): Promise<ShopRow> {
  const [row] = await tx.insert(merchants).values(shop).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Updates a locked shop. The figures from its reviews are not changed here. */
export async function updateShopRow(
  tx: Database,
  id: string,
  change: Partial<Omit<ShopRow, 'id' | 'ratingSum' | 'ratingCount' | 'createdAt'>>,
): Promise<ShopRow> {
  const [row] = await tx.update(merchants).set(change).where(eq(merchants.id, id)).returning()
  if (!row) throw new Error(`shop ${id} is gone`)
  return row
}

/** A shop in the operators' list. */
export type ShopListRow = ShopRow & { rating: number | null; monthJobs: number; staffCount: number }

/** The filter and the sort for shops. */
type ShopsQuery = Page & {
  keyword: string | undefined
  city: string | undefined
  isPublished: boolean | undefined
  sort: 'createTime' | 'rating' | 'monthJobs'
  sord: 'asc' | 'desc'
  /** Only jobs finished after this instant count. */
  jobsSince: Date
}

/** Whether a text contains the keyword, ignoring case. */
const holds = (column: typeof merchants.name | typeof merchants.address | typeof merchants.phone, typed: string) =>
  sql`position(lower(${typed}) in lower(${column})) > 0`

/** Reads one page of all shops. */
export async function pageShops(
  db: Database,
  { keyword, city, isPublished, sort, sord, jobsSince, ...page }: ShopsQuery,
): Promise<{ rows: ShopListRow[]; total: number }> {
  const typed = keyword?.trim()
  const where = and(
    city ? eq(merchants.city, city) : undefined,
    isPublished === undefined ? undefined : eq(merchants.isPublished, isPublished),
    typed
      ? or(
          ...[merchants.name, merchants.address].map((column) => holds(column, typed)),
          ...[typed, plainPhone(typed)].map((number) => holds(merchants.phone, number)),
        )
      : undefined,
  )
  const rating = sql<
    number | null
  >`round(${merchants.ratingSum}::numeric / nullif(${merchants.ratingCount}, 0), 1)::float8`
  const monthJobs = sql<number>`(select count(*)::int from ${stringingOrders} o
    where o.merchant_id = ${merchants}.id and o.ready_at > ${jobsSince})`
  const staffCount = sql<number>`(select count(*)::int from ${staff} s
    where s.merchant_id = ${merchants}.id and s.disabled_at is null)`
  const sorts: Record<ShopsQuery['sort'], SQL> = {
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

/** Lists the present and former services of a shop: labour before extras, offered ones first, each sport by price. */
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

/** Reads and locks a service of a shop until the transaction ends. */
export async function lockService(
  tx: Database,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<ServiceRow | undefined> {
  const own = and(eq(stringingServices.id, id), eq(stringingServices.merchantId, merchantId))
  const [row] = await tx.select().from(stringingServices).where(own).for('update')
  return row
}

/** Updates a locked service. */
export async function updateServiceRow(
  tx: Database,
  id: string,
  change: Pick<ServiceRow, 'name' | 'priceFen' | 'isOffered'>,
): Promise<ServiceRow> {
  const [row] = await tx.update(stringingServices).set(change).where(eq(stringingServices.id, id)).returning()
  if (!row) throw new Error(`service ${id} is gone`)
  return row
}
