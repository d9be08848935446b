import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Avatar } from '../../../ui/avatar'
import { Dot } from '../../../ui/dot'
import { pressable, semantics } from '../../../ui/semantics'
import { dayText, remainingText } from '../../classes/class-times'
import { type CoachClass, onlyStudentOf, standingOf, titleOf } from './coach-class'
import styles from './request-rows.module.scss'
import { StepButton } from './step-button'

/** Requests one under the other: who, when and where, until when, and 确认约课 in one press. */
export function RequestRows({ rows, now }: { rows: readonly CoachClass[]; now: Date }) {
  return (
    <View {...semantics({ role: 'list', label: '待我确认' })}>
      {rows.map((row) => (
        <Request key={row.invitation.id} row={row} now={now} />
      ))}
    </View>
  )
}

function Request({ row, now }: { row: CoachClass; now: Date }) {
  const { invitation } = row
  const { courseDate, beginTimeSlot, endTimeSlot, stadiumName, courtName, expiresAt, initiatorId } = invitation
  const standing = standingOf(row, now)
  const student = onlyStudentOf(row) ?? { id: initiatorId, avatar: null }
  const day = dayText(courseDate, now)
  const place = `${stadiumName} ${courtName}`
  const left = `${remainingText(now, expiresAt)}内答复`
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
