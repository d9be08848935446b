import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { courtReleases } from '../../../tables/arrivals.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { ballParticipants } from '../../../tables/balls.ts'
import { cardAdjustments, cardLedger, storedCards } from '../../../tables/cards.ts'
import { invitationEvents } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { offlineEntries, orders, refunds } from '../../../tables/payments.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { stockLedger } from '../../../tables/shop.ts'
import { stringLedger } from '../../../tables/stringing.ts'
import { stringingOrders, stringingRefunds, stringingSteps } from '../../../tables/stringing-orders.ts'
import { releaseRuleChanges } from '../../../tables/venues.ts'
import { SURPLUS } from '../../money/payments/refunds.ts'

/** Who acted: a user of the app, a staff member, or the system with its schedule and automatic answers. */
export type ActorKind = 'user' | 'staff' | 'system'

/**
 * One history, as the search reads it. All columns belong to its table under the alias h. Rows are ordered by `at`,
 * then by `ids`. The table has an index for this order.
 */
export type History = {
  /** The kind of thing that the history is about; undefined for the staff's actions, which are of many kinds. */
  objectKind: string | undefined
  table: SQL
  at: SQL
  ids: readonly [SQL, SQL?]
  /** The action, as the search shows it after the kind. */
  action: SQL
  objectId: SQL
  /** The condition on rows of each kind of actor. A kind without an entry has no rows here. */
  by: Partial<Record<ActorKind, SQL>>
  /** The actor's id, in rows that have one. */
  actorId: SQL
  /** Further columns. Those not given are empty. */
  says?: Partial<Record<'from' | 'to' | 'amount' | 'after' | 'reason' | 'summary', SQL>>
  unit?: 'hours' | 'fen' | 'metres' | 'units'
  /** Another thing that rows refer to. */
  about?: { kind: SQL; id: SQL }
  /**
   * The condition on rows that concern a user, such as what others did to their card. Without it these are the user's own
   * actions.
   */
  ofPerson?: (id: string) => SQL
  /** A search for a thing of these kinds also finds rows of this history that refer to it. */
  reaches?: Record<string, (id: string) => SQL>
}

const ALL = sql`true`
/** Who acts in the rows of a history, and where a row names them. */
const byUser = {
  by: { user: sql`h.actor_id is not null`, system: sql`h.actor_id is null` },
  actorId: sql`h.actor_id`,
}
const byStaff = {
  by: { staff: sql`h.staff_id is not null`, system: sql`h.staff_id is null` },
  actorId: sql`h.staff_id`,
}
const byItsUser = { by: { user: ALL }, actorId: sql`h.user_id` }
const byClock = { by: { system: ALL }, actorId: sql`null::bigint` }

/** A trail or ledger: the rows of one thing, numbered by `seq`. */
function chain(table: PgTable, objectId: SQL, action = sql`h.kind`) {
  return { table: sql`${table}`, at: sql`h.created_at`, ids: [objectId, sql`h.seq`] as const, action, objectId }
}

/** One step in the life of each row of a table, at the time in one of its columns. */
function step(table: PgTable, objectId: SQL, action: SQL, at = sql`h.created_at`) {
  return { table: sql`${table}`, at, ids: [sql`h.id`] as const, action, objectId }
}

/** The id in a reference such as order:12; null when it names another kind. */
function numberIn(kind: string): SQL {
  return sql`case when h.reference ~ ${`^${kind}:[0-9]{1,18}$`} then split_part(h.reference, ':', 2)::bigint end`
}

/** Who agreed to take back the payment of a seat, which ended it; null where its player gave it up. */
const decidedBy = sql`(select e.decided_by from ${offlineEntries} e
  where e.order_id = h.order_id and e.corrects_id is not null and e.state = 'DONE' and e.ended_at = h.left_at)`
const nameOfUser = sql`(select u.nickname from ${users} u where u.id = h.user_id)`

/** What the desk took back is a correction, and nobody's refund: rows of a table that say so by a condition. */
const correctedOr = (isIt: SQL, action: SQL) => sql`case when ${isIt} then 'correct' else ${action} end`
const isOfDesk = sql`h.target = 'CORRECTION'`

const ofRefund = {
  objectKind: 'order',
  ...byClock,
  says: { amount: sql`case when h.target <> 'CORRECTION' then -h.amount_fen end`, reason: sql`h.reason` },
  unit: 'fen',
  ofPerson: (id: string) => sql`h.order_id in (select id from ${orders} where user_id = ${id}::bigint)`,
} as const

/**
 * All histories: trails of classes and stringing orders, ledgers, levels, orders, log-ins, seats in games, and actions of
 * the staff.
 */
export const HISTORIES: readonly History[] = [
  {
    objectKind: 'class',
    ...chain(invitationEvents, sql`h.invitation_id`, sql`h.action`),
    ...byUser,
    says: { from: sql`h.from_status`, to: sql`h.to_status`, reason: sql`h.reason` },
  },
  {
    objectKind: 'contract',
    ...chain(
      lessonLedger,
      sql`h.contract_id`,
      correctedOr(sql`h.kind = 'PAYBACK' and starts_with(h.reason, ${CORRECTION_REASON})`, sql`h.kind`),
    ),
    ...byUser,
    // A hold changes only the held amount.
    says: {
      amount: sql`case when h.kind in ('HOLD', 'VOID') then h.held_change else h.remaining_change end`,
      after: sql`case when h.kind in ('HOLD', 'VOID') then h.held_after else h.remaining_after end`,
      reason: sql`h.reason`,
    },
    unit: 'hours',
    about: { kind: sql`'class'`, id: sql`h.invitation_id` },
    // Holds follow from classes, which have their own rows.
    ofPerson: (id) => sql`h.kind in ('GRANT', 'ADJUST', 'PAYBACK')
      and h.contract_id in (select id from ${contracts} where user_id = ${id}::bigint)`,
    reaches: { class: (id) => sql`h.invitation_id = ${id}::bigint` },
  },
  {
    objectKind: 'card',
    ...chain(
      cardLedger,
      sql`h.card_id`,
      correctedOr(sql`h.kind = 'WITHDRAW' and h.reason = ${CORRECTION_REASON}`, sql`h.kind`),
    ),
    ...byUser,
    says: {
      amount: sql`h.principal_change + h.gift_change`,
      after: sql`h.principal_after + h.gift_after`,
      reason: sql`h.reason`,
    },
    unit: 'fen',
    about: {
      kind: sql`case when h.order_id is null then 'card-adjustment' else 'order' end`,
      id: sql`coalesce(h.order_id, ${numberIn('adjustment')})`,
    },
    ofPerson: (id) => sql`h.card_id in (select id from ${storedCards} where user_id = ${id}::bigint)`,
  },
  {
    objectKind: 'order',
    ...step(orders, sql`h.id`, sql`'place'`),
    ...byItsUser,
    says: { to: sql`'UNPAID'`, amount: sql`h.amount_fen` },
    unit: 'fen',
  },
  {
    objectKind: 'order',
    ...step(orders, sql`h.id`, sql`'pay'`, sql`h.paid_at`),
    ...byItsUser,
    says: { from: sql`'UNPAID'`, to: sql`'PAID'`, amount: sql`h.amount_fen` },
    unit: 'fen',
  },
  {
    objectKind: 'order',
    ...step(orders, sql`h.id`, sql`'close'`, sql`h.closed_at`),
    ...byClock,
    says: { from: sql`'UNPAID'`, to: sql`'CLOSED'` },
    ofPerson: (id) => sql`h.user_id = ${id}::bigint`,
  },
  // Money that bought nothing was to go back before somebody said that it had not come.
  {
    ...step(refunds, sql`h.order_id`, correctedOr(sql`${isOfDesk} and h.cause <> ${SURPLUS}`, sql`'refund'`)),
    ...ofRefund,
  },
  {
    ...step(refunds, sql`h.order_id`, sql`case when ${isOfDesk} then 'corrected' else 'refunded' end`, sql`h.done_at`),
    ...ofRefund,
  },
  {
    objectKind: 'stringing-order',
    ...chain(
      stringingSteps,
      sql`h.order_id`,
      correctedOr(sql`h.action = 'expire' and h.remark = ${CORRECTION_REASON}`, sql`h.action`),
    ),
    by: {
      user: sql`h.actor = 'PLAYER'`,
      staff: sql`h.actor in ('MERCHANT', 'OPERATOR')`,
      system: sql`h.actor = 'SYSTEM'`,
    },
    actorId: sql`h.actor_id`,
    says: { to: sql`h.status`, reason: sql`h.remark` },
    ofPerson: (id) => sql`h.order_id in (select id from ${stringingOrders} where user_id = ${id}::bigint)`,
  },
  {
    objectKind: 'string',
    ...chain(stringLedger, sql`h.string_id`),
    ...byStaff,
    says: { amount: sql`h.metres_change`, after: sql`h.metres_after`, reason: sql`h.reason` },
    unit: 'metres',
    about: { kind: sql`'stringing-order'`, id: numberIn('order') },
  },
  {
    objectKind: 'product',
    ...chain(stockLedger, sql`h.product_id`),
    ...byStaff,
    says: { amount: sql`h.units_change`, after: sql`h.units_after`, reason: sql`h.reason` },
    unit: 'units',
    about: { kind: sql`'shop-order'`, id: numberIn('order') },
  },
  {
    objectKind: 'user',
    ...step(levelChanges, sql`h.user_id`, sql`'level-' || h.source`),
    by: { user: sql`h.source <> 'RESULTS'`, system: sql`h.source = 'RESULTS'` },
    actorId: sql`case h.source when 'SELF' then h.user_id when 'COACH' then h.by_user_id end`,
    says: { to: sql`h.level::text`, reason: sql`h.note` },
    ofPerson: (id) => sql`h.user_id = ${id}::bigint`,
  },
  {
    objectKind: 'user',
    ...step(loginSessions, sql`h.user_id`, sql`'log-in'`),
    ...byItsUser,
    says: { reason: sql`h.device` },
  },
  { objectKind: 'ball', ...step(ballParticipants, sql`h.ball_id`, sql`'seat'`), ...byItsUser },
  {
    objectKind: 'ball',
    ...step(ballParticipants, sql`h.ball_id`, correctedOr(sql`${decidedBy} is not null`, sql`'leave'`), sql`h.left_at`),
    by: { user: sql`${decidedBy} is null`, staff: sql`${decidedBy} is not null` },
    actorId: sql`coalesce(${decidedBy}, h.user_id)`,
    says: {
      reason: sql`case when ${decidedBy} is not null then ${`${CORRECTION_REASON}，名额属于 `}::text || ${nameOfUser} end`,
    },
    ofPerson: (id) => sql`h.user_id = ${id}::bigint`,
  },
  {
    objectKind: 'class',
    ...step(courtReleases, sql`h.invitation_id`, sql`'release-court'`, sql`h.released_at`),
    by: { user: sql`h.invitation_id is not null` },
    actorId: sql`h.released_by`,
  },
  {
    objectKind: 'ball',
    ...step(courtReleases, sql`h.ball_id`, sql`'release-court'`, sql`h.released_at`),
    by: { user: sql`h.ball_id is not null` },
    actorId: sql`h.released_by`,
  },
  {
    objectKind: 'venue',
    ...step(releaseRuleChanges, sql`h.venue_id`, sql`case when h.is_on then 'release-rule' else 'no-release-rule' end`),
    by: { user: ALL },
    actorId: sql`h.changed_by`,
  },
  {
    objectKind: undefined,
    ...step(staffAuditEvents, sql`h.object_id`, sql`split_part(h.action, '.', 2)`),
    by: { staff: ALL },
    actorId: sql`h.staff_id`,
    says: { summary: sql`h.summary` },
    ofPerson: (id) => sql`h.object_kind = 'user' and h.object_id = ${id}::bigint`,
    reaches: {
      card: (id) => sql`h.object_kind = 'card-adjustment'
        and h.object_id in (select id from ${cardAdjustments} where card_id = ${id}::bigint)`,
      'stringing-order': (id) => sql`h.object_kind = 'stringing-refund'
        and h.object_id in (select id from ${stringingRefunds} where order_id = ${id}::bigint)`,
      order: (id) => sql`(h.object_kind = 'refund'
        and h.object_id in (select id from ${refunds} where order_id = ${id}::bigint)
        or h.object_kind = 'offline-entry'
        and h.object_id in (select id from ${offlineEntries} where order_id = ${id}::bigint))`,
    },
  },
]
