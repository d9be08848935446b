import { type InboxItem, readInbox } from '@paidang/api/areas/desks/admin-approvals'
import type { Data } from '@paidang/api/endpoint'
import { CONTENT_FIELDS } from '@paidang/domain/areas/ground/content/content'
import { WAITING, WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { literals } from '../../../db/literal.ts'
import { jobFailures, jobStates } from '../../../db/machinery-tables.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { passwordRequests } from '../../../tables/auth.ts'
import { cardAdjustments, storedCards } from '../../../tables/cards.ts'
import { classObjections, invitations, operatorsMayAnswer } from '../../../tables/classes.ts'
import { closureItems, closures } from '../../../tables/closures.ts'
import { contentSubmissions, contentWaitsForOperators } from '../../../tables/content.ts'
import { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { outbox, waitsForOperators } from '../../../tables/messages.ts'
import { alerts, invariantRuns } from '../../../tables/operations.ts'
import { offlineEntries, orders, payments, refunds, shipments } from '../../../tables/payments.ts'
import { reconcileFindings, reconcileRuns } from '../../../tables/reconcile.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { isFirstOfGroup, reports } from '../../../tables/reports.ts'
import { shopOrders } from '../../../tables/shop.ts'
import { merchants } from '../../../tables/stringing.ts'
import { liesInShop, stringingOrders, stringingRefunds, waitsSince } from '../../../tables/stringing-orders.ts'
import { coachVenues, venueHasManager, venues } from '../../../tables/venues.ts'

/** The most items that are listed, and the most of a kind that are counted. */
const MAX_ITEMS = 200
const MAX_OF_KIND = 1_000

/** Where the items of a kind are. Each condition has an index that holds only what waits. */
type Source = {
  from: SQL
  where: SQL
  id: SQLWrapper
  since: SQLWrapper
  about?: SQLWrapper
  pageId?: SQLWrapper
  amountFen?: SQLWrapper
  /** Where something ends its waiting before its limit: then. */
  endsAt?: SQLWrapper
}

/** As much of a text as one line shows. */
const SHOWN_LENGTH = 60

const PICTURE_FIELDS = sql.join(
  Object.entries(CONTENT_FIELDS).flatMap(([kind, fields]) =>
    Object.entries(fields).flatMap(([field, { form }]) => (form === 'text' ? [] : [sql`(${literals(kind, field)})`])),
  ),
  sql`, `,
)

const ofShop = (where: SQL, since: SQLWrapper): Source => ({
  from: sql`${shopOrders} join ${orders} on ${orders.id} = ${shopOrders.paymentOrderId}`,
  where,
  id: shopOrders.id,
  since,
  about: shopOrders.orderNo,
  amountFen: orders.amountFen,
})

const ofStringing = (where: SQL): Source => ({
  from: sql`${stringingOrders} join ${orders} on ${orders.id} = ${stringingOrders.paymentOrderId}
    join ${merchants} on ${merchants.id} = ${stringingOrders.merchantId}`,
  where,
  id: stringingOrders.id,
  since: waitsSince(stringingOrders),
  about: sql`${merchants.name} || ' ' || ${stringingOrders.orderNo}`,
  amountFen: orders.amountFen,
})

const ofRefund = (where: SQL): Source => ({
  from: sql`${refunds} join ${orders} on ${orders.id} = ${refunds.orderId}`,
  where,
  id: refunds.id,
  since: refunds.createdAt,
  about: orders.title,
  pageId: refunds.orderId,
  amountFen: refunds.amountFen,
})

const isStringing = (status: 'PAID' | 'RECEIVED' | 'STRINGING' | 'READY') =>
  ofStringing(sql`${stringingOrders.status} = ${sql.raw(`'${status}'`)}`)

/** The source of each kind at `now`. */
const sourcesAt = (now: Date): Record<WaitingKind, Source> => ({
  SHOP_UNSENT: ofShop(sql`${shopOrders.status} = 'PAID'`, shopOrders.paidAt),
  SHOP_REFUND: ofShop(sql`${shopOrders.refundChoice} = 'ASKED'`, shopOrders.refundAskedAt),
  STRINGING_PAID: isStringing('PAID'),
  STRINGING_RECEIVED: isStringing('RECEIVED'),
  STRINGING_STRINGING: isStringing('STRINGING'),
  STRINGING_READY: isStringing('READY'),
  STRINGING_RETURN: {
    ...ofStringing(sql`${stringingOrders.status} = 'CANCELLED' and ${liesInShop(stringingOrders)}`),
    since: stringingOrders.responseTime,
  },
  CARD_ADJUSTMENT: {
    from: sql`${cardAdjustments} left join ${storedCards} on ${storedCards.id} = ${cardAdjustments.cardId}`,
    where: sql`${cardAdjustments.state} = 'WAITING'`,
    id: cardAdjustments.id,
    since: cardAdjustments.createdAt,
    about: sql`coalesce(${storedCards.cardNo}, '')`,
    amountFen: sql`${cardAdjustments.principalChange} + ${cardAdjustments.giftChange}`,
  },
  STRINGING_REFUND: {
    from: sql`${stringingRefunds} join ${stringingOrders} on ${stringingOrders.id} = ${stringingRefunds.orderId}
      join ${orders} on ${orders.id} = ${stringingOrders.paymentOrderId}`,
    where: sql`${stringingRefunds.state} = 'WAITING'`,
    id: stringingRefunds.id,
    since: stringingRefunds.createdAt,
    about: stringingOrders.orderNo,
    amountFen: orders.amountFen,
  },
  OFFLINE_ENTRY: {
    from: sql`${offlineEntries} join ${orders} on ${orders.id} = ${offlineEntries.orderId}`,
    where: sql`${offlineEntries.state} = 'WAITING'`,
    id: offlineEntries.id,
    since: offlineEntries.createdAt,
    about: sql`case when ${offlineEntries.correctsId} is null then ${orders.title} else '冲正：' || ${orders.title} end`,
    pageId: offlineEntries.orderId,
    amountFen: offlineEntries.amountFen,
    // An order whose time is over takes no money any more. A correction is of one that was paid.
    endsAt: sql`case when ${offlineEntries.refundId} is null and ${offlineEntries.correctsId} is null then ${orders.expiresAt} end`,
  },
  // While what was given back, or a correction of its order, waits for the second person, that is the task: paying would be wrong.
  OFFLINE_REFUND: ofRefund(sql`${refunds.target} = 'OFFLINE' and ${refunds.state} = 'WAITING'
    and not exists (select 1 from ${offlineEntries} e where e.state = 'WAITING'
      and (e.refund_id = ${refunds.id} or e.order_id = ${refunds.orderId} and e.corrects_id is not null))`),
  REFUND_STUCK: ofRefund(sql`${refunds.state} = 'STUCK'`),
  REFUND_OPEN: ofRefund(sql`${refunds.state} in ('WAITING', 'PROCESSING') and ${refunds.target} <> 'OFFLINE'`),
  SHIPMENT: {
    from: sql`${shipments} join ${payments} on ${payments.id} = ${shipments.paymentId}
      join ${orders} on ${orders.id} = ${payments.orderId}`,
    where: sql`${shipments.state} = 'REFUSED'`,
    id: shipments.id,
    since: shipments.createdAt,
    about: orders.title,
    pageId: payments.orderId,
    amountFen: payments.amountFen,
  },
  OBJECTION: {
    from: sql`${classObjections} join ${invitations} on ${invitations.id} = ${classObjections.invitationId}
      join ${users} on ${users.id} = ${invitations.coachId}`,
    where: sql`${classObjections.state} = 'OPEN' and ${operatorsMayAnswer(now)}`,
    id: classObjections.id,
    since: classObjections.createdAt,
    about: invitations.courseDesignName,
    pageId: classObjections.invitationId,
  },
  CLOSURE: {
    from: sql`${closureItems} join ${closures} on ${closures.id} = ${closureItems.closureId}
      join ${venues} on ${venues.id} = ${closures.venueId}`,
    where: sql`${closureItems.state} = 'FAILED'`,
    id: closureItems.id,
    since: closureItems.createdAt,
    about: sql`${venues.name} || ' ' || ${closures.day}`,
    // Games have no page of their own.
    pageId: sql`coalesce(${closureItems.invitationId}, 0)`,
  },
  RECONCILE: {
    from: sql`${reconcileRuns}`,
    // A later comparison of the same day finds again what is still different.
    where: sql`${reconcileRuns.id} in (select f.run_id from ${reconcileFindings} f where f.settled_at is null)
      and ${reconcileRuns.state} = 'DONE' and not exists (select 1 from ${reconcileRuns} later
        where later.day = ${reconcileRuns.day} and later.id > ${reconcileRuns.id} and later.state = 'DONE')`,
    id: reconcileRuns.id,
    since: reconcileRuns.endedAt,
    about: reconcileRuns.day,
  },
  RECONCILE_FAILED: {
    from: sql`${reconcileRuns}`,
    where: sql`${reconcileRuns.state} = 'FAILED' and not exists (select 1 from ${reconcileRuns} later
      where later.day = ${reconcileRuns.day} and later.id > ${reconcileRuns.id})`,
    id: reconcileRuns.id,
    since: reconcileRuns.endedAt,
    about: reconcileRuns.day,
  },
  VENUE: {
    from: sql`${venues}`,
    where: sql`${venues.approveStatus} = 0`,
    id: venues.id,
    since: venues.createdAt,
    about: venues.name,
  },
  ASSOCIATION: {
    from: sql`${coachVenues} join ${venues} on ${venues.id} = ${coachVenues.venueId}`,
    where: sql`${coachVenues.approveStatus} = 0 and not ${venueHasManager}`,
    id: coachVenues.id,
    since: coachVenues.createdAt,
    about: venues.name,
  },
  COACH: {
    from: sql`${coachApplications}`,
    where: sql`${coachApplications.approveStatus} = 0`,
    id: coachApplications.id,
    since: coachApplications.createdAt,
    about: coachApplications.region,
  },
  REPORT: {
    from: sql`${reports}`,
    where: sql`${reports.state} = 'WAITING' and ${isFirstOfGroup}`,
    id: reports.id,
    since: reports.createdAt,
    about: reports.reason,
  },
  CONTENT: {
    from: sql`${contentSubmissions}`,
    where: contentWaitsForOperators(now),
    id: contentSubmissions.id,
    since: contentSubmissions.createdAt,
    about: sql`case when (${contentSubmissions.kind}, ${contentSubmissions.field}) in (${PICTURE_FIELDS}) then '图片'
      else left(${contentSubmissions.value}, ${SHOWN_LENGTH}) end`,
  },
  PASSWORD: {
    from: sql`${passwordRequests}`,
    where: sql`${passwordRequests.state} = 'WAITING'`,
    id: passwordRequests.id,
    since: passwordRequests.createdAt,
    about: passwordRequests.account,
  },
  ADVERT_GONE: {
    from: sql`${adverts}`,
    where: sql`${adverts.goneAt} is not null and ${adverts.authorId} is null and ${adverts.endsAt} > ${now}::timestamptz`,
    id: adverts.id,
    since: adverts.goneAt,
    about: adverts.title,
  },
  JOB: {
    from: sql`${jobFailures} left join ${jobStates} on ${jobStates.name} = ${jobFailures.name}`,
    // A run that succeeded since then is over. An item fails again within a day, or is over, too.
    where: sql`${jobFailures.retriedAt} is null and ${jobFailures.lastAt} > ${now}::timestamptz - interval '1 day'
      and (${jobFailures.what} <> '' or ${jobStates.doneAt} is null or ${jobStates.doneAt} < ${jobFailures.lastAt})`,
    id: jobFailures.id,
    since: jobFailures.firstAt,
    about: jobFailures.name,
  },
  WECHAT_MESSAGE: {
    // WeChat adds the number of the request to its code.
    from: sql`(select min(id) as id, min(given_up_at) as since, reason from (select ${outbox.id}, ${outbox.givenUpAt},
        coalesce(substring(${outbox.lastError} from '^WeChat refused [^:]*: [0-9]+'), ${outbox.lastError}) as reason
      from ${outbox} where ${waitsForOperators(outbox)}) one group by reason) undelivered`,
    where: sql`true`,
    id: sql`undelivered.id`,
    since: sql`undelivered.since`,
    about: sql`undelivered.reason`,
  },
  INVARIANT: {
    from: sql`(select * from ${invariantRuns} where ended_at is not null order by ended_at desc limit 1) last`,
    where: sql`last.broken + last.unchecked > 0 or last.error is not null`,
    id: sql`last.id`,
    since: sql`last.ended_at`,
  },
  ALERT: {
    from: sql`${alerts}`,
    // Refunds and rules have kinds of their own.
    where: sql`${alerts.endedAt} is null and ${alerts.kind} not in ('REFUNDS', 'INVARIANTS')`,
    id: alerts.id,
    since: alerts.createdAt,
    about: alerts.detail,
  },
})

function rowsOf(kind: WaitingKind, { from, where, id, since, ...source }: Source, now: Date): SQL {
  const { about = sql`''`, pageId = id, amountFen = sql`null`, endsAt = sql`null` } = source
  const { task, limit } = WAITING[kind]
  return sql`(select ${kind}::text as kind, ${id}::text as id, ${pageId}::text as "pageId", ${about}::text as about,
      ${amountFen}::bigint as "amountFen", ${since} as since, least(${since} + interval '1 day' * ${limit}, ${endsAt}::timestamptz) as "limitAt"
    from ${from} where (${where}) and ${since} <= ${now}::timestamptz - interval '1 day' * ${task}
    order by ${since} limit ${MAX_OF_KIND})`
}

const inIso = ({ since, limitAt, ...item }: InboxItem): InboxItem => ({
  ...item,
  since: new Date(since).toISOString(),
  limitAt: new Date(limitAt).toISOString(),
})

/** What waits, by its limit, with the number of each kind. It costs what waits, not history. */
export function inboxAt(now: Date, kind: WaitingKind | null): SQL {
  const sources = sourcesAt(now)
  const all = sql.join(
    WAITING_KINDS.map((one) => rowsOf(one, sources[one], now)),
    sql` union all `,
  )
  return sql`
      with waiting as materialized (${all})
      select (select coalesce(json_agg(c), '[]') from (
          select kind, count(*) as waiting, count(*) filter (where "limitAt" <= ${now}::timestamptz) as late
          from waiting group by kind) c) as counts,
        (select coalesce(json_agg(i), '[]') from (
          select * from waiting where ${kind}::text is null or kind = ${kind}::text
          order by "limitAt", kind, id limit ${MAX_ITEMS}) i) as items`
}

export default plugin([
  handle(readInbox, async ({ query: { kind = null }, db, now }) => {
    const { rows } = await db.execute<Data<typeof readInbox>>(inboxAt(now, kind))
    const [row] = rows
    if (!row) throw new Error('the inbox answers one row')
    return { counts: row.counts, items: row.items.map(inIso) }
  }),
])
