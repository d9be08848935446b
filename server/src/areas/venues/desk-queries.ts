import { APPROVAL } from '@paidang/domain/kernel/approval'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { coachVenues, courts, venues } from './tables.ts'

/** A venue as stored, without its courts. */
export type VenueRecord = typeof venues.$inferSelect

/** A venue that nobody books, and nobody else changes, until the transaction ends. */
export async function holdVenue(tx: Database, id: string): Promise<VenueRecord | undefined> {
  // A booking keeps its venue with a key share, which a weaker lock would not wait for.
  const [row] = await tx.select().from(venues).where(eq(venues.id, id)).for('update')
  return row
}

/** Changes a venue that is held; who saw it before has seen an older one. */
export async function changeVenue(
  tx: Database,
  id: string,
  change: Partial<Omit<VenueRecord, 'id' | 'revision'>>,
): Promise<void> {
  await tx
    .update(venues)
    .set({ ...change, revision: sql`${venues.revision} + 1` })
    .where(eq(venues.id, id))
}

/** Who names a venue in a city comes one after the other, until the transaction ends. */
export async function queueForNames(tx: Database, city: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`venue names|${city}`}, 0))`)
}

/** Whether another approved venue of that name stands in the city. */
export async function isNameOfAnother(
  db: Database,
  { name, city, id }: { name: string; city: string; id: string | null },
): Promise<boolean> {
  const same = and(eq(venues.name, name), eq(venues.city, city), eq(venues.approveStatus, APPROVAL.APPROVED))
  return (await db.$count(venues, and(same, id === null ? undefined : ne(venues.id, id)))) > 0
}

/** Who added a venue. */
export async function findCreator(db: Database, createdBy: string) {
  const { id, nickname, avatar } = users
  const [row] = await db.select({ id, nickname, avatar }).from(users).where(eq(users.id, createdBy))
  return row ?? null
}

/** The coaches of a venue, a hundred at most: who manages it first, then who teaches there, who waits, and who was refused. */
export async function listCoachesOf(db: Database, venueId: string) {
  const { id, nickname, avatar } = users
  const { approveStatus, isManager, createdAt } = coachVenues
  const inTurn = sql`case ${approveStatus} when ${APPROVAL.APPROVED} then 0 when ${APPROVAL.PENDING} then 1 else 2 end`
  return db
    .select({ coach: { id, nickname, avatar }, approveStatus, isManager, createdAt })
    .from(coachVenues)
    .innerJoin(users, eq(users.id, coachVenues.coachId))
    .where(eq(coachVenues.venueId, venueId))
    .orderBy(inTurn, desc(isManager), sql`${nickname} collate "zh-x-icu"`, id)
    .limit(MAX_ROWS)
}

/** A court as it is to be. */
export type CourtFields = { courtCode: string; name: string; surface: string }

/** The courts of a venue in their order. */
export async function listCourts(db: Database, venueId: string) {
  return db.select().from(courts).where(eq(courts.venueId, venueId)).orderBy(asc(courts.courtIndex))
}

/** Says anew what courts are. */
export async function updateCourts(tx: Database, changed: readonly (CourtFields & { id: string })[]): Promise<void> {
  // Codes may change hands, and each is unique at every moment: first none of them has one that another is to have.
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(courts)
    .set({ courtCode: sql`',' || ${courts.id}` })
    .where(inArray(courts.id, ids))
  for (const { id, ...fields } of changed) await tx.update(courts).set(fields).where(eq(courts.id, id))
}

/** Adds courts behind the others. */
export async function insertCourts(
  tx: Database,
  { venueId, from }: { venueId: string; from: number },
  added: readonly CourtFields[],
): Promise<void> {
  if (added.length === 0) return
  await tx.insert(courts).values(added.map((court, offset) => ({ ...court, venueId, courtIndex: from + offset })))
}

/** Deletes a court; what refers to it ends this with 23503. */
export async function deleteCourt(tx: Database, id: string): Promise<void> {
  await tx.delete(courts).where(eq(courts.id, id))
}

/** Lets an associated coach manage a venue, or no more. */
export async function setManager(
  tx: Database,
  { coachId, venueId, isManager }: { coachId: string; venueId: string; isManager: boolean },
): Promise<void> {
  await tx
    .update(coachVenues)
    .set({ isManager })
    .where(and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId)))
}

/** How a coach stands to a venue, locked. */
export async function lockAssociationOf(tx: Database, { coachId, venueId }: { coachId: string; venueId: string }) {
  const own = and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId))
  const [row] = await tx.select().from(coachVenues).where(own).for('update')
  return row
}

/** The requests that wait at a venue, the longest first, locked: whoever decides one of them is waited for. */
export async function lockWaiting(tx: Database, venueId: string): Promise<{ id: string; coachId: string }[]> {
  return tx
    .select({ id: coachVenues.id, coachId: coachVenues.coachId })
    .from(coachVenues)
    .where(and(eq(coachVenues.venueId, venueId), eq(coachVenues.approveStatus, APPROVAL.PENDING)))
    .orderBy(asc(coachVenues.id))
    .for('update')
}
