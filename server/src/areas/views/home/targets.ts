import {
  TARGET_KINDS,
  type TargetKind,
  type TargetThing,
  thingOfRoute,
} from '@paidang/domain/areas/views/home/advert-target'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames } from '../../../tables/balls.ts'
import { companies, companyMembers, courses } from '../../../tables/companies.ts'
import type { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { productCategories, products } from '../../../tables/shop.ts'
import { merchants } from '../../../tables/stringing.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'

export type AdvertRow = typeof adverts.$inferSelect

const companiesOf = (person: SQL) =>
  sql`array(select m.company_id from ${companyMembers} m where m.user_id = ${person})`
const NOBODY = sql`'{}'::bigint[]`

/** The things of each kind that players can see: their names, their single price, and the companies whose they are. */
const shownAt = (now: Date): Record<TargetKind, SQL> => ({
  product: sql`select id, name, price_fen as price, ${NOBODY} as owners from ${products} where is_published`,
  category: sql`select id, name, null::bigint as price, ${NOBODY} as owners from ${productCategories} where deleted_at is null`,
  venue: sql`select v.id, v.name, null::bigint as price, array(
      select m.company_id from ${coachVenues} t join ${companyMembers} m on m.user_id = t.coach_id
      where t.venue_id = v.id and t.approve_status = ${APPROVAL.APPROVED}) as owners
    from ${venues} v where v.approve_status = ${APPROVAL.APPROVED}`,
  ball: sql`select b.id, b.title || ' ' || to_char(b.activity_date, 'MM-DD') as name, b.fee_fen as price,
      ${companiesOf(sql`b.initiator_id`)} as owners
    from ${ballGames} b where b.is_public and b.status in ('OPEN', 'FULL')`,
  course: sql`select c.id, c.course_name || ' · ' || o.company_name as name, c.price_per_session as price,
      array[c.company_id] as owners
    from ${courses} c join ${companies} o on o.id = c.company_id where not c.del_flag and o.closed_at is null`,
  coach: sql`select u.id, u.nickname as name, null::bigint as price, ${companiesOf(sql`u.id`)} as owners
    from ${users} u where u.user_type <> ${USER_TYPES.PLAYER} and u.closed_at is null and not ${isSuspended(sql`u.id`, now)}`,
  merchant: sql`select id, name, null::bigint as price, ${NOBODY} as owners from ${merchants} where is_published`,
})

/** The visible things of a kind whose name contains the keyword, the latest first; with a company only its own. */
export async function findThings(
  db: Database,
  {
    kind,
    keyword,
    limit,
    now,
    companyId,
  }: { kind: TargetKind; keyword: string; limit: number; now: Date; companyId?: string },
): Promise<{ id: string; name: string }[]> {
  const isOwn = companyId === undefined ? sql`true` : sql`${companyId}::bigint = any(owners)`
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from (${shownAt(now)[kind]}) shown
    where ${contains(sql`name`, keyword)} and ${isOwn} order by id desc limit ${limit}`)
  return rows
}

/** A thing as it is now. `priceFen` is null for what has no single price. */
export type NamedThing = TargetThing & { name: string; priceFen: number | null; owners: readonly string[] }

async function readThings(db: Database, things: readonly TargetThing[], now: Date): Promise<NamedThing[]> {
  const read: NamedThing[] = []
  for (const kind of TARGET_KINDS) {
    const ids = things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
    if (ids.length === 0) continue
    const { rows } = await db.execute<{ id: string; name: string; price: string | null; owners: string[] }>(sql`
      select id, name, price, owners::text[] from (${shownAt(now)[kind]}) shown where id = any(${sql.param(ids)}::bigint[])`)
    for (const { id, name, price, owners } of rows)
      read.push({ kind, id, name, priceFen: price === null ? null : Number(price), owners })
  }
  return read
}

/** The thing of a route as players see it now; undefined when nobody can see it. */
export async function readThing(db: Database, route: string, now: Date): Promise<NamedThing | undefined> {
  const thing = thingOfRoute(route)
  return thing && (await readThings(db, [thing], now))[0]
}

type Club = { id: string; name: string; phone: string | null; adminId: string }

/** What adverts lead to and whose they are, as it is now. */
export type Standing = {
  clubOf: (advert: AdvertRow) => Club | undefined
  thingOf: (advert: AdvertRow) => NamedThing | undefined
  /** Whether there is anything to lead to. What a company advertises has to be still its own. */
  isThere: (advert: AdvertRow) => boolean
}

export async function readStanding(db: Database, rows: readonly AdvertRow[], now: Date): Promise<Standing> {
  const routed = rows.flatMap(({ target }) => (target === null ? [] : (thingOfRoute(target) ?? [])))
  const things = new Map((await readThings(db, routed, now)).map((thing) => [`${thing.kind} ${thing.id}`, thing]))
  const companyIds = [...new Set(rows.flatMap(({ companyId }) => companyId ?? []))]
  const { id, companyName: name, phone, adminId } = companies
  const open = and(inArray(id, companyIds), isNull(companies.closedAt))
  const clubs = companyIds.length === 0 ? [] : await db.select({ id, name, phone, adminId }).from(companies).where(open)
  const clubOf = ({ companyId }: AdvertRow) => clubs.find((club) => club.id === companyId)
  const thingOf = ({ target }: AdvertRow) => {
    const thing = target === null ? undefined : thingOfRoute(target)
    return thing && things.get(`${thing.kind} ${thing.id}`)
  }
  const isThere = (advert: AdvertRow) => {
    const { target, companyId, authorId } = advert
    if (companyId !== null && !clubOf(advert)) return false
    if (target === null || !thingOfRoute(target)) return true
    const thing = thingOf(advert)
    return thing !== undefined && (authorId === null || thing.owners.includes(companyId ?? ''))
  }
  return { clubOf, thingOf, isThere }
}
