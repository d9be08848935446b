import { APPROVAL } from '@paidang/domain/kernel/approval'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { isSuspended } from '../users/tables.ts'
import { venues } from '../venues/tables.ts'
import { ballGames } from './tables.ts'

/** Whether a game lost at `now` what its players relied on: its initiator is suspended, or its venue closed. */
export async function isHostGone(db: Database, ballId: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isGone: boolean }>(sql`
    select ${isSuspended(sql`b.initiator_id`, now)} or coalesce(v.approve_status <> ${APPROVAL.APPROVED}, false) as "isGone"
    from ${ballGames} b left join ${venues} v on v.id = b.stadium_id where b.id = ${ballId}`)
  return rows[0]?.isGone ?? false
}
