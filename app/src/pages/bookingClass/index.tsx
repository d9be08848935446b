import { BookingView } from '../../areas/activities/booking/booking-view'
import { Coaches } from '../../areas/views/coach-pages/coach-list'
import { Page } from '../../ui/page'

definePageConfig({ navigationBarTitleText: '约课' })

export default function BookingClassPage() {
  return (
    <Page title="约课" tab wide>
      <BookingView withoutCoach={<Coaches />} />
    </Page>
  )
}
