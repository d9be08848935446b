import * as api from '@paidang/api/areas/desks/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { whereAlike } from '@paidang/domain/areas/places/venues/look-alike'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { gridTopics } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { readDecider, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { findVenues, presentVenue, type VenueRow } from './read-venues.ts'

/** The conditions for the lists of coach-added venues that an operator reads. */
const WANTED = {
  waiting: eq(venues.approveStatus, APPROVAL.PENDING),
  decided: isNotNull(venues.decidedAt),
}

/** Venues with the coach who added them. The platform's own have none. */
function selectNewVenues(db: Database) {
  const { id, nickname, avatar, verified } = users
  return db
    .select({
      id: venues.id,
      name: venues.name,
      city: venues.city,
      district: venues.district,
      creator: { id, nickname, avatar, verified },
      createdAt: venues.createdAt,
      approveStatus: venues.approveStatus,
      takenOffAt: venues.takenOffAt,
      decidedAt: venues.decidedAt,
      reason: venues.reason,
    })
    .from(venues)
    .leftJoin(users, eq(users.id, venues.createdBy))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectNewVenues>>[number]

/** A coach-added venue as a row of the operator's list. */
function present(row: Row): Data<typeof api.listNewVenues>[number] {
  const { id, name, city, district, creator, createdAt, takenOffAt } = row
  return {
    id,
    name,
    city,
    district,
    creator: creator && { id: creator.id, nickname: creator.nickname, avatar: creator.avatar },
    createTime: createdAt.toISOString(),
    approveStatus: takenOffAt === null ? row.approveStatus : APPROVAL.APPROVED,
  }
}

/** Counts the approved and the rejected venues that a coach added, without the given one. */
async function countAdded(db: Database, { createdBy, exceptId }: { createdBy: string; exceptId: string }) {
  const ended = (status: number) =>
    sql<number>`count(*) filter (where ${venues.approveStatus} = ${status})`.mapWith(Number)
  const [row] = await db
    .select({ approved: ended(APPROVAL.APPROVED), rejected: ended(APPROVAL.REJECTED) })
    .from(venues)
    .where(and(eq(venues.createdBy, createdBy), ne(venues.id, exceptId)))
  return row ?? { approved: 0, rejected: 0 }
}

/** A longer list would not be read. The most similar venues come first. */
const MOST_LOOK_ALIKES = 8

/** The approved venues of the same city that may be the same venue. */
async function findLookAlikes(db: Database, venue: VenueRow): Promise<api.LookAlike[]> {
  const { id, name, district, address, phone, courtCount } = venues
  const others = await db
    .select({ id, name, district, address, phone, courtCount })
    .from(venues)
    .where(and(eq(venues.city, venue.city), eq(venues.approveStatus, APPROVAL.APPROVED), ne(venues.id, venue.id)))
    .orderBy(venues.id)
  return others
    .map((other) => ({ ...other, alike: whereAlike(venue, other) }))
    .filter(({ alike }) => alike.length > 0)
    .sort((one, other) => other.alike.length - one.alike.length)
    .slice(0, MOST_LOOK_ALIKES)
}

/**
 * A venue that a coach added, with the evidence for the operator's decision.
 *
 * @throws ApiError venue_not_found, also for a venue that the platform created itself
 */
async function readNewVenue(db: Database, id: string): Promise<api.NewVenueEvidence> {
  const [row] = await selectNewVenues(db).where(eq(venues.id, id))
  const [venue] = await findVenues(db, [id])
  if (!row?.creator || !venue) throw new ApiError('venue_not_found')
  const { decidedAt, takenOffAt, creator } = row
  const actorId =
    decidedAt && (await readDecider(db, { kind: 'venue', id, actions: ['venue.approve', 'venue.reject'] }))
  // A venue taken off was approved before, so its stored reason is the one for taking it off.
  const reason = takenOffAt === null ? row.reason : ''
  return {
    ...present(row),
    revision: venue.revision,
    venue: presentVenue(venue),
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason },
    creatorIsVerified: creator.verified === 1,
    creatorAdded: await countAdded(db, { createdBy: creator.id, exceptId: id }),
    lookAlikes: await findLookAlikes(db, venue),
  }
}

export default plugin([
  // Waiting venues are ordered by age, oldest first. Decided venues are ordered by decision, latest first.
  handle(api.listNewVenues, ({ query, db }) => {
    const order = query.state === 'decided' ? [desc(venues.decidedAt), desc(venues.id)] : [asc(venues.id)]
    return pageOf(db, selectNewVenues(db), { where: WANTED[query.state], order, query, present })
  }),

  handle(api.getNewVenue, ({ params: { id }, db }) => readNewVenue(db, id)),

  // The coach manages the venue before and after the approval. An approved venue can be found and booked by everybody.
  // Only its coach sees a rejected venue. Repeating the same verdict returns the current state. A venue that the
  // platform created is not found.
  handle(api.decideVenue, ({ params: { id }, body: { approve, reason = '' }, staff, db, now }) => {
    const verdict = approve ? APPROVAL.APPROVED : APPROVAL.REJECTED
    const why = approve ? '' : reason.trim()
    return db.transaction(async (tx) => {
      const { name, createdBy, approveStatus } = venues
      const [venue] = await tx
        .select({ name, createdBy, approveStatus })
        .from(venues)
        .where(eq(venues.id, id))
        .for('no key update')
      if (!venue?.createdBy) throw new ApiError('venue_not_found')
      if (venue.approveStatus === verdict) return readNewVenue(tx, id)
      if (venue.approveStatus !== APPROVAL.PENDING) throw new ApiError('venue_decided')
      if (!approve && why === '') throw new ApiError('application_reason_missing')
      await tx.update(venues).set({ approveStatus: verdict, reason: why, decidedAt: now }).where(eq(venues.id, id))
      await recordAuditEvent(tx, {
        actorId: staff.id,
        action: approve ? 'venue.approve' : 'venue.reject',
        objectId: id,
        summary: approve ? `通过场馆「${venue.name}」` : `未通过场馆「${venue.name}」：${why}`,
        now,
      })
      await publishChanges(tx, [gridTopics.venue(id)])
      await notify(tx, {
        receiverIds: [venue.createdBy],
        senderId: null,
        category: 'systemNotice',
        title: approve ? '场馆已通过审核' : '场馆未通过审核',
        content: approve ? `${venue.name} 已对所有人开放，由您管理` : `${venue.name} 未通过审核：${why}`,
        about: { kind: 'venue', id },
      })
      return readNewVenue(tx, id)
    })
  }),
])
