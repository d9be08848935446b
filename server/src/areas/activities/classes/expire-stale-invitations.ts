import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { expireInvitation } from './expire-invitation.ts'
import { listStaleIds } from './expire-queries.ts'

/**
 * Expires every request that nobody answered in time. Only cleanup: code that reads a class or needs its half-hours
 * compares its time with the clock.
 *
 * Source: decision "The life of a class invitation", EXPIRED
 */
export async function expireStaleInvitations({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    what: 'expire invitation',
    list: (page) => listStaleIds(db, { now, ...page }),
    each: async ({ id }) => {
      await expireInvitation(db, { invitationId: id, now, skipsBusy: true })
    },
    signal,
    onFault,
  })
}
