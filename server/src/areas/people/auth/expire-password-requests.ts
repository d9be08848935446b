import { expiresIfMadeBy } from '@paidang/domain/areas/auth/password-request'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteEndedRequests, expireRequest, listOldRequests } from './password-request-queries.ts'

/**
 * Expires password requests that nobody decided in time and wipes the details given in them. Also deletes old requests.
 */
export async function expirePasswordRequests({ db, now, signal, onFault }: JobContext): Promise<void> {
  const madeBy = expiresIfMadeBy(now)
  await processEach({
    what: 'expire password request',
    list: (page) => listOldRequests(db, { madeBy, ...page }),
    each: ({ id }) => expireRequest(db, id, now),
    signal,
    onFault,
  })
  await deleteEndedRequests(db, keptSince('passwordRequests', now))
}
