import { CommonCoursesView } from '../../../areas/activities/common-courses/common-courses-view'

/** The common-course catalogue. */
export default function CommonCoursesPage() {
  return <CommonCoursesView />
}
