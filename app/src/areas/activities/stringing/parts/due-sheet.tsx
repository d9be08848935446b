import type { Merchant } from '@paidang/api/areas/stringing'
import { earliestReady, isDueTime, MAX_DAYS_AHEAD } from '@paidang/domain/areas/stringing/ready'
import { addDays, type Day, dayOf, halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween, timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { classNames } from '../../../../ui/class-names'
import { DayPicker } from '../../../../ui/day-picker'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from './form.module.scss'

type Props = {
  open: boolean
  onClose: () => void
  /** The date chosen before; null: as soon as the shop can. */
  dueAt: string | null
  merchant: Merchant
  now: Date
  onChoose: (dueAt: string | null) => void
}

const NO_TIME = '这一天来不及穿好，换一天'

/** 期望取拍: chooses a day and a time at which the shop is open and can be done. Each opening resets the input. */
export function DueSheet({ open, onClose, dueAt, merchant, now, onChoose }: Props) {
  const earliest = earliestReady(now, merchant)
  const begin = dueAt !== null && isDueTime(new Date(dueAt), now, merchant) ? new Date(dueAt) : earliest
  const [day, setDay] = useState<Day>(dayOf(begin))
  const [picked, setPicked] = useState<HalfHour>(halfHourOfInstant(begin))
  const times = halfHoursBetween(merchant.openFrom, merchant.openTo).filter((halfHour) =>
    isDueTime(instantOf(day, halfHour), now, merchant),
  )
  const chosen = times.includes(picked) ? picked : times[0]
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="期望取拍"
      foot={
        <View className={styles.buttons}>
          <Button kind="plain" full onPress={() => onChoose(null)}>
            越快越好
          </Button>
          <Button
            full
            lacks={chosen === undefined ? NO_TIME : undefined}
            onPress={() => chosen !== undefined && onChoose(instantOf(day, chosen).toISOString())}
          >
            确定
          </Button>
        </View>
      }
    >
      <View className={styles.sheet}>
        <DayPicker
          label="取拍日期"
          value={day}
          min={dayOf(earliest)}
          max={addDays(dayOf(now), MAX_DAYS_AHEAD)}
          onChange={setDay}
        />
        <View className={styles.caption}>几点前</View>
        {chosen === undefined ? (
          <View className={styles.facts}>{NO_TIME}</View>
        ) : (
          <View
            className={styles.times}
            {...semantics({ role: 'radiogroup', label: '几点前' })}
            {...roving({ keys: times.map(String), value: String(chosen), onChange: (key) => setPicked(Number(key)) })}
          >
            {times.map((time) => (
              <View
                key={time}
                className={classNames(styles.time, time === chosen && styles.on)}
                data-key={time}
                {...pressable({
                  role: 'radio',
                  checked: time === chosen,
                  tabIndex: time === chosen ? 0 : -1,
                  onPress: () => setPicked(time),
                })}
              >
                {timeOf(time)}
              </View>
            ))}
          </View>
        )}
      </View>
    </Sheet>
  )
}
