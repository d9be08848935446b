import * as usual from '@paidang/api/areas/usual-courses'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { useEffect, useState } from 'react'
import { bookingClassPath, bookingPath } from '../../../paths'
import { USUAL_COURSES_KEY } from '../../../platform/cache-keys'
import { goTo, replaceWith } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { currentSession, useUserId } from '../../../platform/session'
import { readStored, store, unstore } from '../../../platform/storage'
import { showDone, showToast } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import { visitBookingSide } from './booking-side'
import { playerDraft } from './draft-store'
import { editDraft, endEditing } from './editing-store'
import { draftOfUsual, parseUsualCourse, type UsualClass } from './usual-course'

/** What is read for the usual courses. A guest has none, and sends the id 123456. Source: specification §9. */
export const usualCoursesOf = (userId: string | null) => ({ params: { id: userId ?? GUEST_ID } })

/** The user's usual courses. */
export function useUsualCourses() {
  return useRead(USUAL_COURSES_KEY, usual.usualCourses, usualCoursesOf(useUserId()))
}

/** Passes a usual course to the booking page and opens it. Source: specification §2 "/pages/booking/index". */
export function bookUsualCourse(course: usual.UsualCourse): Promise<void> {
  store('usualCourse', course)
  return goTo(bookingPath())
}

const stale = [USUAL_COURSES_KEY]

/** Pins a class among the caller's usual courses, however often the caller has taken it. */
export function usePinUsualCourse() {
  return useWrite(usual.pinUsualCourse, { stale, input: (key: usual.UsualCourseKey) => ({ body: key }) })
}

/** Unpins by the id of the pin. A course that is taken often enough stays among the usual ones. */
export function useUnpinUsualCourse() {
  return useWrite(usual.unpinUsualCourse, { stale, input: (id: string) => ({ params: { id } }) })
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
