import { CommonCoursesView } from '../../../areas/activities/common-courses/common-courses-view'

definePageConfig({ navigationBarTitleText: '通用课程', enablePullDownRefresh: true })

/** The common-course catalogue. */
export default function CommonCoursesPage() {
  return <CommonCoursesView />
}
