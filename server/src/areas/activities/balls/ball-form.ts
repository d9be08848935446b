import type { BallForm } from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotBall } from '@paidang/domain/areas/activities/balls/ball-form'
import type { FeeMode } from '@paidang/domain/areas/activities/balls/ball-status'
import { isCourtPaid } from '@paidang/domain/areas/activities/balls/fee'
import { closingTime, usualClosingHours } from '@paidang/domain/areas/activities/balls/seat-rules'
import type { ContentValues } from '@paidang/domain/areas/ground/content/content'
import { DATE_WINDOW_DAYS, dayOf, halfHourOfInstant, instantOf, toIsoDay } from '@paidang/domain/kernel/day'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { type HeldBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { feeOf } from './ball-money.ts'
import type { BallRow } from './ball-row.ts'

/** The title of a game while the initiator's own title is rejected or not yet approved. */
export const PLAIN_TITLE = '约球'

/** The text of a game that is checked before others see it, and held back until then. */
type Words = { title: string; description?: string | undefined }

const heldTexts = ({ title, description = '' }: Words) =>
  ({ title: oneValue(title), description: oneValue(description) }) satisfies ContentValues<'ball'>

/** All text of a game's form that is checked. Its place goes with the action, as a placeholder while it waits. */
export const checkedTexts = ({ place, ...words }: Words & { place?: string | undefined }) => ({
  ...heldTexts(words),
  place: oneValue(place ?? null),
})

/**
 * Sorts text into what others read from now on, and what is held back for approval.
 *
 * @throws ApiError content_rejected
 */
export function sortTexts(
  submitted: Words,
  { present, verdicts }: { present: Words; verdicts: Verdicts },
): { shown: { title: string; description: string }; sorted: HeldBack<'ball'> } {
  const sorted = sortOut({ kind: 'ball', submitted: heldTexts(submitted), present: heldTexts(present), verdicts })
  const { title, description } = sorted.applied
  return { shown: { title: title?.[0] ?? present.title, description: description?.[0] ?? '' }, sorted }
}

/** The columns of a game that its form decides. */
export type PlacedBall = Omit<
  BallRow,
  | 'id'
  | 'initiatorId'
  | 'seatsTaken'
  | 'status'
  | 'cancelledAt'
  | 'cancelReason'
  | 'finishedAt'
  | 'shareVersion'
  | 'revision'
  | 'createdAt'
>

/** The court of a form; null where it names none. The venue cannot change until the transaction ends. */
async function courtOf(
  tx: Database,
  { stadiumId = null, selectedCourt = null, beginTimeSlot, endTimeSlot }: BallForm,
): Promise<string | null> {
  if (stadiumId === null) return null
  const [place] = await tx
    .select({ courtId: courts.id, firstStart: venues.firstStart, lastStart: venues.lastStart })
    .from(venues)
    .leftJoin(courts, and(eq(courts.venueId, venues.id), sql`${courts.courtIndex} = ${selectedCourt}::smallint`))
    .where(and(eq(venues.id, stadiumId), eq(venues.approveStatus, 1)))
    .for('key share', { of: venues })
  if (!place) throw new ApiError('venue_not_found')
  if (selectedCourt === null) return null
  if (place.courtId === null) throw new ApiError('court_not_found')
  if (beginTimeSlot < place.firstStart || endTimeSlot > place.lastStart + 1) throw new ApiError('ball_time_invalid')
  return place.courtId
}

/**
 * Turns a form into a row. Checks its rules, that its venue and court exist, and that a court of the platform is open
 * then. The venue and court cannot change until the transaction ends.
 *
 * @throws ApiError any BallRefusal, venue_not_found, court_not_found, ball_time_invalid
 * Source: decisions "Ball games", "Half-hours, courts, claims"
 */
export async function placeBall(tx: Database, form: BallForm, now: Date): Promise<PlacedBall> {
  const activityDate = toIsoDay(form.activityDate)
  const startsAt = instantOf(activityDate, form.beginTimeSlot)
  const closingHours = form.closingHours ?? usualClosingHours(startsAt)
  const refusal = whyNotBall({ ...form, activityDate, closingHours }, now, DATE_WINDOW_DAYS)
  if (refusal) throw new ApiError(refusal)
  // Each column is named, so that other fields of a body never reach the row.
  return {
    title: form.title.trim(),
    description: form.description?.trim() ?? '',
    sport: form.sport,
    matchType: form.matchType,
    place: form.place?.trim() ?? '',
    stadiumId: form.stadiumId ?? null,
    courtId: await courtOf(tx, form),
    activityDate,
    beginTimeSlot: form.beginTimeSlot,
    endTimeSlot: form.endTimeSlot,
    levelFrom: form.levelFrom,
    levelTo: form.levelTo,
    genderRule: form.genderRule,
    minPlayers: form.minPlayers,
    maxPlayers: form.maxPlayers,
    feeMode: form.feeMode,
    courtFeeFen: form.courtFeeFen,
    extrasFen: form.extrasFen,
    feeFen: feeOf(form),
    isPublic: form.isPublic,
    closingHours,
    closesAt: closingTime({ startsAt, hours: closingHours, madeAt: now }),
  }
}

/** How many seats of a game hold money that stays: paid and confirmed, or left late without a replacement. */
const paidSeatsOf = (ballId: ReturnType<typeof sql>) => sql`(
  select count(*)::int from ${ballParticipants} p where p.ball_id = ${ballId} and p.order_id is not null
    and (p.state = 'CONFIRMED' or p.state = 'LEFT_LATE' and p.refilled_by is null))`

async function countPaidSeats(tx: Database, ballId: string): Promise<number> {
  const { rows } = await tx.execute<{ paid: number }>(sql`select ${paidSeatsOf(sql`${ballId}`)} as "paid"`)
  return rows[0]?.paid ?? 0
}

type LiveGame = { feeMode: FeeMode; courtFeeFen: number; minPlayers: number; halfHours: number; paidSeats: number }

/**
 * Counts a person's unpaid games on courts of a venue that have not ended at `now`, except one game. Also reads how
 * many are allowed. A game whose time to pay has passed no longer holds its court.
 */
async function countFreeBalls(
  tx: Database,
  { userId, venueId, exceptId, now }: { userId: string; venueId: string; exceptId: string | undefined; now: Date },
): Promise<{ live: number; limit: number }> {
  const { rows } = await tx.execute<LiveGame>(sql`
    select b.fee_mode as "feeMode", b.court_fee_fen::int as "courtFeeFen", b.min_players as "minPlayers",
      b.end_time_slot - b.begin_time_slot as "halfHours", ${paidSeatsOf(sql`b.id`)} as "paidSeats"
    from ${ballGames} b
    where b.initiator_id = ${userId} and b.stadium_id = ${venueId} and b.court_id is not null
      and b.status in ('UNPAID', 'OPEN', 'FULL') and b.id is distinct from ${exceptId ?? null}::bigint
      and (b.activity_date, b.end_time_slot) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)
      and not (b.status = 'UNPAID' and exists (
        select 1 from ${ballParticipants} p where p.ball_id = b.id and p.state = 'HELD' and p.held_until <= ${now}))
    order by b.id`)
  const [venue] = await tx.select({ limit: venues.freeBallLimit }).from(venues).where(eq(venues.id, venueId))
  return { live: rows.filter((game) => !isCourtPaid(game)).length, limit: venue?.limit ?? 0 }
}

/** The venue whose court a game takes without payment. Null when it takes no court of a venue, or is paid for. */
function freeVenueOf(ball: PlacedBall, paidSeats: number): string | null {
  const halfHours = ball.endTimeSlot - ball.beginTimeSlot
  return ball.courtId !== null && !isCourtPaid({ ...ball, halfHours, paidSeats }) ? ball.stadiumId : null
}

/**
 * Limits how many unpaid games a person has on the courts of one venue at a time. `exceptId` is the game in question.
 * `former` is its state before a change: a game that already counted at the venue may stay.
 *
 * @throws ApiError ball_free_limit
 * Source: decision record 024
 */
export async function assertFreeLimit(
  tx: Database,
  ball: PlacedBall,
  { userId, exceptId, former, now }: { userId: string; exceptId?: string; former?: PlacedBall; now: Date },
): Promise<void> {
  const paidSeats = exceptId === undefined ? 0 : await countPaidSeats(tx, exceptId)
  const venueId = freeVenueOf(ball, paidSeats)
  if (venueId === null || (former && freeVenueOf(former, paidSeats) === venueId)) return
  // Locks the person, so that their games are counted one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const { live, limit } = await countFreeBalls(tx, { userId, venueId, exceptId, now })
  if (live >= limit) throw new ApiError('ball_free_limit')
}
