import { BookingView } from '../../areas/activities/booking/booking-view'
import { Coaches } from '../../areas/views/coach-pages/coach-list'
import { Page } from '../../ui/page'

/** 约课: the booking screen; who has no coach chooses one here. */
export function BookingClassBody() {
  return (
    <Page title="约课" tab wide>
      <BookingView withoutCoach={<Coaches />} />
    </Page>
  )
}
