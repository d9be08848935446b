import type { Tries } from '@paidang/domain/areas/auth/tries'
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { loginFailures } from '../../../tables/auth.ts'

type Row = typeof loginFailures.$inferSelect

const byKey = (rows: readonly Row[]) =>
  new Map<string, Tries>(
    rows.map(({ key, windowEndsAt, ...row }) => [key, { ...row, windowEndsAt: windowEndsAt.getTime() }]),
  )

/** Reads the counts under these keys. A key without a count has no entry. */
export async function findTries(db: Database, keys: readonly string[]): Promise<Map<string, Tries>> {
  return byKey(
    await db
      .select()
      .from(loginFailures)
      .where(inArray(loginFailures.key, [...keys])),
  )
}

/**
 * Reads the counts and locks their keys until the transaction ends. Keys are locked in sorted order, new ones included.
 */
export async function lockTries(tx: Database, keys: readonly string[]): Promise<Map<string, Tries>> {
  for (const key of [...keys].sort()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  return findTries(tx, keys)
}

/** Saves counts. */
export async function saveTries(
  tx: Database,
  counted: readonly (Tries & { key: string; name?: string })[],
): Promise<void> {
  await tx
    .insert(loginFailures)
    .values(
      counted.map(({ key, name = null, failures, pauses, windowEndsAt }) => ({
        ...{ key, name, failures, pauses },
        windowEndsAt: new Date(windowEndsAt),
      })),
    )
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        failures: sql`excluded.failures`,
        pauses: sql`excluded.pauses`,
        windowEndsAt: sql`excluded.window_ends_at`,
      },
    })
}

/** Deletes the counts under these keys. */
export async function forgetTries(tx: Database, keys: readonly string[]): Promise<void> {
  await tx.delete(loginFailures).where(inArray(loginFailures.key, [...keys]))
}

/** Deletes the counts of a typed name, under all its keys. */
export async function forgetTriesOfNames(tx: Database, names: readonly string[]): Promise<void> {
  await tx.delete(loginFailures).where(inArray(loginFailures.name, [...names]))
}
