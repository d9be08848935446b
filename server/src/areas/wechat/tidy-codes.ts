import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteUsedCodes } from './queries.ts'

/** Forgets the codes that were handed in more than a day ago. */
export async function tidyCodes({ db, now }: JobContext): Promise<void> {
  await deleteUsedCodes(db, keptSince('wechatCodes', now))
}
