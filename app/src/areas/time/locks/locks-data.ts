import { agenda } from '@paidang/api/areas/classes'
import * as locks from '@paidang/api/areas/locks'
import { courtStatusForCoach, courtStatusVersion } from '@paidang/api/areas/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { useOneAtATime } from '../../../platform/use-one-at-a-time'
import { type Chosen, spansByColumn } from './lock-grid'

/** The classes that prevent a lock. Only callers who may see them get their details. */
export type Clash = locks.LockClash & { sentence: string }

/** Queries that a lock affects: grids and marks, and the coach's own lists. */
const CHANGED = [SCHEDULE_KEY, COACH_HOME_KEY]

const COURTS_DAYS = [...SCHEDULE_KEY, 'venue-locks']

const NOTHING: LiveTopic[] = []

/**
 * Returns the courts of a venue on a day, and which of their closed half-hours are locks. They are read again as soon
 * as they change.
 */
export function useCourtsDay(stadiumId: string | undefined, date: Day) {
  const userId = useUserId()
  const queryKey = [...COURTS_DAYS, userId, stadiumId, date]
  const isEnabled = stadiumId !== undefined && userId !== null
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const input = { stadiumId: stadiumId ?? '', date }
      const [status, locked] = await Promise.all([
        call(courtStatusForCoach, { body: input }, { signal }),
        call(locks.venueLocksOfDay, { query: input }, { signal }),
      ])
      return { status, locks: locked }
    },
    enabled: isEnabled,
    staleTime: 0,
  })
  const grid = { stadiumId: stadiumId ?? '', coachId: userId ?? '', date }
  useLiveQuery(
    isEnabled ? [{ kind: 'grid', ...grid }] : NOTHING,
    queryKey,
    async () => (await call(courtStatusVersion, { body: grid })).version,
  )
  return { ...query, cause: query.isError ? failureText(locks.venueLocksOfDay.outcome, query.error) : undefined }
}

/** Removes the cached days of venues, so that another venue starts empty. Source: specification §4 "Booking flow". */
export function useForgetCourtsDays() {
  const queryClient = useQueryClient()
  return () => queryClient.removeQueries({ queryKey: COURTS_DAYS })
}

/**
 * Returns the coach's own day: the classes that they teach or take, and their locks. It is read again as soon as they
 * change.
 */
export function useOwnDay(date: Day) {
  const userId = useUserId()
  const queryKey = [...SCHEDULE_KEY, 'own-locks', userId, date]
  useLiveQuery(userId === null ? NOTHING : [{ kind: 'own-day', date }], queryKey)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [rows, own] = await Promise.all([
        call(agenda, { query: { from: date, days: 1 } }, { signal }),
        call(locks.coachLocksOfDay, { query: { userId: userId ?? '', date } }, { signal }),
      ])
      // An unanswered invitation does not occupy the coach's time.
      return { classes: rows.filter(({ responseStatus }) => responseStatus !== 'INVITED'), locks: own }
    },
    enabled: userId !== null,
    staleTime: 0,
  })
  return { ...query, cause: query.isError ? failureText(locks.coachLocksOfDay.outcome, query.error) : undefined }
}

type Handlers<Input = unknown, Made = unknown> = {
  onDone: (input: Input, made: Made) => void
  onClash: (clash: Clash) => void
}

/** Half-hours to lock. `repeatUntil` is the last day of a weekly repetition. */
export type LockInput = { date: Day; cells: readonly Chosen[]; repeatUntil: Day | undefined }

/** Locks the chosen half-hours of a venue's courts: all of them or none. */
export function useLockCourts(stadiumId: string, handlers: Handlers<LockInput>) {
  return useLocking<LockInput, unknown>(locks.lockVenueCells.outcome, handlers, ({ date, cells, repeatUntil }) =>
    call(locks.lockVenueCells, { body: { stadiumId, date, slots: slotsOf(cells), repeatUntil: repeatUntil ?? null } }),
  )
}

/**
 * Opens the chosen half-hours of a venue's courts. With `series` it also opens those of the same repetition in later
 * weeks.
 */
export function useUnlockCourts(stadiumId: string, handlers: Handlers) {
  return useLocking<{ date: Day; cells: readonly Chosen[]; series: boolean }, unknown>(
    locks.unlockVenueCells.outcome,
    handlers,
    ({ date, cells, series }) =>
      call(locks.unlockVenueCells, { body: { stadiumId, date, slots: slotsOf(cells), series } }),
  )
}

/** Locks the coach's own time: all spans or none. */
export function useLockOwnTime(handlers: Handlers<LockInput, locks.CoachLock[]>) {
  return useLocking<LockInput & { reason: string }, locks.CoachLock[]>(
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

/** Removes a lock of the coach. With `series` it also removes the later ones of its repetition. */
export function useUnlockOwnTime(handlers: Handlers) {
  return useLocking<{ id: string; series: boolean }, unknown>(
    locks.deleteCoachLock.outcome,
    handlers,
    ({ id, series }) => call(locks.deleteCoachLock, { params: { id }, query: { series } }),
  )
}

/** Removes the locks that the coach has just made, including the later ones of their repetition. */
export function useUndoOwnLocks(handlers: Handlers) {
  return useLocking<{ ids: readonly string[]; series: boolean }, unknown>(
    locks.deleteCoachLock.outcome,
    handlers,
    async ({ ids, series }) => {
      for (const id of ids) await call(locks.deleteCoachLock, { params: { id }, query: { series } })
    },
  )
}

function useLocking<Input, Made>(
  outcome: Outcome,
  { onDone, onClash }: Handlers<Input, Made>,
  send: (input: Input) => Promise<Made>,
) {
  const queryClient = useQueryClient()
  const once = useOneAtATime()
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (made, input) => {
      showDone(outcome)
      onDone(input, made)
    },
    onError: (error) => {
      const clash = clashOf(error)
      if (clash) onClash(clash)
      else showFailed(outcome, error)
    },
    // Also after a refusal: it means that the shown data was out of date.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return { ...mutation, mutate: (input: Input) => once(mutation.mutate, input) }
}

function clashOf(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.code !== 'lock_over_booking') return undefined
  const { bookings = [] } = (error.data ?? {}) as Partial<locks.LockClash>
  return { bookings, sentence: error.message }
}

function slotsOf(cells: readonly Chosen[]) {
  return cells.map(({ timeIndex, column }) => ({ timeIndex, courtIndex: column }))
}
