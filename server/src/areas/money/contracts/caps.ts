import { NO_CAPS, type PurchaseCaps } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { purchaseCaps } from '../../../tables/packages.ts'

/** The caps of a version. Without one there are none. */
export function capsOf(row: typeof purchaseCaps.$inferSelect | undefined): PurchaseCaps {
  if (!row) return { buyer: NO_CAPS, minor: null }
  const minor = { months: row.minorMonths, hours: row.minorHours, fen: row.minorFen }
  return {
    buyer: { months: row.buyerMonths, hours: row.buyerHours, fen: row.buyerFen },
    minor: minor.months === null ? null : minor,
  }
}

/** The present caps of a company. Undefined if it never set any. */
export async function findCaps(db: Database, companyId: string) {
  const [row] = await db
    .select()
    .from(purchaseCaps)
    .where(eq(purchaseCaps.companyId, companyId))
    .orderBy(desc(purchaseCaps.version))
    .limit(1)
  return row
}
