import * as api from '@paidang/api/areas/activities/closures'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { BALLS_KEY, CLASSES_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { showFailed } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'

const CLOSURES_KEY = ['closures'] as const
const stale = [CLOSURES_KEY, SCHEDULE_KEY, CLASSES_KEY, BALLS_KEY]

/** The courts and half-hours to close. */
export type ClosedSpan = Input<typeof api.previewClosure>['body']

/** What closing would do, read anew at each change and each opening; undefined while nothing is chosen. */
export const useClosurePreview = (body: ClosedSpan | undefined) =>
  useRead(CLOSURES_KEY, api.previewClosure, body ? { body } : null, { staleTime: 0, keepsOld: true })

/** 闭馆. Where something else would happen by now, nothing is sent, and `onOutdated` shows the new list. */
export const useCloseCourts = (onOutdated: () => void) =>
  useWrite(api.closeCourts, {
    stale,
    refused(failure) {
      showFailed(api.closeCourts.outcome, failure)
      if (failure instanceof ApiError && failure.code === 'closure_outdated') onOutdated()
    },
  })

const LOOK_AGAIN_MS = 3_000

/** A closure, read again while something is still to be settled. */
export const useClosure = (id: string) =>
  useRead(CLOSURES_KEY, api.getClosure, id === '' ? null : { params: { id } }, {
    staleTime: 0,
    refetchInterval: (query) => {
      const file = query.state.data
      return file && file.done + file.failed < file.total ? LOOK_AGAIN_MS : false
    },
  })

/** The latest closures of a venue. */
export const useClosuresOf = (stadiumId: string) =>
  useRead(CLOSURES_KEY, api.closuresOfVenue, { query: { current: 1, rows: 10, stadiumId } }, { staleTime: 0 })

export const useRetryItem = () => useWrite(api.retryClosureItem, { stale })
export const useUnlockClosure = () => useWrite(api.unlockClosure, { stale })
