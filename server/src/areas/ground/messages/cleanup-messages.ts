import type { JobContext } from '../../../jobs/job.ts'
import { processInBatches } from '../../../jobs/process-in-batches.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteDeletedMessages, deleteOldMessages, deleteReminders } from './ended-queries.ts'

/** Removes old messages, messages that their receivers deleted a while ago, and records of given reminders. */
export async function cleanupMessages({ db, now, signal }: JobContext): Promise<void> {
  await processInBatches(signal, (limit) => deleteOldMessages(db, { before: keptSince('messages', now), limit }))
  await processInBatches(signal, (limit) =>
    deleteDeletedMessages(db, { before: keptSince('deletedMessages', now), limit }),
  )
  await deleteReminders(db, keptSince('reminders', now))
}
