import * as api from '@paidang/api/areas/places/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type VenueState, venueStateOf } from '@paidang/domain/areas/places/venues/venue-state'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { byName, presentVenue, selectVenues, type VenueRow, venueWithCourts } from './read-venues.ts'

const isApproved = eq(venues.approveStatus, APPROVAL.APPROVED)

/** The SQL conditions that match the states of `venueStateOf`. */
const HAS_STATE: Record<VenueState, SQL | undefined> = {
  waiting: eq(venues.approveStatus, APPROVAL.PENDING),
  open: isApproved,
  refused: and(eq(venues.approveStatus, APPROVAL.REJECTED), isNull(venues.takenOffAt)),
  off: isNotNull(venues.takenOffAt),
}

/** `keyword` is searched in name, district and address. An absent or empty filter does not narrow the result. */
function isLike({ city, keyword }: { city?: string | undefined; keyword?: string | undefined }) {
  const inCity = city?.trim()
  const words = keyword?.trim()
  return and(
    inCity ? eq(venues.city, inCity) : undefined,
    words ? or(...[venues.name, venues.district, venues.address].map((column) => contains(column, words))) : undefined,
  )
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

/** Venues as operators see them. */
function selectManagedVenues(db: Database) {
  return db
    .select({
      ...venueWithCourts,
      creatorName: users.nickname,
      activityTime: activityTime.mapWith(venues.createdAt).as('activity_time'),
      coachCount: associationsWith(APPROVAL.APPROVED),
      waitingRequests: associationsWith(APPROVAL.PENDING),
    })
    .from(venues)
    .leftJoin(users, eq(users.id, venues.createdBy))
    .$dynamic()
}

function presentManagedVenue(row: Awaited<ReturnType<typeof selectManagedVenues>>[number]): api.ManagedVenue {
  return {
    ...presentVenue(row),
    state: venueStateOf({ approveStatus: row.approveStatus, isTakenOff: row.takenOffAt !== null }),
    createdAt: row.createdAt.toISOString(),
    creatorName: row.creatorName,
    activityTime: row.activityTime?.toISOString() ?? null,
    coachCount: row.coachCount,
    waitingRequests: row.waitingRequests,
  }
}

async function readApprovedVenue(db: Database, id: string): Promise<VenueRow> {
  const [venue] = await selectVenues(db).where(and(eq(venues.id, id), isApproved))
  if (!venue) throw new ApiError('venue_not_found')
  return venue
}

export default plugin([
  handle(api.searchVenues, ({ query, db }) => {
    const where = and(isApproved, isLike(query))
    return pageOf(db, selectVenues(db), { where, order: byName, query, present: presentVenue })
  }),

  // Venues without any class or game come last.
  handle(api.queryVenues, ({ query, db }) => {
    const where = and(query.state && HAS_STATE[query.state], isLike(query))
    const byActivity = query.sord === 'asc' ? sql`activity_time asc nulls last` : sql`activity_time desc nulls last`
    const order = [byActivity, sql`${venues.id}`]
    return pageOf(db, selectManagedVenues(db), { where, order, query, present: presentManagedVenue })
  }),

  handle(api.getVenue, async ({ params: { id }, db }) => presentVenue(await readApprovedVenue(db, id))),

  handle(api.courtsOfVenue, async ({ params: { id }, db }) => presentVenue(await readApprovedVenue(db, id)).courts),

  // Suspended coaches are left out, and coaches blocked with the caller in either direction.
  handle(api.coachesOfVenue, async ({ params: { id: venueId }, user, db, now }) => {
    await readApprovedVenue(db, venueId)
    const teachesThere = and(eq(coachVenues.venueId, venueId), eq(coachVenues.approveStatus, APPROVAL.APPROVED))
    return db
      .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
      .from(coachVenues)
      .innerJoin(users, eq(users.id, coachVenues.coachId))
      .where(and(teachesThere, not(isBlockedBetween(users.id, user.id)), not(isSuspended(users.id, now))))
      .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
      .limit(MAX_ROWS)
  }),
])
