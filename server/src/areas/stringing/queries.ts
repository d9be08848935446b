import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { desc, eq, getTableColumns, min, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { merchants, stringingServices } from './tables.ts'

/** A shop as stored, with what its services say: the sports, in alphabetical order, and the cheapest price in fen. */
export type MerchantRow = typeof merchants.$inferSelect & {
  sports: MerchantSummary['sports']
  priceFrom: number | null
}

/** One page of the shops: the best rated first, then by name. */
export async function listMerchantsByRating(db: Database, page: Page): Promise<{ rows: MerchantRow[]; total: number }> {
  const { sport, priceFen } = stringingServices
  const offered = sql`array_agg(distinct ${sport}) filter (where ${sport} is not null)`
  const sports = sql<MerchantRow['sports']>`coalesce(${offered}, '{}')`
  const [rows, total] = await Promise.all([
    db
      .select({
        ...getTableColumns(merchants),
        sports,
        priceFrom: min(priceFen),
      })
      .from(merchants)
      .leftJoin(stringingServices, eq(stringingServices.merchantId, merchants.id))
      .groupBy(merchants.id)
      .orderBy(desc(merchants.rating), sql`${merchants.name} collate "zh-x-icu"`, merchants.id)
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(merchants),
  ])
  return { rows, total }
}
