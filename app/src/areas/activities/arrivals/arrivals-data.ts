import * as api from '@paidang/api/areas/activities/arrivals'
import { setReleaseRule } from '@paidang/api/areas/places/venues'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { BALLS_KEY, CLASSES_KEY, SCHEDULE_KEY, VENUES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useReadOf } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

/** 我到了, of a class or a game. */
export function useArrive({ kind, id }: { kind: 'class' | 'ball'; id: string }) {
  return useWrite(kind === 'class' ? api.arriveAtClass : api.arriveAtBall, {
    stale: [kind === 'class' ? CLASSES_KEY : BALLS_KEY],
    input: () => ({ params: { id } }),
  })
}

/** What is on now at the courts of a venue that the caller manages. The next half-hour is read anew. */
export function useRunning(stadiumId: string, now: Date) {
  const userId = useUserId()
  return useReadOf(
    [...VENUES_KEY, 'running', userId, stadiumId, dayOf(now), halfHourOfInstant(now)],
    (signal) => call(api.runningAtVenue, { params: { id: stadiumId } }, { signal }),
    {
      outcome: api.runningAtVenue.outcome,
      staleTime: 0,
      live: [{ kind: 'grid', stadiumId, coachId: userId ?? '', date: dayOf(now) }],
    },
  )
}

/** 释放场地, for a manager of the venue. After a refusal the list says what has changed. */
export function useReleaseCourt() {
  return useWrite(api.releaseCourt, {
    stale: [VENUES_KEY, SCHEDULE_KEY, BALLS_KEY],
    input: ({ kind, id }: Pick<api.RunningBooking, 'kind' | 'id'>) => ({ body: { kind, id } }),
  })
}

/** Switches the rule of a venue on or off. */
export function useReleaseRule(stadiumId: string) {
  return useWrite(setReleaseRule, {
    stale: [VENUES_KEY],
    input: (isOn: boolean) => ({ params: { id: stadiumId }, body: { isOn } }),
  })
}
