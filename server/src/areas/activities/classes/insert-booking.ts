import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { invitationEvents, invitations, seats, startOfClass } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { selectOffer } from './booking-context.ts'
import {
  type InvitationView,
  type NamesOfClass,
  type PolicyRow,
  policyJoins,
  policyOf,
  policySelected,
} from './class-view.ts'

type Row = typeof invitations.$inferSelect

/** The columns that the database gives a new class, and those that later steps fill. */
const NOT_BOOKED = [
  'id',
  'needContract',
  'offeredAt',
  'askedStartsAt',
  'trialId',
  'confirmedAt',
  'signedAt',
  'finishAskedAt',
  'completedAt',
  'cancelledAt',
  'shareVersion',
  'cancelledBy',
  'cancelReason',
  'pastReason',
  'policyId',
  'revision',
] as const satisfies readonly (keyof Row)[]

/** What those are in the row of a new class. */
const WITHOUT = {
  offeredAt: null,
  askedStartsAt: null,
  trialId: null,
  confirmedAt: null,
  signedAt: null,
  finishAskedAt: null,
  completedAt: null,
  cancelledAt: null,
  shareVersion: 0,
  cancelledBy: null,
  cancelReason: null,
  pastReason: null,
  revision: 0,
} as const

/** The row of a player's booking, ready to be stored. */
export type NewBooking = Omit<Row, (typeof NOT_BOOKED)[number]>

type Claims = { kinds: number[]; resourceIds: string[]; halfHours: number[] }

const booked = Object.entries(getTableColumns(invitations)).filter(
  ([name]) => !(NOT_BOOKED as readonly string[]).includes(name),
)
const bookedColumns = sql.join(
  booked.map(([, { name }]) => sql.identifier(name)),
  sql`, `,
)
const bookedValues = sql.join(
  booked.map(([name]) => sql`${param(name)}`),
  sql`, `,
)

/** Counts the waiting requests of a player. The condition is that of the index, so that old requests are not searched. */
export const selectWaiting = sql`
  select count(*) filter (where coach_id = ${param('coachId')})::int as "withCoach", count(*)::int as "inAll" from ${invitations}
  where initiator_id = ${param('initiatorId')} and initiator_role = 'player' and invitation_status = 'PENDING'
    and expires_at > ${param('createdAt')}`

/** How many requests of a player wait for an answer. */
export type WaitingRequests = { withCoach: number; inAll: number }

const writeBooking = statement<NewBooking & Claims>(
  () => sql`
    with offered as (${selectOffer}), waiting as (${selectWaiting}), pick as (
      select id from ${contracts}
      where user_id = ${param('initiatorId')} and course_id = ${param('courseDesignId')} and expiry_date >= ${param('courseDate')}::date
        and remaining_sessions - held_sessions >= ${param('consumedSessions')}::numeric and refunded_at is null
      order by expiry_date, id limit 1 for update
    ), held as (
      update ${contracts} c set held_sessions = c.held_sessions + ${param('consumedSessions')}::numeric, seq = c.seq + 1
      from pick where c.id = pick.id
      returning c.id, c.remaining_sessions, c.held_sessions, c.seq, c.unit_price
    ), made as (
      insert into ${invitations} (${bookedColumns}, need_contract)
      values (${bookedValues}, not exists (select 1 from held))
      returning *
    ), seat as (
      insert into ${seats} (invitation_id, user_id, state, contract_id, held_sessions, created_at)
      select made.id, made.initiator_id, 'JOINED', (select id from held),
        case when made.need_contract then 0 else made.consumed_sessions end, made.created_at from made
    ), moved as (
      insert into lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
        invitation_id, seat_user_id, round, actor_id, reason, unit_price, created_at, class_starts_at)
      select held.id, held.seq, 'HOLD', 0, made.consumed_sessions, held.remaining_sessions, held.held_sessions,
        made.id, made.initiator_id, 1, made.initiator_id, '发起约课', held.unit_price, made.created_at, ${startOfClass}
      from held, made
    ), told as (
      insert into ${invitationEvents} (invitation_id, seq, action, from_status, to_status, actor_id, created_at)
      select made.id, 1, 'create', null, 'PENDING', made.initiator_id, made.created_at from made
    ), claimed as (
      insert into slot_claims (kind, resource_id, day, half_hour, holder_kind, holder_id)
      select c.kind, c.resource_id, made.course_date, c.half_hour, 1, made.id
      from made, unnest(${param('kinds')}::smallint[], ${param('resourceIds')}::bigint[], ${param('halfHours')}::smallint[])
        as c(kind, resource_id, half_hour)
      order by 1, 2, 4
    )
    select ${invitations.id}, ${invitations.needContract} as "needContract", ${invitations.policyId} as "policyId", ${policySelected},
      waiting."withCoach", waiting."inAll"
    from made as "invitations" ${policyJoins} join offered on true join waiting on true`,
)

/**
 * Stores a player's booking in one statement and one round trip. It picks the earliest-expiring contract that can pay,
 * and holds its hours. It inserts invitation, seat, ledger row, first event and claims in key order. A taken half-hour
 * fails with 23505 on slot_claims_pkey, and nothing is stored. What it stores is what it was given, so it is not read again.
 *
 * @returns the booking as answers show it, and how many requests of the player wait without it; undefined when the coach
 *   no longer teaches that course there, or the venue is closed then. The transaction must not commit in that case.
 */
export async function insertBooking(
  tx: Database,
  booking: NewBooking,
  { names, ...claims }: Claims & { names: NamesOfClass },
): Promise<{ view: InvitationView; waiting: WaitingRequests } | undefined> {
  const { rows } = await tx.execute<Pick<Row, 'id' | 'needContract' | 'policyId'> & PolicyRow & WaitingRequests>(
    writeBooking({ ...booking, ...claims }),
  )
  const [row] = rows
  if (!row) return undefined
  const { id, needContract, policyId, withCoach, inAll, ...policy } = row
  const invitation = { ...booking, ...WITHOUT, id, needContract, policyId }
  // Whether it is paid is known from the locked contracts, and no longer from a look at all of them.
  const view = { invitation, ...names, ...policyOf(policy), isPayable: false, lastStep: null }
  return { view, waiting: { withCoach, inAll } }
}

/**
 * Whether some contract could pay this after all. The contract looked at may have been emptied while this transaction
 * waited for it.
 */
export async function hasPayingContract(
  tx: Database,
  {
    initiatorId,
    courseDesignId,
    courseDate,
    consumedSessions,
  }: Pick<NewBooking, 'initiatorId' | 'courseDesignId' | 'courseDate' | 'consumedSessions'>,
): Promise<boolean> {
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.userId, initiatorId),
        eq(contracts.courseId, courseDesignId),
        sql`${contracts.expiryDate} >= ${courseDate}::date`,
        isNull(contracts.refundedAt),
        sql`${contracts.remainingSessions} - ${contracts.heldSessions} >= ${consumedSessions}::numeric`,
      ),
    )
    .limit(1)
  return rows.length > 0
}
