import type { Elsewhere } from '@paidang/api/areas/activities/classes'
import { View } from '@tarojs/components'
import { memo, useCallback, useEffect, useState } from 'react'
import { useWide } from '../../../platform/environment'
import { Avatar } from '../../../ui/avatar'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { useSkeleton } from '../../../ui/skeleton'
import { VenuePicture } from '../../../ui/venue-picture'
import { nextFreeDay } from '../../time/schedule/strip-days'
import { AfterPress, useAfterPress } from './after-press'
import { type SheetName, shortText } from './booking-summary'
import styles from './booking-view.module.scss'
import { type CoachBooking, useCoachBooking, useCoachBookingActions } from './coach-booking'
import { ElsewhereChoices } from './elsewhere'
import {
  BookingSkeleton,
  ChosenCard,
  DesktopFrame,
  FoldedLine,
  PickCard,
  PickLine,
  PickRow,
} from './parts/booking-frames'
import {
  CoachBar,
  CoachButton,
  CoachDetailsSheet,
  type CoachProps,
  CoachSeats,
  coachCostRows,
  StatedByCoachFields,
} from './parts/coach-details'
import { CourseSheet, StudentSheet } from './parts/coach-sheets'
import { DayPanel } from './parts/day-panel'
import { ClashSheet, VenueSheet } from './parts/shared-sheets'

/** What 允许冲突 means for a coach. */
const OWN_TIME_YIELDS = '我的不可约时段让出'

/**
 * Books a class for a coach's students, or edits a class that the coach made. It shows students, course, venue and
 * half-hours of a court.
 */
export function CoachBookingView() {
  const booking = useCoachBooking()
  const { actions, pulses, isBusy, lost } = useCoachBookingActions(booking)
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
      <Sheets
        booking={booking}
        actions={actions}
        isBusy={isBusy}
        lost={lost}
        sheet={sheet}
        onOpen={setSheet}
        onClose={close}
      />
    </>
  )
}

/** `pulses` is the number of presses that 允许冲突 would have allowed. */
type LayoutProps = CoachProps & { pulses: number }

function Phone({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  const [isFolded, setIsFolded] = useState(false)
  return (
    <>
      <AfterPress booking={booking}>
        {(settled) =>
          isFolded ? (
            <CoachFoldedHead booking={settled} onUnfold={() => setIsFolded(false)} />
          ) : (
            <CoachHeadCards booking={settled} onOpen={onOpen} />
          )
        }
      </AfterPress>
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
      <AfterPress booking={booking}>
        {(settled) => <CoachBar booking={settled} actions={actions} isBusy={isBusy} onOpen={onOpen} />}
      </AfterPress>
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

type SheetsProps = CoachProps & {
  lost: Elsewhere | undefined
  sheet: SheetName | undefined
  onClose: () => void
}

/** The same empty list each time, so that closed sheets do not render again. */
const NONE: never[] = []

/** Closed sheets follow a press later. An open one has fields, which keep up with the fingers. */
function Sheets(props: SheetsProps) {
  const { booking, sheet } = props
  const settled = useAfterPress(booking)
  return <SheetsOf {...props} booking={sheet || booking.clash ? booking : settled} />
}

const SheetsOf = memo(function SheetsOf({ booking, actions, isBusy, lost, sheet, onOpen, onClose }: SheetsProps) {
  const { userId, venues, venue, courses, course, students, draft, slots, input, clash, date, marks } = booking
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
      >
        {clash && !draft.edited && (
          <ElsewhereChoices
            clash={clash}
            wished={
              course && venue && students.length > 0
                ? {
                    coachId: userId,
                    courseDesignId: course.id,
                    stadiumId: venue.id,
                    studentIds: students.map(({ id }) => id),
                  }
                : undefined
            }
            courts={venue?.courts ?? NONE}
            courseDate={date}
            lost={lost}
            onChoose={actions.bookElsewhere}
          />
        )}
      </ClashSheet>
    </>
  )
})

/** Number of faces that are shown; the names cover the rest. */
const FACES = 3

/** Students, course and venue as cards that open their sheets. */
const CoachHeadCards = memo(function CoachHeadCards({ booking, onOpen }: Pick<CoachProps, 'booking' | 'onOpen'>) {
  const { venue, course, courses, venues, students, input } = booking
  return (
    <View className="col-8 keep in-8-0">
      <PickCard
        name="学员"
        value={studentNames(booking) ?? '先选学员'}
        lead={<Faces booking={booking} />}
        note={shortText(students, input)}
        onPress={() => onOpen('students')}
      />
      <View className={styles.coachPicks}>
        <PickCard
          name="课程"
          value={course?.courseName ?? courseWord(courses)}
          note={courses.cause && !courses.data ? '点按重试' : undefined}
          disabled={!courses.cause && !courses.data?.length}
          onPress={() => (courses.data ? onOpen('course') : courses.refetch())}
        />
        <PickCard
          name="场馆"
          value={venue?.name ?? (venues.data ? '暂无场馆' : '')}
          disabled={!venues.data?.length}
          onPress={() => onOpen('venue')}
        />
      </View>
    </View>
  )
})

/** The same in one line, which leaves more room for the grid. */
function CoachFoldedHead({ booking, onUnfold }: { booking: CoachBooking; onUnfold: () => void }) {
  const { course, courses, venue, students, input } = booking
  return (
    <FoldedLine
      lead={<Faces booking={booking} />}
      title={[studentNames(booking) ?? '先选学员', venue?.name ?? '']}
      note={shortText(students, input) ?? course?.courseName ?? courseWord(courses)}
      onUnfold={onUnfold}
    />
  )
}

/** The faces of the first students, or a placeholder before any is chosen. */
function Faces({ booking: { students } }: { booking: CoachBooking }) {
  if (students.length === 0) {
    return (
      <View className={classNames(styles.nobody, 'centre keep brand')}>
        <Icon name="person" size={20} />
      </View>
    )
  }
  return (
    <View className={styles.faces}>
      {students.slice(0, FACES).map(({ id, avatar }) => (
        <View key={id} className={styles.face}>
          <Avatar id={id} src={avatar} size={students.length > 1 ? 32 : 40} />
        </View>
      ))}
    </View>
  )
}

/** Returns 林知夏、许念安 等 4 人; undefined while nobody is chosen. */
function studentNames({ students }: Pick<CoachBooking, 'students'>): string | undefined {
  if (students.length === 0) return undefined
  const names = students.slice(0, FACES).map(({ nickname }) => nickname)
  return `${names.join('、')}${students.length > FACES ? ` 等 ${students.length} 人` : ''}`
}

/** Returns the text in place of the course while none is chosen. */
function courseWord({ data, cause }: CoachBooking['courses']): string {
  if (cause && !data) return cause
  return data?.length === 0 ? '还没有教授的课程' : '先选课程'
}

/** The left column of a coach's desktop: students, course and venue, and the class with its button. */
function CoachDesktop({ booking, actions, isBusy, onOpen }: CoachProps) {
  const { venue, course, courses, venues, students, input } = booking
  return (
    <DesktopFrame>
      <Card>
        <PickRow
          name="学员"
          value={studentNames(booking) ?? '先选学员'}
          note={shortText(students, input)}
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
            <StatedByCoachFields booking={booking} actions={actions} />
          </>
        }
        button={<CoachButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} full />}
      />
    </DesktopFrame>
  )
}
