import { agenda } from '@paidang/api/areas/classes'
import * as locks from '@paidang/api/areas/locks'
import { courtStatusForCoach, courtStatusVersion } from '@paidang/api/areas/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { useUserId } from '../../platform/session'
import { failureText, showDone, showFailed } from '../../platform/toast'
import { useOneAtATime } from '../../platform/use-one-at-a-time'
import { COACH_HOME_KEY } from '../coach-home/day-board-data'
import { scheduleKey } from '../schedule/court-status-data'
import { type Chosen, spansByColumn } from './lock-grid'

/** The classes that stand in a lock's way, named to those who may see them. */
export type Clash = locks.LockClash & { sentence: string }

/** What a lock changes: grids and marks, and the coach's own lists. */
const CHANGED = [scheduleKey, COACH_HOME_KEY]

const COURTS_DAYS = [...scheduleKey, 'venue-locks']

const NOTHING: LiveTopic[] = []

/** The courts of a venue on a day, and which of their closed half-hours are locks; read again as soon as they change. */
export function useCourtsDay(stadiumId: string | undefined, date: Day) {
  const userId = useUserId()
  const queryKey = [...COURTS_DAYS, userId, stadiumId, date]
  const isWanted = stadiumId !== undefined && userId !== null
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const wanted = { stadiumId: stadiumId ?? '', date }
      const [status, locked] = await Promise.all([
        call(courtStatusForCoach, { body: wanted }, { signal }),
        call(locks.venueLocksOfDay, { query: wanted }, { signal }),
      ])
      return { status, locks: locked }
    },
    enabled: isWanted,
    staleTime: 0,
  })
  const grid = { stadiumId: stadiumId ?? '', coachId: userId ?? '', date }
  useLiveQuery(
    isWanted ? [{ kind: 'grid', ...grid }] : NOTHING,
    queryKey,
    async () => (await call(courtStatusVersion, { body: grid })).version,
  )
  return { ...query, cause: query.isError ? failureText(locks.venueLocksOfDay.outcome, query.error) : undefined }
}

/** Forgets what was read of venues: another one begins with nothing. Source: specification §4 "Booking flow". */
export function useForgetCourtsDays() {
  const queryClient = useQueryClient()
  return () => queryClient.removeQueries({ queryKey: COURTS_DAYS })
}

/** The coach's own day: the classes that he teaches or takes, and his locks; read again as soon as they change. */
export function useOwnDay(date: Day) {
  const userId = useUserId()
  const queryKey = [...scheduleKey, 'own-locks', userId, date]
  useLiveQuery(userId === null ? NOTHING : [{ kind: 'own-day', date }], queryKey)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [rows, own] = await Promise.all([
        call(agenda, { query: { from: date, days: 1 } }, { signal }),
        call(locks.coachLocksOfDay, { query: { userId: userId ?? '', date } }, { signal }),
      ])
      // Who was only asked to join has his time still.
      return { classes: rows.filter(({ responseStatus }) => responseStatus !== 'INVITED'), locks: own }
    },
    enabled: userId !== null,
    staleTime: 0,
  })
  return { ...query, cause: query.isError ? failureText(locks.coachLocksOfDay.outcome, query.error) : undefined }
}

type Handlers<Wanted = unknown, Made = unknown> = {
  onDone: (wanted: Wanted, made: Made) => void
  onClash: (clash: Clash) => void
}

/** Half-hours to lock; `repeatUntil` is the last day of a weekly repetition. */
export type LockWanted = { date: Day; cells: readonly Chosen[]; repeatUntil: Day | undefined }

/** Locks the chosen half-hours of a venue's courts: all of them or none. */
export function useLockCourts(stadiumId: string, handlers: Handlers<LockWanted>) {
  return useLocking<LockWanted, unknown>(locks.lockVenueCells.outcome, handlers, ({ date, cells, repeatUntil }) =>
    call(locks.lockVenueCells, { body: { stadiumId, date, slots: slotsOf(cells), repeatUntil: repeatUntil ?? null } }),
  )
}

/** Opens the chosen half-hours of a venue's courts again; with `series` also those of the same repetition in later weeks. */
export function useUnlockCourts(stadiumId: string, handlers: Handlers) {
  return useLocking<{ date: Day; cells: readonly Chosen[]; series: boolean }, unknown>(
    locks.unlockVenueCells.outcome,
    handlers,
    ({ date, cells, series }) =>
      call(locks.unlockVenueCells, { body: { stadiumId, date, slots: slotsOf(cells), series } }),
  )
}

/** Locks the coach's own time, all spans of it or none. */
export function useLockOwnTime(handlers: Handlers<LockWanted, locks.CoachLock[]>) {
  return useLocking<LockWanted & { reason: string }, locks.CoachLock[]>(
    locks.createCoachLock.outcome,
    handlers,
    ({ date, cells, repeatUntil, reason }) => {
      const spans = spansByColumn(cells).flatMap((column) => column.spans)
      const [first, ...more] = spans.map(({ begin, end }) => ({ beginTimeSlot: begin, endTimeSlot: end }))
      if (!first) throw new ApiError('lock_slots_missing')
      const moreSpans = more.length > 0 ? { moreSpans: more } : {}
      return call(locks.createCoachLock, {
        body: { date, ...first, ...moreSpans, reason, repeatUntil: repeatUntil ?? null },
      })
    },
  )
}

/** Takes a lock of the coach away; with `series` also the later ones of its repetition. */
export function useUnlockOwnTime(handlers: Handlers) {
  return useLocking<{ id: string; series: boolean }, unknown>(
    locks.deleteCoachLock.outcome,
    handlers,
    ({ id, series }) => call(locks.deleteCoachLock, { params: { id }, query: { series } }),
  )
}

/** Takes back locks that the coach has just made, with the later ones of their repetition where they have one. */
export function useUndoOwnLocks(handlers: Handlers) {
  return useLocking<{ ids: readonly string[]; series: boolean }, unknown>(
    locks.deleteCoachLock.outcome,
    handlers,
    async ({ ids, series }) => {
      for (const id of ids) await call(locks.deleteCoachLock, { params: { id }, query: { series } })
    },
  )
}

function useLocking<Wanted, Made>(
  outcome: Outcome,
  { onDone, onClash }: Handlers<Wanted, Made>,
  send: (wanted: Wanted) => Promise<Made>,
) {
  const queryClient = useQueryClient()
  const once = useOneAtATime()
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (made, wanted) => {
      showDone(outcome)
      onDone(wanted, made)
    },
    onError: (error) => {
      const clash = clashOf(error)
      if (clash) onClash(clash)
      else showFailed(outcome, error)
    },
    // After a refusal too: it means that what we showed was stale.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return { ...mutation, mutate: (wanted: Wanted) => once(mutation.mutate, wanted) }
}

function clashOf(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.code !== 'lock_over_booking') return undefined
  const { bookings = [] } = (error.data ?? {}) as Partial<locks.LockClash>
  return { bookings, sentence: error.message }
}

function slotsOf(cells: readonly Chosen[]) {
  return cells.map(({ timeIndex, column }) => ({ timeIndex, courtIndex: column }))
}
