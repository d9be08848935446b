import type { SlotClash } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { nearestAlternatives } from '@paidang/domain/areas/schedule/alternatives'
import type { Cell } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../db/database.ts'
import { clashError } from '../schedule/claim-cells.ts'
import { findHolder } from '../schedule/find-holder.ts'
import { NO_GRID_CACHE } from '../schedule/grid-cache.ts'
import { readBusyHalfHours, readCourtStatus, readGridVenue } from '../schedule/read-court-status.ts'
import { expireHolders } from './expire-holders.ts'

/** The requested half-hours. */
export type SlotsInput = {
  venueId: string
  coachId: string
  courtCode: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  userId: string
  /** The class that moves there. Its own half-hours count as free. */
  editingInvitationId?: string
  /** A coach whose own locks give way. */
  overLocksOf?: string | undefined
  now: Date
}

/**
 * Reports who holds the cells that could not be claimed, and offers the three nearest free alternatives. Unanswered
 * requests are expired instead, and the caller may try once more.
 *
 * @param isFinal refuse even then
 * @throws ApiError slot_mine when the caller is busy, participant_busy when another player of the class is, else
 *   slot_taken; data: SlotClash
 */
export async function throwSlotConflict(
  db: Database,
  cells: readonly Cell[],
  input: SlotsInput,
  { isFinal = false }: { isFinal?: boolean } = {},
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, input.now))) return
  const holder = await findHolder(db, cells, input)
  if (!holder && !isFinal) return
  // A coach who makes a class over an own lock gets a plain refusal. No class of theirs is in the way.
  const isOwnLock = holder?.invitationId === null && holder.resourceId === input.coachId
  const isCaller = holder !== undefined && holder.kind !== 'COURT' && holder.resourceId === input.userId && !isOwnLock
  const alternatives = await alternativesTo(db, input)
  const isParticipant =
    holder !== undefined && holder.kind !== 'COURT' && !isCaller && holder.resourceId !== input.coachId
  if (isParticipant) throw new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives } })
  throw clashError(isCaller ? 'PLAYER' : (holder?.kind ?? 'COURT'), alternatives)
}

async function alternativesTo(db: Database, input: SlotsInput): Promise<SlotClash['alternatives']> {
  const { venueId, coachId, userId, courseDate, editingInvitationId, now } = input
  const { courts, firstStart, lastStart } = await readGridVenue(db, NO_GRID_CACHE, venueId)
  const grid = await readCourtStatus(db, NO_GRID_CACHE, { venueId, coachId, userId, day: courseDate, now })
  // The grid covers this venue and this coach. People may be busy elsewhere too.
  const exceptId = editingInvitationId
  const busyHalfHours = await readBusyHalfHours(db, { userId, day: courseDate, now, exceptId })
  const editing = editingInvitationId === undefined ? {} : { editingInvitationId }
  return nearestAlternatives({ input, courts, grid, firstStart, lastStart, busyHalfHours, ...editing }).map(
    (range) => ({
      ...range,
      courseDate,
    }),
  )
}
