import type { Day } from '@paidang/domain/kernel/day'
import { eq, max } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { agreementConsents } from './tables.ts'

/** Keeps that somebody agreed to a version; of several times the first counts. */
export async function insertConsent(
  tx: Database,
  { userId, version, now }: { userId: string; version: Day; now: Date },
): Promise<void> {
  await tx.insert(agreementConsents).values({ userId, version, createdAt: now }).onConflictDoNothing()
}

/** The latest version that somebody agreed to; null when none is known. */
export async function findConsent(db: Database, userId: string): Promise<Day | null> {
  const [row] = await db
    .select({ version: max(agreementConsents.version) })
    .from(agreementConsents)
    .where(eq(agreementConsents.userId, userId))
  return row?.version ?? null
}
