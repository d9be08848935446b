import { type AuditEntry, searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { COUNT_LIMIT, offsetOf } from '@paidang/domain/kernel/page'
import { type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { ballGames } from '../../../tables/balls.ts'
import { storedCards, topUpPlans } from '../../../tables/cards.ts'
import { invitations } from '../../../tables/classes.ts'
import { commonCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { products } from '../../../tables/shop.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchantStrings } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { venues } from '../../../tables/venues.ts'
import { type ActorKind, HISTORIES, type History } from './histories.ts'

type Query = Handled<typeof searchAudit>['query']

/** Queries of (id, name) for the things of a kind; callers select some ids from them. */
const NAMED: Record<string, SQL> = {
  user: sql`select id, nickname as name from ${users}`,
  staff: sql`select id, nickname as name from ${staff}`,
  class: sql`select id, course_design_name || ' ' || to_char(course_date, 'MM-DD') as name from ${invitations}`,
  contract: sql`select c.id, u.nickname || ' · ' || k.course_name as name from ${contracts} c
    join ${users} u on u.id = c.user_id join ${courses} k on k.id = c.course_id`,
  card: sql`select c.id, u.nickname || ' · ' || c.name as name from ${storedCards} c join ${users} u on u.id = c.user_id`,
  ball: sql`select id, title as name from ${ballGames}`,
  order: sql`select id, title as name from ${orders}`,
  'stringing-order': sql`select id, racket_name as name from ${stringingOrders}`,
  string: sql`select id, brand || ' ' || name as name from ${merchantStrings}`,
  product: sql`select id, name from ${products}`,
  venue: sql`select id, name from ${venues}`,
  company: sql`select id, company_name as name from ${companies}`,
  'common-course': sql`select id, course_name as name from ${commonCourses}`,
  'top-up-plan': sql`select id, '充 ¥' || principal_fen / 100 as name from ${topUpPlans}`,
}

/**
 * The names of some things of one kind, by their ids. Things of a kind without names, and deleted things, are left out.
 */
async function namesOf(db: Database, kind: string, ids: readonly string[]): Promise<Map<string, string>> {
  const named = NAMED[kind]
  if (!named || ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id::text as id, name from (${named}) named where named.id = any(${`{${ids.join(',')}}`}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** One row of a history, with ids but without names. */
type AuditRow = {
  key: string
  at: string
  actor_kind: ActorKind
  actor_id: string | null
  action: string
  object_kind: string
  object_id: string
  about_kind: string | null
  about_id: string | null
  from_state: string | null
  to_state: string | null
  amount: string | null
  after: string | null
  unit: 'hours' | 'fen' | 'metres' | 'units' | null
  reason: string
  summary: string | null
}

type Names = Map<string, Map<string, string>>

async function namesIn(db: Database, rows: readonly AuditRow[]): Promise<Names> {
  const input = new Map<string, Set<string>>()
  const want = (kind: string, id: string | null) => {
    if (id !== null) input.set(kind, (input.get(kind) ?? new Set()).add(id))
  }
  for (const row of rows) {
    want(row.actor_kind, row.actor_id)
    want(row.object_kind, row.object_id)
  }
  const names: Names = new Map()
  for (const [kind, ids] of input) names.set(kind, await namesOf(db, kind, [...ids]))
  return names
}

function presentRow(row: AuditRow, names: Names): AuditEntry {
  const { key, at, action, unit, reason, summary } = row
  const nameOf = (kind: string, id: string | null) => (id === null ? null : (names.get(kind)?.get(id) ?? null))
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  return {
    key,
    at,
    action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: nameOf(row.actor_kind, row.actor_id) },
    object: { kind: row.object_kind, id: row.object_id, name: nameOf(row.object_kind, row.object_id) },
    about: row.about_kind !== null && row.about_id !== null ? { kind: row.about_kind, id: row.about_id } : null,
    from: row.from_state,
    to: row.to_state,
    amount: numberOf(row.amount),
    after: numberOf(row.after),
    unit,
    reason,
    summary,
  }
}

function objectCondition(
  { objectKind: own, objectId: id, reaches = {} }: History,
  kind: string | undefined,
  input: string | undefined,
): SQL | undefined {
  const reached = kind !== undefined && input !== undefined ? reaches[kind]?.(input) : undefined
  if (own !== undefined && kind !== undefined && own !== kind) return reached
  const isOwn = sql.join(
    [
      ...(own === undefined && kind !== undefined ? [sql`h.object_kind = ${kind}`] : []),
      ...(input === undefined ? [] : [sql`${id} = ${input}::bigint`]),
    ],
    sql` and `,
  )
  const condition = own !== undefined && input === undefined ? sql`true` : isOwn
  return reached ? sql`(${condition} or ${reached})` : condition
}

/**
 * The condition on the rows of a history; undefined when no row can match. `personId` is a user whom the rows concern:
 * their own actions, and what happened to their account, hours, cards and orders. `action` is the kind of thing and the
 * action, for example card.TOP_UP. Both days are included.
 */
function conditionOf(history: History, query: Query): SQL | undefined {
  const { objectKind, objectId, actorKind, actorId, personId, action, from, to } = query
  const { at, by, action: actionOf, ofPerson } = history
  const conditions = [sql`${at} is not null`]
  if (objectKind !== undefined || objectId !== undefined) {
    const ofObject = objectCondition(history, objectKind, objectId)
    if (!ofObject) return undefined
    conditions.push(ofObject)
  }
  if (actorKind !== undefined) {
    const ofKind = by[actorKind]
    if (!ofKind) return undefined
    conditions.push(ofKind)
  }
  if (actorId !== undefined) conditions.push(sql`${history.actorId} = ${actorId}::bigint`)
  if (personId !== undefined) {
    const isOwn = by.user && sql`(${by.user} and ${history.actorId} = ${personId}::bigint)`
    const isOf = ofPerson?.(personId) ?? isOwn
    if (!isOf) return undefined
    conditions.push(isOf)
  }
  if (action !== undefined) {
    const [kind = '', done = ''] = action.split('.')
    if (history.objectKind === undefined) conditions.push(sql`h.action = ${action}`)
    else if (history.objectKind === kind) conditions.push(sql`${actionOf} = ${done}`)
    else return undefined
  }
  if (from) conditions.push(sql`${at} >= ${instantOf(from, 0).toISOString()}::timestamptz`)
  if (to) conditions.push(sql`${at} < ${instantOf(addDays(to, 1), 0).toISOString()}::timestamptz`)
  return sql.join(conditions, sql` and `)
}

const NEVER = sql`false`

function columnsOf(history: History, place: number): SQL {
  const { at, ids, by, actorId, action, objectId, objectKind, says = {}, unit, about } = history
  const kind = objectKind === undefined ? sql`h.object_kind` : sql`${objectKind}::text`
  const actorKind = sql`case when ${by.user ?? NEVER} then 'user' when ${by.staff ?? NEVER} then 'staff' else 'system' end`
  const nothing = sql`null`
  return sql`${place}::int as place, ${at} as at, ${ids[0]}::bigint as a, ${ids[1] ?? sql`0`}::int as b, ${actorKind} as actor_kind,
    ${actorId} as actor_id, ${kind} || '.' || ${action} as action, ${kind} as object_kind, ${objectId} as object_id,
    ${about?.kind ?? nothing}::text as about_kind, ${about?.id ?? nothing}::bigint as about_id,
    ${says.from ?? nothing}::text as from_state, ${says.to ?? nothing}::text as to_state,
    ${says.amount ?? nothing}::numeric as amount, ${says.after ?? nothing}::numeric as after,
    ${unit ?? null}::text as unit, ${says.reason ?? sql`''`}::text as reason, ${says.summary ?? nothing}::text as summary`
}

/**
 * Each history is read by its own index, and only as far as the page may need. So no history is sorted completely. Rows
 * beyond COUNT_LIMIT are not shown.
 */
async function search({ query, db }: Handled<typeof searchAudit>): Promise<{ rows: AuditEntry[]; total: number }> {
  const [limit, offset] = [query.rows, offsetOf(query)]
  const asked = HISTORIES.flatMap((history, place) => {
    const condition = conditionOf(history, query)
    return condition ? [{ history, place, input: condition }] : []
  })
  if (asked.length === 0 || offset > COUNT_LIMIT) return { rows: [], total: 0 }
  const counted = asked.map(({ history, input }) => sql`(select 1 from ${history.table} h where ${input})`)
  const latest = asked.map(({ history, place, input }) => {
    const { at, ids } = history
    return sql`(select ${columnsOf(history, place)} from ${history.table} h where ${input}
      order by ${sql.join(
        [at, ...ids].map((one) => sql`${one} desc`),
        sql`, `,
      )} limit ${offset + limit})`
  })
  const { rows } = await db.execute<AuditRow>(sql`
    select place || '-' || a || '-' || b as key, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      actor_kind, actor_id::text, action, object_kind, object_id::text,
      case when about_id is not null then about_kind end as about_kind, about_id::text,
      from_state, to_state, amount::text, after::text, unit, reason, summary
    from (${sql.join(latest, sql` union all `)}) latest
    order by latest.at desc, place, a desc, b desc limit ${limit} offset ${offset}`)
  const names = await namesIn(db, rows)
  const total = await countUpTo(db, sql`(${sql.join(counted, sql` union all `)})`)
  return { rows: rows.map((row) => presentRow(row, names)), total }
}

export default plugin([handle(searchAudit, search)])
