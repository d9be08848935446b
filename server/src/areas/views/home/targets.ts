import {
  TARGET_KINDS,
  type TargetKind,
  type TargetThing,
  thingOfRoute,
} from '@paidang/domain/areas/views/home/advert-target'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { ballGames } from '../../../tables/balls.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { productCategories, products } from '../../../tables/shop.ts'
import { merchants } from '../../../tables/stringing.ts'
import { venues } from '../../../tables/venues.ts'

/** The things of each kind that players can see, with the names that operators use. */
const SHOWN: Record<TargetKind, SQL> = {
  product: sql`select id, name from ${products} where is_published`,
  category: sql`select id, name from ${productCategories} where deleted_at is null`,
  venue: sql`select id, name from ${venues} where approve_status = ${APPROVAL.APPROVED}`,
  ball: sql`select id, title || ' ' || to_char(activity_date, 'MM-DD') as name from ${ballGames}
    where is_public and status = 'OPEN'`,
  course: sql`select c.id, c.course_name || ' · ' || o.company_name as name
    from ${courses} c join ${companies} o on o.id = c.company_id where not c.del_flag and o.closed_at is null`,
  merchant: sql`select id, name from ${merchants} where is_published`,
}

/** The visible things of a kind whose name contains the keyword, the latest first. */
export async function findThings(
  db: Database,
  { kind, keyword, limit }: { kind: TargetKind; keyword: string; limit: number },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from (${SHOWN[kind]}) shown where name ilike ${`%${asLiteral(keyword)}%`} order by id desc limit ${limit}`)
  return rows
}

/** The names of these things of one kind, without those that nobody can see any more. */
export async function nameThings(
  db: Database,
  kind: TargetKind,
  things: readonly TargetThing[],
): Promise<Map<string, string>> {
  const ids = things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from (${SHOWN[kind]}) shown where id = any(${sql.param(ids)}::bigint[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names the targets of these adverts; undefined for a thing that nobody can see any more. */
export async function namesOfTargets(
  db: Database,
  adverts: readonly { target: string | null }[],
): Promise<(thing: TargetThing) => string | undefined> {
  const things = adverts.flatMap(({ target }) => (target === null ? [] : (thingOfRoute(target) ?? [])))
  const named = new Map<TargetKind, Map<string, string>>()
  for (const kind of TARGET_KINDS) named.set(kind, await nameThings(db, kind, things))
  return ({ kind, id }) => named.get(kind)?.get(id)
}
