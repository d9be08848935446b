import type { moveString as endpoint } from '@paidang/api/areas/merchant-strings'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { isTenths, tenthsBetween } from '@paidang/domain/areas/stringing/string-job'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import type { StaffUser } from '../../../http/session.ts'
import { shopOf } from '../stringing/shop-of.ts'
import type { StringRow } from './offer-queries.ts'
import { presentString } from './read-strings.ts'
import { lockString, moveMetres } from './string-queries.ts'

type Moving = {
  stringId: string
  kind: 'IN' | 'COUNT'
  metres: number
  reason: string
  seen: number | undefined
  staff: StaffUser
  now: Date
}

/**
 * Books a delivery or a count of string. A count books the difference to the present stock, and nothing if it agrees. A
 * count may fall below what is reserved for orders. Those orders cannot start until more string arrives.
 *
 * @throws ApiError string_not_found, also for a string of another shop; revision_outdated;
 * string_move_invalid (no reason, an empty delivery, or metres finer than a tenth)
 */
export async function moveString(
  db: Database,
  { stringId, kind, metres, seen, staff, now, ...said }: Moving,
): Promise<Data<typeof endpoint>> {
  const reason = said.reason.trim()
  if (reason === '' || !isTenths(metres) || (kind === 'IN' && metres === 0)) throw new ApiError('string_move_invalid')
  const own = { id: stringId, merchantId: shopOf(staff) }
  return db.transaction(async (tx) => {
    const { stockMetres } = await ownString(tx, own)
    await assertSeenRow(tx, 'merchant_strings', { id: stringId, seen })
    const movedMetres = kind === 'IN' ? metres : tenthsBetween(stockMetres, metres)
    if (movedMetres !== 0) {
      const movement = { kind: kind === 'IN' ? ('IN' as const) : ('ADJUSTED' as const), metres: movedMetres, reason }
      const isMoved = await moveMetres(tx, { ...movement, stringId, staffId: staff.id, now })
      if (!isMoved) throw new Error(`string ${stringId} is locked, and yet has less than was read`)
    }
    return { ...(await presentString(tx, await ownString(tx, own))), movedMetres }
  })
}

/** Reads and locks a string of the shop. */
async function ownString(tx: Database, own: { id: string; merchantId: string }): Promise<StringRow> {
  const string = await lockString(tx, own)
  if (!string) throw new ApiError('string_not_found')
  return string
}
