import type { CoachLock } from '@paidang/api/areas/locks'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { classNames } from '../../../../ui/class-names'
import { Dot } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import styles from './board-block.module.scss'
import { type ClassState, type CoachClass, factsOf, onlyStudentOf, titleOf } from './coach-class'
import { StepButton } from './step-button'

/** A longer lock has its name at the top, because its middle may be off the screen. */
const TALL_SLOTS = 8

type ClassProps = {
  row: CoachClass
  standing: ClassState
  /** The length in half-hours. A single one has space for one line. */
  slots: number
  /** It is beside another block. */
  isNarrow: boolean
}

/** A class on the board. It opens its booking view, and offers its one next step. */
export function ClassBlock({ row, standing, slots, isNarrow }: ClassProps) {
  const { invitation } = row
  const { beginTimeSlot, endTimeSlot } = invitation
  const student = onlyStudentOf(row)
  const title = titleOf(row)
  const [place = '', course] = factsOf(row)
  const isLow = slots === 1
  const span = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
  const status = standing.step ? `待${standing.text}` : standing.text
  const label = [span, title, place, course, status].filter(Boolean).join('，')
  return (
    <View className={classNames(styles.block, styles[standing.look], isLow && styles.low, isNarrow && styles.narrow)}>
      <View
        className={styles.open}
        hoverClass={styles.pressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(invitation.id)) })}
      />
      {student && !isLow && !isNarrow && <Avatar id={student.id} src={student.avatar} size={32} />}
      <View className={styles.words}>
        <View className={styles.title}>{title}</View>
        {!isLow && <BlockFacts place={place} course={course} />}
      </View>
      {standing.step ? (
        <StepButton row={row} step={standing.step} text={standing.text} isLow={isLow} />
      ) : (
        <View className={styles.state}>
          <Icon name={standing.icon} size={12} />
          <View className={styles.stateText}>{standing.text}</View>
        </View>
      )}
    </View>
  )
}

/** The place, and the course where it fits completely. */
function BlockFacts({ place, course }: { place: string; course: string | undefined }) {
  return (
    <View className={styles.facts}>
      <View className={styles.fact}>{place}</View>
      {course && (
        <View className={styles.fact}>
          <Dot />
          {course}
        </View>
      )}
    </View>
  )
}

/** A lock of the coach's own time. A press offers to remove it. */
export function LockBlock({ lock, onPress }: { lock: CoachLock; onPress: (lock: CoachLock) => void }) {
  const { beginTimeSlot, endTimeSlot, reason } = lock
  const slots = endTimeSlot - beginTimeSlot
  const label = [`${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`, '不可约', reason].filter(Boolean).join('，')
  return (
    <View
      className={classNames(styles.block, styles.lock, slots === 1 && styles.low, slots > TALL_SLOTS && styles.tall)}
      {...pressable({ label, popup: 'menu', onPress: () => onPress(lock) })}
    >
      <View className={styles.words}>
        <View className={styles.title}>不可约</View>
        {reason !== '' && slots > 1 && <View className={styles.reason}>{reason}</View>}
      </View>
      <Icon name="lock" size={16} />
    </View>
  )
}
