import type { Racket, RacketForm } from '@paidang/api/areas/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_RACKETS, whyNotRacket } from '@paidang/domain/areas/stringing/racket'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { Database } from '../../db/database.ts'
import {
  hasOrders,
  insertRacket,
  listRacketRows,
  lockRacket,
  lockRacketsOf,
  type RacketFields,
  updateRacketRow,
} from './racket-queries.ts'
import { readRacket } from './read-rackets.ts'

/**
 * The caller adds a racket. His first one of a sport is the one he plays with, whatever he says.
 *
 * @throws ApiError any RacketRefusal, rackets_too_many
 * Source: decision "Hours and money", Stringing orders
 */
export async function createRacket(
  db: Database,
  { form, by, now }: { form: RacketForm; by: string; now: Date },
): Promise<Racket> {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockRacketsOf(tx, by)
    const others = await listRacketRows(tx, by)
    if (others.length >= MAX_RACKETS) throw new ApiError('rackets_too_many')
    const main = others.find(({ isMain, sport }) => isMain && sport === fields.sport)
    const isMain = !main || form.isMain === true
    if (isMain && main) await updateRacketRow(tx, main.id, { isMain: false })
    const racketId = await insertRacket(tx, { ...fields, isMain, userId: by, createdAt: now })
    return readRacket(tx, { racketId, by, now })
  })
}

/**
 * The caller changes a racket of his. Made the one he plays with it takes that from the other of its sport; it loses that only
 * to another one. A racket that moves to another sport hands over in the old one; one that was ordered for never moves.
 *
 * @throws ApiError racket_not_found also for another's and for one put away, any RacketRefusal, racket_sport_fixed
 */
export async function updateRacket(
  db: Database,
  { racketId: id, form, by, now }: { racketId: string; form: RacketForm; by: string; now: Date },
): Promise<Racket> {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockRacketsOf(tx, by)
    const racket = await lockRacket(tx, { id, userId: by })
    if (!racket || racket.retiredAt) throw new ApiError('racket_not_found')
    const isMoving = racket.sport !== fields.sport
    if (isMoving && (await hasOrders(tx, id, 'any'))) throw new ApiError('racket_sport_fixed')
    const others = (await listRacketRows(tx, by)).filter((other) => other.id !== id)
    const main = others.find(({ isMain, sport }) => isMain && sport === fields.sport)
    const isMain = !main || form.isMain === true
    // First the old one: the index allows no moment with two.
    if (isMain && main) await updateRacketRow(tx, main.id, { isMain: false })
    await updateRacketRow(tx, id, { ...fields, isMain })
    if (isMoving && racket.isMain) await handOver(tx, { userId: by, sport: racket.sport })
    return readRacket(tx, { racketId: id, by, now })
  })
}

/** The latest racket of a sport is from now on the one its player plays with, where he has one; nothing else may be. */
export async function handOver(tx: Database, { userId, sport }: { userId: string; sport: Sport }): Promise<void> {
  const heir = (await listRacketRows(tx, userId)).find((racket) => racket.sport === sport)
  if (heir) await updateRacketRow(tx, heir.id, { isMain: true })
}

/** What is kept of a form. @throws ApiError any RacketRefusal */
function fieldsOf(form: RacketForm): RacketFields {
  const { sport, weightGrams = null, minTension = null, maxTension = null } = form
  const fields = {
    sport,
    brand: form.brand.trim(),
    model: form.model.trim(),
    gripSize: form.gripSize?.trim() ?? '',
    pattern: form.pattern?.trim() ?? '',
    code: form.code?.trim() ?? '',
    weightGrams,
    minTension,
    maxTension,
  }
  const refusal = whyNotRacket(fields)
  if (refusal) throw new ApiError(refusal)
  return fields
}
