import * as usual from '@paidang/api/areas/usual-courses'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bookingClassPath, bookingPath } from '../../../paths'
import { USUAL_COURSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { goTo, replaceWith } from '../../../platform/navigate'
import { currentSession, useUserId } from '../../../platform/session'
import { readStored, store, unstore } from '../../../platform/storage'
import { showDone, showFailed, showToast } from '../../../platform/toast'
import { visitBookingSide } from './booking-side'
import { playerDraft } from './draft-store'
import { editDraft, endEditing } from './editing-store'
import { draftOfUsual, parseUsualCourse, type UsualClass } from './usual-course'

/** The query key of the usual courses of one user. */
export const usualCoursesKey = (userId: string) => [...USUAL_COURSES_KEY, userId] as const

/** The user's usual courses. A guest has none, and sends the id 123456. Source: specification §9. */
export function useUsualCourses() {
  const userId = useUserId() ?? GUEST_ID
  return useQuery({
    queryKey: usualCoursesKey(userId),
    queryFn: ({ signal }) => call(usual.usualCourses, { params: { id: userId } }, { signal }),
  })
}

/** Passes a usual course to the booking page and opens it. Source: specification §2 "/pages/booking/index". */
export function bookUsualCourse(course: usual.UsualCourse): Promise<void> {
  store('usualCourse', course)
  return goTo(bookingPath())
}

/** Pins a class among the caller's usual courses, however often the caller has taken it. */
export function usePinUsualCourse() {
  return useUsualCourseChange(usual.pinUsualCourse.outcome, (key: usual.UsualCourseKey) =>
    call(usual.pinUsualCourse, { body: key }),
  )
}

/** Unpins by the id of the pin. A course that is taken often enough stays among the usual ones. */
export function useUnpinUsualCourse() {
  return useUsualCourseChange(usual.unpinUsualCourse.outcome, (id: string) =>
    call(usual.unpinUsualCourse, { params: { id } }),
  )
}

/**
 * Runs a change of the usual courses, shows the result and reloads the list. A second press while it runs does nothing.
 */
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
    // Two presses can arrive before the button is rendered as busy.
    if (running.current) return
    running.current = true
    mutate(input)
  }
  return { act, isPending }
}

/** Shown to a guest who opens a usual course. Source: specification §5. */
export const LOG_IN_FIRST = '请先登录'

/**
 * Opens the usual course that the home page stored: fills the draft with it and opens the booking tab.
 *
 * @returns why it cannot be opened; undefined when it can be
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
    visitBookingSide('self')
    editDraft(playerDraft, draftOfUsual(read.usual, new Date(), currentSession().userId))
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
    // Stored data that cannot be read now stays unreadable.
    unstore('usualCourse')
    return { failed: outcomes.parseUsualCourse.failed }
  }
}
