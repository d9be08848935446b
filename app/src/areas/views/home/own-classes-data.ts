import * as classes from '@paidang/api/areas/classes'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { OWN_CLASSES_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { classesOnDay, invitesOfPlayer, pendingAsPlayer, requestsForCoach } from './parts/class-lists'

/** What is read for the user's classes that can still change, the latest change first. */
export const LIVE_CLASSES = {
  query: { current: 1, rows: MAX_ROWS, 'invitation.invitationStatus': 'PENDING,CONFIRMED' },
}

/** What is read for the user's classes of a day. */
export const classesOn = (day: Day) => ({ query: { from: day, days: 1 } })

/**
 * What waits for the user. These are unconfirmed classes the user requested or takes part in, invitations, and for a
 * coach the requests to answer.
 */
export function useWaitingClasses() {
  const { data: { rows } = { rows: [] }, isLoading } = useRead(OWN_CLASSES_KEY, classes.pageOfUser, LIVE_CLASSES)
  const now = new Date()
  return {
    asPlayer: pendingAsPlayer(rows, now),
    invites: invitesOfPlayer(rows, now),
    forCoach: requestsForCoach(rows, now),
    isLoading,
  }
}

/** The user's classes of today, as player and as coach, by begin. */
export function useClassesOfToday() {
  const now = new Date()
  const today = dayOf(now)
  const query = useRead(OWN_CLASSES_KEY, classes.agenda, classesOn(today))
  return { ...query, data: query.data && classesOnDay(query.data, today, now) }
}
