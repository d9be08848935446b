import { type InvitationResponse, RESPONSE_STATUSES } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { NEAREST, type Sord } from '@paidang/api/shapes'
import { INVITATION_STATUSES } from '@paidang/domain/areas/classes/invitation-status'
import { addDays } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { inStates, listAgendaIds, listCoachDayIds, pageOwnInvitationIds, pageOwnNearestIds } from './list-queries.ts'
import { type NearestQuery, pageNearestIds } from './nearest-queries.ts'
import { presentResponse } from './present.ts'
import { listSeats, type SeatRow } from './queries.ts'
import { listUnfinishedOfCoach } from './unfinished-queries.ts'
import { listViews } from './view-queries.ts'

/**
 * One page of the classes of a user, by their last change; with `isNearest` by the days of the classes.
 *
 * @param statusText one status of the class, several with commas, or all / nothing for every status
 * @param responseText the same for the state of the user's seat
 * @throws ApiError input_invalid for a word that is no status
 * Source: specification §7 pageByUser
 */
export async function pageOwnClasses(
  db: Database,
  {
    userId,
    statusText,
    responseText,
    isNearest = false,
    sord = 'desc',
    now,
    ...page
  }: {
    userId: string
    statusText: string | undefined
    responseText?: string | undefined
    sord?: Sord
    limit: number
    offset: number
    isNearest?: boolean
    now: Date
  },
): Promise<Page<InvitationResponse>> {
  const statuses = wordsOf(statusText, INVITATION_STATUSES)
  const responses = wordsOf(responseText, RESPONSE_STATUSES)
  const status = inStates(userId, { statuses, responses }, now)
  const pageIds = isNearest ? pageOwnNearestIds : pageOwnInvitationIds
  const { ids, total } = await pageIds(db, { ...page, userId, status, sord, now })
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

/**
 * Whether a list of classes is requested by the nearest.
 *
 * @throws ApiError input_invalid with a direction, which that order does not have
 */
export function isByNearest({ sort, sord }: { sort?: string; sord?: Sord }): boolean {
  if (sort !== NEAREST) return false
  if (sord !== undefined) throw new ApiError('input_invalid', { data: { field: 'sord' } })
  return true
}

function wordsOf<Word extends string>(text: string | undefined, words: readonly Word[]): Word[] | undefined {
  if (text === undefined || text === '' || text === 'all') return undefined
  return text.split(',').map((typed) => {
    const word = words.find((known) => known === typed)
    if (!word) throw new ApiError('input_invalid')
    return word
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
