import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ACTIVE_STATUSES, invitations, seats } from '../../../tables/classes.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { studentFinds } from '../../../tables/relations.ts'

/** A coach and a player. */
type Pair = { coachId: string; playerId: string }

/** Records that a coach found a player by their number just now. */
export async function upsertFind(tx: Database, { coachId, playerId, now }: Pair & { now: Date }): Promise<void> {
  await tx
    .insert(studentFinds)
    .values({ coachId, playerId, foundAt: now })
    .onConflictDoUpdate({ target: [studentFinds.coachId, studentFinds.playerId], set: { foundAt: now } })
}

/**
 * Whether a coach knows a player. A coach knows the players that they found by number since then. They also know
 * players with a seat in their active classes, or with a contract of their companies.
 */
export async function isKnownTo(
  db: Database,
  { coachId, playerId, foundSince }: Pair & { foundSince: Date },
): Promise<boolean> {
  const held = sql.join(
    ACTIVE_STATUSES.map((status) => sql`${status}`),
    sql`, `,
  )
  const { rows } = await db.execute(sql`
    select 1 from ${studentFinds} f
      where f.coach_id = ${coachId} and f.player_id = ${playerId} and f.found_at >= ${foundSince}::timestamptz
    union all select 1 from ${invitations} i join ${seats} s on s.invitation_id = i.id
      where i.coach_id = ${coachId} and s.user_id = ${playerId} and s.state = 'JOINED' and i.invitation_status in (${held})
    union all select 1 from ${contracts} c join ${companyMembers} m on m.company_id = c.company_id
      where m.user_id = ${coachId} and c.user_id = ${playerId}
    limit 1`)
  return rows.length > 0
}

/** Deletes the record that a coach found a player. */
export async function deleteFind(tx: Database, { coachId, playerId }: Pair): Promise<void> {
  await tx.delete(studentFinds).where(and(eq(studentFinds.coachId, coachId), eq(studentFinds.playerId, playerId)))
}

/** Deletes the records of searches before the instant. */
export async function deleteOldFinds(db: Database, before: Date): Promise<void> {
  await db.delete(studentFinds).where(lt(studentFinds.foundAt, before))
}
