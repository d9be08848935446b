import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { DayPicker } from '../../../../ui/day-picker'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { dayText } from '../../../../ui/time-format'
import styles from './day-head.module.scss'

type Props = { date: Day; today: Day; now: Date; onChange: (date: Day) => void }

/** The shown day, the button back to today, and a calendar for any other day. */
export function DayHead({ date, today, now, onChange }: Props) {
  const [picks, setPicks] = useState(false)
  return (
    <View className={styles.head}>
      <View className={styles.day} {...semantics({ role: 'heading', level: 2 })}>
        {`${date === today ? '今天 ' : ''}${dayText(date, now)}`}
      </View>
      {date !== today && (
        <View className={styles.way} {...pressable({ onPress: () => onChange(today) })}>
          回到今天
        </View>
      )}
      <View className={styles.way} {...pressable({ popup: 'dialog', onPress: () => setPicks(true) })}>
        <Icon name="calendar" size={16} />
        选日期
      </View>
      <Sheet open={picks} onClose={() => setPicks(false)} title="看哪一天">
        {/* Each opening begins at the month of the shown day. */}
        <DayPicker
          key={`${date}-${picks}`}
          value={date}
          label="日期"
          onChange={(day) => {
            setPicks(false)
            onChange(day)
          }}
        />
      </Sheet>
    </View>
  )
}
