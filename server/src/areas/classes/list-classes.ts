import type { InvitationResponse } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { INVITATION_STATUSES, type InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { addDays } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { hasStatus } from '../../tables/classes.ts'
import { listAgendaIds, listCoachDayIds, pageOwnInvitationIds, pageOwnNearestIds } from './list-queries.ts'
import { type NearestQuery, pageNearestIds } from './nearest-queries.ts'
import { presentResponse } from './present.ts'
import { listSeats, type SeatRow } from './queries.ts'
import { listUnfinishedOfCoach } from './unfinished-queries.ts'
import { listViews } from './view-queries.ts'

/**
 * One page of the classes of a user, latest change first; with `isNearest` by the days of the classes.
 *
 * @param statusText one status, several with commas, or all / nothing for every status
 * @throws ApiError input_invalid for a word that is no status
 * Source: specification §7 pageByUser
 */
export async function pageOwnClasses(
  db: Database,
  {
    userId,
    statusText,
    limit,
    offset,
    isNearest,
    now,
  }: {
    userId: string
    statusText: string | undefined
    limit: number
    offset: number
    isNearest: boolean
    now: Date
  },
): Promise<Page<InvitationResponse>> {
  const statuses = statusesOf(statusText)
  const status = statuses && hasStatus(statuses, now)
  const pageIds = isNearest ? pageOwnNearestIds : pageOwnInvitationIds
  const { ids, total } = await pageIds(db, { userId, status, limit, offset, now })
  return { rows: await responsesOf(db, ids, userId, now), total }
}

/** One page of classes as a user's list shows them. Those to come are first, the nearest on top. */
export async function pageNearestClasses(
  db: Database,
  input: NearestQuery,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<Page<InvitationResponse>> {
  const { ids, total } = await pageNearestIds(db, input, { limit, offset })
  return { rows: await responsesOf(db, ids, userId, input.now), total }
}

/** A coach's classes of one day, by begin. */
export async function listCoachDay(
  db: Database,
  { coachId, day, now }: { coachId: string; day: string; now: Date },
): Promise<InvitationResponse[]> {
  return responsesOf(db, await listCoachDayIds(db, coachId, day, now), coachId, now)
}

/**
 * A user's classes of a number of days, by time, as player and as coach. Those that came to nothing are left out.
 *
 * @param days from 1 to 62
 */
export async function listAgenda(
  db: Database,
  { userId, from, days, now }: { userId: string; from: string; days: number; now: Date },
): Promise<InvitationResponse[]> {
  const ids = await listAgendaIds(db, { userId, from, to: addDays(from, days - 1), now })
  return responsesOf(db, ids, userId, now)
}

/** A coach does not read more at once. The clock completes the rest within a day. */
const MAX_UNFINISHED = 20

/** A coach's classes that have ended and that nobody has completed, earliest first. */
export async function listUnfinished(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<InvitationResponse[]> {
  return responsesOf(db, await listUnfinishedOfCoach(db, { coachId, now, limit: MAX_UNFINISHED }), coachId, now)
}

function statusesOf(text: string | undefined): InvitationStatus[] | undefined {
  if (text === undefined || text === '' || text === 'all') return undefined
  return text.split(',').map((word) => {
    const status = INVITATION_STATUSES.find((known) => known === word)
    if (!status) throw new ApiError('input_invalid')
    return status
  })
}

/** Classes as a user's list shows them, in the order of the given ids. */
export async function responsesOf(
  db: Database,
  ids: readonly string[],
  userId: string,
  now: Date,
): Promise<InvitationResponse[]> {
  const views = await listViews(db, ids)
  const seatsOf = new Map(ids.map((id) => [id, [] as SeatRow[]]))
  for (const seat of await listSeats(db, ids)) seatsOf.get(seat.invitationId)?.push(seat)
  return views.map((view) => presentResponse(view, seatsOf.get(view.invitation.id) ?? [], userId, now))
}
