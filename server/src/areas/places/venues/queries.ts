import type { Court } from '@paidang/api/areas/venues'
import type { VenueState } from '@paidang/domain/areas/venues/venue-state'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { MAX_ROWS, offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, eq, getTableColumns, ilike, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'

const APPROVED = APPROVAL.APPROVED

/**
 * A venue's courts as one JSON array, in the order that `selectedCourt` counts in. The outer table must be referenced
 * as a table. Drizzle omits the table name of a column if a query selects from one table only. The column would then
 * mean the court's own id here.
 */
const courtsOfVenue = sql<Court[]>`(
  select coalesce(
    json_agg(
      json_build_object('id', c.id::text, 'courtCode', c.court_code, 'name', c.name, 'surface', c.surface)
      order by c.court_index
    ),
    '[]'
  )
  from ${courts} c
  where c.venue_id = ${venues}.id
)`

const venueWithCourts = { ...getTableColumns(venues), courts: courtsOfVenue }

/** Orders Chinese names by pinyin, and equal names by age. */
const byName = [sql`${venues.name} collate "zh-x-icu"`, venues.id]

/** A venue as stored, with its courts. */
export type VenueRow = typeof venues.$inferSelect & { courts: Court[] }

/** A venue where a coach teaches, and the coach's association with it. */
export type VenueOfCoachRow = { venue: VenueRow; isManager: boolean; associationStatus: number }

/**
 * Filters for venues. `keyword` is searched in name, district and address. An absent or empty filter does not narrow
 * the result.
 */
export type VenuesQuery = {
  city?: string | undefined
  keyword?: string | undefined
  state?: VenueState | undefined
}

/** The SQL conditions that match the states of `venueStateOf`. */
const HAS_STATE: Record<VenueState, SQL | undefined> = {
  waiting: eq(venues.approveStatus, APPROVAL.PENDING),
  open: eq(venues.approveStatus, APPROVED),
  refused: and(eq(venues.approveStatus, APPROVAL.REJECTED), isNull(venues.takenOffAt)),
  off: isNotNull(venues.takenOffAt),
}

function isQuery({ city, keyword, state }: VenuesQuery) {
  const pattern = keyword && `%${asLiteral(keyword)}%`
  return and(
    state && HAS_STATE[state],
    city ? eq(venues.city, city) : undefined,
    pattern
      ? or(ilike(venues.name, pattern), ilike(venues.district, pattern), ilike(venues.address, pattern))
      : undefined,
  )
}

/** One page of the approved venues, by name. */
export async function searchApprovedVenues(
  db: Database,
  { city, keyword, ...page }: Page & Pick<VenuesQuery, 'city' | 'keyword'>,
): Promise<{ rows: VenueRow[]; total: number }> {
  const condition = isQuery({ city, keyword, state: 'open' })
  const [rows, total] = await Promise.all([
    db
      .select(venueWithCourts)
      .from(venues)
      .where(condition)
      .orderBy(...byName)
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(venues, condition),
  ])
  return { rows, total }
}

/** The begin of the latest class or game at a venue, past or upcoming. Cancelled ones do not count. */
const activityTime = sql<Date | null>`(
  select max(at) from (
    select max(i.course_date + i.begin_time_slot * interval '30 minutes') as at from ${invitations} i
    where i.stadium_id = ${venues}.id and i.invitation_status in ('PENDING', 'CONFIRMED', 'COMPLETED')
    union all
    select max(g.activity_date + g.begin_time_slot * interval '30 minutes') from ${ballGames} g
    where g.stadium_id = ${venues}.id and g.status <> 'CANCELLED'
  ) latest) at time zone 'Asia/Shanghai'`

const associationsWith = (approveStatus: number) =>
  sql<number>`(select count(*) from ${coachVenues} cv where cv.venue_id = ${venues}.id and cv.approve_status = ${approveStatus})`.mapWith(
    Number,
  )

/** A venue as operators see it. */
export type ManagedVenueRow = Awaited<ReturnType<typeof pageVenuesByActivity>>['rows'][number]

/** One page of all venues, ordered by the time of their latest class or game. Venues without any come last. */
export async function pageVenuesByActivity(
  db: Database,
  { sord, ...input }: Page & VenuesQuery & { sord: 'asc' | 'desc' },
) {
  const where = isQuery(input)
  const byActivity = sord === 'asc' ? sql`activity_time asc nulls last` : sql`activity_time desc nulls last`
  const rows = await db
    .select({
      ...venueWithCourts,
      creatorName: users.nickname,
      activityTime: activityTime.mapWith(venues.createdAt).as('activity_time'),
      coachCount: associationsWith(APPROVED),
      waitingRequests: associationsWith(APPROVAL.PENDING),
    })
    .from(venues)
    .leftJoin(users, eq(users.id, venues.createdBy))
    .where(where)
    .orderBy(byActivity, venues.id)
    .limit(input.rows)
    .offset(offsetOf(input))
  return { rows, total: await db.$count(venues, where) }
}

/** The venues with these ids, by name. Unknown ids are left out. */
export async function findVenues(db: Database, ids: string[]): Promise<VenueRow[]> {
  if (ids.length === 0) return []
  return db
    .select(venueWithCourts)
    .from(venues)
    .where(inArray(venues.id, ids))
    .orderBy(...byName)
    .limit(ids.length)
}

/** The approved venue with this id. */
export async function findApprovedVenue(db: Database, id: string): Promise<VenueRow | undefined> {
  const [row] = await db
    .select(venueWithCourts)
    .from(venues)
    .where(and(eq(venues.id, id), eq(venues.approveStatus, APPROVED)))
  return row
}

/** The fields of a person that are public to everybody. */
export type PersonRow = Pick<typeof users.$inferSelect, 'id' | 'nickname' | 'avatar'>

/**
 * The coaches with an approved association with a venue, ordered by the pinyin of their names, at most 100. Suspended
 * coaches, and coaches blocked with `actorId` in either direction, are left out.
 */
export async function findCoachesAt(
  db: Database,
  { venueId, actorId, now }: { venueId: string; actorId: string; now: Date },
): Promise<PersonRow[]> {
  return db
    .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
    .from(coachVenues)
    .innerJoin(users, eq(users.id, coachVenues.coachId))
    .where(
      and(
        eq(coachVenues.venueId, venueId),
        eq(coachVenues.approveStatus, APPROVED),
        not(isBlockedBetween(users.id, actorId)),
        not(isSuspended(users.id, now)),
      ),
    )
    .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
    .limit(MAX_ROWS)
}

/** Whether the id belongs to a coach. */
export async function isCoachId(db: Database, userId: string): Promise<boolean> {
  const found = await db.$count(users, and(eq(users.id, userId), ne(users.userType, USER_TYPES.PLAYER)))
  return found > 0
}

/**
 * The venues of a coach by name, at most 100, or only the one of `venueId`. By default these are approved associations
 * with approved venues. With `all` these are all associations.
 */
export async function findVenuesOfCoach(
  db: Database,
  { coachId, all, venueId }: { coachId: string; all: boolean; venueId?: string },
): Promise<VenueOfCoachRow[]> {
  const only = venueId === undefined ? undefined : eq(coachVenues.venueId, venueId)
  const approvedOnly = and(eq(coachVenues.approveStatus, APPROVED), eq(venues.approveStatus, APPROVED))
  const rows = await db
    .select({ ...venueWithCourts, isManager: coachVenues.isManager, associationStatus: coachVenues.approveStatus })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(and(eq(coachVenues.coachId, coachId), all ? undefined : approvedOnly, only))
    .orderBy(...byName)
    .limit(MAX_ROWS)
  return rows.map(({ isManager, associationStatus, ...venue }) => ({ venue, isManager, associationStatus }))
}

/** Whether the city has an approved venue of that name. */
export async function isNameTaken(db: Database, { name, city }: { name: string; city: string }): Promise<boolean> {
  const same = and(eq(venues.name, name), eq(venues.city, city), eq(venues.approveStatus, APPROVED))
  return (await db.$count(venues, same)) > 0
}

/**
 * Inserts a venue that waits for its approval, with its courts in their order.
 *
 * @returns the venue's id; undefined if the same coach already added the same venue and it still waits
 */
export async function insertVenue(
  tx: Database,
  venue: typeof venues.$inferInsert,
  ofVenue: readonly { courtCode: string; name: string }[],
): Promise<string | undefined> {
  const [row] = await tx.insert(venues).values(venue).onConflictDoNothing().returning({ id: venues.id })
  if (!row) return undefined
  const venueId = row.id
  await tx.insert(courts).values(ofVenue.map((court, courtIndex) => ({ ...court, courtIndex, venueId })))
  return venueId
}

/** The id of a coach's venue that waits for its approval. */
export async function findWaitingVenue(
  db: Database,
  { name, city, createdBy }: { name: string; city: string; createdBy: string },
): Promise<string> {
  const same = and(eq(venues.name, name), eq(venues.city, city), eq(venues.createdBy, createdBy))
  const [row] = await db
    .select({ id: venues.id })
    .from(venues)
    .where(and(same, eq(venues.approveStatus, APPROVAL.PENDING)))
  if (!row) throw new Error('no venue of that name waits')
  return row.id
}
