import type { SlotClash } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { nearestAlternatives, spreadOverDays } from '@paidang/domain/areas/time/schedule/alternatives'
import { type Cell, cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, hasBegun } from '@paidang/domain/kernel/day'
import { halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { isTooLateToChange, startsAfterChange } from '@paidang/domain/kernel/last-change'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { venues } from '../../../tables/venues.ts'
import { clashError } from '../../time/schedule/claim-cells.ts'
import { type CellHolder, findHolder, takenBesides } from '../../time/schedule/find-holder.ts'
import { NO_GRID_CACHE } from '../../time/schedule/grid-cache.ts'
import { readGridVenue } from '../../time/schedule/read-court-status.ts'
import { findView } from './class-view.ts'
import { expireHolders } from './expire-stale-invitations.ts'
import { assertNotAway, isAgreedWith, type OpenClass } from './open-class.ts'
import { listSeats, playersOf } from './seats.ts'

/** The requested half-hours. */
export type SlotsInput = {
  stadiumId: string
  coachId: string
  courtCode: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  userId: string
  /** Everybody besides the coach who takes part or is asked to. */
  personIds: readonly string[]
  /** The class that moves there. Its own half-hours count as free. */
  editingInvitationId?: string | undefined
  /** A coach whose own locks give way. */
  overLocksOf?: string | undefined
  /** An alternative begins later than this, because others must hear of a change in time. */
  startsAfter?: Date
  /** The class holds its time already, so only another one is free for it. */
  isOtherTime?: boolean
  /** Nobody may move the class any more, so nothing is offered. */
  isFixed?: boolean
  now: Date
}

/** The half-hours of an existing class, who takes part in it, and how soon its initiator may move it. */
export function slotsOfClass({ view, joined, facts }: OpenClass, { userId, now }: { userId: string; now: Date }) {
  const { id, initiatorId, initiatorRole, coachId, stadiumId, courseDate, beginTimeSlot, endTimeSlot } = view.invitation
  const isByCoach = initiatorRole === 'coach'
  const isAgreed = isAgreedWith(initiatorId, { view, joined })
  return {
    ...{ stadiumId, coachId, courtCode: view.courtCode, courseDate, beginTimeSlot, endTimeSlot, userId },
    editingInvitationId: id,
    // A coach moves an own class before they hand it over.
    personIds: isByCoach ? [coachId, ...playersOf(joined)] : playersOf(joined),
    isFixed:
      whyNot('edit', facts, [isByCoach ? 'coach' : 'initiator'], now) !== undefined ||
      (isAgreed && isTooLateToChange(facts.startsAt, now)),
    startsAfter: isAgreed ? startsAfterChange(now) : now,
    now,
  } satisfies SlotsInput
}

/**
 * Reports who holds the cells that could not be claimed, and offers the three nearest free alternatives. Unanswered
 * requests are expired instead, and the caller may try once more.
 *
 * @param isFinal refuse even then
 * @throws ApiError slot_mine when the caller is busy, participant_busy when another player of the class is, else
 *   slot_closed where the venue closed, else slot_taken; data: SlotClash
 */
export async function throwSlotConflict(
  db: Database,
  cells: readonly Cell[],
  input: SlotsInput,
  isFinal = false,
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, input.now))) return
  if (input.courseDate >= dayOf(input.now)) await assertNotAway(db, input, input.userId)
  const holder = await findHolder(db, cells, input)
  if (!holder && !isFinal) return
  // A coach who makes a class over an own lock gets a plain refusal. No class of theirs is in the way.
  const isOwnLock = holder?.invitationId === null && holder.resourceId === input.coachId
  const isCaller = holder !== undefined && holder.kind !== 'COURT' && holder.resourceId === input.userId && !isOwnLock
  const alternatives = input.isFixed ? [] : await freeRangesOf(db, input, input.courseDate)
  const isParticipant =
    holder !== undefined && holder.kind !== 'COURT' && !isCaller && holder.resourceId !== input.coachId
  if (isParticipant) throw new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives } })
  const error = clashError(isCaller ? 'PLAYER' : (holder?.kind ?? 'COURT'), alternatives, holder?.isClosed)
  const bookedId = await findSameBooking(db, holder, input)
  throw bookedId === undefined ? error : new ApiError(error.code, { data: { ...(error.data as SlotClash), bookedId } })
}

/**
 * Refuses a request with 允许冲突 on a court that the venue closed: its coach could never confirm it. Who closes the venue
 * waits for the end of the transaction, and then finds the request.
 *
 * @throws ApiError slot_closed; data: SlotClash
 */
export async function assertNotClosed(
  tx: Database,
  { courtId, ...input }: SlotsInput & { courtId: string },
): Promise<void> {
  await tx.select({ id: venues.id }).from(venues).where(eq(venues.id, input.stadiumId)).for('share')
  const cells = cellsOf({ ...input, courtId, coachId: null, playerIds: [] })
  if ((await findHolder(tx, cells))?.isClosed) await throwSlotConflict(tx, cells, input, true)
}

/**
 * The caller's own class that already is what they request. A repeat of a booking whose answer was lost finds it, also
 * with another key.
 */
async function findSameBooking(
  db: Database,
  holder: CellHolder | undefined,
  input: SlotsInput,
): Promise<string | undefined> {
  const { editingInvitationId, userId: initiatorId, personIds, courtCode, coachId, stadiumId } = input
  const { courseDate, beginTimeSlot, endTimeSlot } = input
  if (editingInvitationId !== undefined || !holder?.invitationId) return undefined
  const view = await findView(db, holder.invitationId)
  if (view?.courtCode !== courtCode) return undefined
  const wanted = { initiatorId, coachId, stadiumId, courseDate, beginTimeSlot, endTimeSlot }
  const isThere = Object.entries(wanted).every(
    ([name, value]) => view.invitation[name as keyof typeof wanted] === value,
  )
  const { id, initiatorRole } = view.invitation
  // A coach may make another class for other students.
  const askedIds = initiatorRole === 'coach' ? playersOf(await listSeats(db, [id])) : personIds
  const isSame = isThere && askedIds.length === personIds.length && askedIds.every((asked) => personIds.includes(asked))
  return isSame ? id : undefined
}

/**
 * Half-hours that anything but the class itself holds are left out: of each court, and of each person as coach or as
 * player. So a booking at any of them would be accepted now.
 */
export async function freeRangesOf(
  db: Database,
  input: SlotsInput,
  courseDate: Day,
  count?: number,
  isWanted: (courtId: string) => boolean = () => true,
): Promise<SlotClash['alternatives']> {
  const { stadiumId, coachId, personIds, editingInvitationId, isOtherTime, startsAfter = input.now } = input
  const { courts: all, firstStart, lastStart } = await readGridVenue(db, NO_GRID_CACHE, stadiumId)
  const courts = all.filter(({ id }) => isWanted(id))
  const taken = await takenBesides(db, {
    courtIds: courts.map(({ id }) => id),
    personIds: [coachId, ...personIds],
    day: courseDate,
    exceptInvitationId: editingInvitationId,
  })
  const codes = new Map(courts.map(({ id, courtCode }) => [id, courtCode]))
  const tooSoon = halfHoursBetween(firstStart, lastStart).filter((it) => hasBegun(courseDate, it, startsAfter))
  return nearestAlternatives({
    input,
    courts,
    grid: taken.flatMap(({ isCourt, resourceId, halfHour: timeIndex }) => {
      const courtCode = isCourt && codes.get(resourceId)
      return courtCode ? [{ courtCode, timeIndex, status: 'COURT_OCCUPIED', inviteId: null }] : []
    }),
    busyHalfHours: taken.filter(({ isCourt }) => !isCourt).map(({ halfHour }) => halfHour),
    firstStart: firstStart + tooSoon.length,
    lastStart,
    isOtherDay: courseDate !== input.courseDate,
    ...(isOtherTime && { isOtherTime }),
    ...(count !== undefined && { count }),
  }).map((range) => ({ ...range, courseDate }))
}

/** The last day that can be booked. */
const lastDayOf = ({ now }: SlotsInput): Day => addDays(dayOf(now), DATE_WINDOW_DAYS - 1)

/** How many days an offer of another time searches, from the day of the class on. */
const DAYS_SEARCHED = 7

/** Three free times for a class within a week from its day, near to its own and on several days if possible. */
export async function freeTimesOfWeek(db: Database, input: SlotsInput): Promise<SlotClash['alternatives']> {
  const days = Array.from({ length: DAYS_SEARCHED }, (_, ahead) => addDays(input.courseDate, ahead))
  const perDay: SlotClash['alternatives'][] = []
  for (const day of input.isFixed ? [] : days.filter((one) => one <= lastDayOf(input)))
    perDay.push(await freeRangesOf(db, input, day))
  return spreadOverDays(perDay)
}

/** Every free begin of a day for a class, with one court each: its own where that is free. */
export async function freeTimesOfDay(db: Database, input: SlotsInput, day: Day): Promise<SlotClash['alternatives']> {
  const ranges =
    input.isFixed || day > lastDayOf(input) ? [] : await freeRangesOf(db, input, day, Number.POSITIVE_INFINITY)
  const byBegin = new Map<number, SlotClash['alternatives'][number]>()
  for (const range of ranges) if (!byBegin.has(range.beginTimeSlot)) byBegin.set(range.beginTimeSlot, range)
  return [...byBegin.values()].sort((a, b) => a.beginTimeSlot - b.beginTimeSlot)
}
