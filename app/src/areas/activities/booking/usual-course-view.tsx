import { outcomes } from '@paidang/api/catalogue/outcomes'
import { useEffect, useState } from 'react'
import { bookingClassPath, homePath } from '../../../paths'
import { goToLogin, replaceWith } from '../../../platform/navigate'
import { currentSession, useLoggedIn } from '../../../platform/session'
import { readStored, unstore } from '../../../platform/storage'
import { showDone, showToast } from '../../../platform/toast'
import { Empty } from '../../../ui/empty'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { editDraft, endEditing, playerDraft, visitBookingSide } from './draft-store'
import { draftOfUsual, parseUsualCourse, type UsualClass } from './usual-course-data'

/** Shown to a guest who opens a usual course. Source: specification §5. */
const LOG_IN_FIRST = '请先登录'

/** The step between home and the booking tab: opens a usual course there, or says why it cannot. */
export function UsualCourseView() {
  const isLoggedIn = useLoggedIn()
  const failure = useUsualCourse(isLoggedIn)
  const showsSkeleton = useSkeleton(isLoggedIn && !failure)
  if (!isLoggedIn) {
    return (
      <Empty
        drawing="lock"
        title={LOG_IN_FIRST}
        line="登录后打开常用课程"
        action={{ text: '登录', onPress: () => goToLogin() }}
        second={{ text: '返回首页', onPress: () => replaceWith(homePath()) }}
      />
    )
  }
  if (failure) {
    return (
      <Empty
        title={failure}
        line="上过的课会出现在首页，也可以直接去约课"
        action={{ text: '去约课', onPress: () => replaceWith(bookingClassPath()) }}
        second={{ text: '返回首页', onPress: () => replaceWith(homePath()) }}
      />
    )
  }
  if (!showsSkeleton) return null
  return (
    <SkeletonGroup>
      <Skeleton height={64} radius={16} />
    </SkeletonGroup>
  )
}

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
