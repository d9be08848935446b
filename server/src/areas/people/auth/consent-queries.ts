import type { Day } from '@paidang/domain/kernel/day'
import { eq, max } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { agreementConsents } from '../../../tables/auth.ts'

/** Records that a user accepted a version. If it is repeated, the first time counts. */
export async function insertConsent(
  tx: Database,
  { userId, version, now }: { userId: string; version: Day; now: Date },
): Promise<void> {
  await tx.insert(agreementConsents).values({ userId, version, createdAt: now }).onConflictDoNothing()
}

/** Reads the latest version that a user accepted. Null when none is recorded. */
export async function findConsent(db: Database, userId: string): Promise<Day | null> {
  const [row] = await db
    .select({ version: max(agreementConsents.version) })
    .from(agreementConsents)
    .where(eq(agreementConsents.userId, userId))
  return row?.version ?? null
}

/** Moves the accepted versions of one account to another account of the same person. */
export async function handOverConsents(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const handedOver = await tx.delete(agreementConsents).where(eq(agreementConsents.userId, from)).returning()
  if (handedOver.length === 0) return
  await tx
    .insert(agreementConsents)
    .values(handedOver.map((consent) => ({ ...consent, userId: to })))
    .onConflictDoNothing()
}
