import type { StockedString } from '@paidang/api/areas/merchant-strings'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { readFreeMetres, type StringRow } from './offer-queries.ts'
import { findString, listStrings, pageMoves } from './string-queries.ts'

/** Reads all strings of a shop, with their stock and the metres that are not reserved. */
export async function readStrings(db: Database, staff: StaffUser): Promise<StockedString[]> {
  return presentStrings(db, await listStrings(db, shopOf(staff)))
}

/** Presents one string for its shop. */
export async function presentString(db: Database, row: StringRow): Promise<StockedString> {
  const [string] = await presentStrings(db, [row])
  if (!string) throw new Error('one row makes one string')
  return string
}

async function presentStrings(db: Database, rows: readonly StringRow[]): Promise<StockedString[]> {
  const free = await readFreeMetres(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ merchantId, seq, ...string }) => ({ ...string, freeMetres: free.get(string.id) ?? 0 }))
}

type MovesQuery = Page & { stringId: string; staff: StaffUser }
type Move = {
  seq: number
  kind: 'IN' | 'DRAWN' | 'ADJUSTED'
  metres: number
  metresAfter: number
  reason: string
  staffName: string | null
  createTime: string
}

/**
 * Reads one page of a string's movements, latest first.
 *
 * @throws ApiError string_not_found, also for a string of another shop
 */
export async function readMoves(
  db: Database,
  { stringId, staff, ...page }: MovesQuery,
): Promise<{ rows: Move[]; total: number }> {
  if (!(await findString(db, { id: stringId, merchantId: shopOf(staff) }))) throw new ApiError('string_not_found')
  const { rows, total } = await pageMoves(db, stringId, page)
  return {
    rows: rows.map(({ seq, kind, metresChange: metres, metresAfter, reason, staffName, createdAt }) => ({
      seq,
      kind,
      metres,
      metresAfter,
      reason,
      staffName,
      createTime: createdAt.toISOString(),
    })),
    total,
  }
}
