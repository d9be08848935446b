import type { LockClash } from '@paidang/api/areas/activities/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Cell } from '@paidang/domain/areas/time/schedule/cells'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { param, statement } from '../../../db/statement.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { courts } from '../../../tables/venues.ts'
import { CellsTaken } from '../../time/schedule/claim-cells.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'

const MAX_NAMED = 10
/** What a class or a ball game is called for callers who may not see it. */
const SOMEBODYS = { class: '约课', ball: '约球' } as const

/**
 * A class or ball game that holds a half-hour, and whether the caller may see it. `names` are the others in a class.
 * `courseName` is the title of a game. `courtName` may be a place outside the platform.
 */
type BookingRow = {
  id: string
  day: string
  beginTimeSlot: number
  endTimeSlot: number
  isBall: boolean
  courseName: string
  courtName: string
  isSeen: boolean
  names: string[]
}

/**
 * Reads the first bookings, by time, that hold any of these cells, all of one kind. Visibility follows the rule for opening
 * a class.
 */
const readBookings = statement<{
  kind: number
  resourceIds: readonly string[]
  days: readonly string[]
  halfHours: readonly number[]
  actorId: string
  limit: number
}>(
  () => sql`
    with held as (
      select t.holder_kind, t.holder_id from ${slotClaims} t
      where t.kind = ${param('kind')} and (t.resource_id, t.day, t.half_hour) in (select * from unnest(
        ${param('resourceIds')}::bigint[], ${param('days')}::date[], ${param('halfHours')}::smallint[])))
    select i.id, false as "isBall", i.course_date as "day", i.begin_time_slot as "beginTimeSlot", i.end_time_slot as "endTimeSlot",
      i.course_design_name as "courseName", k.name as "courtName",
      i.initiator_id = ${param('actorId')} or i.coach_id = ${param('actorId')} or c.admin_id = ${param('actorId')}
        or exists (select 1 from ${seats} s where s.invitation_id = i.id and s.user_id = ${param('actorId')}) as "isSeen",
      array(
        select u.nickname from ${users} u where u.id <> ${param('actorId')} and (u.id = i.coach_id
          or u.id in (select s.user_id from ${seats} s where s.invitation_id = i.id and s.state = 'JOINED'))
        order by u.id <> i.coach_id, u.id) as "names"
    from ${invitations} i join ${courts} k on k.id = i.court_id join ${companies} c on c.id = i.company_id
    where i.id in (select holder_id from held where holder_kind = ${sql.raw(String(HOLDER_KIND.INVITATION))})
    union all
    select b.id, true, b.activity_date, b.begin_time_slot, b.end_time_slot, b.title,
      coalesce(k.name, b.place), b.is_public or exists (select 1 from ${ballParticipants} p where p.ball_id = b.id and p.user_id = ${param('actorId')}), '{}'::text[]
    from ${ballGames} b left join ${courts} k on k.id = b.court_id
    where b.id in (select holder_id from held where holder_kind = ${sql.raw(String(HOLDER_KIND.BALL))})
    order by "day", "beginTimeSlot", id limit ${param('limit')}`,
)

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

/** The kind of the requested cells, and for whom. */
type LockInput = { kind: 'COURT' | 'COACH'; actorId: string; now: Date; isFinal: boolean }

/**
 * Claims for a lock, and reports the requested cells when one of them is held.
 *
 * @throws CellsTaken
 */
export async function orCellsTaken(cells: readonly Cell[], claim: () => PromiseLike<unknown>): Promise<void> {
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
  const { rows: bookings } = await db.execute<BookingRow>(
    readBookings({
      kind: CLAIM_KIND[kind],
      resourceIds: cells.map(({ resourceId }) => resourceId),
      days: cells.map(({ day }) => day),
      halfHours: cells.map(({ halfHour }) => halfHour),
      actorId,
      limit: MAX_NAMED,
    }),
  )
  if (bookings.length === 0 && !isFinal) return
  const data: LockClash = { bookings: bookings.map(presentBooking) }
  throw new ApiError('lock_over_booking', { data })
}
