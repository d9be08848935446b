import * as api from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { NEAREST, type Sord } from '@paidang/api/shapes'
import { roleInInvitation } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES, type InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import { addDays, type Day, dayOf, toIsoDay } from '@paidang/domain/kernel/day'
import { APP_COUNT_LIMIT, MAX_ROWS, offsetOf } from '@paidang/domain/kernel/page'
import { and, asc, between, eq, not, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { literals, pageLimit } from '../../../db/literal.ts'
import { handle, plugin } from '../../../http/handle.ts'
import {
  ACTIVE_STATUSES,
  hasEndedUnfinished,
  hasStatus,
  invitations,
  isInviteHiddenByBlock,
  isLeftByCoach,
  isToCome,
  seats,
} from '../../../tables/classes.ts'
import { assertSeesCoach, classesOf, type Whose } from '../../places/companies/assert-sees-coach.ts'
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

type Window = { limit: number; offset: number }

/**
 * Which classes: those that a person teaches or has a seat in, in each case from an index of that person. `also` is a
 * condition on the class.
 */
type Nearest = { taught: SQL; seatedUserId?: string; also?: SQL | undefined; now: Date }

/**
 * Each part returns at most what the page can need, in its order. Where only classes from a day on are wanted, seats are
 * read from that day on.
 */
async function idsOf(
  db: Database,
  { taught, seatedUserId, firstDay }: Pick<Nearest, 'taught' | 'seatedUserId'> & { firstDay?: Day },
  condition: SQL,
  way: SQL,
  { limit, offset }: Window,
): Promise<string[]> {
  const { id, courseDate, beginTimeSlot } = invitations
  const most = pageLimit(limit + offset)
  const parts = [
    sql`(select ${id} as id, ${courseDate} as course_date, ${beginTimeSlot} as begin_time_slot
      from ${invitations} where ${taught} and ${condition}
      order by ${courseDate} ${way}, ${beginTimeSlot} ${way}, ${id} ${way} limit ${most})`,
  ]
  if (seatedUserId !== undefined)
    parts.push(sql`(select s.invitation_id, s.course_date, s.begin_time_slot
      from ${seats} s join ${invitations} on ${id} = s.invitation_id where s.user_id = ${seatedUserId}
        and ${firstDay === undefined ? sql`true` : sql`s.course_date >= ${firstDay}::date`} and ${condition}
      order by s.course_date ${way}, s.begin_time_slot ${way}, s.invitation_id ${way} limit ${most})`)
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id::text as id from (${sql.join(parts, sql` union `)}) own
    order by own.course_date ${way}, own.begin_time_slot ${way}, own.id ${way} limit ${pageLimit(limit)} offset ${offset}`)
  return rows.map((row) => row.id)
}

/** How many classes are to come: few, and each index is read from today on. */
async function countToCome(db: Database, { taught, seatedUserId, now, also }: Nearest): Promise<number> {
  const condition = sql`${isToCome(now)} and ${also ?? sql`true`}`
  const seated = sql`union select s.invitation_id from ${seats} s join ${invitations} on ${invitations.id} = s.invitation_id
    where s.user_id = ${seatedUserId ?? null} and s.course_date >= ${dayOf(now)}::date and ${condition}`
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (
    select ${invitations.id} from ${invitations} where ${taught} and ${condition}
    ${seatedUserId === undefined ? sql`` : seated}) own`)
  return rows[0]?.total ?? 0
}

/**
 * One page of classes as a user's list shows them. Those to come are first, the nearest on top. Then come the latest.
 * @param count the number of classes of all pages
 */
export async function pageNearestClasses(
  db: Database,
  nearest: Nearest,
  { userId, count, limit, offset }: Window & { userId: string; count: () => Promise<number> },
): Promise<Page<api.InvitationResponse>> {
  const { also = sql`true`, now } = nearest
  const [ahead, total] = await Promise.all([countToCome(db, nearest), count()])
  const toCome = sql`${isToCome(now)} and ${also}`
  const over = sql`not ${isToCome(now)} and ${also}`
  const asked = { ...nearest, firstDay: dayOf(now) }
  const first = offset < ahead ? await idsOf(db, asked, toCome, sql`asc`, { limit, offset }) : []
  const rest = limit - first.length
  const second =
    rest > 0 ? await idsOf(db, nearest, over, sql`desc`, { limit: rest, offset: Math.max(0, offset - ahead) }) : []
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
    in (${literals(...states)})`

type Own = {
  userId: string
  statuses: readonly InvitationStatus[] | undefined
  responses: readonly (typeof api.RESPONSE_STATUSES)[number][] | undefined
  now: Date
}

/**
 * The stored statuses that an answered status can have, each with what else must hold. An unanswered request past its
 * time is EXPIRED before the clock says so; such are always few.
 */
function storedAs({ statuses = INVITATION_STATUSES, now }: Pick<Own, 'statuses' | 'now'>) {
  const { expiresAt } = invitations
  const [isPending, isExpired] = [statuses.includes('PENDING'), statuses.includes('EXPIRED')]
  const waiting =
    isPending && isExpired ? sql`true` : isPending ? sql`${expiresAt} > ${now}` : sql`${expiresAt} <= ${now}`
  return [
    ...statuses.filter((status) => status !== 'PENDING').map((status) => ({ status, when: undefined })),
    ...(isPending || isExpired ? [{ status: 'PENDING' as const, when: waiting }] : []),
  ]
}

/** A coach is not asked about requests of a company that they have left. */
const isOfCoach = (status: InvitationStatus, now: Date) =>
  status === 'PENDING' ? sql`not ${isLeftByCoach(now)}` : sql`true`

/** The states of a seat, and whether the user may be its coach, for what a user responded. */
function respondedAs({ responses = api.RESPONSE_STATUSES }: Pick<Own, 'responses'>) {
  return { states: responses.filter((state) => state !== 'COACH'), isCoach: responses.includes('COACH') }
}

/**
 * Counts a user's classes, up to the limit. What only indexes of equal keys can tell is read from them; the few others
 * row by row: requests that wait, and invitations that a blacklist may hide.
 */
async function countOwn(db: Database, own: Own, shown: number): Promise<number> {
  const { userId, now } = own
  const { states, isCoach } = respondedAs(own)
  const certain = states.filter((state) => state !== 'INVITED')
  const parts: SQL[] = []
  const ofClass = (when: SQL) =>
    sql`from ${seats} s join ${invitations} on ${invitations.id} = s.invitation_id and ${when}`
  for (const { status, when } of storedAs(own)) {
    const mine = sql`s.user_id = ${userId} and s.invitation_status = ${literals(status)}`
    const from = when ? ofClass(when) : sql`from ${seats} s`
    if (certain.length > 0) parts.push(sql`select 1 ${from} where ${mine} and s.state in (${literals(...certain)})`)
    if (states.includes('INVITED'))
      parts.push(sql`select 1 ${ofClass(when ?? sql`true`)} where ${mine} and s.state = 'INVITED'
        and not ${isInviteHiddenByBlock(userId)}`)
    if (isCoach)
      parts.push(sql`select 1 from ${invitations} where ${invitations.coachId} = ${userId}
        and ${invitations.invitationStatus} = ${literals(status)} and ${when ?? sql`true`} and ${isOfCoach(status, now)}`)
  }
  if (parts.length === 0) return 0
  return countUpTo(db, sql`(${sql.join(parts, sql` union all `)})`, { most: APP_COUNT_LIMIT, shown })
}

/** One page of a user's classes by their last change: each status is read from its index as far as the page needs. */
async function idsByChange(db: Database, own: Own, sord: Sord, { limit, offset }: Window): Promise<string[]> {
  const { userId, now } = own
  const { id, coachId, invitationStatus, responseTime } = invitations
  const { states, isCoach } = respondedAs(own)
  const way = sql.raw(sord)
  const most = pageLimit(limit + offset)
  const parts = storedAs(own).flatMap(({ status, when = sql`true` }) => [
    ...(states.length > 0
      ? [
          sql`(select s.invitation_id as id, s.response_time from ${seats} s join ${invitations} on ${id} = s.invitation_id
            where s.user_id = ${userId} and s.invitation_status = ${literals(status)} and s.state in (${literals(...states)}) and ${when}
              and not (s.state = 'INVITED' and ${isInviteHiddenByBlock(userId)})
            order by s.response_time ${way}, s.invitation_id ${way} limit ${most})`,
        ]
      : []),
    ...(isCoach
      ? [
          sql`(select ${id}, ${responseTime} from ${invitations}
            where ${coachId} = ${userId} and ${invitationStatus} = ${literals(status)} and ${when} and ${isOfCoach(status, now)}
            order by ${responseTime} ${way}, ${id} ${way} limit ${most})`,
        ]
      : []),
  ])
  if (parts.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id::text as id from (${sql.join(parts, sql` union `)}) own (id, response_time)
    order by own.response_time ${way}, own.id ${way} limit ${pageLimit(limit)} offset ${offset}`)
  return rows.map((row) => row.id)
}

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
  const own = { userId, statuses, responses, now }
  const count = () => countOwn(db, own, window.offset + window.limit)
  if (isNearest) {
    const also = and(
      statuses && hasStatus(statuses, now),
      responses && hasResponded(userId, responses),
      not(isInviteHiddenByBlock(userId)),
      sql`not (${invitations.coachId} = ${userId} and ${isLeftByCoach(now)})`,
    )
    const taught = sql`${invitations.coachId} = ${userId}`
    const page = { userId, count, ...window }
    return pageNearestClasses(db, { taught, seatedUserId: userId, also, now }, page)
  }
  const [ids, total] = await Promise.all([idsByChange(db, own, sord, window), count()])
  return { rows: await responsesOf(db, ids, userId, now), total }
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

/** A coach's classes of one day that the caller may see, by begin. Those that came to nothing are left out. */
export async function listCoachDay(
  db: Database,
  { coachId, actorId, day, now }: Whose & { day: string; now: Date },
): Promise<api.InvitationResponse[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(classesOf({ coachId, actorId }), eq(invitations.courseDate, day), hasStatus(ACTIVE_STATUSES, now)))
    .orderBy(asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(100)
  return responsesOf(db, idsIn(rows), coachId, now)
}

/** More than any user has in two months. */
const MAX_AGENDA = 1_000

type Agenda = { userId: string; from: string; days: number; now: Date }

async function agendaIds(db: Database, { userId, from, days, now }: Agenda): Promise<string[]> {
  const to = addDays(from, days - 1)
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        sql`${invitations.id} in (
          select i.id from ${invitations} i where i.coach_id = ${userId} and i.course_date between ${from}::date and ${to}::date
          union select s.invitation_id from ${seats} s
            where s.user_id = ${userId} and s.course_date between ${from}::date and ${to}::date
              and (s.state = 'JOINED' or s.state = 'INVITED' and s.invitation_status in ('PENDING', 'CONFIRMED')))`,
        between(invitations.courseDate, from, to),
        hasStatus(ACTIVE_STATUSES, now),
        not(isInviteHiddenByBlock(userId)),
      ),
    )
    .orderBy(asc(invitations.courseDate), asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(MAX_AGENDA)
  return idsIn(rows)
}

/**
 * A user's classes of a number of days, by time. These are classes that they teach or have a seat in. Classes that they
 * are asked to count while they can be joined. Those that came to nothing are left out.
 *
 * @param days from 1 to 62
 */
async function listAgenda(db: Database, asked: Agenda): Promise<api.InvitationResponse[]> {
  return responsesOf(db, await agendaIds(db, asked), asked.userId, asked.now)
}

/** A coach does not read more at once. The clock completes the rest within a day. */
const MAX_UNFINISHED = 20

/** A coach's classes that have ended and that nobody has completed, earliest first. */
async function unfinishedIds(db: Database, coachId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(hasEndedUnfinished(now), eq(invitations.coachId, coachId)))
    .orderBy(asc(invitations.courseDate), asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(MAX_UNFINISHED)
  return idsIn(rows)
}

/** The same as a list shows them. */
export async function listUnfinished(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<api.InvitationResponse[]> {
  return responsesOf(db, await unfinishedIds(db, coachId, now), coachId, now)
}

/**
 * The classes that home shows: all that are to be answered or to come, by their last change; those that a coach has to
 * complete; and those of a day. A class that is in several of them is read once.
 */
export async function listClassesOfHome(
  db: Database,
  { userId, isCoach, day, now }: { userId: string; isCoach: boolean; day: string; now: Date },
): Promise<Record<'live' | 'unfinished' | 'today', api.InvitationResponse[]>> {
  const own: Own = { userId, statuses: ['PENDING', 'CONFIRMED'], responses: undefined, now }
  const [live, unfinished, today] = await Promise.all([
    idsByChange(db, own, 'desc', { limit: MAX_ROWS, offset: 0 }),
    isCoach ? unfinishedIds(db, userId, now) : [],
    agendaIds(db, { userId, from: day, days: 1, now }),
  ])
  const all = await responsesOf(db, [...new Set([...live, ...unfinished, ...today])], userId, now)
  const byId = new Map(all.map((row) => [row.id, row]))
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return { live: named(live), unfinished: named(unfinished), today: named(today) }
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

  handle(api.classesOfCoachOnDay, async ({ body: { coachId, date }, user: { id: actorId }, db, now }) => {
    await assertSeesCoach(db, actorId, coachId)
    return listCoachDay(db, { coachId, actorId, day: toIsoDay(date), now })
  }),
])
