import { lapsesIfMadeBy } from '@paidang/domain/areas/auth/password-request'
import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteEndedRequests, lapseRequest, listOldRequests } from './password-request-queries.ts'

/** Requests for another password that nobody decided in time end, and what was said for them is wiped; old ones are deleted. */
export async function lapsePasswordRequests({ db, now, signal, onFault }: JobContext): Promise<void> {
  const madeBy = lapsesIfMadeBy(now)
  await oneByOne({
    what: 'lapse password request',
    list: (page) => listOldRequests(db, { madeBy, ...page }),
    each: ({ id }) => lapseRequest(db, id, now),
    signal,
    onFault,
  })
  await deleteEndedRequests(db, keptSince('passwordRequests', now))
}
