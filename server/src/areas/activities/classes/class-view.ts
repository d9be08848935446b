import type { Invitation } from '@paidang/api/areas/activities/classes'
import { policyOfRule } from '@paidang/domain/areas/activities/classes/cancellation'
import { effectiveStatus } from '@paidang/domain/areas/activities/classes/invitation'
import { freeUntilUnder, type Policy } from '@paidang/domain/areas/activities/classes/policy'
import { instantOf, weekdayOf } from '@paidang/domain/kernel/day'
import { type AnyColumn, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { invitationEvents, invitations } from '../../../tables/classes.ts'
import { companies, policyVersions, retiredPolicies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'

const initiator = alias(users, 'initiator')
const coach = alias(users, 'coach')

const ownColumns = getTableColumns(invitations)
const joinedColumns = {
  initiatorName: initiator.nickname,
  coachName: coach.nickname,
  coachAvatar: coach.avatar,
  coachLikes: coach.likesCount,
  companyName: companies.companyName,
  companyAdminId: companies.adminId,
  stadiumName: venues.name,
  stadiumAddress: venues.address,
  courtIndex: courts.courtIndex,
  courtCode: courts.courtCode,
  courtName: courts.name,
}

/** The policy that the class carries, and the company's rule when it was made: the first one retired after it, else the present one. */
const policyColumns = {
  terms: policyVersions.terms,
  freeCancelHours: sql<number>`coalesce(made_under.free_cancel_hours, ${companies.freeCancelHours})`,
  forgivenLateCancels: sql<number>`coalesce(made_under.forgiven_late_cancels, ${companies.forgivenLateCancels})`,
}

/** Whether a request that was made without a contract could be paid by now: its player has bought hours since. */
const paymentColumns = {
  isPayable: sql<boolean>`case when ${invitations.needContract} and ${invitations.invitationStatus} = 'PENDING' then exists (
    select 1 from ${contracts} where ${contracts.userId} = ${invitations.initiatorId}
      and ${contracts.courseId} = ${invitations.courseDesignId} and ${contracts.expiryDate} >= ${invitations.courseDate}
      and ${contracts.refundedAt} is null
      and ${contracts.remainingSessions} - ${contracts.heldSessions} >= ${invitations.consumedSessions}) else false end`,
}

type Step = { action: string; reason: string }

/** The last step of a request that waits which decides what its reader is asked. */
const stepColumns = {
  lastStep: sql<Step | null>`case when ${invitations.invitationStatus} = 'PENDING' then (
    select json_build_object('action', e.action, 'reason', e.reason) from ${invitationEvents} e
    where e.invitation_id = ${invitations.id} and e.action in ('create', 'edit', 'offer', 'accept', 'change-coach')
    order by e.seq desc limit 1) end`,
}

/** The prefix of the reason of an edit. It says what was changed: 修改时间、场地. */
const EDITED = '修改'

/** What was done to a request since it was first sent: 修改了时间, or 接受了改约. For another coach it is new. */
function changedText({ action, reason }: Step): string | undefined {
  if (action === 'accept') return '接受了改约'
  const names = action === 'edit' && reason.startsWith(EDITED) ? reason.slice(EDITED.length) : ''
  return names === '' || names.split('、').includes('教练') ? undefined : `修改了${names}`
}

/** What a statement answers of columns. */
export type DataOf<Columns extends Record<string, AnyColumn>> = {
  [Name in keyof Columns]: Columns[Name]['_']['notNull'] extends true
    ? Columns[Name]['_']['data']
    : Columns[Name]['_']['data'] | null
}

/** The names of people and places that a class shows. */
export type NamesOfClass = DataOf<typeof joinedColumns>

/** An invitation as answers show it: its row, and the names of people and places. */
export type InvitationView = { invitation: typeof invitations.$inferSelect } & NamesOfClass & {
    /** What the class carries; null where the company's rule applies. */
    terms: Policy | null
    /** What cancelling and missing it costs: the terms, or that rule. */
    policy: Policy
    isPayable: boolean
    lastStep: Step | null
  }

/** The columns that a statement selects, each with the name of its field. */
export const selected = (columns: Record<string, AnyColumn | SQL>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  )

const viewColumns = selected({ ...ownColumns, ...joinedColumns, ...policyColumns, ...paymentColumns, ...stepColumns })

/** What a statement selects for the policy of a class, and the joins that follow its `from` with the alias invitations. */
export const policySelected: SQL = selected(policyColumns)
export const policyJoins: SQL = sql`
  join ${companies} on ${companies.id} = ${invitations.companyId}
  left join ${policyVersions} on ${policyVersions.id} = ${invitations.policyId}
  left join lateral (
    select r.free_cancel_hours, r.forgiven_late_cancels from ${retiredPolicies} r
    where r.company_id = ${invitations.companyId} and r.retired_at > ${invitations.createdAt}
    order by r.retired_at limit 1) made_under on true`

/** Until how many hours before its start a class is cancelled for free, for a statement with these joins. */
export const freeHoursOfClass: SQL = sql`case when ${policyVersions.terms} is null then ${policyColumns.freeCancelHours}
  else coalesce((${policyVersions.terms} #>> '{tiers,0,hours}')::int, 0) end`

const viewJoins = sql`
  join ${users} "initiator" on ${initiator.id} = ${invitations.initiatorId}
  join ${users} "coach" on ${coach.id} = ${invitations.coachId}
  join ${venues} on ${venues.id} = ${invitations.stadiumId}
  join ${courts} on ${courts.id} = ${invitations.courtId}
  ${policyJoins}`

/** What such a statement answers of the policy. */
export type PolicyRow = { freeCancelHours: number; forgivenLateCancels: number; terms: Policy | null }

/** The policy of a class, and what the class carries of it. */
export function policyOf({ terms, ...rule }: PolicyRow): Pick<InvitationView, 'terms' | 'policy'> {
  return { terms, policy: terms ?? policyOfRule(rule) }
}

function viewOf(row: Record<string, unknown>): InvitationView {
  const { freeCancelHours, forgivenLateCancels, terms, isPayable, lastStep } = row as PolicyRow &
    Pick<InvitationView, 'isPayable' | 'lastStep'>
  const policy = policyOf({ freeCancelHours, forgivenLateCancels, terms })
  return {
    invitation: read(ownColumns, row),
    ...read(joinedColumns, row),
    ...policy,
    isPayable,
    lastStep,
  } as InvitationView
}

/** The values of columns that a statement selected by their names. */
export function read<Columns extends Record<string, PgColumn>>(
  columns: Columns,
  row: Record<string, unknown>,
): DataOf<Columns> {
  const values: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) {
    const value = row[name]
    values[name] = value === null ? null : column.mapFromDriverValue(value)
  }
  return values as DataOf<Columns>
}

const readViews = statement<{ ids: readonly string[] }>(
  () =>
    // Behind a select, PostgreSQL plans for ten ids and not anew for each number of them.
    sql`select ${viewColumns} from ${invitations} ${viewJoins}
      where ${invitations.id} = any((select ${param('ids')}::bigint[])::bigint[])`,
)

/** One invitation as answers show it; undefined when there is none. */
export async function findView(db: Database, id: string): Promise<InvitationView | undefined> {
  const [view] = await listViews(db, [id])
  return view
}

/** Several invitations, in the order of the given ids. */
export async function listViews(db: Database, ids: readonly string[]): Promise<InvitationView[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<Record<string, unknown>>(readViews({ ids }))
  const byId = new Map(rows.map((row) => [row.id, viewOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether the coach has to make a contract first: none can pay the request now. */
export const isUnpaid = ({ invitation, isPayable }: InvitationView): boolean => invitation.needContract && !isPayable

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/**
 * The reply of an invitation. A request past its time shows as EXPIRED, even before a job has stored that. Strangers do
 * not see the messages of the two sides.
 */
export function presentInvitation(
  view: InvitationView,
  now: Date,
  { isStranger = false }: { isStranger?: boolean } = {},
): Invitation {
  const row = view.invitation
  const changed = view.lastStep && changedText(view.lastStep)
  return {
    id: row.id,
    initiatorId: row.initiatorId,
    initiatorName: view.initiatorName,
    initiatorRole: row.initiatorRole,
    coachId: row.coachId,
    coachName: view.coachName,
    coachAvatar: view.coachAvatar,
    companyId: row.companyId,
    courseDesignId: row.courseDesignId,
    courseDesignName: row.courseDesignName,
    courseDesignPrice: row.courseDesignPrice,
    sessionDuration: row.sessionDuration,
    consumedSessions: row.consumedSessions,
    participantsCount: row.participantsCount,
    maxParticipants: row.maxParticipants,
    seatsTaken: row.seatsTaken,
    stadiumId: row.stadiumId,
    stadiumName: view.stadiumName,
    stadiumAddress: view.stadiumAddress,
    selectedCourt: view.courtIndex,
    courtCode: view.courtCode,
    courtName: view.courtName,
    courseDate: row.courseDate,
    weekday: weekdayOf(row.courseDate),
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    useUnavailable: row.useUnavailable,
    needContract: isUnpaid(view),
    trialId: row.trialId,
    invitationStatus: effectiveStatus(row, now),
    messageToCoach: isStranger ? '' : row.messageToCoach,
    messageToPlayers: isStranger ? '' : row.messageToPlayers,
    focus: row.focus,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ...(changed && { changed }),
    offeredAt: iso(row.offeredAt),
    askedStartsAt: iso(row.askedStartsAt),
    responseTime: row.responseTime.toISOString(),
    confirmedAt: iso(row.confirmedAt),
    signedAt: iso(row.signedAt),
    completedAt: iso(row.completedAt),
    cancelledAt: iso(row.cancelledAt),
    cancelledBy: row.cancelledBy,
    cancelReason: row.cancelReason,
    pastReason: isStranger ? null : row.pastReason,
    freeCancelUntil: freeUntilUnder(view.policy, instantOf(row.courseDate, row.beginTimeSlot)).toISOString(),
    revision: row.revision,
  }
}

/** A class as its answers show it now. */
export async function presentById(tx: Database, id: string, now: Date): Promise<Invitation> {
  const view = await findView(tx, id)
  if (!view) throw new Error('a class vanished inside its transaction')
  return presentInvitation(view, now)
}
