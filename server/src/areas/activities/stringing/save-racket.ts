import type { Racket, RacketForm } from '@paidang/api/areas/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_RACKETS, whyNotRacket } from '@paidang/domain/areas/stringing/racket'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
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
 * Adds a racket of the caller. The first one of a sport is always the main one, whatever the form says.
 *
 * @throws ApiError any RacketRefusal, rackets_too_many
 * Source: decision "Hours and money", Stringing orders
 */
export async function createRacket(
  db: Database,
  { form, actorId, now }: { form: RacketForm; actorId: string; now: Date },
): Promise<Racket> {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockRacketsOf(tx, actorId)
    const others = await listRacketRows(tx, actorId)
    if (others.length >= MAX_RACKETS) throw new ApiError('rackets_too_many')
    const main = others.find(({ isMain, sport }) => isMain && sport === fields.sport)
    const isMain = !main || form.isMain === true
    if (isMain && main) await updateRacketRow(tx, main.id, { isMain: false })
    const racketId = await insertRacket(tx, { ...fields, isMain, userId: actorId, createdAt: now })
    return readRacket(tx, { racketId, actorId, now })
  })
}

/**
 * Updates a racket of the caller. If it becomes the main racket, it replaces the other one of its sport. It stays the
 * main racket until another replaces it. If the main racket changes its sport, another one becomes main in the old
 * sport. A racket with orders keeps its sport.
 *
 * @throws ApiError racket_not_found, also for a racket of another person and a retired one; any RacketRefusal,
 * racket_sport_fixed, revision_outdated
 */
export async function updateRacket(
  db: Database,
  {
    racketId: id,
    form,
    seen,
    actorId,
    now,
  }: { racketId: string; form: RacketForm; seen: number | undefined; actorId: string; now: Date },
): Promise<Racket> {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockRacketsOf(tx, actorId)
    const racket = await lockRacket(tx, { id, userId: actorId })
    if (!racket || racket.retiredAt) throw new ApiError('racket_not_found')
    await assertSeen(tx, 'rackets', { seen, row: racket }, () => readRacket(tx, { racketId: id, actorId, now }))
    const isMoving = racket.sport !== fields.sport
    if (isMoving && (await hasOrders(tx, id, 'any'))) throw new ApiError('racket_sport_fixed')
    const others = (await listRacketRows(tx, actorId)).filter((other) => other.id !== id)
    const main = others.find(({ isMain, sport }) => isMain && sport === fields.sport)
    const isMain = !main || form.isMain === true
    // The old one first, because the unique index allows one main racket at any moment.
    if (isMain && main) await updateRacketRow(tx, main.id, { isMain: false })
    await updateRacketRow(tx, id, { ...fields, isMain })
    if (isMoving && racket.isMain) await handOver(tx, { userId: actorId, sport: racket.sport })
    return readRacket(tx, { racketId: id, actorId, now })
  })
}

/**
 * Makes the latest racket of a sport the player's main one, if there is one. The sport must have no main racket before.
 */
export async function handOver(tx: Database, { userId, sport }: { userId: string; sport: Sport }): Promise<void> {
  const heir = (await listRacketRows(tx, userId)).find((racket) => racket.sport === sport)
  if (heir) await updateRacketRow(tx, heir.id, { isMain: true })
}

/** The values of a form to store. @throws ApiError any RacketRefusal */
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
