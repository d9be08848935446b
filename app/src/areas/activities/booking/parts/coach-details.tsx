import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { Sheet } from '../../../../ui/sheet'
import { dateAndWeekday } from '../../../../ui/time-format'
import type { CoachBookingActions } from '../coach-booking-actions'
import type { CoachBooking } from '../coach-booking-state'
import { seatsOf } from '../coach-draft'
import type { SheetName } from '../sheet-name'
import { MessageField, seatRows } from './booking-details'
import styles from './booking-details.module.scss'
import { CoachButton } from './coach-bar'
import { hoursOf } from './coach-head'

type Props = { booking: CoachBooking; actions: CoachBookingActions }
type SheetProps = Props & {
  isBusy: boolean
  open: boolean
  onOpen: (sheet: SheetName) => void
  onClose: () => void
}

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
      <View className={styles.body}>
        <KeyValues
          rows={[
            { name: '时间', value: <Facts>{[dateAndWeekday(date), facts.chosen ?? '']}</Facts> },
            { name: '场馆', value: venue?.name ?? '' },
            { name: '课程', value: course?.courseName ?? '' },
            ...seatRows(course?.maxParticipants, (max) => seatsOf(booking.draft, max)),
            ...coachCostRows(booking),
          ]}
        />
        <View className={styles.extras}>
          <CoachMessage booking={booking} actions={actions} />
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
    const hours = hoursOf(student, input)
    if (!hours) continue
    rows.push({
      name: student.nickname,
      value: <View className={classNames(hours.isShort && styles.wait)}>{hours.text}</View>,
    })
  }
  if (facts.collisions) rows.push({ name: '让出', value: <View className={styles.wait}>{facts.collisions}</View> })
  return rows
}

/** The field for a message to the students. */
export function CoachMessage({ booking: { draft }, actions }: Props) {
  return (
    <MessageField
      label="给学员留言（选填）"
      placeholder="例如：带好两支球拍"
      value={draft.messageToPlayers}
      onInput={actions.setMessage}
    />
  )
}
