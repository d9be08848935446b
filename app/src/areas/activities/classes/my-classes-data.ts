import * as classes from '@paidang/api/areas/classes'
import { NEAREST } from '@paidang/api/shapes'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import type { InfiniteData } from '@tanstack/react-query'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { usePages, useSteps } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import type { AgendaSpan } from './parts/agenda'
import { type ClassStatus, type MyClass, STATUSES_OF_TAB, toMyClass } from './parts/my-class'

/** Number of days of the agenda in one request. */
const AGENDA_DAYS = 31

/** Who takes a class and teaches it has two rows. */
const keyOf = ({ id, role }: classes.InvitationResponse) => `${id}-${role}`

/** Returns the caller's classes as player and as coach, page by page. Future classes come first, the nearest first. */
export function useMyClasses(status: ClassStatus) {
  return usePages(
    CLASSES_KEY,
    classes.pageOfUser,
    { query: { sort: NEAREST, 'invitation.invitationStatus': STATUSES_OF_TAB[status] } },
    // Changing the tab reloads it.
    { show: toMyClass, keyOf, staleTime: 0 },
  )
}

/**
 * Returns the caller's classes from today on, 31 days at a time, and the days that they cover. A period without any
 * class is the last one, because nobody can book further ahead.
 */
export function useAgenda() {
  const userId = useUserId()
  const today = dayOf(new Date())
  return useSteps({
    queryKey: [...CLASSES_KEY, 'agenda', userId, today],
    read: (from: Day, signal) => call(classes.agenda, { query: { from, days: AGENDA_DAYS } }, { signal }),
    first: today,
    next: (rows, from) => (rows.length > 0 ? addDays(from, AGENDA_DAYS) : undefined),
    select: toAgenda,
    isEnabled: userId !== null,
  })
}

function toAgenda({ pages, pageParams }: InfiniteData<classes.InvitationResponse[], Day>): {
  rows: MyClass[]
  span: AgendaSpan
} {
  const [from = ''] = pageParams
  return {
    rows: pages.flat().map(toMyClass),
    span: { from, until: addDays(from, pages.length * AGENDA_DAYS) },
  }
}
