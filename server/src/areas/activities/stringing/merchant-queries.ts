import type { MerchantSort, ShopString, StringingReview, StringingService } from '@paidang/api/areas/stringing'
import { RESERVING_STRINGING } from '@paidang/domain/areas/stringing/order-status'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { Sport } from '@paidang/domain/kernel/sport'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { merchantStrings, merchants, stringingServices } from '../../../tables/stringing.ts'
import { stringingOrders, stringingParts, stringingReviews } from '../../../tables/stringing-orders.ts'

/** A point on the earth, in degrees. */
export type Point = { latitude: number; longitude: number }

/** A shop as stored, with figures from its services, reviews and orders, and its distance from a given point. */
export type MerchantView = typeof merchants.$inferSelect & {
  sports: Sport[]
  priceFrom: number | null
  rating: number | null
  monthJobs: number
  distanceKm: number | null
}

/** The filter for shops. An empty or missing text does not narrow the list. */
export type MerchantFilters = {
  city?: string | undefined
  district?: string | undefined
  sport?: Sport | undefined
  hasCourier?: boolean | undefined
  keyword?: string | undefined
}

type MerchantsQuery = Page & {
  filters: MerchantFilters
  near: Point | undefined
  order: MerchantSort
  now: Date
}

const EARTH_DIAMETER_KM = 12_742
const DAYS_OF_JOBS = 30
const DAY_MS = 86_400_000

/** The great-circle distance between a shop and a point, in kilometres. Null for a shop without coordinates. */
const distanceTo = ({ latitude, longitude }: Point) => sql<number | null>`case
  when ${merchants.latitude} is not null and ${merchants.longitude} is not null
  then ${sql.raw(String(EARTH_DIAMETER_KM))} * asin(sqrt(least(1,
    pow(sin(radians(${merchants.latitude} - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(${merchants.latitude}))
      * pow(sin(radians(${merchants.longitude} - ${longitude}::float8) / 2), 2)))) end`

/** The rating of a shop as people read it, to one decimal. Null before the first review. */
const rating = sql<
  number | null
>`round(${merchants.ratingSum}::numeric / nullif(${merchants.ratingCount}, 0), 1)::float8`

/** The labour services of a shop, of one sport or of any. */
const labourOf = (sport?: Sport) => sql`from ${stringingServices} s
  where s.merchant_id = ${merchants}.id and s.kind = 'LABOUR' and s.is_offered
    ${sport ? sql`and s.sport = ${sport}` : sql``}`

/** A shop's columns. The price is that of the requested sport. */
function viewColumns({ near, sport, now }: { near?: Point | undefined; sport?: Sport | undefined; now: Date }) {
  const jobsSince = new Date(now.getTime() - DAYS_OF_JOBS * DAY_MS)
  return {
    ...getTableColumns(merchants),
    sports: sql<Sport[]>`(select coalesce(array_agg(distinct s.sport), '{}') ${labourOf()})`,
    priceFrom: sql<number | null>`(select min(s.price_fen) ${labourOf(sport)})`.mapWith(stringingServices.priceFen),
    rating,
    monthJobs: sql<number>`(select count(*) from ${stringingOrders} o
      where o.merchant_id = ${merchants}.id and o.status in ('READY', 'COMPLETED') and o.ready_at > ${jobsSince})`.mapWith(
      Number,
    ),
    distanceKm: near ? distanceTo(near) : sql<number | null>`null::float8`,
  }
}

/** Whether a text contains the keyword, ignoring case. */
const holds = (column: typeof merchants.name | typeof merchants.district | typeof merchants.address, typed: string) =>
  sql`position(lower(${typed}) in lower(${column})) > 0`

function conditionsOf({ city, district, sport, hasCourier, keyword }: MerchantFilters): (SQL | undefined)[] {
  const typed = keyword?.trim()
  return [
    eq(merchants.isPublished, true),
    city ? eq(merchants.city, city) : undefined,
    district ? eq(merchants.district, district) : undefined,
    sport && sql`exists (select 1 ${labourOf(sport)})`,
    hasCourier ? isNotNull(merchants.courierFeeFen) : undefined,
    typed
      ? or(...[merchants.name, merchants.district, merchants.address].map((column) => holds(column, typed)))
      : undefined,
  ]
}

/** The sort columns for each sort. Equal shops are sorted by the pinyin of their names. */
function orderOf(order: MerchantSort, near: Point | undefined): SQL[] {
  const sorts: Record<MerchantSort, SQL> = {
    distance: near ? sql`${distanceTo(near)} asc nulls last` : sql`${rating} desc nulls last`,
    fastest: asc(merchants.turnaroundHours),
    rating: sql`${rating} desc nulls last`,
  }
  return [sorts[order], sql`${merchants.name} collate "zh-x-icu"`, asc(merchants.id)]
}

/** Reads one page of the published shops, and their number. */
export async function listMerchantViews(
  db: Database,
  { filters, near, order, now, ...page }: MerchantsQuery,
): Promise<{ rows: MerchantView[]; total: number }> {
  const where = and(...conditionsOf(filters))
  const [rows, total] = await Promise.all([
    db
      .select(viewColumns({ near, sport: filters.sport, now }))
      .from(merchants)
      .where(where)
      .orderBy(...orderOf(order, near))
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(merchants, where),
  ])
  return { rows, total }
}

/** Reads a published shop. Undefined if there is none. */
export async function findMerchantView(
  db: Database,
  { id, near, now }: { id: string; near: Point | undefined; now: Date },
): Promise<MerchantView | undefined> {
  const [row] = await db
    .select(viewColumns({ near, now }))
    .from(merchants)
    .where(and(eq(merchants.id, id), eq(merchants.isPublished, true)))
  return row
}

/** Lists the services of a shop: labour first, each sport by price. */
export async function listServices(db: Database, merchantId: string): Promise<StringingService[]> {
  const { id, kind, sport, name, priceFen, isOffered } = stringingServices
  return db
    .select({ id, kind, sport, name, priceFen })
    .from(stringingServices)
    .where(and(eq(stringingServices.merchantId, merchantId), eq(isOffered, true)))
    .orderBy(desc(kind), desc(sport), asc(priceFen), asc(id))
}

/** Lists the strings that a shop sells, grouped by brand, with the metres that are not reserved. */
export async function listShopStrings(db: Database, merchantId: string): Promise<ShopString[]> {
  const { id, sport, brand, name, material, gauge, color, halfPriceFen, stockMetres, isOffered } = merchantStrings
  const promised = db
    .select({ stringId: stringingParts.stringId, metres: sql`sum(${stringingParts.metres})`.as('metres') })
    .from(stringingParts)
    .innerJoin(stringingOrders, eq(stringingOrders.id, stringingParts.orderId))
    .where(and(eq(stringingOrders.merchantId, merchantId), inArray(stringingOrders.status, [...RESERVING_STRINGING])))
    .groupBy(stringingParts.stringId)
    .as('promised')
  return db
    .select({
      ...{ id, sport, brand, name, material, gauge, color, halfPriceFen },
      freeMetres: sql<number>`${stockMetres} - coalesce(${promised.metres}, 0)`.mapWith(Number),
    })
    .from(merchantStrings)
    .leftJoin(promised, eq(promised.stringId, id))
    .where(and(eq(merchantStrings.merchantId, merchantId), eq(isOffered, true)))
    .orderBy(desc(sport), sql`${brand} collate "zh-x-icu"`, sql`${name} collate "zh-x-icu"`, asc(gauge), asc(id))
}

/** A review with its author and the racket that it is about. */
export type ReviewRow = Omit<StringingReview, 'createTime'> & { createdAt: Date }

/** Reads one page of a shop's reviews, latest first, as `actorId` (undefined: a guest) may read them. */
export async function listReviews(
  db: Database,
  { merchantId, actorId, ...page }: Page & { merchantId: string; actorId: string | undefined },
): Promise<{ rows: ReviewRow[]; total: number }> {
  const { orderId, stars, text, createdAt, userId } = stringingReviews
  const isSeen = actorId === undefined ? undefined : not(isBlockedBetween(userId, actorId))
  const isOfShop = and(eq(stringingReviews.merchantId, merchantId), isSeen)
  const [rows, total] = await Promise.all([
    db
      .select({
        ...{ orderId, stars, text, createdAt },
        author: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      })
      .from(stringingReviews)
      .innerJoin(users, eq(users.id, userId))
      .where(isOfShop)
      .orderBy(desc(createdAt), desc(orderId))
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(stringingReviews, isOfShop),
  ])
  return { rows, total }
}
