import type { CalendarEntry } from '@paidang/api/areas/calendar'
import { addMonths, type Month, monthOf, weeksOf } from '@paidang/domain/areas/calendar/month'
import { type Day, dayOf, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { monthText } from '../../../../ui/month-days'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { RefreshBar } from '../../../../ui/skeleton'
import { KINDS, kindsOn, spokenDay } from './calendar-labels'
import { KindMark } from './kind-mark'
import styles from './month-sheet.module.scss'

type Props = {
  month: Month
  day: Day
  entries: readonly CalendarEntry[]
  now: Date
  isFetching: boolean
  onMonth: (month: Month) => void
  onDay: (day: Day) => void
}

/** A month, week by week from Sunday. Below each day is one sign for each kind of its entries. */
export function MonthSheet({ month, day, entries, now, isFetching, onMonth, onDay }: Props) {
  const weeks = weeksOf(month)
  const today = dayOf(now)
  return (
    <Card className={styles.sheet}>
      <RefreshBar on={isFetching} />
      <View className={styles.head}>
        <Turn label="上个月" icon="back" onPress={() => onMonth(addMonths(month, -1))} />
        <View className={styles.month} {...semantics({ live: 'polite' })}>
          {monthText(month)}
        </View>
        <Turn label="下个月" icon="chevron-right" onPress={() => onMonth(addMonths(month, 1))} />
        <View className={styles.today}>
          <Button kind="ghost" size="s" label="回到今天" disabled={day === today} onPress={() => onDay(today)}>
            今天
          </Button>
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
        {...semantics({ role: 'radiogroup', label: '选择日期' })}
        {...roving({ keys: weeks.flat(), value: day, onChange: onDay })}
      >
        {weeks.map((week) => (
          <View key={week[0]} className={styles.week}>
            {week.map((one) => (
              <View
                key={one}
                className={classNames(
                  styles.day,
                  one === day && styles.on,
                  one === today && styles.isToday,
                  monthOf(one) !== month && styles.other,
                )}
                data-key={one}
                {...pressable({
                  role: 'radio',
                  checked: one === day,
                  label: spokenDay(one, entries, now),
                  tabIndex: one === day ? 0 : -1,
                  onPress: () => onDay(one),
                })}
              >
                <View className={styles.number}>{Number(one.slice(8))}</View>
                <View className={styles.marks}>
                  {kindsOn(one, entries).map((kind) => (
                    <KindMark key={kind} kind={kind} />
                  ))}
                </View>
              </View>
            ))}
          </View>
        ))}
      </View>
      <View className={styles.legend} {...semantics({ hidden: true })}>
        {KINDS.map(({ kind, word }) => (
          <View key={kind} className={styles.sign}>
            <KindMark kind={kind} />
            {word}
          </View>
        ))}
      </View>
    </Card>
  )
}

type TurnProps = { label: string; icon: 'back' | 'chevron-right'; onPress: () => void }

function Turn({ label, icon, onPress }: TurnProps) {
  return (
    <View className={styles.turn} {...pressable({ label, onPress })}>
      <Icon name={icon} size={18} />
    </View>
  )
}
