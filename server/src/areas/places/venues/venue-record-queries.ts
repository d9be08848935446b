import { APPROVAL } from '@paidang/domain/kernel/approval'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'

/** A venue as stored, without its courts. */
export type VenueRecord = typeof venues.$inferSelect

/** Locks a venue until the transaction ends, so that nobody books it and nobody else changes it. */
export async function holdVenue(tx: Database, id: string): Promise<VenueRecord | undefined> {
  // A booking locks its venue with `for key share`. Only `for update` waits for that lock.
  const [row] = await tx.select().from(venues).where(eq(venues.id, id)).for('update')
  return row
}

/** Changes a locked venue. */
export async function changeVenue(
  tx: Database,
  id: string,
  change: Partial<Omit<VenueRecord, 'id' | 'revision'>>,
): Promise<void> {
  await tx.update(venues).set(change).where(eq(venues.id, id))
}

/** Serialises the callers that name a venue in a city until the transaction ends. */
export async function queueForNames(tx: Database, city: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`venue names|${city}`}, 0))`)
}

/** Whether another approved venue in the city has that name. */
export async function isNameOfAnother(
  db: Database,
  { name, city, id }: { name: string; city: string; id: string | null },
): Promise<boolean> {
  const same = and(eq(venues.name, name), eq(venues.city, city), eq(venues.approveStatus, APPROVAL.APPROVED))
  return (await db.$count(venues, and(same, id === null ? undefined : ne(venues.id, id)))) > 0
}

/** The person who added a venue. */
export async function findCreator(db: Database, createdBy: string) {
  const { id, nickname, avatar } = users
  const [row] = await db.select({ id, nickname, avatar }).from(users).where(eq(users.id, createdBy))
  return row ?? null
}

/** The coaches of a venue, at most 100. Managers come first, then approved, pending and rejected coaches. */
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

/** The fields of a court to be stored. */
export type CourtFields = { courtCode: string; name: string; surface: string }

/** The courts of a venue in their order. */
export async function listCourts(db: Database, venueId: string) {
  return db.select().from(courts).where(eq(courts.venueId, venueId)).orderBy(asc(courts.courtIndex))
}

/** Replaces the fields of courts. */
export async function updateCourts(tx: Database, changed: readonly (CourtFields & { id: string })[]): Promise<void> {
  // Courts may swap codes, and a code is unique at every moment. The first update therefore clears the codes.
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(courts)
    .set({ courtCode: sql`',' || ${courts.id}` })
    .where(inArray(courts.id, ids))
  for (const { id, ...fields } of changed) await tx.update(courts).set(fields).where(eq(courts.id, id))
}

/** Inserts courts after the existing ones. */
export async function insertCourts(
  tx: Database,
  { venueId, from }: { venueId: string; from: number },
  added: readonly CourtFields[],
): Promise<void> {
  if (added.length === 0) return
  await tx.insert(courts).values(added.map((court, offset) => ({ ...court, venueId, courtIndex: from + offset })))
}

/** Deletes a court. Fails with SQLSTATE 23503 if a row still references it. */
export async function deleteCourt(tx: Database, id: string): Promise<void> {
  await tx.delete(courts).where(eq(courts.id, id))
}

/** Makes an associated coach the manager of a venue, or ends that role. */
export async function setManager(
  tx: Database,
  { coachId, venueId, isManager }: { coachId: string; venueId: string; isManager: boolean },
): Promise<void> {
  await tx
    .update(coachVenues)
    .set({ isManager })
    .where(and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId)))
}

/** Locks the association of a coach with a venue. */
export async function lockAssociationOf(tx: Database, { coachId, venueId }: { coachId: string; venueId: string }) {
  const own = and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId))
  const [row] = await tx.select().from(coachVenues).where(own).for('update')
  return row
}

/** Locks the pending requests at a venue, oldest first. Waits for concurrent decisions about them. */
export async function lockWaiting(tx: Database, venueId: string): Promise<{ id: string; coachId: string }[]> {
  return tx
    .select({ id: coachVenues.id, coachId: coachVenues.coachId })
    .from(coachVenues)
    .where(and(eq(coachVenues.venueId, venueId), eq(coachVenues.approveStatus, APPROVAL.PENDING)))
    .orderBy(asc(coachVenues.id))
    .for('update')
}
