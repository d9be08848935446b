import type { VenueFile } from '@paidang/api/areas/places/admin-venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { sumOfUpcoming, type Upcoming, venueStateOf } from '@paidang/domain/areas/places/venues/venue-state'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { hasStatus, invitations, usualPins } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { venueLocks } from '../../../tables/schedule.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { listAuditEventsAbout, readDecider } from '../../ground/audit-log/audit-log.ts'
import { findVenues, presentVenue } from './read-venues.ts'
import type { Opening } from './venue-form.ts'

/** A venue as stored, without its courts. */
export type VenueRecord = typeof venues.$inferSelect

/**
 * Locks a venue until the transaction ends, so that nobody books it and nobody else changes it.
 *
 * @throws ApiError venue_not_found
 */
export async function holdVenue(tx: Database, id: string): Promise<VenueRecord> {
  // A booking locks its venue with `for key share`. Only `for update` waits for that lock.
  const [row] = await tx.select().from(venues).where(eq(venues.id, id)).for('update')
  if (!row) throw new ApiError('venue_not_found')
  return row
}

const LIVE = INVITATION_STATUSES.filter(isLive)

type AtVenue = { venueId: string; now: Date }

/** Pending and accepted classes and games that are not over. Each counts until its last half-hour has passed. */
const upcomingAt = ({ venueId, now }: AtVenue) => sql`
  select court_id, false as is_game, course_date as day, begin_time_slot, end_time_slot from ${invitations}
  where stadium_id = ${venueId} and ${hasStatus(LIVE, now)} and ${isToCome('course_date', now)}
  union all
  select court_id, true, activity_date, begin_time_slot, end_time_slot from ${ballGames}
  where stadium_id = ${venueId} and status in ('UNPAID', 'OPEN', 'FULL') and ${isToCome('activity_date', now)}`

const isToCome = (
  day: 'course_date' | 'activity_date',
  now: Date,
) => sql`${sql.raw(day)} >= (${now} at time zone 'Asia/Shanghai')::date
  and (${sql.raw(day)} + end_time_slot * interval '30 minutes') at time zone 'Asia/Shanghai' > ${now}`

/**
 * Counts the upcoming classes and games at each court of a venue. Games without a court of the venue are under null.
 */
export async function countUpcoming(db: Database, at: AtVenue): Promise<Map<string | null, Upcoming>> {
  const { rows } = await db.execute<{ courtId: string | null; classes: number; games: number; firstMs: number }>(sql`
    select court_id as "courtId", (count(*) filter (where not is_game))::int as classes,
      (count(*) filter (where is_game))::int as games, extract(epoch from
        min(day + begin_time_slot * interval '30 minutes') at time zone 'Asia/Shanghai')::float8 * 1000 as "firstMs"
    from (${upcomingAt(at)}) upcoming group by court_id`)
  return new Map(rows.map(({ courtId, firstMs, ...counted }) => [courtId, { ...counted, first: new Date(firstMs) }]))
}

/**
 * The begin of the first upcoming class or game at courts of a venue outside these hours. Undefined if there is none.
 */
export async function findFirstOutside(
  db: Database,
  { firstStart, lastStart, ...at }: AtVenue & Opening,
): Promise<Date | undefined> {
  const { rows } = await db.execute<{ day: Day; begin: number }>(sql`
    select day, begin_time_slot as begin from (${upcomingAt(at)}) upcoming
    where court_id is not null and (begin_time_slot < ${firstStart} or end_time_slot > ${lastStart + 1})
    order by day, begin_time_slot limit 1`)
  return rows[0] && instantOf(rows[0].day, rows[0].begin)
}

/** The courts of a venue that a class, game, lock or usual class references, past ones included. */
export async function listUsedCourts(db: Database, venueId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ courtId: string }>(sql`
    select court_id as "courtId" from ${invitations} where stadium_id = ${venueId}
    union select court_id from ${ballGames} where stadium_id = ${venueId} and court_id is not null
    union select court_id from ${venueLocks} where venue_id = ${venueId}
    union select court_id from ${usualPins} where stadium_id = ${venueId}`)
  return new Set(rows.map(({ courtId }) => courtId))
}

/** The person who added a venue. */
async function findCreator(db: Database, createdBy: string) {
  const { id, nickname, avatar } = users
  const [row] = await db.select({ id, nickname, avatar }).from(users).where(eq(users.id, createdBy))
  return row ?? null
}

/** The coaches of a venue, at most 100. Managers come first, then approved, pending and rejected coaches. */
async function listCoachesOf(db: Database, venueId: string) {
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

const NOTHING_THERE: Upcoming = { classes: 0, games: 0, first: null }

/**
 * A venue with everything that operators see of it, and its upcoming classes and games.
 *
 * @throws ApiError venue_not_found
 * Source: specification §7 "Venues"
 */
export async function readVenueFile(db: Database, { id, now }: { id: string; now: Date }): Promise<VenueFile> {
  const [venue] = await findVenues(db, [id])
  if (!venue) throw new ApiError('venue_not_found')
  const { approveStatus, takenOffAt, decidedAt, createdBy, reason } = venue
  const about = { kind: 'venue', id }
  const upcoming = await countUpcoming(db, { venueId: id, now })
  const used = await listUsedCourts(db, id)
  const coaches = await listCoachesOf(db, id)
  return {
    venue: presentVenue(venue),
    state: venueStateOf({ approveStatus, isTakenOff: takenOffAt !== null }),
    revision: venue.revision,
    creator: createdBy === null ? null : await findCreator(db, createdBy),
    createTime: venue.createdAt.toISOString(),
    decision: decidedAt && {
      by: await readDecider(db, { ...about, actions: ['venue.approve', 'venue.reject'] }),
      at: decidedAt.toISOString(),
      reason: takenOffAt === null ? reason : '',
    },
    takenOff: takenOffAt && {
      by: await readDecider(db, { ...about, actions: ['venue.take-off'] }),
      at: takenOffAt.toISOString(),
      reason,
    },
    courts: venue.courts.map(({ id: courtId, courtCode, name, surface }) => ({
      id: courtId,
      courtCode,
      name,
      surface,
      ...presentUpcoming(upcoming.get(courtId) ?? NOTHING_THERE),
      isUsed: used.has(courtId),
    })),
    upcoming: presentUpcoming(sumOfUpcoming([...upcoming.values()])),
    freeBallLimit: venue.freeBallLimit,
    coaches: coaches.map(({ coach, isManager, createdAt, ...association }) => ({
      coach,
      approveStatus: association.approveStatus,
      isManager,
      since: createdAt.toISOString(),
    })),
    auditEvents: await listAuditEventsAbout(db, about),
  }
}

function presentUpcoming({ classes, games, first }: Upcoming) {
  return { classes, games, first: first?.toISOString() ?? null }
}
