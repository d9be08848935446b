import { APPROVAL } from '@paidang/domain/kernel/approval'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'

/** The conditions for the lists of coach-added venues that an operator reads. */
const WANTED = {
  waiting: eq(venues.approveStatus, APPROVAL.PENDING),
  decided: isNotNull(venues.decidedAt),
}

const { id: userId, nickname, avatar, verified } = users
const inList = {
  id: venues.id,
  name: venues.name,
  city: venues.city,
  district: venues.district,
  creator: { id: userId, nickname, avatar, verified },
  createdAt: venues.createdAt,
  approveStatus: venues.approveStatus,
  takenOffAt: venues.takenOffAt,
}

export type NewVenueInList = Awaited<ReturnType<typeof pageNewVenues>>['rows'][number]

/**
 * One page of the venues in a state. Waiting venues are ordered by age, oldest first. Decided venues are ordered by
 * decision, latest first.
 */
export async function pageNewVenues(db: Database, { state, ...page }: Page & { state: keyof typeof WANTED }) {
  const where = WANTED[state]
  const order = state === 'decided' ? [desc(venues.decidedAt), desc(venues.id)] : [asc(venues.id)]
  const rows = await db
    .select(inList)
    .from(venues)
    .leftJoin(users, eq(users.id, venues.createdBy))
    .where(where)
    .orderBy(...order)
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countUpTo(db, db.select({ id: venues.id }).from(venues).where(where)) }
}

/** A venue that a coach added, with the decision about it. */
export async function findNewVenue(db: Database, id: string) {
  const [row] = await db
    .select({ ...inList, decidedAt: venues.decidedAt, reason: venues.reason })
    .from(venues)
    .leftJoin(users, eq(users.id, venues.createdBy))
    .where(and(eq(venues.id, id), isNotNull(venues.createdBy)))
  return row
}

/** Counts the approved and the rejected venues that a coach added, without the given one. */
export async function countAdded(
  db: Database,
  { createdBy, exceptId }: { createdBy: string; exceptId: string },
): Promise<{ approved: number; rejected: number }> {
  const ended = (status: number) =>
    sql<number>`count(*) filter (where ${venues.approveStatus} = ${status})`.mapWith(Number)
  const [row] = await db
    .select({ approved: ended(APPROVAL.APPROVED), rejected: ended(APPROVAL.REJECTED) })
    .from(venues)
    .where(and(eq(venues.createdBy, createdBy), ne(venues.id, exceptId)))
  return row ?? { approved: 0, rejected: 0 }
}

/** The other approved venues of a city, for comparison. */
export async function listApprovedIn(db: Database, { city, exceptId }: { city: string; exceptId: string }) {
  const { id, name, district, address, phone, courtCount } = venues
  return db
    .select({ id, name, district, address, phone, courtCount })
    .from(venues)
    .where(and(eq(venues.city, city), eq(venues.approveStatus, APPROVAL.APPROVED), ne(venues.id, exceptId)))
    .orderBy(venues.id)
}

/** Locks a venue that a coach added, so that nobody else can decide about it until the transaction ends. */
export async function lockNewVenue(tx: Database, id: string) {
  const [row] = await tx
    .select({ name: venues.name, createdBy: venues.createdBy, approveStatus: venues.approveStatus })
    .from(venues)
    .where(and(eq(venues.id, id), isNotNull(venues.createdBy)))
    .for('no key update')
  return row
}

/** Stores the decision about a locked venue. */
export async function setVenueVerdict(
  tx: Database,
  { id, approveStatus, reason, now }: { id: string; approveStatus: number; reason: string; now: Date },
): Promise<void> {
  await tx.update(venues).set({ approveStatus, reason, decidedAt: now }).where(eq(venues.id, id))
}
