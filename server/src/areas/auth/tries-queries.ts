import type { Tries } from '@paidang/domain/areas/auth/tries'
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { loginFailures } from './tables.ts'

type Row = typeof loginFailures.$inferSelect

const byKey = (rows: readonly Row[]) =>
  new Map<string, Tries>(
    rows.map(({ purse, windowEndsAt, ...row }) => [purse, { ...row, windowEndsAt: windowEndsAt.getTime() }]),
  )

/** What is counted under these keys; one under which nothing is has no entry. */
export async function findTries(db: Database, keys: readonly string[]): Promise<Map<string, Tries>> {
  return byKey(
    await db
      .select()
      .from(loginFailures)
      .where(inArray(loginFailures.purse, [...keys])),
  )
}

/** The same, and nobody else counts there until the transaction ends; keys are locked in their order, those too that are new. */
export async function lockTries(tx: Database, keys: readonly string[]): Promise<Map<string, Tries>> {
  for (const key of [...keys].sort()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  return findTries(tx, keys)
}

/** Writes counts down. */
export async function saveTries(
  tx: Database,
  counted: readonly (Tries & { key: string; name?: string })[],
): Promise<void> {
  await tx
    .insert(loginFailures)
    .values(
      counted.map(({ key, name = null, failures, pauses, windowEndsAt }) => ({
        ...{ purse: key, name, failures, pauses },
        windowEndsAt: new Date(windowEndsAt),
      })),
    )
    .onConflictDoUpdate({
      target: loginFailures.purse,
      set: {
        failures: sql`excluded.failures`,
        pauses: sql`excluded.pauses`,
        windowEndsAt: sql`excluded.window_ends_at`,
      },
    })
}

/** Forgets what is counted under these keys. */
export async function forgetTries(tx: Database, keys: readonly string[]): Promise<void> {
  await tx.delete(loginFailures).where(inArray(loginFailures.purse, [...keys]))
}

/** Forgets what is counted under a name that was typed, wherever it was. */
export async function forgetTriesOfNames(tx: Database, names: readonly string[]): Promise<void> {
  await tx.delete(loginFailures).where(inArray(loginFailures.name, [...names]))
}
