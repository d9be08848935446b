import { lt } from 'drizzle-orm'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { studentFinds } from '../../../tables/relations.ts'

/** Deletes records of coaches' searches by number that are more than a day old. */
export async function cleanupFinds({ db, now }: JobContext): Promise<void> {
  await db.delete(studentFinds).where(lt(studentFinds.foundAt, keptSince('studentFinds', now)))
}
