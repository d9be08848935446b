import { agenda } from '@paidang/api/areas/activities/classes'
import * as locks from '@paidang/api/areas/activities/locks'
import { courtStatusForCoach, courtStatusVersion } from '@paidang/api/areas/time/schedule'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import type { Input, Outcome } from '@paidang/api/endpoint'
import type { Day } from '@paidang/domain/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useReadOf } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import { type Chosen, spansByColumn } from './lock-grid'

/** The classes that prevent a lock. Only callers who may see them get their details. */
export type Clash = locks.LockClash & { sentence: string }

/** What a lock affects: grids and marks, and the coach's own lists. */
const CHANGED = [SCHEDULE_KEY, COACH_HOME_KEY]

const COURTS_DAYS = [...SCHEDULE_KEY, 'venue-locks']

/**
 * Returns the courts of a venue on a day, and which of their closed half-hours are locks. They are read again as soon
 * as they change.
 */
export function useCourtsDay(stadiumId: string, date: Day) {
  const userId = useUserId()
  const grid = { stadiumId, coachId: userId ?? '', date }
  return useReadOf(
    [...COURTS_DAYS, userId, stadiumId, date],
    async (signal) => {
      const input = { stadiumId, date }
      const [status, locked] = await Promise.all([
        call(courtStatusForCoach, { body: input }, { signal }),
        call(locks.venueLocksOfDay, { query: input }, { signal }),
      ])
      return { status, locks: locked }
    },
    {
      isEnabled: userId !== null,
      outcome: locks.venueLocksOfDay.outcome,
      staleTime: 0,
      live: [{ kind: 'grid', ...grid }],
      version: async () => (await call(courtStatusVersion, { body: grid })).version,
    },
  )
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
  return useReadOf(
    [...SCHEDULE_KEY, 'own-locks', userId, date],
    async (signal) => {
      const [rows, own] = await Promise.all([
        call(agenda, { query: { from: date, days: 1 } }, { signal }),
        call(locks.coachLocksOfDay, { query: { userId: userId ?? '', date } }, { signal }),
      ])
      // An unanswered invitation does not occupy the coach's time.
      return { classes: rows.filter(({ responseStatus }) => responseStatus !== 'INVITED'), locks: own }
    },
    {
      isEnabled: userId !== null,
      outcome: locks.coachLocksOfDay.outcome,
      staleTime: 0,
      live: [{ kind: 'own-day', date }],
    },
  )
}

type Handlers<Wish = unknown, Made = unknown> = {
  onDone: (wish: Wish, made: Made) => void
  onClash: (clash: Clash) => void
}

/** What all writes of locks have in common: a clash is shown with its classes. */
function locking<Wish, Made>({ onDone, onClash }: Handlers<Wish, Made>, { outcome }: { outcome: Outcome }) {
  return {
    stale: CHANGED,
    keep: (made: Made, wish: Wish) => onDone(wish, made),
    refused(failure: Error) {
      const clash = clashOf(failure)
      if (clash) onClash(clash)
      else showFailed(outcome, failure)
    },
  }
}

/** Half-hours to lock. `repeatUntil` is the last day of a weekly repetition. */
export type LockInput = { date: Day; cells: readonly Chosen[]; repeatUntil: Day | undefined }

/** Locks the chosen half-hours of a venue's courts: all of them or none. */
export function useLockCourts(stadiumId: string, handlers: Handlers<LockInput>) {
  return useWrite(locks.lockVenueCells, {
    ...locking(handlers, locks.lockVenueCells),
    input: ({ date, cells, repeatUntil }: LockInput) => ({
      body: { stadiumId, date, slots: slotsOf(cells), repeatUntil: repeatUntil ?? null },
    }),
  })
}

/**
 * Opens the chosen half-hours of a venue's courts. With `series` it also opens those of the same repetition in later
 * weeks.
 */
export function useUnlockCourts(stadiumId: string, handlers: Handlers) {
  return useWrite(locks.unlockVenueCells, {
    ...locking(handlers, locks.unlockVenueCells),
    input: ({ date, cells, series }: { date: Day; cells: readonly Chosen[]; series: boolean }) => ({
      body: { stadiumId, date, slots: slotsOf(cells), series },
    }),
  })
}

/** Locks the coach's own time: all spans or none. */
export function useLockOwnTime(handlers: Handlers<LockInput, locks.CoachLock[]>) {
  return useWrite(locks.createCoachLock, {
    ...locking(handlers, locks.createCoachLock),
    whyNot: ({ cells }) => (cells.length === 0 ? errors.lock_slots_missing.message : undefined),
    input: ({ date, cells, repeatUntil, reason }: LockInput & { reason: string }) => {
      const spans = spansByColumn(cells).flatMap((column) => column.spans)
      const [first, ...more] = spans.map(({ begin, end }) => ({ beginTimeSlot: begin, endTimeSlot: end }))
      if (!first) throw new Error('nothing is chosen')
      const moreSpans = more.length > 0 ? { moreSpans: more } : {}
      return { body: { date, ...first, ...moreSpans, reason, repeatUntil: repeatUntil ?? null } }
    },
  })
}

/** A lock of the coach; with `series` also the later ones of its repetition. */
type Unlocking = { id: string; series: boolean }

const unlockingInput = ({ id, series }: Unlocking): Input<typeof locks.deleteCoachLock> => ({
  params: { id },
  query: { series },
})

/** Removes a lock of the coach. */
export function useUnlockOwnTime(handlers: Handlers) {
  return useWrite(locks.deleteCoachLock, { ...locking(handlers, locks.deleteCoachLock), input: unlockingInput })
}

/** Removes the locks that the coach has just made, including the later ones of their repetition. */
export function useUndoOwnLocks(handlers: Handlers) {
  return useWrite(locks.deleteCoachLock, {
    ...locking(handlers, locks.deleteCoachLock),
    send: async ({ ids, series }: { ids: readonly string[]; series: boolean }) => {
      for (const id of ids) await call(locks.deleteCoachLock, unlockingInput({ id, series }))
    },
  })
}

function clashOf(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.code !== 'lock_over_booking') return undefined
  const { bookings = [] } = (error.data ?? {}) as Partial<locks.LockClash>
  return { bookings, sentence: error.message }
}

function slotsOf(cells: readonly Chosen[]) {
  return cells.map(({ timeIndex, column }) => ({ timeIndex, courtIndex: column }))
}
