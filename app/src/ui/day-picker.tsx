import { type Day, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { classNames } from './class-names'
import styles from './day-picker.module.scss'
import { Icon } from './icon'
import { addMonths, monthOf, monthText, weeksOf } from './month-days'
import { pressable, roving, semantics } from './semantics'

type Props = {
  /** The chosen day; empty without a choice, which needs a `min` to begin at. */
  value: Day
  /** The first and the last selectable day; without them every day. */
  min?: Day
  max?: Day
  /** The meaning of the day, for screen readers. */
  label: string
  onChange: (day: Day) => void
}

/** Chooses one day from a month view. */
export function DayPicker({ value, min = '', max = '9', label, onChange }: Props) {
  const [month, setMonth] = useState(monthOf(value || min))
  const weeks = weeksOf(month)
  const days = weeks.flat().filter((day): day is Day => day !== null && min <= day && day <= max)
  const inTabOrder = days.includes(value) ? value : days[0]
  const isFirst = min !== '' && month <= monthOf(min)
  const isLast = month >= monthOf(max)
  const isOff = (day: Day) => day < min || day > max
  return (
    <View className={styles.picker}>
      <View className={styles.head}>
        <View
          className={classNames(styles.turn, isFirst && styles.off)}
          {...pressable({ label: '上个月', disabled: isFirst, onPress: () => setMonth(addMonths(month, -1)) })}
        >
          <Icon name="back" size={18} />
        </View>
        <View className={styles.month} {...semantics({ live: 'polite' })}>
          {monthText(month)}
        </View>
        <View
          className={classNames(styles.turn, isLast && styles.off)}
          {...pressable({ label: '下个月', disabled: isLast, onPress: () => setMonth(addMonths(month, 1)) })}
        >
          <Icon name="chevron-right" size={18} />
        </View>
      </View>
      <View className={styles.week} {...semantics({ hidden: true })}>
        {WEEKDAY_NAMES.map((name) => (
          <View key={name} className={styles.weekday}>
            {name.slice(1)}
          </View>
        ))}
      </View>
      <View
        {...semantics({ role: 'radiogroup', label })}
        {...roving({ keys: days, value: inTabOrder ?? '', onChange })}
      >
        {weeks.map((week) => (
          <View key={week.find((day) => day !== null) ?? month} className={styles.week}>
            {week.map((day, at) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: empty corners are alike.
                <View key={at} className={styles.day} />
              ) : (
                <View
                  key={day}
                  className={classNames(styles.day, day === value && styles.on, isOff(day) && styles.off)}
                  data-key={day}
                  {...pressable({
                    role: 'radio',
                    checked: day === value,
                    disabled: isOff(day),
                    label: `${monthText(month)} ${Number(day.slice(8))} 日`,
                    tabIndex: day === inTabOrder ? 0 : -1,
                    onPress: () => onChange(day),
                  })}
                >
                  {Number(day.slice(8))}
                </View>
              ),
            )}
          </View>
        ))}
      </View>
    </View>
  )
}
