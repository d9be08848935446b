import * as classes from '@paidang/api/areas/classes'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { useQuery } from '@tanstack/react-query'
import { OWN_CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { classesOnDay, invitesOfPlayer, pendingAsPlayer, requestsForCoach } from './parts/class-lists'

/** Query key of the user's classes that can still change, and of those of a day. */
export const liveClassesKey = (userId: string | null) => [...OWN_CLASSES_KEY, userId, 'live'] as const
export const classesOnKey = (userId: string | null, day: Day) => [...OWN_CLASSES_KEY, userId, 'on', day] as const

/** The user's classes that can still change, the latest change first; waiting ones are among them. */
function useLiveClasses() {
  const userId = useUserId()
  return useQuery({
    queryKey: liveClassesKey(userId),
    enabled: userId !== null,
    queryFn: async ({ signal }) => {
      const query = { current: 1, rows: MAX_ROWS, 'invitation.invitationStatus': 'PENDING,CONFIRMED' }
      return (await call(classes.pageOfUser, { query }, { signal })).rows
    },
  })
}

/**
 * What waits for the user. These are unconfirmed classes the user requested or takes part in, invitations, and for a
 * coach the requests to answer.
 */
export function useWaitingClasses() {
  const { data = [], isLoading } = useLiveClasses()
  const now = new Date()
  return {
    asPlayer: pendingAsPlayer(data, now),
    invites: invitesOfPlayer(data, now),
    forCoach: requestsForCoach(data, now),
    isLoading,
  }
}

/** The user's classes of today, as player and as coach, by begin. */
export function useClassesOfToday() {
  const userId = useUserId()
  const now = new Date()
  const today = dayOf(now)
  const query = useQuery({
    queryKey: classesOnKey(userId, today),
    enabled: userId !== null,
    queryFn: ({ signal }) => call(classes.agenda, { query: { from: today, days: 1 } }, { signal }),
  })
  return { ...query, data: query.data && classesOnDay(query.data, today, now) }
}
