import type { NewString, StockedString, StringFields } from '@paidang/api/areas/merchant-strings'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isTenths } from '@paidang/domain/areas/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import type { StaffUser } from '../../../http/session.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { presentString } from './read-strings.ts'
import { findString, insertString, lockString, updateStringRow } from './string-queries.ts'

/**
 * Adds a string to a shop's list. Its initial stock is its first movement.
 *
 * @throws ApiError string_invalid (no brand, name or colour; metres finer than a tenth)
 */
export async function createString(
  db: Database,
  { form, staff, now }: { form: NewString; staff: StaffUser; now: Date },
): Promise<StockedString> {
  const { metres: stockMetres, sport, ...facts } = form
  if (!isTenths(stockMetres)) throw new ApiError('string_invalid')
  const merchantId = shopOf(staff)
  const row = { ...cleanFacts(facts), merchantId, sport, stockMetres }
  return db.transaction(async (tx) => {
    const id = await insertString(tx, row, { staffId: staff.id, now })
    const summary = `新增球线「${row.brand} ${row.name}」`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'string.create', objectId: id, summary, now })
    return readSaved(tx, { id, merchantId })
  })
}

/**
 * Updates a string of a shop, or takes it off the list. Orders keep the name and the price with which they were made.
 * Waiting orders are still strung with it.
 *
 * @throws ApiError string_not_found, also for a string of another shop; string_invalid; revision_outdated;
 * action_forbidden when anybody but the owner changes the price
 */
export async function updateString(
  db: Database,
  {
    stringId: id,
    facts: { revision, ...facts },
    staff,
    now,
  }: { stringId: string; facts: StringFields; staff: StaffUser; now: Date },
): Promise<StockedString> {
  const clean = cleanFacts(facts)
  const merchantId = shopOf(staff)
  return db.transaction(async (tx) => {
    const string = await lockString(tx, { id, merchantId })
    if (!string) throw new ApiError('string_not_found')
    await assertSeenRow(tx, 'merchant_strings', { id, seen: revision })
    const isRepriced = clean.halfPriceFen !== string.halfPriceFen
    if (isRepriced && staff.role !== 'owner') throw new ApiError('action_forbidden')
    await updateStringRow(tx, id, clean)
    const name = `「${clean.brand} ${clean.name}」`
    const price = isRepriced ? `，半副由 ¥${yuanOf(string.halfPriceFen)} 改为 ¥${yuanOf(clean.halfPriceFen)}` : ''
    await recordAuditEvent(tx, {
      actorId: staff.id,
      action: 'string.edit',
      objectId: id,
      summary: `修改球线${name}${price}`,
      now,
    })
    return readSaved(tx, { id, merchantId })
  })
}

/** The values of a form to store, with its texts trimmed. @throws ApiError string_invalid */
function cleanFacts<Facts extends Omit<StringFields, 'isOffered' | 'revision'>>(facts: Facts): Facts {
  const texts = { brand: facts.brand.trim(), name: facts.name.trim(), color: facts.color.trim() }
  const isWhole = Object.values(texts).every((text) => text !== '') && isTenths(facts.lowStockMetres)
  if (!isWhole || !isHundredths(facts.gauge)) throw new ApiError('string_invalid')
  return { ...facts, ...texts }
}

/** Gauges are stored in hundredths of a millimetre. */
const isHundredths = (millimetres: number) => Math.round(millimetres * 100) / 100 === millimetres

async function readSaved(tx: Database, own: { id: string; merchantId: string }): Promise<StockedString> {
  const string = await findString(tx, own)
  if (!string) throw new Error(`string ${own.id} was saved, and yet is gone`)
  return presentString(tx, string)
}
