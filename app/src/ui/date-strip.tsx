import { ScrollView, View } from '@tarojs/components'
import { classNames } from './class-names'
import styles from './date-strip.module.scss'
import { pressable, roving, semantics } from './semantics'

/** One date of the strip, with its texts. */
export type DateStripDay = {
  /** yyyy-mm-dd */
  day: string
  /** 今天, 明天, or the weekday. */
  name: string
  /** m.d */
  date: string
  /** In the corner: 我的 (mine), 约满 or 4 节 (quiet). */
  mark?: { text: string; tone: 'mine' | 'quiet' }
  /** The whole sentence for screen readers, as in 11月22日 周日 可约 58 格. */
  label: string
}

type Props = {
  days: readonly DateStripDay[]
  /** The chosen day. */
  value: string
  onChange: (day: string) => void
}

/** Two weeks in a line: scrolls by day on a phone, fits whole on a desktop. */
export function DateStrip({ days, value, onChange }: Props) {
  return (
    <ScrollView
      className={styles.scroll}
      scrollX
      enhanced
      showScrollbar={false}
      scrollWithAnimation
      scrollIntoView={`at-${value}`}
    >
      <View
        className={styles.days}
        {...semantics({ role: 'radiogroup', label: '选择日期' })}
        {...roving({ keys: days.map(({ day }) => day), value, onChange })}
      >
        {days.map(({ day, name, date, mark, label }) => (
          <View
            key={day}
            className={classNames(styles.day, day === value && styles.on)}
            data-key={day}
            {...pressable({
              id: `day-${day}`,
              role: 'radio',
              checked: day === value,
              label: mark ? `${label} ${mark.text}` : label,
              tabIndex: day === value ? 0 : -1,
              onPress: () => day !== value && onChange(day),
            })}
          >
            <View className={styles.place} id={`at-${day}`} />
            <View className={styles.name}>{name}</View>
            <View className={styles.date}>{date}</View>
            {mark && <View className={classNames(styles.mark, styles[mark.tone])}>{mark.text}</View>}
          </View>
        ))}
      </View>
    </ScrollView>
  )
}
