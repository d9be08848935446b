import * as api from '@paidang/api/areas/activities/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { RUNNING_STRINGING } from '@paidang/domain/areas/activities/stringing/order-status'
import { MAX_RACKETS, whyNotRacket } from '@paidang/domain/areas/activities/stringing/racket'
import type { Sport } from '@paidang/domain/kernel/sport'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { rackets } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { readRackets } from './read-rackets.ts'

/** Locks a player's row for the rest of the transaction. So changes of their rackets run one after the other. */
async function lockRacketsOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Locks a player's rackets and reads one, retired or not. */
async function openRacket(tx: Database, id: string, userId: string) {
  await lockRacketsOf(tx, userId)
  const own = and(eq(rackets.id, id), eq(rackets.userId, userId))
  const [row] = await tx.select().from(rackets).where(own).for('update')
  if (!row) throw new ApiError('racket_not_found')
  return row
}

const isActive = (userId: string) => and(eq(rackets.userId, userId), isNull(rackets.retiredAt))

/** Lists a player's active rackets, the latest first. */
async function listActive(tx: Database, userId: string) {
  return tx.select().from(rackets).where(isActive(userId)).orderBy(desc(rackets.createdAt), desc(rackets.id))
}

async function readRacket(db: Database, id: string, asked: { actorId: string; now: Date }): Promise<api.Racket> {
  const racket = (await readRackets(db, asked)).find((one) => one.id === id)
  if (!racket) throw new Error(`racket ${id} is gone`)
  return racket
}

async function setMain(tx: Database, id: string, isMain: boolean): Promise<void> {
  await tx.update(rackets).set({ isMain }).where(eq(rackets.id, id))
}

/**
 * Makes the latest racket of a sport the player's main one, if there is one. The sport must have no main racket before.
 */
async function handOver(tx: Database, userId: string, sport: Sport): Promise<void> {
  const heir = (await listActive(tx, userId)).find((racket) => racket.sport === sport)
  if (heir) await setMain(tx, heir.id, true)
}

/** The values of a form to store. @throws ApiError any RacketRefusal */
function fieldsOf(form: api.RacketForm) {
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

/**
 * The first racket of a sport is always the main one, whatever the form says.
 * Source: decision "Hours and money", Stringing orders
 */
async function createRacket({ body: form, user: { id: actorId }, db, now }: Handled<typeof api.createRacket>) {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockRacketsOf(tx, actorId)
    const others = await listActive(tx, actorId)
    if (others.length >= MAX_RACKETS) throw new ApiError('rackets_too_many')
    const main = others.find(({ isMain, sport }) => isMain && sport === fields.sport)
    const isMain = !main || form.isMain === true
    if (isMain && main) await setMain(tx, main.id, false)
    const row = { ...fields, isMain, userId: actorId, createdAt: now }
    const [made] = await tx.insert(rackets).values(row).returning({ id: rackets.id })
    if (!made) throw new Error('insert returned no row')
    return readRacket(tx, made.id, { actorId, now })
  })
}

/** If the main racket changes its sport, another one becomes main in the old sport. */
async function updateRacket({ params: { id }, body, user, db, now }: Handled<typeof api.updateRacket>) {
  const { revision: seen, ...form } = body
  const actorId = user.id
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    const racket = await openRacket(tx, id, actorId)
    if (racket.retiredAt) throw new ApiError('racket_not_found')
    await assertSeen(tx, 'rackets', { seen, row: racket }, () => readRacket(tx, id, { actorId, now }))
    const isMoving = racket.sport !== fields.sport
    if (isMoving && (await tx.$count(stringingOrders, eq(stringingOrders.racketId, id))) > 0)
      throw new ApiError('racket_sport_fixed')
    const others = (await listActive(tx, actorId)).filter((other) => other.id !== id)
    const main = others.find(({ isMain, sport }) => isMain && sport === fields.sport)
    const isMain = !main || form.isMain === true
    // The old one first, because the unique index allows one main racket at any moment.
    if (isMain && main) await setMain(tx, main.id, false)
    await tx
      .update(rackets)
      .set({ ...fields, isMain })
      .where(eq(rackets.id, id))
    if (isMoving && racket.isMain) await handOver(tx, actorId, racket.sport)
    return readRacket(tx, id, { actorId, now })
  })
}

/** Its jobs stay. If it was the main racket, the latest other one of its sport becomes the main one. */
async function retireRacket({ params: { id }, query, user, db, now }: Handled<typeof api.deleteRacket>) {
  return db.transaction(async (tx) => {
    const racket = await openRacket(tx, id, user.id)
    if (racket.retiredAt) return null
    const readNow = () => readRacket(tx, id, { actorId: user.id, now })
    await assertSeen(tx, 'rackets', { seen: query.revision, row: racket }, readNow)
    const running = and(eq(stringingOrders.racketId, id), inArray(stringingOrders.status, [...RUNNING_STRINGING]))
    if ((await tx.$count(stringingOrders, running)) > 0) throw new ApiError('racket_in_use')
    await tx.update(rackets).set({ isMain: false, retiredAt: now }).where(eq(rackets.id, id))
    if (racket.isMain) await handOver(tx, user.id, racket.sport)
    return null
  })
}

export default plugin([
  handle(api.listRackets, ({ user, db, now }) => readRackets(db, { actorId: user.id, now })),

  handle(api.createRacket, {
    handle: createRacket,
    stands: async (db, { id }, { user }) => (await db.$count(rackets, and(eq(rackets.id, id), isActive(user.id)))) > 0,
  }),

  handle(api.updateRacket, updateRacket),

  handle(api.deleteRacket, retireRacket),
])
