import { setTimeout as sleep } from 'node:timers/promises'
import { isSerializationFault, isStalePlan } from './faults.ts'

/** Whole transaction again, three times, with jitter. */
const MAX_RETRIES = 3
const FIRST_PAUSE_MS = 10

/**
 * Runs a whole transaction, and runs it again up to three times when PostgreSQL undid it through no fault of its own:
 * a serialization failure, a deadlock, a plan made before a migration.
 *
 * @param transaction opens and ends its own transaction; it has no other effect, since it may run several times
 * @throws what the last run threw; any other error at once
 */
export async function withRetry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (retries === MAX_RETRIES || !(isSerializationFault(error) || isStalePlan(error))) throw error
    }
    // Random pauses, longer each time: two deadlocked twins would otherwise meet again.
    await sleep(FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random()))
  }
}
