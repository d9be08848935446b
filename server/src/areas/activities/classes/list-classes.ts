import * as api from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { NEAREST, type Sord } from '@paidang/api/shapes'
import { roleInInvitation } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { addDays, toIsoDay } from '@paidang/domain/kernel/day'
import { offsetOf } from '@paidang/domain/kernel/page'
import { and, asc, between, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import {
  ACTIVE_STATUSES,
  hasEndedUnfinished,
  hasStatus,
  invitations,
  isInviteHiddenByBlock,
  isToCome,
  seats,
} from '../../../tables/classes.ts'
import { isAdminOfCoach } from '../../places/companies/assert-sees-coach.ts'
import { type InvitationView, listViews, presentInvitation } from './class-view.ts'
import { hasToAgree, listSeats, type SeatRow } from './seats.ts'

const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** A class in a user's list. */
function presentResponse(
  view: InvitationView,
  seats: readonly SeatRow[],
  userId: string,
  now: Date,
): api.InvitationResponse {
  const row = view.invitation
  const own = seats.find((seat) => seat.userId === userId)
  const joined = seats.filter(({ state }) => state === 'JOINED')
  const role = roleInInvitation(
    { initiatorId: row.initiatorId, coachId: row.coachId, responderIds: seats.map((seat) => seat.userId) },
    userId,
  )
  return {
    id: row.id,
    role: role === 'viewer' ? 'coach' : role,
    responderId: userId,
    responseStatus: own?.state ?? 'COACH',
    mustAgree: hasToAgree(own) || (row.pastReason !== null && own?.state === 'JOINED' && own.attendance === null),
    responseTime: row.responseTime.toISOString(),
    players: joined.map(({ userId: id, nickname, avatar }) => ({ id, nickname, avatar })),
    invitation: presentInvitation(view, now),
  }
}

/** Classes as a user's list shows them, in the order of the given ids. */
export async function responsesOf(
  db: Database,
  ids: readonly string[],
  userId: string,
  now: Date,
): Promise<api.InvitationResponse[]> {
  const views = await listViews(db, ids)
  const seatsOf = new Map(ids.map((id) => [id, [] as SeatRow[]]))
  for (const seat of await listSeats(db, ids)) seatsOf.get(seat.invitationId)?.push(seat)
  return views.map((view) => presentResponse(view, seatsOf.get(view.invitation.id) ?? [], userId, now))
}

/** Which classes: those of any source, if `also` holds. Each source is a condition with an index. */
type NearestQuery = { sources: readonly SQL[]; also?: SQL | undefined; now: Date }

type Window = { limit: number; offset: number }

/** Each source returns at most what the page can need, in its order. */
async function idsOf(
  db: Database,
  sources: readonly SQL[],
  condition: SQL,
  way: SQL,
  { limit, offset }: Window,
): Promise<string[]> {
  const { id, courseDate, beginTimeSlot } = invitations
  const parts = sources.map(
    (source) => sql`(select ${id} as id, ${courseDate} as course_date, ${beginTimeSlot} as begin_time_slot
      from ${invitations} where ${source} and ${condition}
      order by ${courseDate} ${way}, ${beginTimeSlot} ${way}, ${id} ${way} limit ${limit + offset})`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id::text as id from (${sql.join(parts, sql` union `)}) own
    order by own.course_date ${way}, own.begin_time_slot ${way}, own.id ${way} limit ${limit} offset ${offset}`)
  return rows.map((row) => row.id)
}

async function countOf(db: Database, sources: readonly SQL[], condition: SQL): Promise<number> {
  const parts = sources.map(
    (source) => sql`select ${invitations.id} from ${invitations} where ${source} and ${condition}`,
  )
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${sql.join(parts, sql` union `)}) own`,
  )
  return rows[0]?.total ?? 0
}

/** One page of classes as a user's list shows them. Those to come are first, the nearest on top. Then come the latest. */
export async function pageNearestClasses(
  db: Database,
  { sources, also = sql`true`, now }: NearestQuery,
  { userId, limit, offset }: Window & { userId: string },
): Promise<Page<api.InvitationResponse>> {
  const toCome = sql`${isToCome(now)} and ${also}`
  const over = sql`not ${isToCome(now)} and ${also}`
  const [ahead, total] = await Promise.all([countOf(db, sources, toCome), countOf(db, sources, also)])
  const first = offset < ahead ? await idsOf(db, sources, toCome, sql`asc`, { limit, offset }) : []
  const rest = limit - first.length
  const second =
    rest > 0 ? await idsOf(db, sources, over, sql`desc`, { limit: rest, offset: Math.max(0, offset - ahead) }) : []
  return { rows: await responsesOf(db, [...first, ...second], userId, now), total }
}

function wordsOf<Word extends string>(text: string | undefined, words: readonly Word[]): Word[] | undefined {
  if (text === undefined || text === '' || text === 'all') return undefined
  return text.split(',').map((typed) => {
    const word = words.find((known) => known === typed)
    if (!word) throw new ApiError('input_invalid')
    return word
  })
}

/** Without a seat the user is the coach. */
const hasResponded = (userId: string, states: readonly string[]) =>
  sql`coalesce((select s.state from ${seats} s where s.invitation_id = ${invitations}.id and s.user_id = ${userId}), 'COACH')
    in ${states}`

/**
 * One page of the classes that a user takes part in or was asked to, as player or coach. By their last change; with
 * `isNearest` by the days of the classes.
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
    ...window
  }: Window & {
    userId: string
    statusText: string | undefined
    responseText?: string | undefined
    sord?: Sord
    isNearest?: boolean
    now: Date
  },
): Promise<Page<api.InvitationResponse>> {
  const statuses = wordsOf(statusText, INVITATION_STATUSES)
  const responses = wordsOf(responseText, api.RESPONSE_STATUSES)
  const also = and(
    statuses && hasStatus(statuses, now),
    responses && hasResponded(userId, responses),
    not(isInviteHiddenByBlock(userId)),
  )
  if (isNearest) {
    const sources = [
      sql`${invitations.coachId} = ${userId}`,
      sql`${invitations.id} in (select ${seats.invitationId} from ${seats} where ${seats.userId} = ${userId})`,
    ]
    return pageNearestClasses(db, { sources, also, now }, { userId, ...window })
  }
  const own = and(
    sql`${invitations.id} in (
      select ${seats.invitationId} from ${seats} where ${seats.userId} = ${userId}
      union select i.id from ${invitations} i where i.coach_id = ${userId})`,
    also,
  )
  const order = sord === 'asc' ? asc : desc
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(own)
    .orderBy(order(invitations.responseTime), order(invitations.id))
    .limit(window.limit)
    .offset(window.offset)
  return { rows: await responsesOf(db, idsIn(rows), userId, now), total: await db.$count(invitations, own) }
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

/** A coach's classes of one day, by begin. Those that came to nothing are left out. */
export async function listCoachDay(
  db: Database,
  { coachId, day, now }: { coachId: string; day: string; now: Date },
): Promise<api.InvitationResponse[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.coachId, coachId), eq(invitations.courseDate, day), hasStatus(ACTIVE_STATUSES, now)))
    .orderBy(asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(100)
  return responsesOf(db, idsIn(rows), coachId, now)
}

/** More than any user has in two months. */
const MAX_AGENDA = 1_000

/**
 * A user's classes of a number of days, by time. These are classes that they teach or have a seat in. Classes that they
 * are asked to count while they can be joined. Those that came to nothing are left out.
 *
 * @param days from 1 to 62
 */
export async function listAgenda(
  db: Database,
  { userId, from, days, now }: { userId: string; from: string; days: number; now: Date },
): Promise<api.InvitationResponse[]> {
  const to = addDays(from, days - 1)
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        sql`${invitations.id} in (
          select i.id from ${invitations} i where i.coach_id = ${userId} and i.course_date between ${from}::date and ${to}::date
          union select s.invitation_id from ${seats} s where s.user_id = ${userId} and s.state = 'JOINED'
          union select s.invitation_id from ${seats} s join ${invitations} i on i.id = s.invitation_id
            where s.user_id = ${userId} and s.state = 'INVITED' and i.invitation_status in ('PENDING', 'CONFIRMED'))`,
        between(invitations.courseDate, from, to),
        hasStatus(ACTIVE_STATUSES, now),
        not(isInviteHiddenByBlock(userId)),
      ),
    )
    .orderBy(asc(invitations.courseDate), asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(MAX_AGENDA)
  return responsesOf(db, idsIn(rows), userId, now)
}

/** A coach does not read more at once. The clock completes the rest within a day. */
const MAX_UNFINISHED = 20

/** A coach's classes that have ended and that nobody has completed, earliest first. */
export async function listUnfinished(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<api.InvitationResponse[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(hasEndedUnfinished(now), eq(invitations.coachId, coachId)))
    .orderBy(asc(invitations.courseDate), asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(MAX_UNFINISHED)
  return responsesOf(db, idsIn(rows), coachId, now)
}

export default plugin([
  handle(api.agenda, ({ query: { from, days }, user, db, now }) =>
    listAgenda(db, { userId: user.id, from: toIsoDay(from), days, now }),
  ),

  handle(api.pageOfUser, ({ query, user, db, now }) =>
    pageOwnClasses(db, {
      userId: user.id,
      statusText: query['invitation.invitationStatus'],
      responseText: query.responseStatus,
      sord: query.sord ?? 'desc',
      limit: query.rows,
      offset: offsetOf(query),
      isNearest: isByNearest(query),
      now,
    }),
  ),

  handle(api.classesOfCoachOnDay, async ({ body: { coachId, date }, user, db, now }) => {
    if (coachId !== user.id && !(await isAdminOfCoach(db, user.id, coachId))) throw new ApiError('data_of_others')
    return listCoachDay(db, { coachId, day: toIsoDay(date), now })
  }),
])
