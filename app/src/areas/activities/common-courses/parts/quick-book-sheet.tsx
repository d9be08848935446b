import { bookCommonCourse, type CourseOffer } from '@paidang/api/areas/activities/common-courses'
import type { CommonCourse } from '@paidang/api/areas/places/companies'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import type { Venue } from '@paidang/api/areas/places/venues'
import type { Input } from '@paidang/api/endpoint'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { matrixOf } from '@paidang/domain/areas/time/schedule/matrix'
import type { BookingGrid } from '@paidang/domain/areas/time/schedule/selection'
import { type Day, dateAndWeekday, dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, MINUTES_PER_HALF_HOUR, timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingClassPath, bookingViewPath } from '../../../../paths'
import { CATALOGUE_KEY, SCHEDULE_KEY } from '../../../../platform/cache-keys'
import { goTo } from '../../../../platform/navigate'
import { currentSession } from '../../../../platform/session'
import { useMinute } from '../../../../platform/use-minute'
import { useWrite } from '../../../../platform/write'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { DateStrip } from '../../../../ui/date-strip'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { useCourtStatus, useDayMarks } from '../../../time/schedule/court-status-data'
import { nextFreeDay, stripDaysOf } from '../../../time/schedule/strip-days'
import { useMyCoaches } from '../../booking/coaches-data'
import { choiceOf, draftOf, EMPTY_DRAFT, withCoach } from '../../booking/draft'
import { currentDraft, endEditing, saveDraft, visitBookingSide } from '../../booking/draft-store'
import styles from '../common-courses-view.module.scss'

type Props = { course: CommonCourse; offer: CourseOffer; onClose: () => void }

/**
 * 快速预约: the free venues and times of the coach for one class of the course. One press books it, with or without a
 * contract.
 */
export function QuickBookSheet({ course, offer, onClose }: Props) {
  const coaches = useMyCoaches()
  const coach = coaches.data?.find(({ coach: { id } }) => id === offer.coachId)
  if (coach?.stadiums[0]) {
    return <Choosing course={course} offer={offer} coach={coach} firstVenue={coach.stadiums[0]} onClose={onClose} />
  }
  return (
    <Sheet open onClose={onClose} title={`约 ${offer.coachName}`}>
      {coaches.cause && !coaches.data && (
        <ErrorBlock
          compact
          title="教练没有取到"
          cause={coaches.cause}
          onRetry={() => coaches.refetch()}
          busy={coaches.isFetching}
        />
      )}
      {!coaches.data && !coaches.cause && <Loading />}
      {coaches.data && <Empty compact title="这位教练还没有场馆" line="等教练关联场馆后再约，或换一位教练" />}
    </Sheet>
  )
}

type ChoosingProps = Props & { coach: CoachRecord; firstVenue: Venue }

function Choosing({ course, offer, coach, firstVenue, onClose }: ChoosingProps) {
  const [venueId, setVenueId] = useState(firstVenue.id)
  const [chosenDay, setChosenDay] = useState<Day>()
  const [chosen, setChosen] = useState<FreeTime>()
  const now = useMinute()
  const today = dayOf(now)
  const venue = coach.stadiums.find(({ id }) => id === venueId) ?? firstVenue
  const place = { coachId: offer.coachId, stadiumId: venue.id }
  const marks = useDayMarks(place, true)
  const isTodayFull = marks.data?.find(({ date }) => date === today)?.freeCells === 0
  const date = chosenDay ?? ((isTodayFull && nextFreeDay(today, marks.data ?? [])) || today)
  const status = useCourtStatus({ ...place, date }, true)
  const book = useBookCommonCourse()

  const length = halfHoursOf(offer.sessionDuration)
  const { courts, firstStart, lastStart } = venue
  const times = status.data && freeTimesOf({ courts, firstStart, lastStart, date, grid: status.data, now }, length)
  // A time that was taken meanwhile cannot be chosen any more.
  const time = times?.find(({ beginTimeSlot }) => beginTimeSlot === chosen?.beginTimeSlot)
  const again =
    <Chosen,>(set: (value: Chosen) => void) =>
    (value: Chosen) => {
      set(value)
      setChosen(undefined)
    }
  const send = () => {
    if (!time) return
    const { beginTimeSlot, endTimeSlot, courtIndex: selectedCourt } = time
    book.act(
      {
        commonCourseId: course.id,
        courseDesignPrice: offer.pricePerSession,
        ...place,
        selectedCourt,
        courseDate: date,
        beginTimeSlot,
        endTimeSlot,
      },
      {
        onDone: ({ id }) => {
          onClose()
          goTo(bookingViewPath(id))
        },
        onRefused: () => setChosen(undefined),
      },
    )
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={`约 ${offer.coachName}`}
      foot={
        <>
          <View className={styles.summary} {...semantics({ live: 'polite' })}>
            {time ? (
              <>
                <View className={styles.when}>
                  <Facts>
                    {dateAndWeekday(date)}
                    {whenOf(time.beginTimeSlot, time.endTimeSlot)}
                    {courts[time.courtIndex]?.name ?? time.courtCode}
                  </Facts>
                </View>
                <View className="t-sub muted">
                  {costText(offer, consumedSessionsOf(time.beginTimeSlot, time.endTimeSlot, offer.sessionDuration))}
                </View>
              </>
            ) : (
              <View className="t-sub muted">选一个开始时间，场地为您留好</View>
            )}
          </View>
          <Button full busy={book.isPending} disabled={!time} onPress={send}>
            提交预约
          </Button>
        </>
      }
    >
      <View className="in-0-12 t-sub muted">
        <Facts>{[course.courseName, ...courseText(offer), offer.companyName]}</Facts>
      </View>
      <View className={styles.chips} {...semantics({ role: 'group', label: '场馆' })}>
        {coach.stadiums.map(({ id, name }) => (
          <Chip key={id} onCard on={id === venue.id} onPress={() => again(setVenueId)(id)}>
            {name}
          </Chip>
        ))}
      </View>
      <DateStrip days={stripDaysOf(today, marks.data)} value={date} onChange={again(setChosenDay)} />
      {status.cause && !status.data && (
        <ErrorBlock
          compact
          title="时间没有取到"
          cause={status.cause}
          onRetry={() => status.refetch()}
          busy={status.isFetching}
        />
      )}
      {!times && !status.cause && <Loading />}
      {times?.length === 0 && (
        <View className={classNames(styles.nothing, 't-sub muted t-centre')}>
          当天没有合适的时间，换个日期或场馆看看
        </View>
      )}
      <View className={styles.times} {...semantics({ role: 'group', label: '开始时间' })}>
        {times?.map((one) => (
          <Chip key={one.beginTimeSlot} onCard on={one === time} onPress={() => setChosen(one)}>
            {timeOf(one.beginTimeSlot)}
          </Chip>
        ))}
      </View>
      {offer.availableSessions > 0 && (
        <View className="in-0-12">
          <Button
            kind="plain"
            size="s"
            onPress={() => openBooking(coach, { id: offer.courseDesignId, name: course.courseName })}
          >
            自选场地和时长
          </Button>
        </View>
      )}
    </Sheet>
  )
}

function Loading() {
  return (
    <View className="in-12-12">
      <SkeletonGroup>
        <Skeleton height={32} radius={16} />
        <Skeleton height={32} radius={16} />
      </SkeletonGroup>
    </View>
  )
}

/** What a booking changes: grids and marks, contract hours, lists of classes, home, messages, the calendar. */
const CHANGED = [SCHEDULE_KEY, ['contracts'], ['classes'], ['home'], ['messages'], ['calendar'], CATALOGUE_KEY]

/** Books a class of the catalogue with one of its coaches. */
function useBookCommonCourse() {
  return useWrite(bookCommonCourse, {
    stale: CHANGED,
    input: (body: Input<typeof bookCommonCourse>['body']) => ({ body }),
  })
}

/** A course of the catalogue in one line: 60 分钟, 一对一. The price is next to it. */
export function courseText({
  sessionDuration,
  maxParticipants,
}: Pick<CommonCourse, 'sessionDuration' | 'maxParticipants'>): string[] {
  return [`${sessionDuration} 分钟`, maxParticipants > 1 ? `最多 ${maxParticipants} 人` : '一对一']
}

/** The price of a lesson hour, in fen. */
export const priceText = (pricePerSession: number): string => `¥${yuanOf(pricePerSession)}/课时`

/** The cost of a class, shown before the booking: hours of a contract, or that a contract is needed first. */
function costText({ availableSessions, pricePerSession }: CourseOffer, consumedSessions: number): string {
  const hours = lessonHoursText(consumedSessions)
  if (availableSessions >= consumedSessions) {
    return `预占 ${hours} 课时，约后可用 ${lessonHoursText(availableSessions - consumedSessions)} 课时`
  }
  return `本次 ${hours} 课时，${priceText(pricePerSession)}；课时不足，教练会先与您缔约再确认`
}

/** A run of half-hours on the first court that is free throughout. */
type FreeTime = { beginTimeSlot: HalfHour; endTimeSlot: HalfHour; courtCode: string; courtIndex: number }

type DayGrid = Pick<BookingGrid, 'courts' | 'firstStart' | 'lastStart' | 'date' | 'grid' | 'now'>

/** How many half-hours one class of a course takes. Sessions are whole half-hours. */
export const halfHoursOf = (sessionDuration: number): number => Math.max(1, sessionDuration / MINUTES_PER_HALF_HOUR)

/**
 * The possible begins of a class with this many half-hours on a day. Past ones are left out; each has the first court
 * that is free until its end.
 * Source: specification §3 "Matrix cell"
 */
export function freeTimesOf(day: DayGrid, length: number): FreeTime[] {
  const rows = matrixOf({ ...day, selection: [] })
  const isFree = (row: number, column: number) => {
    const cell = rows[row]?.cells[column]
    return cell !== undefined && cell.courtStatus === 'AVAILABLE' && !cell.isPast
  }
  const runs = Array.from({ length }, (_, offset) => offset)
  return rows.flatMap(({ timeIndex }, row): FreeTime[] => {
    const courtIndex = day.courts.findIndex((_, column) => runs.every((offset) => isFree(row + offset, column)))
    const court = day.courts[courtIndex]
    if (!court) return []
    return [{ beginTimeSlot: timeIndex, endTimeSlot: timeIndex + length, courtCode: court.courtCode, courtIndex }]
  })
}

/**
 * Opens the booking tab with this coach and the contract for this course. There the player can choose another court, a
 * longer class, or company.
 */
function openBooking(coach: CoachRecord, course: { id: string; name: string }): Promise<void> {
  endEditing()
  visitBookingSide('self')
  const draft = draftOf(currentDraft(), currentSession().userId ?? '', EMPTY_DRAFT)
  saveDraft({ ...withCoach(draft, choiceOf(coach)).draft, contractId: null, pendingCourse: course })
  return goTo(bookingClassPath())
}
