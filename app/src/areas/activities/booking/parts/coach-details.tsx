import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dateAndWeekday } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { memo } from 'react'
import { classNames } from '../../../../ui/class-names'
import { Dot, Facts } from '../../../../ui/dot'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { Sheet } from '../../../../ui/sheet'
import { type SheetName, shortText, studentHours } from '../booking-summary'
import type { CoachBooking, CoachBookingActions } from '../coach-booking'
import { seatsOf } from '../coach-draft'
import { fewestSeats, isStated } from '../draft'
import { CostLine, SeatsRow, SlotBar, StatedFields, SubmitButton, seatRows, Warning } from './booking-frames'
import styles from './sheets.module.scss'

/** What the parts of a coach's screen share. */
export type CoachProps = {
  booking: CoachBooking
  actions: CoachBookingActions
  isBusy: boolean
  onOpen: (sheet: SheetName) => void
}

/** The coach's bar: what the run costs each student, who cannot pay, and the button. */
export const CoachBar = memo(function CoachBar({ booking, actions, isBusy, onOpen }: CoachProps) {
  const { facts, date, course } = booking
  const words = isStated(booking.draft.stated) ? '已写留言' : '给学员留言'
  return (
    <SlotBar
      facts={facts}
      date={date}
      onClear={actions.clear}
      seats={course && course.maxParticipants > 1 && <CoachSeats booking={booking} actions={actions} />}
      cost={course && <Cost booking={booking} />}
      details={{ words, label: `约课详情，${words}`, onOpen: () => onOpen('details') }}
      button={<CoachButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />}
    />
  )
})

/** The button: 确认约课, or 保存修改 where a class is edited. It sends what it shows. */
export function CoachButton({ booking, actions, ...rest }: CoachProps & { full?: boolean }) {
  const text = booking.draft.edited ? '保存修改' : '确认约课'
  return (
    <SubmitButton
      facts={booking.facts}
      text={text}
      onPress={() => actions.submit(booking)}
      onTaken={booking.showTaken}
      {...rest}
    />
  )
}

function Cost({ booking }: { booking: CoachBooking }) {
  const short = shortText(booking.students, booking.input)
  return (
    <CostLine before="每人消耗" number={lessonHoursText(booking.facts.consumedSessions)}>
      {short && (
        <>
          <Dot />
          <Warning>{short}</Warning>
        </>
      )}
    </CostLine>
  )
}

type Props = Pick<CoachProps, 'booking' | 'actions'>
type SheetProps = CoachProps & { open: boolean; onClose: () => void }

/** Shows the whole class before it is made: where, when, who, cost for each student, seats, and a message. */
export function CoachDetailsSheet({ booking, actions, isBusy, open, onOpen, onClose }: SheetProps) {
  const { venue, course, date, facts } = booking
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="约课详情"
      foot={<CoachButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} full />}
    >
      <View className="in-0-8">
        <KeyValues
          rows={[
            { name: '时间', value: <Facts>{[dateAndWeekday(date), facts.chosen ?? '']}</Facts> },
            { name: '场馆', value: venue?.name ?? '' },
            { name: '课程', value: course?.courseName ?? '' },
            ...seatRows(course?.maxParticipants, (max) => seatsOf(booking.draft, max)),
            ...coachCostRows(booking),
          ]}
        />
        <View className="mt-12">
          <StatedByCoachFields booking={booking} actions={actions} />
        </View>
      </View>
    </Sheet>
  )
}

/** Returns the rows for what the class costs each student, and what each of them has. */
export function coachCostRows({ facts, course, students, input }: CoachBooking): KeyValue[] {
  const rows: KeyValue[] = []
  if (facts.chosen !== undefined && course) {
    const value = <View className={styles.strong}>{`${lessonHoursText(facts.consumedSessions)} 课时`}</View>
    rows.push({ name: '每人消耗', value })
  }
  for (const student of students) {
    const hours = studentHours(student, input)
    if (!hours) continue
    rows.push({
      name: student.nickname,
      value: <View className={classNames(hours.isShort && styles.soon)}>{hours.text}</View>,
    })
  }
  if (facts.collisions) rows.push({ name: '让出', value: <View className={styles.soon}>{facts.collisions}</View> })
  return rows
}

const TO_STUDENTS = { label: '给学员留言（选填）', placeholder: '例如：带好两支球拍' }

/** What a coach states about the class: a message to the students. */
export function StatedByCoachFields({ booking: { draft }, actions }: Props) {
  return <StatedFields stated={draft.stated} onChange={actions.setStated} toPlayers={TO_STUDENTS} />
}

/** Chooses the number of seats, where the course has more than one. */
export function CoachSeats({ booking: { course, draft }, actions }: Props) {
  const max = course?.maxParticipants ?? 1
  if (max < 2) return null
  return (
    <SeatsRow
      label="上课人数"
      value={seatsOf(draft, max)}
      min={Math.max(fewestSeats(draft), draft.students.length)}
      max={max}
      onChange={actions.setParticipants}
    />
  )
}
