import type { JobContext } from '../../jobs/job.ts'
import { deleteUsedCodes } from './queries.ts'

/** WeChat's codes live five minutes, so those of a day ago open nothing any more. */
const KEPT_MS = 86_400_000

/** Forgets the codes that were handed in more than a day ago. */
export async function tidyCodes({ db, now }: JobContext): Promise<void> {
  await deleteUsedCodes(db, new Date(now.getTime() - KEPT_MS))
}
