import { UsualCourseView } from '../../areas/activities/booking/usual-course-view'
import { Page } from '../../ui/page'

definePageConfig({ navigationBarTitleText: '常用课程' })

/** Where a usual course is opened; goes on to the booking tab. */
export default function BookingPage() {
  return (
    <Page title="常用课程">
      <UsualCourseView />
    </Page>
  )
}
