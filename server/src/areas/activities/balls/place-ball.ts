import type { BallForm } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotBall } from '@paidang/domain/areas/balls/ball-form'
import { closingTime, usualClosingHours } from '@paidang/domain/areas/balls/seat-rules'
import { DATE_WINDOW_DAYS, instantOf, toIsoDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { feeOf } from './ball-fee.ts'
import { type BallRow, lockPlaceForShare } from './ball-queries.ts'

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

/**
 * Turns a form into a row. Checks its rules, that its venue and court exist, and that a court of the platform is open
 * then. The venue and court cannot change until the transaction ends.
 *
 * @throws ApiError any BallRefusal, venue_not_found, court_not_found, ball_time_invalid
 * Source: decisions "Ball games", "Half-hours, courts, claims"
 */
export async function placeBall(tx: Database, form: BallForm, now: Date): Promise<PlacedBall> {
  const { selectedCourt = null, stadiumId = null } = form
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
    stadiumId,
    courtId: stadiumId === null ? null : await courtOf(tx, stadiumId, selectedCourt, form),
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

async function courtOf(
  tx: Database,
  stadiumId: string,
  selectedCourt: number | null,
  { beginTimeSlot, endTimeSlot }: BallForm,
): Promise<string | null> {
  const place = await lockPlaceForShare(tx, stadiumId, selectedCourt)
  if (!place) throw new ApiError('venue_not_found')
  if (selectedCourt === null) return null
  if (place.courtId === null) throw new ApiError('court_not_found')
  if (beginTimeSlot < place.firstStart || endTimeSlot > place.lastStart + 1) throw new ApiError('ball_time_invalid')
  return place.courtId
}
