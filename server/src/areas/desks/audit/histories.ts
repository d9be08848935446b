import { type SQL, sql } from 'drizzle-orm'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { ballParticipants } from '../../../tables/balls.ts'
import { cardAdjustments, cardLedger, storedCards } from '../../../tables/cards.ts'
import { invitationEvents } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { stockLedger } from '../../../tables/shop.ts'
import { stringLedger } from '../../../tables/stringing.ts'
import { stringingOrders, stringingRefunds, stringingSteps } from '../../../tables/stringing-orders.ts'

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
const NOBODY = sql`null::bigint`
const byUser = { user: sql`h.actor_id is not null`, system: sql`h.actor_id is null` }
const byClock = { system: ALL }

/** The id in a reference such as order:12; null when it names another kind. */
function numberIn(kind: string): SQL {
  return sql`case when h.reference ~ ${`^${kind}:[0-9]{1,18}$`} then split_part(h.reference, ':', 2)::bigint end`
}

const refundsTo = (id: string) => sql`h.order_id in (select id from ${orders} where user_id = ${id}::bigint)`

/**
 * All histories: trails of classes and stringing orders, ledgers, levels, orders, log-ins, seats in games, and actions of
 * the staff.
 */
export const HISTORIES: readonly History[] = [
  {
    objectKind: 'class',
    table: sql`${invitationEvents}`,
    at: sql`h.created_at`,
    ids: [sql`h.invitation_id`, sql`h.seq`],
    action: sql`h.action`,
    objectId: sql`h.invitation_id`,
    by: byUser,
    actorId: sql`h.actor_id`,
    says: { from: sql`h.from_status`, to: sql`h.to_status`, reason: sql`h.reason` },
  },
  {
    objectKind: 'contract',
    table: sql`${lessonLedger}`,
    at: sql`h.created_at`,
    ids: [sql`h.contract_id`, sql`h.seq`],
    action: sql`h.kind`,
    objectId: sql`h.contract_id`,
    by: byUser,
    actorId: sql`h.actor_id`,
    // A hold changes only the held amount.
    says: {
      amount: sql`case when h.kind in ('HOLD', 'VOID') then h.held_change else h.remaining_change end`,
      after: sql`case when h.kind in ('HOLD', 'VOID') then h.held_after else h.remaining_after end`,
      reason: sql`h.reason`,
    },
    unit: 'hours',
    about: { kind: sql`'class'`, id: sql`h.invitation_id` },
    // Holds follow from classes, which have their own rows.
    ofPerson: (id) => sql`h.kind in ('GRANT', 'ADJUST')
      and h.contract_id in (select id from ${contracts} where user_id = ${id}::bigint)`,
    reaches: { class: (id) => sql`h.invitation_id = ${id}::bigint` },
  },
  {
    objectKind: 'card',
    table: sql`${cardLedger}`,
    at: sql`h.created_at`,
    ids: [sql`h.card_id`, sql`h.seq`],
    action: sql`h.kind`,
    objectId: sql`h.card_id`,
    by: byUser,
    actorId: sql`h.actor_id`,
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
    table: sql`${orders}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    action: sql`'place'`,
    objectId: sql`h.id`,
    by: { user: ALL },
    actorId: sql`h.user_id`,
    says: { to: sql`'UNPAID'`, amount: sql`h.amount_fen` },
    unit: 'fen',
  },
  {
    objectKind: 'order',
    table: sql`${orders}`,
    at: sql`h.paid_at`,
    ids: [sql`h.id`],
    action: sql`'pay'`,
    objectId: sql`h.id`,
    by: { user: ALL },
    actorId: sql`h.user_id`,
    says: { from: sql`'UNPAID'`, to: sql`'PAID'`, amount: sql`h.amount_fen` },
    unit: 'fen',
  },
  {
    objectKind: 'order',
    table: sql`${orders}`,
    at: sql`h.closed_at`,
    ids: [sql`h.id`],
    action: sql`'close'`,
    objectId: sql`h.id`,
    by: byClock,
    actorId: NOBODY,
    says: { from: sql`'UNPAID'`, to: sql`'CLOSED'` },
    ofPerson: (id) => sql`h.user_id = ${id}::bigint`,
  },
  {
    objectKind: 'order',
    table: sql`${refunds}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    action: sql`'refund'`,
    objectId: sql`h.order_id`,
    by: byClock,
    actorId: NOBODY,
    says: { amount: sql`-h.amount_fen`, reason: sql`h.reason` },
    unit: 'fen',
    ofPerson: refundsTo,
  },
  {
    objectKind: 'order',
    table: sql`${refunds}`,
    at: sql`h.done_at`,
    ids: [sql`h.id`],
    action: sql`'refunded'`,
    objectId: sql`h.order_id`,
    by: byClock,
    actorId: NOBODY,
    says: { amount: sql`-h.amount_fen`, reason: sql`h.reason` },
    unit: 'fen',
    ofPerson: refundsTo,
  },
  {
    objectKind: 'stringing-order',
    table: sql`${stringingSteps}`,
    at: sql`h.created_at`,
    ids: [sql`h.order_id`, sql`h.seq`],
    action: sql`h.action`,
    objectId: sql`h.order_id`,
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
    table: sql`${stringLedger}`,
    at: sql`h.created_at`,
    ids: [sql`h.string_id`, sql`h.seq`],
    action: sql`h.kind`,
    objectId: sql`h.string_id`,
    by: { staff: sql`h.staff_id is not null`, system: sql`h.staff_id is null` },
    actorId: sql`h.staff_id`,
    says: { amount: sql`h.metres_change`, after: sql`h.metres_after`, reason: sql`h.reason` },
    unit: 'metres',
    about: { kind: sql`'stringing-order'`, id: numberIn('order') },
  },
  {
    objectKind: 'product',
    table: sql`${stockLedger}`,
    at: sql`h.created_at`,
    ids: [sql`h.product_id`, sql`h.seq`],
    action: sql`h.kind`,
    objectId: sql`h.product_id`,
    by: { staff: sql`h.staff_id is not null`, system: sql`h.staff_id is null` },
    actorId: sql`h.staff_id`,
    says: { amount: sql`h.units_change`, after: sql`h.units_after`, reason: sql`h.reason` },
    unit: 'units',
    about: { kind: sql`'shop-order'`, id: numberIn('order') },
  },
  {
    objectKind: 'user',
    table: sql`${levelChanges}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    action: sql`'level-' || h.source`,
    objectId: sql`h.user_id`,
    by: { user: sql`h.source <> 'RESULTS'`, system: sql`h.source = 'RESULTS'` },
    actorId: sql`case h.source when 'SELF' then h.user_id when 'COACH' then h.by_user_id end`,
    says: { to: sql`h.level::text`, reason: sql`h.note` },
    ofPerson: (id) => sql`h.user_id = ${id}::bigint`,
  },
  {
    objectKind: 'user',
    table: sql`${loginSessions}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    action: sql`'log-in'`,
    objectId: sql`h.user_id`,
    by: { user: ALL },
    actorId: sql`h.user_id`,
    says: { reason: sql`h.device` },
  },
  {
    objectKind: 'ball',
    table: sql`${ballParticipants}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    action: sql`'seat'`,
    objectId: sql`h.ball_id`,
    by: { user: ALL },
    actorId: sql`h.user_id`,
  },
  {
    objectKind: 'ball',
    table: sql`${ballParticipants}`,
    at: sql`h.left_at`,
    ids: [sql`h.id`],
    action: sql`'leave'`,
    objectId: sql`h.ball_id`,
    by: { user: ALL },
    actorId: sql`h.user_id`,
  },
  {
    objectKind: undefined,
    table: sql`${staffAuditEvents}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    action: sql`split_part(h.action, '.', 2)`,
    objectId: sql`h.object_id`,
    by: { staff: ALL },
    actorId: sql`h.staff_id`,
    says: { summary: sql`h.summary` },
    ofPerson: (id) => sql`h.object_kind = 'user' and h.object_id = ${id}::bigint`,
    reaches: {
      card: (id) => sql`h.object_kind = 'card-adjustment'
        and h.object_id in (select id from ${cardAdjustments} where card_id = ${id}::bigint)`,
      'stringing-order': (id) => sql`h.object_kind = 'stringing-refund'
        and h.object_id in (select id from ${stringingRefunds} where order_id = ${id}::bigint)`,
      order: (id) => sql`h.object_kind = 'refund'
        and h.object_id in (select id from ${refunds} where order_id = ${id}::bigint)`,
    },
  },
]
