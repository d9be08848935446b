import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { staffFactors, staffRecoveryCodes } from '../../../tables/auth.ts'

/** Reads the authenticator app of an account. Undefined if there is none. */
export async function findFactor(db: Database, staffId: string): Promise<typeof staffFactors.$inferSelect | undefined> {
  const [row] = await db.select().from(staffFactors).where(eq(staffFactors.staffId, staffId))
  return row
}

/** Counts the unused recovery codes of an account. */
export async function countUnusedCodes(db: Database, staffId: string): Promise<number> {
  return db.$count(staffRecoveryCodes, isUnusedOf(staffId))
}

/** Saves an authenticator app with its recovery codes. Returns false when the account already has one. */
export async function insertFactor(
  tx: Database,
  factor: typeof staffFactors.$inferInsert,
  codeHashes: readonly string[],
): Promise<boolean> {
  const made = await tx.insert(staffFactors).values(factor).onConflictDoNothing().returning()
  if (made.length === 0) return false
  await tx.insert(staffRecoveryCodes).values(codeHashes.map((codeHash) => ({ codeHash, staffId: factor.staffId })))
  return true
}

/** Uses up the code of a half-minute. Returns false when this code or a later one was used. */
export async function takeStep(tx: Database, staffId: string, step: number): Promise<boolean> {
  const isNew = and(eq(staffFactors.staffId, staffId), lt(staffFactors.lastStep, step))
  return (await tx.update(staffFactors).set({ lastStep: step }).where(isNew).returning()).length > 0
}

/** Uses up a recovery code. Returns false when it is unknown or used. */
export async function takeRecoveryCode(
  tx: Database,
  { staffId, codeHash, now }: { staffId: string; codeHash: string; now: Date },
): Promise<boolean> {
  const isGood = and(isUnusedOf(staffId), eq(staffRecoveryCodes.codeHash, codeHash))
  return (await tx.update(staffRecoveryCodes).set({ usedAt: now }).where(isGood).returning()).length > 0
}

/** Deletes the authenticator app and the recovery codes of an account. Returns false when it had none. */
export async function deleteFactor(tx: Database, staffId: string): Promise<boolean> {
  return (await tx.delete(staffFactors).where(eq(staffFactors.staffId, staffId)).returning()).length > 0
}

const isUnusedOf = (staffId: string) => and(eq(staffRecoveryCodes.staffId, staffId), isNull(staffRecoveryCodes.usedAt))
