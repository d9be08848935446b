import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { type ActorKind, HISTORIES, type History } from './history-queries.ts'

/** The filter of the search. `since` and `until` are instants, the second one exclusive. */
export type AuditFilter = {
  objectKind?: string | undefined
  objectId?: string | undefined
  actorKind?: ActorKind | undefined
  actorId?: string | undefined
  /** A user whom the rows concern: their own actions, and what happened to their account, hours, cards and orders. */
  personId?: string | undefined
  /** The kind of thing and the action, for example card.TOP_UP. */
  action?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** One row of a history, with ids but without names. */
export type AuditRow = {
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

/**
 * One page of all histories, latest first. Each history is read by its own index, and only as far as the page may need.
 * So no history is sorted completely. Rows beyond COUNT_LIMIT are not shown.
 */
export async function pageAudit(
  db: Database,
  { limit, offset, ...filter }: AuditFilter & { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const asked = HISTORIES.flatMap((history, place) => {
    const condition = conditionOf(history, filter)
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
  return { rows, total: await countUpTo(db, sql`(${sql.join(counted, sql` union all `)})`) }
}

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

const NEVER = sql`false`

/** The condition on the rows of a history; undefined when no row can match. */
function conditionOf(history: History, filter: AuditFilter): SQL | undefined {
  const { objectKind, objectId, actorKind, actorId, personId, action, since, until } = filter
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
  if (since) conditions.push(sql`${at} >= ${since.toISOString()}::timestamptz`)
  if (until) conditions.push(sql`${at} < ${until.toISOString()}::timestamptz`)
  return sql.join(conditions, sql` and `)
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
