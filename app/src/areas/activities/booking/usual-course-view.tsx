import { bookingClassPath, homePath } from '../../../paths'
import { goToLogin, replaceWith } from '../../../platform/navigate'
import { useLoggedIn } from '../../../platform/session'
import { Empty } from '../../../ui/empty'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { LOG_IN_FIRST, useUsualCourse } from './usual-course-data'

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
