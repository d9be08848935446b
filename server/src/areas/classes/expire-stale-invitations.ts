import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import { expireInvitation } from './expire-invitation.ts'
import { listStaleIds } from './expire-queries.ts'

/**
 * Every request that nobody answered in time expires. Only tidying: whoever looks at a class or wants its half-hours compares
 * its time with the clock himself.
 *
 * Source: decision "The life of a class invitation", EXPIRED
 */
export async function expireStaleInvitations({ db, now, signal, onFault }: JobContext): Promise<void> {
  await oneByOne({
    what: 'expire invitation',
    list: (page) => listStaleIds(db, { now, ...page }),
    each: async ({ id }) => {
      await expireInvitation(db, { invitationId: id, now, skipsBusy: true })
    },
    signal,
    onFault,
  })
}
