import type { StockedString } from '@paidang/api/areas/merchant-strings'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isTenths } from '@paidang/domain/areas/stringing/string-job'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import type { StringRow } from './offer-queries.ts'
import { presentString } from './read-strings.ts'
import { shopOf } from './shop-of.ts'
import { findString, moveMetres } from './string-queries.ts'

type Moving = {
  stringId: string
  kind: 'IN' | 'ADJUSTED'
  metres: number
  reason: string
  staff: StaffUser
  now: Date
}

/**
 * String comes into a shop, or counting finds more or less of it than was believed. What is promised to orders may be found
 * missing too: then they cannot be started until more has come.
 *
 * @throws ApiError string_not_found also for another shop's; string_move_invalid (no reason, nothing, a delivery of less than
 *   nothing, less than a tenth of a metre); string_stock_too_low when more is missing than was there
 */
export async function moveString(db: Database, { stringId, metres, staff, ...move }: Moving): Promise<StockedString> {
  const reason = move.reason.trim()
  const isMove = metres !== 0 && isTenths(metres) && (move.kind === 'ADJUSTED' || metres > 0)
  if (reason === '' || !isMove) throw new ApiError('string_move_invalid')
  return db.transaction(async (tx) => {
    const own = { id: stringId, merchantId: shopOf(staff) }
    await ownString(tx, own)
    const isMoved = await moveMetres(tx, { ...move, stringId, metres, reason, staffId: staff.id })
    if (!isMoved) throw new ApiError('string_stock_too_low')
    return presentString(tx, await ownString(tx, own))
  })
}

async function ownString(tx: Database, own: { id: string; merchantId: string }): Promise<StringRow> {
  const string = await findString(tx, own)
  if (!string) throw new ApiError('string_not_found')
  return string
}
