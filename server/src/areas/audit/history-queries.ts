import { type SQL, sql } from 'drizzle-orm'
import { cardAdjustments, cardLedger } from '../cards/tables.ts'
import { invitationEvents } from '../classes/tables.ts'
import { lessonLedger } from '../contracts/tables.ts'
import { orders, refunds } from '../payments/tables.ts'
import { levelChanges } from '../profile/tables.ts'
import { stockLedger } from '../shop/tables.ts'
import { staffDeeds } from '../staff/tables.ts'
import { stringLedger } from '../stringing/tables.ts'
import { stringingRefunds, stringingSteps } from '../stringing-orders/tables.ts'

/** Who acted: a user of the app, somebody of the staff, or the clock and what answers by itself. */
export type ActorKind = 'user' | 'staff' | 'system'

/**
 * One of the histories that there are, as the search reads it; all columns are of its table under the name h. Rows are
 * ordered by `at`, then by `ids`, for which the table has an index.
 */
export type History = {
  /** The kind of thing that it tells of; the staff's deeds are of many kinds. */
  objectKind: string | undefined
  table: SQL
  at: SQL
  ids: readonly [SQL, SQL?]
  /** What was done, as the action says it after the kind. */
  deed: SQL
  objectId: SQL
  /** Which rows are of actors of that kind; a kind without an entry did nothing here. */
  by: Partial<Record<ActorKind, SQL>>
  /** The actor's id where a row has one. */
  actorId: SQL
  /** What else it tells: columns that are not said here are empty. */
  says?: Partial<Record<'from' | 'to' | 'amount' | 'after' | 'reason' | 'summary', SQL>>
  unit?: 'hours' | 'fen' | 'metres' | 'units'
  /** Another thing that rows have to do with. */
  about?: { kind: SQL; id: SQL }
  /** A search for a thing of these kinds finds here too what has to do with it. */
  reaches?: Record<string, (id: string) => SQL>
}

const ALL = sql`true`
const NOBODY = sql`null::bigint`
const byUser = { user: sql`h.actor_id is not null`, system: sql`h.actor_id is null` }
const byClock = { system: ALL }

/** The id that a reference such as order:12 names; null where it names something else. */
function numberIn(kind: string): SQL {
  return sql`case when h.reference ~ ${`^${kind}:[0-9]{1,18}$`} then split_part(h.reference, ':', 2)::bigint end`
}

/** Every history that somebody may ask for: trails of classes and stringing orders, ledgers, levels, orders, deeds. */
export const HISTORIES: readonly History[] = [
  {
    objectKind: 'class',
    table: sql`${invitationEvents}`,
    at: sql`h.created_at`,
    ids: [sql`h.invitation_id`, sql`h.seq`],
    deed: sql`h.action`,
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
    deed: sql`h.kind`,
    objectId: sql`h.contract_id`,
    by: byUser,
    actorId: sql`h.actor_id`,
    // Holding moves nothing but what is held.
    says: {
      amount: sql`case when h.kind in ('HOLD', 'VOID') then h.held_change else h.remaining_change end`,
      after: sql`case when h.kind in ('HOLD', 'VOID') then h.held_after else h.remaining_after end`,
      reason: sql`h.reason`,
    },
    unit: 'hours',
    about: { kind: sql`'class'`, id: sql`h.invitation_id` },
    reaches: { class: (id) => sql`h.invitation_id = ${id}::bigint` },
  },
  {
    objectKind: 'card',
    table: sql`${cardLedger}`,
    at: sql`h.created_at`,
    ids: [sql`h.card_id`, sql`h.seq`],
    deed: sql`h.kind`,
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
  },
  {
    objectKind: 'order',
    table: sql`${orders}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    deed: sql`'place'`,
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
    deed: sql`'pay'`,
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
    deed: sql`'close'`,
    objectId: sql`h.id`,
    by: byClock,
    actorId: NOBODY,
    says: { from: sql`'UNPAID'`, to: sql`'CLOSED'` },
  },
  {
    objectKind: 'order',
    table: sql`${refunds}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    deed: sql`'refund'`,
    objectId: sql`h.order_id`,
    by: byClock,
    actorId: NOBODY,
    says: { amount: sql`-h.amount_fen`, reason: sql`h.reason` },
    unit: 'fen',
  },
  {
    objectKind: 'order',
    table: sql`${refunds}`,
    at: sql`h.done_at`,
    ids: [sql`h.id`],
    deed: sql`'refunded'`,
    objectId: sql`h.order_id`,
    by: byClock,
    actorId: NOBODY,
    says: { amount: sql`-h.amount_fen`, reason: sql`h.reason` },
    unit: 'fen',
  },
  {
    objectKind: 'stringing-order',
    table: sql`${stringingSteps}`,
    at: sql`h.created_at`,
    ids: [sql`h.order_id`, sql`h.seq`],
    deed: sql`h.deed`,
    objectId: sql`h.order_id`,
    by: {
      user: sql`h.actor = 'PLAYER'`,
      staff: sql`h.actor in ('MERCHANT', 'OPERATOR')`,
      system: sql`h.actor = 'SYSTEM'`,
    },
    actorId: sql`h.actor_id`,
    says: { to: sql`h.status`, reason: sql`h.remark` },
  },
  {
    objectKind: 'string',
    table: sql`${stringLedger}`,
    at: sql`h.created_at`,
    ids: [sql`h.string_id`, sql`h.seq`],
    deed: sql`h.kind`,
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
    deed: sql`h.kind`,
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
    deed: sql`'level-' || h.source`,
    objectId: sql`h.user_id`,
    by: { user: sql`h.source <> 'RESULTS'`, system: sql`h.source = 'RESULTS'` },
    actorId: sql`case h.source when 'SELF' then h.user_id when 'COACH' then h.by_user_id end`,
    says: { to: sql`h.level::text`, reason: sql`h.note` },
  },
  {
    objectKind: undefined,
    table: sql`${staffDeeds}`,
    at: sql`h.created_at`,
    ids: [sql`h.id`],
    deed: sql`split_part(h.action, '.', 2)`,
    objectId: sql`h.object_id`,
    by: { staff: ALL },
    actorId: sql`h.staff_id`,
    says: { summary: sql`h.summary` },
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
