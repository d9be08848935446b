import type { NewString, StockedString, StringFacts } from '@paidang/api/areas/merchant-strings'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isTenths } from '@paidang/domain/areas/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { presentString } from './read-strings.ts'
import { shopOf } from './shop-of.ts'
import { findString, insertString, lockString, updateStringRow } from './string-queries.ts'

/**
 * A shop sells another string from now on; what lies there of it is its first movement.
 *
 * @throws ApiError string_invalid (no brand, name or colour; metres that are no tenths)
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
    await recordDeed(tx, { by: staff.id, action: 'string.create', objectId: id, summary, now })
    return readSaved(tx, { id, merchantId })
  })
}

/**
 * A shop says anew what a string is, or takes it off its list. Orders keep the name and the price with which they were made, and
 * those that wait for it are strung with it still.
 *
 * @throws ApiError string_not_found also for another shop's; string_invalid; string_changed; action_forbidden when another than the
 *   owner changes what it costs
 */
export async function updateString(
  db: Database,
  {
    stringId: id,
    facts: { revision, ...facts },
    staff,
    now,
  }: { stringId: string; facts: StringFacts; staff: StaffUser; now: Date },
): Promise<StockedString> {
  const clean = cleanFacts(facts)
  const merchantId = shopOf(staff)
  return db.transaction(async (tx) => {
    const string = await lockString(tx, { id, merchantId })
    if (!string) throw new ApiError('string_not_found')
    if (string.revision !== revision) throw new ApiError('string_changed')
    const isRepriced = clean.halfPriceFen !== string.halfPriceFen
    if (isRepriced && staff.role !== 'owner') throw new ApiError('action_forbidden')
    await updateStringRow(tx, id, clean)
    const name = `「${clean.brand} ${clean.name}」`
    const price = isRepriced ? `，半副由 ¥${yuanOf(string.halfPriceFen)} 改为 ¥${yuanOf(clean.halfPriceFen)}` : ''
    await recordDeed(tx, { by: staff.id, action: 'string.edit', objectId: id, summary: `修改球线${name}${price}`, now })
    return readSaved(tx, { id, merchantId })
  })
}

/** What is kept of a form: its texts without blanks around them. */
function cleanFacts<Facts extends Omit<StringFacts, 'isOffered' | 'revision'>>(facts: Facts): Facts {
  const texts = { brand: facts.brand.trim(), name: facts.name.trim(), color: facts.color.trim() }
  const isWhole = Object.values(texts).every((text) => text !== '') && isTenths(facts.lowStockMetres)
  if (!isWhole || !isHundredths(facts.gauge)) throw new ApiError('string_invalid')
  return { ...facts, ...texts }
}

/** Gauges are told in hundredths of a millimetre. */
const isHundredths = (millimetres: number) => Math.round(millimetres * 100) / 100 === millimetres

async function readSaved(tx: Database, own: { id: string; merchantId: string }): Promise<StockedString> {
  const string = await findString(tx, own)
  if (!string) throw new Error(`string ${own.id} was saved, and yet is gone`)
  return presentString(tx, string)
}
