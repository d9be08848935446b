import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteUsedCodes } from './queries.ts'

/** Deletes the codes that were used more than a day ago. */
export async function cleanupCodes({ db, now }: JobContext): Promise<void> {
  await deleteUsedCodes(db, keptSince('wechatCodes', now))
}
