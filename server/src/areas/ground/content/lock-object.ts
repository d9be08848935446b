import type { ContentKind } from '@paidang/domain/areas/content/content'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { reports } from '../../../tables/reports.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'

/** The table of each kind of thing. */
const TABLE_OF: Record<ContentKind, PgTable> = {
  user: users,
  card: users,
  hours: users,
  level: users,
  ball: ballGames,
  class: invitations,
  course: courses,
  review: stringingOrders,
  report: reports,
}

/** Locks a thing until the transaction ends, before anything about it is decided. Others may still refer to a user. */
export async function lockObject(tx: Database, kind: ContentKind, id: string): Promise<void> {
  const table = TABLE_OF[kind]
  const strength = sql.raw(table === users ? 'no key update' : 'update')
  await tx.execute(sql`select 1 from ${table} where id = ${id}::bigint for ${strength}`)
}
