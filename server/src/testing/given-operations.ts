import type { Database } from '../db/database.ts'
import { jobFailures, jobStates } from '../db/machinery-tables.ts'
import { invariantRuns } from '../tables/operations.ts'
import { only, TEST_NOW } from './builders.ts'

/** What operators look after: a failed job, and a check that found one broken rule. */
export type GivenOperations = { jobFailureId: string; checkId: string }

/** Adds such a job and such a check. */
export async function givenOperations(db: Database): Promise<GivenOperations> {
  await db.insert(jobStates).values({ name: 'cleanup-outbox', begunAt: TEST_NOW, failedAt: TEST_NOW })
  const at = { firstAt: TEST_NOW, lastAt: TEST_NOW }
  const failure = await db
    .insert(jobFailures)
    .values({ name: 'cleanup-outbox', error: 'out of order', ...at })
    .returning({ id: jobFailures.id })
  const finding = { name: 'T3', severity: 'fault' as const, holds: 'it holds', verdict: 'broken' as const }
  const check = await db
    .insert(invariantRuns)
    .values({
      begunAt: TEST_NOW,
      seenAt: TEST_NOW,
      endedAt: TEST_NOW,
      total: 1,
      checked: 1,
      broken: 1,
      findings: [{ ...finding, count: 1, ids: ['7'], error: null, tookMs: 3 }],
    })
    .returning({ id: invariantRuns.id })
  return { jobFailureId: only(failure).id, checkId: only(check).id }
}
