import { View } from '@tarojs/components'
import { useCallback, useEffect, useState } from 'react'
import { useWide } from '../../../platform/environment'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { useSkeleton } from '../../../ui/skeleton'
import { nextFreeDay } from '../../time/schedule/strip-days'
import styles from './booking-view.module.scss'
import { type CoachBookingActions, useCoachBookingActions } from './coach-booking-actions'
import { type CoachBooking, useCoachBooking } from './coach-booking-state'
import { BookingSkeleton } from './parts/booking-skeleton'
import { ClashSheet } from './parts/clash-sheet'
import { CoachBar } from './parts/coach-bar'
import { CoachDesktop } from './parts/coach-desktop'
import { CoachDetailsSheet } from './parts/coach-details'
import { CoachFoldedHead, CoachHeadCards } from './parts/coach-head'
import { CourseSheet } from './parts/course-sheet'
import { DayPanel } from './parts/day-panel'
import { StudentSheet } from './parts/student-sheet'
import { VenueSheet } from './parts/venue-sheet'
import type { SheetName } from './sheet-name'

/** What 允许冲突 means for a coach. */
const OWN_TIME_YIELDS = '我的不可约时段让出'

/**
 * Books a class for a coach's students, or edits a class that the coach made. It shows students, course, venue and
 * half-hours of a court.
 */
export function CoachBookingView() {
  const booking = useCoachBooking()
  const { actions, pulses, isBusy } = useCoachBookingActions(booking)
  const isWide = useWide()
  const [sheet, setSheet] = useState<SheetName>()
  const close = useCallback(() => setSheet(undefined), [])
  const { venues, clash } = booking
  // The clash sheet replaces the sheet from which the booking was sent.
  useEffect(() => {
    if (clash) close()
  }, [clash, close])
  const showsSkeleton = useSkeleton(venues.isPending)

  if (venues.cause && !venues.data) {
    return (
      <View className={styles.whole}>
        <ErrorBlock
          title="场馆没有取到"
          cause={venues.cause}
          onRetry={() => venues.refetch()}
          busy={venues.isFetching}
        />
      </View>
    )
  }
  if (!venues.data || showsSkeleton) {
    return <View className={styles.whole}>{showsSkeleton && <BookingSkeleton />}</View>
  }
  const Layout = isWide ? Desk : Phone
  return (
    <>
      <Layout booking={booking} actions={actions} pulses={pulses} isBusy={isBusy} onOpen={setSheet} />
      <Sheets booking={booking} actions={actions} isBusy={isBusy} sheet={sheet} onOpen={setSheet} onClose={close} />
    </>
  )
}

type LayoutProps = {
  booking: CoachBooking
  actions: CoachBookingActions
  /** Number of presses that 允许冲突 would have allowed. */
  pulses: number
  /** The booking is being sent. */
  isBusy: boolean
  onOpen: (sheet: SheetName) => void
}

function Phone({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  const [isFolded, setIsFolded] = useState(false)
  return (
    <>
      {isFolded ? (
        <CoachFoldedHead booking={booking} onUnfold={() => setIsFolded(false)} />
      ) : (
        <CoachHeadCards booking={booking} onOpen={onOpen} />
      )}
      <View className={isFolded ? styles.panelBelowLine : styles.panel}>
        <DayPanel
          booking={booking}
          actions={actions}
          pulses={pulses}
          conflictText={OWN_TIME_YIELDS}
          onDragged={() => setIsFolded(true)}
        >
          <NoVenue waiting={booking.venues.waiting} />
        </DayPanel>
      </View>
      <CoachBar booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />
    </>
  )
}

function Desk({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  return (
    <>
      <CoachDesktop booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />
      <View className={styles.right}>
        <DayPanel booking={booking} actions={actions} pulses={pulses} conflictText={OWN_TIME_YIELDS} wide>
          <NoVenue waiting={booking.venues.waiting} />
        </DayPanel>
      </View>
    </>
  )
}

/** Shown to a coach without a venue: the coach cannot teach anywhere yet. */
function NoVenue({ waiting: [first] }: { waiting: readonly string[] }) {
  if (first !== undefined) {
    return <Empty title={`${first} 平台审核中`} line="审核通过后，就能在这里替学员约课" compact />
  }
  return <Empty title="还没有关联的场馆" line="关联场馆并通过审核后，就能在这里替学员约课" compact />
}

type SheetsProps = Omit<LayoutProps, 'pulses'> & {
  sheet: SheetName | undefined
  onClose: () => void
}

/** The same empty list each time, so that closed sheets do not render again. */
const NONE: never[] = []

function Sheets({ booking, actions, isBusy, sheet, onOpen, onClose }: SheetsProps) {
  const { venues, venue, courses, course, students, draft, slots, input, clash, date, marks } = booking
  return (
    <>
      <StudentSheet
        open={sheet === 'students'}
        chosen={students}
        maxParticipants={course?.maxParticipants}
        input={input}
        onChoose={actions.chooseStudents}
        onClose={onClose}
      />
      <CourseSheet
        open={sheet === 'course'}
        courses={courses.data ?? NONE}
        chosenId={draft.courseId}
        onChoose={actions.chooseCourse}
        onClose={onClose}
      />
      <VenueSheet
        open={sheet === 'venue'}
        venues={venues.data ?? NONE}
        chosenId={draft.stadiumId}
        hasSlots={slots.length > 0}
        onChoose={actions.chooseStadium}
        onClose={onClose}
      />
      <CoachDetailsSheet
        open={sheet === 'details'}
        booking={booking}
        actions={actions}
        isBusy={isBusy}
        onOpen={onOpen}
        onClose={onClose}
      />
      <ClashSheet
        clash={clash}
        courts={venue?.courts ?? NONE}
        nextDay={nextFreeDay(date, marks.data ?? NONE)}
        onChoose={actions.takeAlternative}
        onChooseDay={actions.leaveDay}
        onClose={actions.closeClash}
      />
    </>
  )
}
