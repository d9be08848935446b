import { setTimeout as sleep } from 'node:timers/promises'
import { isSerializationFault, isStalePlan } from './faults.ts'

/** The whole transaction runs again up to three times, with random pauses. */
const MAX_RETRIES = 3
const FIRST_PAUSE_MS = 10

/**
 * Runs a whole transaction, and repeats it up to three times when PostgreSQL rolled it back without its fault. That is
 * a serialization failure, a deadlock, or a plan made before a migration.
 *
 * @param transaction opens and ends its own transaction; it may run several times, so it has no other effect
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
