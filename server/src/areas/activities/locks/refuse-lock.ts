import type { LockClash } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Cell } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { CellsTaken } from '../../time/schedule/claim-cells.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'
import { type BookingRow, listBookings } from './lock-queries.ts'

const MAX_NAMED = 10
/** What a class or a ball game is called for callers who may not see it. */
const SOMEBODYS = { class: '约课', ball: '约球' } as const

/** The kind of the requested cells, and for whom. */
type LockInput = { kind: 'COURT' | 'COACH'; actorId: string; now: Date; isFinal: boolean }

/**
 * Claims for a lock, and reports the requested cells when one of them is held.
 *
 * @throws CellsTaken
 */
export async function orCellsTaken(cells: readonly Cell[], claim: () => Promise<void>): Promise<void> {
  try {
    await claim()
  } catch (error) {
    if (isUniqueViolation(error, 'slot_claims_pkey')) throw new CellsTaken(cells)
    throw error
  }
}

/**
 * Names the classes and ball games that a lock would cover. Requests that nobody answered in time are expired instead.
 * Then, or when the booking has gone meanwhile, the caller may try once more.
 *
 * @throws ApiError lock_over_booking; data: LockClash
 */
export async function refuseLock(
  db: Database,
  cells: readonly Cell[],
  { kind, actorId, now, isFinal }: LockInput,
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, now))) return
  const bookings = await listBookings(db, cells, { kind, actorId, limit: MAX_NAMED })
  if (bookings.length === 0 && !isFinal) return
  const data: LockClash = { bookings: bookings.map(presentBooking) }
  throw new ApiError('lock_over_booking', { data })
}

function presentBooking({
  id,
  isBall,
  isSeen,
  courseName,
  names,
  day,
  ...row
}: BookingRow): LockClash['bookings'][number] {
  const { beginTimeSlot, endTimeSlot, courtName } = row
  return {
    invitationId: isSeen && !isBall ? id : null,
    title: isSeen
      ? [courseName, names.join('、')].filter((part) => part !== '').join(' · ')
      : SOMEBODYS[isBall ? 'ball' : 'class'],
    date: day,
    beginTimeSlot,
    endTimeSlot,
    courtName,
  }
}
