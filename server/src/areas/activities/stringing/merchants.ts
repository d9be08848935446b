import * as api from '@paidang/api/areas/activities/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { RESERVING_STRINGING } from '@paidang/domain/areas/activities/stringing/order-status'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import type { Sport } from '@paidang/domain/kernel/sport'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { merchantStrings, merchants, stringingServices } from '../../../tables/stringing.ts'
import { stringingOrders, stringingParts, stringingReviews } from '../../../tables/stringing-orders.ts'
import { readAllBlocked } from '../../ground/blacklist/read-blocked.ts'

/** A point on the earth, in degrees. */
type Point = { latitude: number; longitude: number }

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

type Viewing = { near: Point | undefined; sport?: Sport | undefined; now: Date }

/** Shops with figures from their services, reviews and orders. The price is that of the requested sport. */
function selectMerchants(db: Database, { near, sport, now }: Viewing) {
  const jobsSince = new Date(now.getTime() - DAYS_OF_JOBS * DAY_MS)
  return db
    .select({
      ...getTableColumns(merchants),
      sports: sql<Sport[]>`(select coalesce(array_agg(distinct s.sport), '{}') ${labourOf()})`,
      priceFrom: sql<number | null>`(select min(s.price_fen) ${labourOf(sport)})`.mapWith(stringingServices.priceFen),
      rating,
      monthJobs: sql<number>`(select count(*) from ${stringingOrders} o
        where o.merchant_id = ${merchants}.id and o.status in ('READY', 'COMPLETED') and o.ready_at > ${jobsSince})`.mapWith(
        Number,
      ),
      distanceKm: near ? distanceTo(near) : sql<number | null>`null::float8`,
    })
    .from(merchants)
    .$dynamic()
}

function present(row: Awaited<ReturnType<typeof selectMerchants>>[number]): api.MerchantSummary {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    city: row.city,
    district: row.district,
    address: row.address,
    introduction: row.introduction,
    rating: row.rating,
    ratingCount: row.ratingCount,
    monthJobs: row.monthJobs,
    turnaroundHours: row.turnaroundHours,
    openFrom: row.openFrom,
    openTo: row.openTo,
    sports: row.sports,
    priceFrom: row.priceFrom,
    courierFeeFen: row.courierFeeFen,
    distanceKm: row.distanceKm,
  }
}

const isOpen = (id: string) => and(eq(merchants.id, id), eq(merchants.isPublished, true))

/** Returns the sent point, if there is one. @throws ApiError input_invalid for an incomplete point */
function pointOf({ latitude, longitude }: Partial<Point>): Point | undefined {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude === undefined) throw new ApiError('input_invalid', { data: { field: 'latitude' } })
  if (longitude === undefined) throw new ApiError('input_invalid', { data: { field: 'longitude' } })
  return { latitude, longitude }
}

/** The sort columns for each sort. Equal shops are sorted by the pinyin of their names. */
function orderOf(order: api.MerchantSort, near: Point | undefined): SQL[] {
  const sorts: Record<api.MerchantSort, SQL> = {
    distance: near ? sql`${distanceTo(near)} asc nulls last` : sql`${rating} desc nulls last`,
    fastest: asc(merchants.turnaroundHours),
    rating: sql`${rating} desc nulls last`,
  }
  return [sorts[order], sql`${merchants.name} collate "zh-x-icu"`, asc(merchants.id)]
}

async function listMerchants({ query, db, now }: Handled<typeof api.listMerchants>) {
  const { city, district, sport, hasCourier } = query
  const near = pointOf(query)
  const { order = near ? 'distance' : 'rating' } = query
  if (order === 'distance' && !near) throw new ApiError('input_invalid', { data: { field: 'latitude' } })
  const typed = query.keyword?.trim()
  const where = and(
    eq(merchants.isPublished, true),
    city ? eq(merchants.city, city) : undefined,
    district ? eq(merchants.district, district) : undefined,
    sport && sql`exists (select 1 ${labourOf(sport)})`,
    hasCourier ? isNotNull(merchants.courierFeeFen) : undefined,
    typed
      ? or(...[merchants.name, merchants.district, merchants.address].map((column) => contains(column, typed)))
      : undefined,
  )
  return pageOf(db, selectMerchants(db, { near, sport, now }), { where, order: orderOf(order, near), query, present })
}

/** Lists the services of a shop: labour first, each sport by price. */
async function listServices(db: Database, merchantId: string): Promise<api.StringingService[]> {
  const { id, kind, sport, name, priceFen, isOffered } = stringingServices
  return db
    .select({ id, kind, sport, name, priceFen })
    .from(stringingServices)
    .where(and(eq(stringingServices.merchantId, merchantId), eq(isOffered, true)))
    .orderBy(desc(kind), desc(sport), asc(priceFen), asc(id))
}

/** Lists the strings that a shop sells, grouped by brand, with the metres that are not reserved. */
async function listStrings(db: Database, merchantId: string): Promise<api.ShopString[]> {
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

const { orderId, stars, text, createdAt } = stringingReviews
const selectReviews = (db: Database) =>
  db
    .select({
      ...{ orderId, stars, text, createdAt },
      author: { id: users.id, nickname: users.nickname, avatar: users.avatar },
    })
    .from(stringingReviews)
    .innerJoin(users, eq(users.id, stringingReviews.userId))
    .$dynamic()

export default plugin([
  // With a point the nearest is first, otherwise the best rated, unless another sort is requested.
  handle(api.listMerchants, listMerchants),

  handle(api.getMerchant, async ({ params: { id }, query, db, now }) => {
    const [row] = await selectMerchants(db, { near: pointOf(query), now }).where(isOpen(id))
    if (!row) throw new ApiError('merchant_not_found')
    const { phone, latitude, longitude } = row
    const [services, strings] = await Promise.all([listServices(db, id), listStrings(db, id)])
    return { ...present(row), phone, latitude, longitude, services, strings }
  }),

  // The latest first. Reviews of people blocked from the caller are left out.
  handle(api.reviewsOfMerchant, async ({ params: { id }, query, user, db }) => {
    if ((await db.$count(merchants, isOpen(id))) === 0) throw new ApiError('merchant_not_found')
    const blocked = user ? await readAllBlocked(db, user.id) : []
    const isSeen = blocked.length === 0 ? undefined : notInArray(stringingReviews.userId, blocked)
    const where = and(eq(stringingReviews.merchantId, id), isSeen)
    return pageOf(db, selectReviews(db), {
      where,
      counted: db.select({ id: stringingReviews.merchantId }).from(stringingReviews).where(where),
      order: [desc(createdAt), desc(orderId)],
      query,
      most: APP_COUNT_LIMIT,
      present: ({ createdAt, ...review }) => ({ ...review, createTime: createdAt.toISOString() }),
    })
  }),
])
