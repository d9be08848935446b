import type { CourtTimeStatus } from '@paidang/api/areas/time/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type CompactGrid, compactGridOf } from '@paidang/domain/areas/time/schedule/compact-grid'
import { type SlotStatus, slotStatusOf } from '@paidang/domain/areas/time/schedule/slot-status'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START, MINUTES_PER_HALF_HOUR } from '@paidang/domain/kernel/half-hour'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { literals } from '../../../db/literal.ts'
import { param, statement } from '../../../db/statement.ts'
import { gridTopics } from '../../../db/topics.ts'
import { ReadyJson } from '../../../http/serve.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { isByClosure } from './find-holder.ts'
import type { GridCache } from './grid-cache.ts'
import { findGridVenue, type GridVenue } from './grid-venue.ts'

/** Whether somebody is a coach. */
async function isCoachUser(db: Database, userId: string): Promise<boolean> {
  const [row] = await db.select({ userType: users.userType }).from(users).where(eq(users.id, userId))
  return row !== undefined && row.userType !== 0
}

/** What takes a half-hour: a class or ball game, a lock, or a closure of the venue. */
type Taker = 'BOOKING' | 'LOCK' | 'CLOSURE'
type TakenHalfHour = { resourceId: string; halfHour: number; by: Taker }

const readTaken = (kind: 'COURT' | 'COACH') =>
  statement<{ resourceIds: readonly string[]; day: string }>(
    () => sql`
    select resource_id as "resourceId", half_hour as "halfHour",
      case when ${isByClosure} then 'CLOSURE'
        when holder_kind in (${literals(HOLDER_KIND.COACH_LOCK, HOLDER_KIND.VENUE_LOCK)}) then 'LOCK' else 'BOOKING' end as "by"
    from ${slotClaims}
    where kind = ${literals(CLAIM_KIND[kind])} and resource_id = any(${param('resourceIds')}::bigint[]) and day = ${param('day')}`,
  )
const readTakenOf = { COURT: readTaken('COURT'), COACH: readTaken('COACH') }

/** Which half-hours of these courts, or of this coach, are taken on a day. */
async function listTaken(
  db: Database,
  kind: 'COURT' | 'COACH',
  resourceIds: readonly string[],
  day: string,
): Promise<TakenHalfHour[]> {
  return (await db.execute<TakenHalfHour>(readTakenOf[kind]({ resourceIds, day }))).rows
}

/** A person's active classes of a day, as player or as coach. */
type OwnClass = { id: string; courtId: string; coachId: string; beginTimeSlot: number; endTimeSlot: number }

const readOwnClasses = statement<{ userId: string; day: string; now: Date }>(
  () => sql`
    select id, court_id as "courtId", coach_id as "coachId", begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot"
    from ${invitations}
    where id in (
        select distinct holder_id from ${slotClaims}
        where kind in (${literals(CLAIM_KIND.COACH, CLAIM_KIND.PLAYER)}) and resource_id = ${param('userId')}
          and day = ${param('day')} and holder_kind = ${literals(HOLDER_KIND.INVITATION)})
      and (invitation_status = 'CONFIRMED' or (invitation_status = 'PENDING' and expires_at > ${param('now')}))`,
)

/** Reads them by the claims they hold. A PENDING class whose time to be answered has passed is no longer active. */
async function listOwnClasses(db: Database, userId: string, day: string, now: Date): Promise<OwnClass[]> {
  return (await db.execute<OwnClass>(readOwnClasses({ userId, day, now }))).rows
}

/** Which grid, for whom and when. Without a coach it shows the courts alone. `day` is yyyy-mm-dd. */
type GridQuery = { venueId: string; coachId: string | undefined; userId: string; day: string; now: Date }

type CourtsTaken = { byCourt: Map<string, Map<number, Taker>> }
type CoachTaken = { halfHours: Map<number, Taker> }
type OwnClasses = { classes: OwnClass[] }
type CoachFact = { isCoach: boolean }

/** The cache of grid parts, or the one that keeps nothing. */
type GridParts = Pick<GridCache, 'get'>

/** The parts of a grid. The maps go from half-hour to what takes it. */
type Parts = {
  venue: GridVenue
  coachFact: CoachFact
  courts: CourtsTaken
  coach: CoachTaken
  own: OwnClasses
  firstOpen: number
}

const NO_CLASSES: OwnClasses = { classes: [] }

const MS_PER_HALF_HOUR = MINUTES_PER_HALF_HOUR * 60_000

/**
 * For a grid of the courts alone: no coach is taken. The same objects each time, since parts are compared by identity.
 */
const NO_COACH: { fact: CoachFact; taken: CoachTaken } = { fact: { isCoach: true }, taken: { halfHours: new Map() } }

/**
 * The grid of a coach, a venue and a day for one person: the cells that are not AVAILABLE. It comes from the cache if
 * the same was asked in this half-hour and nothing changed since.
 *
 * @returns the rows as JSON, ready to send
 * @throws ApiError venue_not_found, coach_not_found
 * Source: decision "Half-hours, courts, claims"; statuses by slotStatusOf
 */
export function readCourtStatusJson(db: Database, cache: GridCache, input: GridQuery): ReadyJson | Promise<ReadyJson> {
  const { venueId, coachId, day, userId, now } = input
  const key = `${userId}|${venueId}|${coachId}|${day}|${Math.floor(now.getTime() / MS_PER_HALF_HOUR)}`
  return cache.recall<ReadyJson>(key) ?? readAndRemember(db, cache, input, key)
}

async function readAndRemember(db: Database, cache: GridCache, input: GridQuery, key: string): Promise<ReadyJson> {
  const parts = await readParts(db, cache, input)
  const { venue, coachFact, courts, coach, own, firstOpen } = parts
  const isOwnHere = ({ courtId, coachId }: OwnClass) => coachId === input.coachId || courts.byCourt.has(courtId)
  const compose = () => new ReadyJson(JSON.stringify(cellsOfGrid(input, parts)))
  if (own.classes.some(isOwnHere)) return compose()
  const everybodys = `${input.venueId}|${input.coachId}|${input.day}|${firstOpen}`
  const grid = cache.composed(everybodys, [venue, courts, coach], compose)
  cache.remember(key, [venue, coachFact, courts, coach, own], grid)
  return grid
}

/** The same grid as rows. */
export async function readCourtStatus(db: Database, cache: GridParts, input: GridQuery): Promise<CourtTimeStatus[]> {
  return cellsOfGrid(input, await readParts(db, cache, input))
}

/**
 * The grid of a coach, a venue and a day as everybody sees it who has no class in it.
 *
 * @throws ApiError venue_not_found, coach_not_found
 * Source: decision 090
 */
export async function readCompactGrid(
  db: Database,
  cache: GridParts,
  input: Omit<GridQuery, 'userId'>,
): Promise<CompactGrid> {
  return compactGridOf(cellsOfGrid(input, { ...(await readCommonParts(db, cache, input)), own: NO_CLASSES }))
}

/** The frame of the grid: the venue's courts and opening. */
export async function readGridVenue(db: Database, cache: GridParts, venueId: string): Promise<GridVenue> {
  return cache.get(gridTopics.venue(venueId), async () => {
    const venue = await findGridVenue(db, venueId)
    if (!venue) throw new ApiError('venue_not_found')
    return venue
  })
}

// Run the queries one after the other: a transaction has one connection, which takes one query at a time.
async function readParts(db: Database, cache: GridParts, input: GridQuery): Promise<Parts> {
  const common = await readCommonParts(db, cache, input)
  const { userId, day, now } = input
  const own = await cache.get<OwnClasses>(gridTopics.person(userId, day), async () => ({
    classes: await listOwnClasses(db, userId, day, now),
  }))
  return { ...common, own }
}

/** The parts that are the same for everybody. */
async function readCommonParts(
  db: Database,
  cache: GridParts,
  { venueId, coachId, day, now }: Omit<GridQuery, 'userId'>,
): Promise<Omit<Parts, 'own'>> {
  const venue = await readGridVenue(db, cache, venueId)
  const coachFact = coachId === undefined ? NO_COACH.fact : await readCoachFact(db, cache, coachId)
  if (!coachFact.isCoach) throw new ApiError('coach_not_found')
  const courts = await cache.get<CourtsTaken>(gridTopics.courts(venueId, day), async () => {
    const byCourt = new Map<string, Map<number, Taker>>(venue.courts.map(({ id }) => [id, new Map()]))
    const ids = venue.courts.map(({ id }) => id)
    for (const { resourceId, halfHour, by } of await listTaken(db, 'COURT', ids, day)) {
      byCourt.get(resourceId)?.set(halfHour, by)
    }
    return { byCourt }
  })
  const coach = coachId === undefined ? NO_COACH.taken : await readCoachTaken(db, cache, coachId, day)
  const today = dayOf(now)
  const firstOpen = day < today ? 48 : day === today ? halfHourOfInstant(now) + 1 : 0
  return { venue, coachFact, courts, coach, firstOpen }
}

async function readCoachFact(db: Database, cache: GridParts, coachId: string): Promise<CoachFact> {
  return cache.get<CoachFact>(`grid-is-coach|${coachId}`, async () => {
    if (!(await isCoachUser(db, coachId))) throw new ApiError('coach_not_found')
    return { isCoach: true }
  })
}

async function readCoachTaken(db: Database, cache: GridParts, coachId: string, day: string): Promise<CoachTaken> {
  return cache.get<CoachTaken>(gridTopics.coach(coachId, day), async () => {
    const taken = await listTaken(db, 'COACH', [coachId], day)
    return { halfHours: new Map(taken.map(({ halfHour, by }) => [halfHour, by])) }
  })
}

function cellsOfGrid(
  { day: date, coachId }: Pick<GridQuery, 'day' | 'coachId'>,
  { venue, courts, coach, own, firstOpen }: Parts,
): CourtTimeStatus[] {
  const cells: CourtTimeStatus[] = []
  const firstRow = Math.min(venue.firstStart, DEFAULT_FIRST_START)
  const lastRow = Math.max(venue.lastStart, DEFAULT_LAST_START)
  for (const { id, courtCode } of venue.courts) {
    const court = courts.byCourt.get(id)
    for (let timeIndex = firstRow; timeIndex <= lastRow; timeIndex++) {
      const ownNow = own.classes.find(
        ({ beginTimeSlot, endTimeSlot }) => beginTimeSlot <= timeIndex && timeIndex < endTimeSlot,
      )
      const isMine = ownNow?.courtId === id
      const taker = court?.get(timeIndex)
      const coachTaker = coach.halfHours.get(timeIndex)
      const isClosed = timeIndex < venue.firstStart || timeIndex > venue.lastStart || timeIndex < firstOpen
      const status: SlotStatus = slotStatusOf({
        mine: isMine,
        coachBooked: coachTaker === 'BOOKING',
        courtBooked: taker === 'BOOKING',
        coachLocked: coachTaker === 'LOCK',
        courtClosed: taker === 'LOCK' || taker === 'CLOSURE' || isClosed,
      })
      // The class that occupies the coach on every court may be the caller's own. When editing it, the caller may keep
      // the coach.
      const inviteId = ownNow && (isMine || ownNow.coachId === coachId) ? ownNow.id : null
      const isVenueClosed = status === 'COURT_UNAVAILABLE' && taker === 'CLOSURE'
      if (status !== 'AVAILABLE')
        cells.push({ courtCode, timeIndex, date, status, inviteId, ...(isVenueClosed && { isClosed: true as const }) })
    }
  }
  return cells
}
