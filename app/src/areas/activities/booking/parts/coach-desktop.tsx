import { Card } from '../../../../ui/card'
import { VenuePicture } from '../../../../ui/venue-picture'
import type { CoachBookingActions } from '../coach-booking-actions'
import type { CoachBooking } from '../coach-booking-state'
import type { SheetName } from '../sheet-name'
import { CoachButton } from './coach-bar'
import { CoachMessage, coachCostRows } from './coach-details'
import { courseWord, Faces, shortText, studentNames } from './coach-head'
import { CoachSeats } from './coach-seats'
import { ChosenCard, DesktopFrame, PickLine, PickRow } from './desktop-column'

type Props = {
  booking: CoachBooking
  actions: CoachBookingActions
  isBusy: boolean
  onOpen: (sheet: SheetName) => void
}

/** The left column of a coach's desktop: students, course and venue, and the class with its button. */
export function CoachDesktop({ booking, actions, isBusy, onOpen }: Props) {
  const { venue, course, courses, venues, students } = booking
  return (
    <DesktopFrame>
      <Card>
        <PickRow
          name="学员"
          value={studentNames(booking) ?? '先选学员'}
          note={shortText(booking)}
          lead={<Faces booking={booking} />}
          action={students.length > 0 ? '更换' : '选学员'}
          onPress={() => onOpen('students')}
        />
        <PickLine />
        <PickRow
          name="课程"
          value={course?.courseName ?? courseWord(courses)}
          action={course ? '更换' : courses.data ? '选课程' : '重试'}
          disabled={courses.data ? courses.data.length < (course ? 2 : 1) : !courses.cause}
          onPress={() => (courses.data ? onOpen('course') : courses.refetch())}
        />
        <PickLine />
        <PickRow
          name="场馆"
          value={venue?.name ?? (venues.data ? '暂无场馆' : '')}
          lead={venue && <VenuePicture id={venue.id} src={venue.avatar} size={48} />}
          action="更换"
          disabled={(venues.data?.length ?? 0) < 2}
          onPress={() => onOpen('venue')}
        />
      </Card>
      <ChosenCard
        facts={booking.facts}
        date={booking.date}
        onClear={actions.clear}
        rows={coachCostRows(booking)}
        extras={
          <>
            <CoachSeats booking={booking} actions={actions} />
            <CoachMessage booking={booking} actions={actions} />
          </>
        }
        button={<CoachButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} full />}
      />
    </DesktopFrame>
  )
}
