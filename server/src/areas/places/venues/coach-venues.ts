import * as api from '@paidang/api/areas/places/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, releaseRuleChanges, venues } from '../../../tables/venues.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { listManagers, lockVenue, lockWaiting, ofPair, requestAssociation } from './associations.ts'
import { byName, findVenues, presentVenue, venueWithCourts } from './read-venues.ts'
import { assertOpening, courtsNamedBy, insertVenue, isNameTaken, placeOf } from './venue-form.ts'

const bothApproved = and(eq(coachVenues.approveStatus, APPROVAL.APPROVED), eq(venues.approveStatus, APPROVAL.APPROVED))

/** A coach's venues with the associations, by name, at most 100. */
async function listAssociated(db: Database, coachId: string, which?: SQL): Promise<api.CoachVenue[]> {
  const rows = await db
    .select({ ...venueWithCourts, isManager: coachVenues.isManager, associationStatus: coachVenues.approveStatus })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(and(eq(coachVenues.coachId, coachId), which))
    .orderBy(...byName)
    .limit(MAX_ROWS)
  return rows.map((row) => ({
    ...presentVenue(row),
    approveStatus: row.associationStatus,
    venueApproveStatus: row.approveStatus,
    isManager: row.isManager,
  }))
}

/** The association of a coach with one venue. The association must exist. */
async function readCoachVenue(db: Database, coachId: string, venueId: string): Promise<api.CoachVenue> {
  const [venue] = await listAssociated(db, coachId, eq(coachVenues.venueId, venueId))
  if (!venue) throw new Error('a coach and a venue that have nothing to do with each other')
  return venue
}

async function openingOf(db: Database, { firstStart, lastStart }: api.NewVenue, actorId: string) {
  // The hours of the coach's company. A club takes precedence over the coach's one-person company.
  const [usual] = await db
    .select({ firstStart: companies.firstStart, lastStart: companies.lastStart })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, actorId))
    .orderBy(companies.isPerson, companies.id)
    .limit(1)
  const opening = {
    firstStart: firstStart ?? usual?.firstStart ?? DEFAULT_FIRST_START,
    lastStart: lastStart ?? usual?.lastStart ?? DEFAULT_LAST_START,
  }
  assertOpening(opening)
  return opening
}

/** The id of a coach's venue that waits for its approval. */
async function findWaitingVenue(db: Database, { name, city }: { name: string; city: string }, createdBy: string) {
  const same = and(eq(venues.name, name), eq(venues.city, city), eq(venues.createdBy, createdBy))
  const [row] = await db
    .select({ id: venues.id })
    .from(venues)
    .where(and(same, eq(venues.approveStatus, APPROVAL.PENDING)))
  if (!row) throw new Error('no venue of that name waits')
  return row.id
}

/**
 * The venue waits for an operator, and until then only its coach sees it. The coach becomes its manager, so that they
 * can prepare it. Adding the same venue again creates no second one.
 */
async function addVenue({ body: form, user: { id: coachId }, db, now }: Handled<typeof api.addVenue>) {
  const courts = courtsNamedBy(form)
  const place = placeOf(form)
  const avatar = form.avatar || null
  return db.transaction(async (tx) => {
    const opening = await openingOf(tx, form, coachId)
    if (await isNameTaken(tx, place)) throw new ApiError('venue_name_taken')
    if (avatar !== null) await assertOwnFile(tx, { relativePath: avatar, purpose: 'venue', actorId: coachId })

    const row = {
      ...place,
      avatar,
      courtCodes: form.courtCodes ? courts.map(({ courtCode }) => courtCode).join(',') : null,
      courtCount: courts.length,
      ...opening,
      createdBy: coachId,
      createdAt: now,
    }
    const venueId = await insertVenue(tx, row, courts)
    if (venueId === undefined) return readCoachVenue(tx, coachId, await findWaitingVenue(tx, place, coachId))
    const asManager = { isManager: true, approveStatus: APPROVAL.APPROVED, createdAt: now }
    await tx.insert(coachVenues).values({ coachId, venueId, ...asManager })
    return readCoachVenue(tx, coachId, venueId)
  })
}

/**
 * The venue's managers are asked to decide. Without a manager the request waits for an operator. Asking again returns
 * the current association. A rejected coach may ask again.
 */
async function associateVenue({
  body: { coachId, stadiumId: venueId },
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.associateVenue>) {
  if (coachId !== undefined && coachId !== actorId) throw new ApiError('data_of_others')
  const pair = { coachId: actorId, venueId }
  return db.transaction(async (tx) => {
    const [venue] = await findVenues(tx, [venueId])
    const isKnown = venue?.approveStatus === APPROVAL.APPROVED || (await tx.$count(coachVenues, ofPair(pair))) > 0
    if (!isKnown) throw new ApiError('venue_not_found')
    await requestAssociation(tx, { ...pair, now })
    return readCoachVenue(tx, actorId, venueId)
  })
}

export default plugin([
  handle(api.addVenue, addVenue),

  handle(api.associateVenue, associateVenue),

  // For the managers who were asked, a request taken back counts as rejected. A manager who leaves can no longer answer
  // requests at the venue. The other managers still can. Without an association the answer is the same.
  handle(api.leaveVenue, ({ params: { stadiumId: venueId }, user: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      await lockVenue(tx, venueId)
      const [left] = await tx
        .delete(coachVenues)
        .where(ofPair({ coachId: actorId, venueId }))
        .returning()
      if (!left) return null
      // The check must come after the delete. The delete waits for concurrent bookings of the coach here, and prevents
      // new ones.
      if (await hasLiveClass(tx, { coachIds: [actorId], venueId, now })) throw new ApiError('classes_unfinished')
      const wasManager = left.isManager && left.approveStatus === APPROVAL.APPROVED
      if (wasManager && (await listManagers(tx, venueId)).length === 0) throw new ApiError('venue_needs_manager')
      for (const { id } of wasManager ? await lockWaiting(tx, venueId) : [])
        await settleRequests(tx, { kind: 'venue_association', id }, APPROVAL.REJECTED, actorId)
      await settleRequests(tx, { kind: 'venue_association', id: left.id }, APPROVAL.REJECTED)
      return null
    }),
  ),

  handle(api.setReleaseRule, ({ params: { id: venueId }, body: { isOn }, user: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      await lockVenue(tx, venueId)
      if (!(await listManagers(tx, venueId)).includes(actorId)) throw new ApiError('venue_not_managed')
      const isOther = isOn ? isNull(venues.releaseSince) : isNotNull(venues.releaseSince)
      const changed = await tx
        .update(venues)
        .set({ releaseSince: isOn ? now : null })
        .where(and(eq(venues.id, venueId), isOther))
        .returning({ id: venues.id })
      if (changed.length > 0)
        await tx.insert(releaseRuleChanges).values({ venueId, isOn, changedBy: actorId, createdAt: now })
      return null
    }),
  ),

  // Other callers see only approved associations with approved venues. The coach sees all of their own.
  handle(api.venuesOfCoach, async ({ params: { coachId }, user, db }) => {
    const isCoach = and(eq(users.id, coachId), ne(users.userType, USER_TYPES.PLAYER))
    if ((await db.$count(users, isCoach)) === 0) throw new ApiError('coach_not_found')
    return listAssociated(db, coachId, coachId === user.id ? undefined : bothApproved)
  }),

  // The coach's own new venues are among them.
  handle(api.venuesManagedBy, async ({ params: { coachId }, user, db }) => {
    if (coachId !== user.id) throw new ApiError('data_of_others')
    const all = await listAssociated(db, coachId)
    const managed = all.filter((venue) => venue.isManager && venue.approveStatus === APPROVAL.APPROVED)
    const ids = managed.map(({ id }) => id)
    const rows = await db
      .select({ venueId: coachVenues.venueId, waiting: sql<number>`count(*)`.mapWith(Number) })
      .from(coachVenues)
      .where(and(inArray(coachVenues.venueId, ids), eq(coachVenues.approveStatus, APPROVAL.PENDING)))
      .groupBy(coachVenues.venueId)
    const waiting = new Map(rows.map((row) => [row.venueId, row.waiting]))
    return managed.map((venue) => ({ ...venue, waitingRequests: waiting.get(venue.id) ?? 0 }))
  }),
])
