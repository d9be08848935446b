import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Dot } from '../../../../ui/dot'
import { pressable, semantics } from '../../../../ui/semantics'
import { dayText } from '../../../../ui/time-format'
import { type CoachClass, classStateOf, onlyStudentOf, titleOf } from './coach-class'
import styles from './request-rows.module.scss'
import { StepButton } from './step-button'

type Props = {
  /** The common name of the rows. */
  label: string
  rows: readonly CoachClass[]
  now: Date
  /** Returns the deadline of a row as text. */
  limitOf: (row: CoachClass) => string
}

/**
 * Classes that wait for their coach, below each other. Each shows who, when, where, the deadline, and the next step at
 * one press.
 */
export function RequestRows({ label, rows, now, limitOf }: Props) {
  return (
    <View {...semantics({ role: 'list', label })}>
      {rows.map((row) => (
        <Request key={row.invitation.id} row={row} now={now} left={limitOf(row)} />
      ))}
    </View>
  )
}

function Request({ row, now, left }: { row: CoachClass; now: Date; left: string }) {
  const { invitation } = row
  const { courseDate, beginTimeSlot, endTimeSlot, stadiumName, courtName, initiatorId } = invitation
  const standing = classStateOf(row, now)
  const student = onlyStudentOf(row) ?? { id: initiatorId, avatar: null }
  const day = dayText(courseDate, now)
  const place = `${stadiumName} ${courtName}`
  const label = [titleOf(row), `${day} ${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`, place, left].join('，')
  return (
    <View className={styles.request} {...semantics({ role: 'listitem' })}>
      <View
        className={styles.open}
        hoverClass={styles.pressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(invitation.id)) })}
      />
      <Avatar id={student.id} src={student.avatar} size={40} />
      <View className={styles.words}>
        <View className={styles.title}>{titleOf(row)}</View>
        <View className={styles.when}>
          {day}
          <Dot />
          {whenOf(beginTimeSlot, endTimeSlot)}
        </View>
        <View className={styles.line}>{place}</View>
        <View className={styles.left}>{left}</View>
      </View>
      {standing?.step && (
        <StepButton row={row} step={standing.step} text={standing.step === 'confirm' ? '确认约课' : standing.text} />
      )}
    </View>
  )
}
