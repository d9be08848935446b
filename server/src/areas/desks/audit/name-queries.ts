import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { storedCards } from '../../../tables/cards.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { products } from '../../../tables/shop.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchantStrings } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { venues } from '../../../tables/venues.ts'

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
}

/**
 * The names of some things of one kind, by their ids. Things of a kind without names, and deleted things, are left out.
 */
export async function namesOf(db: Database, kind: string, ids: readonly string[]): Promise<Map<string, string>> {
  const named = NAMED[kind]
  if (!named || ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id::text as id, name from (${named}) named where named.id = any(${`{${ids.join(',')}}`}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
