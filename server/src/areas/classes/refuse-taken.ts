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

/** The half-hours somebody asked for. */
export type SlotsWanted = {
  venueId: string
  coachId: string
  courtCode: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  userId: string
  /** The class that is to be moved there: its own half-hours are free for it. */
  editingInvitationId?: string
  /** A coach whose own locks give way. */
  overLocksOf?: string | undefined
  now: Date
}

/**
 * Says who holds the cells that could not be claimed, and offers the three nearest free alternatives. Requests that
 * nobody answered in time are expired instead, and the caller may try once more.
 *
 * @param isFinal refuse even then
 * @throws ApiError slot_mine when the caller himself is busy, participant_busy when another player of the class is, else
 *   slot_taken; data: SlotClash
 */
export async function refuseTaken(
  db: Database,
  cells: readonly Cell[],
  wanted: SlotsWanted,
  { isFinal = false }: { isFinal?: boolean } = {},
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, wanted.now))) return
  const holder = await findHolder(db, cells, wanted)
  if (!holder && !isFinal) return
  // A coach who makes a class over his own lock is told of a taken half-hour: there is no class of his.
  const isOwnLock = holder?.invitationId === null && holder.resourceId === wanted.coachId
  const isCaller = holder !== undefined && holder.kind !== 'COURT' && holder.resourceId === wanted.userId && !isOwnLock
  const alternatives = await alternativesTo(db, wanted)
  const isParticipant =
    holder !== undefined && holder.kind !== 'COURT' && !isCaller && holder.resourceId !== wanted.coachId
  if (isParticipant) throw new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives } })
  throw clashError(isCaller ? 'PLAYER' : (holder?.kind ?? 'COURT'), alternatives)
}

async function alternativesTo(db: Database, wanted: SlotsWanted): Promise<SlotClash['alternatives']> {
  const { venueId, coachId, userId, courseDate, editingInvitationId, now } = wanted
  const { courts, firstStart, lastStart } = await readGridVenue(db, NO_GRID_CACHE, venueId)
  const grid = await readCourtStatus(db, NO_GRID_CACHE, { venueId, coachId, userId, day: courseDate, now })
  // The grid tells of this venue and this coach; elsewhere one is busy too.
  const exceptId = editingInvitationId
  const busyHalfHours = await readBusyHalfHours(db, { userId, day: courseDate, now, exceptId })
  const editing = editingInvitationId === undefined ? {} : { editingInvitationId }
  return nearestAlternatives({ wanted, courts, grid, firstStart, lastStart, busyHalfHours, ...editing }).map(
    (range) => ({
      ...range,
      courseDate,
    }),
  )
}
