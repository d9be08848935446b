import * as usual from '@paidang/api/areas/usual-courses'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bookingClassPath } from '../../paths'
import { call } from '../../platform/call'
import { replaceWith } from '../../platform/navigate'
import { currentSession } from '../../platform/session'
import { readStored, unstore } from '../../platform/storage'
import { showDone, showFailed, showToast } from '../../platform/toast'
import { chooseBookingSide } from './booking-side'
import { keepDraft } from './draft-store'
import { endEditing } from './editing-store'
import { draftOfUsual, parseUsualCourse, type UsualClass } from './usual-course'

/** Everything about usual courses lies under this key. */
export const USUAL_COURSES_KEY = ['classes', 'usual'] as const

/** Pins a class among the caller's usual courses, whether or not he has taken it twice. */
export function usePinUsualCourse() {
  return useUsualCourseChange(usual.pinUsualCourse.outcome, (key: usual.UsualCourseKey) =>
    call(usual.pinUsualCourse, { body: key }),
  )
}

/** Unpins by the pin's id; a course that is taken often enough stays among the usual ones, unpinned. */
export function useUnpinUsualCourse() {
  return useUsualCourseChange(usual.unpinUsualCourse.outcome, (id: string) =>
    call(usual.unpinUsualCourse, { params: { id } }),
  )
}

/** A change of what is usual: says how it ended and reloads the list; a second press while it runs does nothing. */
function useUsualCourseChange<Input>(outcome: Outcome, run: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => showDone(outcome),
    onError: (error) => showFailed(outcome, error),
    onSettled: () => {
      running.current = false
      return queryClient.invalidateQueries({ queryKey: USUAL_COURSES_KEY })
    },
  })
  const act = (input: Input) => {
    // Two presses can arrive before the first is drawn busy.
    if (running.current) return
    running.current = true
    mutate(input)
  }
  return { act, isPending }
}

/** Said to a guest who opens a usual course. Source: specification §5. */
export const LOG_IN_FIRST = '请先登录'

/**
 * Opens the usual course that home put aside: fills the draft with it and goes on to the booking tab.
 *
 * @returns the sentence that says why it cannot be opened; undefined while it can
 * Source: specification §2, §8 "Usual courses"
 */
export function useUsualCourse(isLoggedIn: boolean): string | undefined {
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!isLoggedIn) {
      showToast(LOG_IN_FIRST, { tone: 'failed' })
      return
    }
    const read = readUsualCourse()
    if ('failed' in read) {
      setFailure(read.failed)
      showToast(read.failed, { tone: 'failed' })
      return
    }
    unstore('usualCourse')
    endEditing()
    chooseBookingSide('self')
    keepDraft(draftOfUsual(read.usual, new Date(), currentSession().userId))
    showDone(outcomes.findUsualCourse)
    replaceWith(bookingClassPath())
  }, [isLoggedIn])
  return failure
}

function readUsualCourse(): { usual: UsualClass } | { failed: string } {
  try {
    const usual = parseUsualCourse(readStored<unknown>('usualCourse'))
    return usual ? { usual } : { failed: outcomes.findUsualCourse.failed }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // What cannot be read today cannot be read tomorrow either.
    unstore('usualCourse')
    return { failed: outcomes.parseUsualCourse.failed }
  }
}
