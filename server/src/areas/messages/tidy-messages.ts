import { inBatches } from '../../jobs/in-batches.ts'
import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteDeletedMessages, deleteOldMessages, deleteReminders } from './ended-queries.ts'

/** Removes what was told long ago, what its receiver deleted a while ago, and which reminders were given. */
export async function tidyMessages({ db, now, signal }: JobContext): Promise<void> {
  await inBatches(signal, (limit) => deleteOldMessages(db, { before: keptSince('messages', now), limit }))
  await inBatches(signal, (limit) => deleteDeletedMessages(db, { before: keptSince('deletedMessages', now), limit }))
  await deleteReminders(db, keptSince('reminders', now))
}
