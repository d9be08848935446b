import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'

/** The association of a coach with a venue. */
export type Association = typeof coachVenues.$inferSelect

/** A coach and a venue. */
type Pair = { coachId: string; venueId: string }

const ofPair = ({ coachId, venueId }: Pair) => and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId))

/** The association of a coach with a venue. Undefined if there is none. */
export async function findAssociation(db: Database, pair: Pair): Promise<Association | undefined> {
  const [row] = await db.select().from(coachVenues).where(ofPair(pair))
  return row
}

/**
 * Records the request of a coach to teach at a venue. A rejected request becomes pending again.
 *
 * @returns the request's id; undefined if the coach waits already or teaches there
 */
export async function insertRequest(tx: Database, { coachId, venueId, now }: Pair & { now: Date }) {
  const [row] = await tx
    .insert(coachVenues)
    .values({ coachId, venueId, approveStatus: APPROVAL.PENDING, createdAt: now })
    .onConflictDoUpdate({
      target: [coachVenues.coachId, coachVenues.venueId],
      set: { approveStatus: APPROVAL.PENDING, createdAt: now, decidedAt: null, reason: '' },
      setWhere: eq(coachVenues.approveStatus, APPROVAL.REJECTED),
    })
    .returning({ id: coachVenues.id })
  return row?.id
}

/** Makes a coach the manager of a venue at which nobody teaches yet. */
export async function insertManager(tx: Database, { coachId, venueId, now }: Pair & { now: Date }): Promise<void> {
  const approved = { isManager: true, approveStatus: APPROVAL.APPROVED, createdAt: now }
  await tx.insert(coachVenues).values({ coachId, venueId, ...approved })
}

/** The ids of the coaches who manage a venue. */
export async function listManagers(db: Database, venueId: string): Promise<string[]> {
  const isManager = and(eq(coachVenues.isManager, true), eq(coachVenues.approveStatus, APPROVAL.APPROVED))
  const rows = await db
    .select({ coachId: coachVenues.coachId })
    .from(coachVenues)
    .where(and(eq(coachVenues.venueId, venueId), isManager))
    .orderBy(coachVenues.coachId)
  return rows.map(({ coachId }) => coachId)
}

/** Locks a venue, so that its managers can leave only one after the other. */
export async function lockVenue(tx: Database, venueId: string) {
  // A booking locks its coach at the venue and references the venue. A stronger lock here would wait for it and
  // deadlock.
  const { id, name, revision } = venues
  const [row] = await tx.select({ id, name, revision }).from(venues).where(eq(id, venueId)).for('no key update')
  return row
}

/** Locks an association by its id. Undefined if it no longer exists. */
export async function lockAssociation(tx: Database, id: string): Promise<Association | undefined> {
  const [row] = await tx.select().from(coachVenues).where(eq(coachVenues.id, id)).for('update')
  return row
}

/** Stores the decision about an association. */
export async function setApproval(
  tx: Database,
  { id, approveStatus, reason, now }: { id: string; approveStatus: number; reason: string; now: Date },
): Promise<void> {
  await tx.update(coachVenues).set({ approveStatus, reason, decidedAt: now }).where(eq(coachVenues.id, id))
}

/** Deletes an association and returns its former row. Undefined if there was none. */
export async function deleteAssociation(tx: Database, pair: Pair): Promise<Association | undefined> {
  const [row] = await tx.delete(coachVenues).where(ofPair(pair)).returning()
  return row
}

/** Counts the coaches who wait for an answer at each of these venues. A venue without requests has no entry. */
export async function countRequests(db: Database, venueIds: readonly string[]): Promise<Map<string, number>> {
  if (venueIds.length === 0) return new Map()
  const rows = await db
    .select({ venueId: coachVenues.venueId, waiting: sql<number>`count(*)`.mapWith(Number) })
    .from(coachVenues)
    .where(and(inArray(coachVenues.venueId, [...venueIds]), eq(coachVenues.approveStatus, APPROVAL.PENDING)))
    .groupBy(coachVenues.venueId)
  return new Map(rows.map(({ venueId, waiting }) => [venueId, waiting]))
}

/** The nickname of a coach and the name of a venue, for notifications. */
export async function findNames(db: Database, { coachId, venueId }: Pair): Promise<{ coach: string; venue: string }> {
  const [row] = await db
    .select({ coach: users.nickname, venue: venues.name })
    .from(users)
    .innerJoin(venues, eq(venues.id, venueId))
    .where(and(eq(users.id, coachId), ne(users.userType, 0)))
  if (!row) throw new Error('an association of nobody, or with nothing')
  return row
}
