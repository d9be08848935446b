import { HALF_HOURS_PER_DAY, type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from './time-sheet.module.scss'

type Props = {
  title: string
  open: boolean
  value: HalfHour
  /** The other end of the span, which cannot be chosen here. */
  other: HalfHour
  onChoose: (halfHour: HalfHour) => void
  onClose: () => void
}

const HALF_HOURS = Array.from({ length: HALF_HOURS_PER_DAY }, (_, halfHour) => halfHour)

/** Chooses a half-hour of the day by one press. */
export function TimeSheet({ title, open, value, other, onChoose, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <View className={styles.times} {...semantics({ role: 'radiogroup', label: title })}>
        {HALF_HOURS.map((halfHour) => (
          <View
            key={halfHour}
            className={classNames(styles.time, halfHour === value && styles.on, halfHour === other && styles.disabled)}
            {...pressable({
              role: 'radio',
              checked: halfHour === value,
              disabled: halfHour === other,
              onPress: () => onChoose(halfHour),
            })}
          >
            {timeOf(halfHour)}
          </View>
        ))}
      </View>
    </Sheet>
  )
}
