import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type LookUpKind, studentLookUps } from '../../../tables/relations.ts'

/** How many phone numbers a coach may search per hour, and how many they may reveal. Trying out numbers needs more. */
export const LOOK_UPS_PER_HOUR = 30

const HOUR_MS = 3_600_000
const WINDOW_MS: Record<LookUpKind, number> = { search: HOUR_MS, phone: HOUR_MS, stranger: 24 * HOUR_MS }

/**
 * Adds look-ups to the count and returns the new count. A new window starts if the last has ended. It lasts an hour, or
 * a day for strangers.
 */
export async function countLookUp(
  tx: Database,
  { coachId, kind, count = 1, now }: { coachId: string; kind: LookUpKind; count?: number; now: Date },
): Promise<number> {
  const windowEndsAt = new Date(now.getTime() + WINDOW_MS[kind])
  const isRunning = sql`${studentLookUps.windowEndsAt} > ${now}::timestamptz`
  const [row] = await tx
    .insert(studentLookUps)
    .values({ coachId, kind, lookUps: count, windowEndsAt })
    .onConflictDoUpdate({
      target: [studentLookUps.coachId, studentLookUps.kind],
      set: {
        lookUps: sql`case when ${isRunning} then ${studentLookUps.lookUps} + excluded.look_ups else excluded.look_ups end`,
        windowEndsAt: sql`case when ${isRunning} then ${studentLookUps.windowEndsAt} else excluded.window_ends_at end`,
      },
    })
    .returning({ lookUps: studentLookUps.lookUps })
  if (!row) throw new Error('the count of look-ups answered no row')
  return row.lookUps
}
