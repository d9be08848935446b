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

/** What somebody agreed to was agreed to by the same person under another account. */
export async function handOverConsents(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const handedOver = await tx.delete(agreementConsents).where(eq(agreementConsents.userId, from)).returning()
  if (handedOver.length === 0) return
  await tx
    .insert(agreementConsents)
    .values(handedOver.map((consent) => ({ ...consent, userId: to })))
    .onConflictDoNothing()
}
