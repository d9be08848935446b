import { STRINGING_STATUSES, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { merchantStrings, merchants, rackets, stringingServices, stringLedger } from '../tables/stringing.ts'
import { merchantPhotos } from '../tables/stringing-orders.ts'
import { only, TEST_NOW } from './builders.ts'
import { givenStringingOrder } from './given-stringing-order.ts'
import { nextNumber } from './numbers.ts'

/** The time at which strings arrived and rackets were bought: two days before TEST_NOW. */
const MADE_AT = new Date(TEST_NOW.getTime() - 2 * 86_400_000)

/** Adds a published shop in Xuhui that collects rackets for ¥15, without services and strings. @returns its id */
export async function givenMerchant(db: Database, over: Partial<typeof merchants.$inferInsert> = {}): Promise<string> {
  const merchant = {
    name: `穿线店${nextNumber()}`,
    city: '上海',
    district: '徐汇区',
    address: '星湖路 270 号',
    phone: '02155550301',
    latitude: 31.17,
    longitude: 121.46,
    turnaroundHours: 24,
    openFrom: 18,
    openTo: 42,
    courierFeeFen: 1_500,
    ...over,
  }
  return only(await db.insert(merchants).values(merchant).returning({ id: merchants.id })).id
}

/** Adds labour for one tennis racket, default ¥50. @returns its id */
export async function givenService(
  db: Database,
  over: Partial<typeof stringingServices.$inferInsert> & { merchantId: string },
): Promise<string> {
  const service = { kind: 'LABOUR' as const, name: '手工费', sport: 'tennis' as const, priceFen: 5_000, ...over }
  return only(await db.insert(stringingServices).values(service).returning({ id: stringingServices.id })).id
}

/**
 * Adds a polyester tennis string at ¥60 per half set, with 100 m in stock and the matching ledger row. @returns its id
 */
export async function givenString(
  db: Database,
  over: Partial<typeof merchantStrings.$inferInsert> & { merchantId: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const string = {
      sport: 'tennis' as const,
      brand: '弦音',
      name: '螺旋聚酯',
      material: 'POLY' as const,
      gauge: 1.25,
      color: '银色',
      halfPriceFen: 6_000,
      stockMetres: 100,
      ...over,
      seq: 1,
    }
    const { id } = only(await tx.insert(merchantStrings).values(string).returning({ id: merchantStrings.id }))
    const { stockMetres: metresAfter } = string
    const row = { stringId: id, seq: 1, kind: 'IN' as const, metresChange: metresAfter, metresAfter }
    await tx.insert(stringLedger).values({ ...row, reference: 'delivery:1', reason: '进货', createdAt: MADE_AT })
    return id
  })
}

/** What a shop offers, by id. */
export type GivenShop = {
  merchantId: string
  /** Labour for tennis at ¥50 and for badminton at ¥30, and new grommets for a tennis racket for ¥20 extra. */
  labourId: string
  badmintonLabourId: string
  extraId: string
  /** Strings for tennis at ¥60 and ¥80 per half set, and for badminton at ¥25. 100 m of each. */
  polyId: string
  multiId: string
  badmintonStringId: string
}

/** Adds a shop that strings rackets of both sports. */
export async function givenShop(db: Database, over: Partial<typeof merchants.$inferInsert> = {}): Promise<GivenShop> {
  const merchantId = await givenMerchant(db, over)
  const badminton = { merchantId, sport: 'badminton' as const }
  const multi = { name: '柔芯', material: 'MULTI' as const, gauge: 1.3, halfPriceFen: 8_000 }
  const thin = { name: '高弹', material: 'NYLON' as const, gauge: 0.66, halfPriceFen: 2_500 }
  return {
    merchantId,
    labourId: await givenService(db, { merchantId }),
    badmintonLabourId: await givenService(db, { ...badminton, priceFen: 3_000 }),
    extraId: await givenService(db, { merchantId, kind: 'EXTRA', name: '换护线条', priceFen: 2_000 }),
    polyId: await givenString(db, { merchantId }),
    multiId: await givenString(db, { merchantId, ...multi }),
    badmintonStringId: await givenString(db, { ...badminton, ...thin }),
  }
}

/** Adds a tennis racket. A player's first racket of a sport is their racket in use. @returns its id */
export async function givenRacket(
  db: Database,
  over: Partial<typeof rackets.$inferInsert> & { userId: string },
): Promise<string> {
  const { sport = 'tennis' } = over
  const isOfSport = and(eq(rackets.userId, over.userId), eq(rackets.sport, sport), eq(rackets.isMain, true))
  const isMain = !over.retiredAt && (await db.$count(rackets, isOfSport)) === 0
  const racket = { sport, brand: '海德', model: '速度 MP', pattern: '16x19', createdAt: MADE_AT, isMain, ...over }
  return only(await db.insert(rackets).values(racket).returning({ id: rackets.id })).id
}

/**
 * Paths of two photos. The first is the shop's photo of the racket that is ready for pick-up. No step shows the second.
 */
export const RACKET_PHOTO = 'private/stringing/shown.webp'
export const UNUSED_PHOTO = 'private/stringing/unused.webp'

const PICKUP_CODE = '0042'
const RETURN_CODE = '0043'

/**
 * The work of a shop: a player's racket, and an order of it in each status. Two orders are ready and have pick-up
 * codes.
 */
type GivenShopWork = {
  racketId: string
  /** A racket without an open order. */
  idleRacketId: string
  orderIds: Record<StringingStatus, string>
  pickupCode: string
  returnCode: string
}

/**
 * Adds such work at a shop. The racket of the cancelled order is still in the shop. Every order takes mains of the
 * shop's first string. A courier took the completed one. No order has a review yet.
 */
export async function givenShopWork(
  db: Database,
  { userId, shop, staffId }: { userId: string; shop: GivenShop; staffId: string },
): Promise<GivenShopWork> {
  const { merchantId } = shop
  const racketId = await givenRacket(db, { userId, model: '重力 MP', isMain: false })
  for (const relativePath of [RACKET_PHOTO, UNUSED_PHOTO]) {
    await db.insert(merchantPhotos).values({ relativePath, merchantId, staffId })
  }
  const job = { userId, merchantId, racketId, mains: { stringId: shop.polyId } }
  const idOf = async (status: StringingStatus) =>
    (
      await givenStringingOrder(db, {
        ...job,
        status,
        ...(status === 'READY' && { photos: [RACKET_PHOTO], pickupCode: PICKUP_CODE }),
        ...(status === 'COMPLETED' && { trackingNo: 'SF100001' }),
        ...(status === 'CANCELLED' && { wasReceived: true, pickupCode: RETURN_CODE }),
      })
    ).id
  const orderIds: Partial<Record<StringingStatus, string>> = {}
  for (const status of STRINGING_STATUSES) orderIds[status] = await idOf(status)
  return {
    racketId,
    idleRacketId: await givenRacket(db, { userId, model: '闲置', isMain: false }),
    pickupCode: PICKUP_CODE,
    returnCode: RETURN_CODE,
    orderIds: orderIds as Record<StringingStatus, string>,
  }
}
