import type { JobContext } from '../../jobs/job.ts'
import { deleteEnded } from './outbox-queries.ts'

/** How long the fate of a message can be looked up. */
const KEPT_MS = 30 * 86_400_000

/** Removes what left the house, or never will, a month ago; the messages themselves stay. */
export async function tidyOutbox({ db, now }: JobContext): Promise<void> {
  await deleteEnded(db, new Date(now.getTime() - KEPT_MS))
}
