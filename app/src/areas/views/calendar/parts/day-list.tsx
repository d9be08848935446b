import type { CalendarEntry } from '@paidang/api/areas/calendar'
import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { goTo } from '../../../../platform/navigate'
import { Card } from '../../../../ui/card'
import { WrappedFacts } from '../../../../ui/dot'
import { pressable, semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { dayText } from '../../../../ui/time-format'
import { KINDS, nearName, pathOfEntry, tagOfStatus, timesOf } from './calendar-labels'
import styles from './day-list.module.scss'
import { KindMark } from './kind-mark'

type Props = { day: Day; entries: readonly CalendarEntry[]; now: Date }

/** The entries of a day, in the order of time; each leads to its own page. */
export function DayList({ day, entries, now }: Props) {
  const own = entries.filter(({ date }) => date === day)
  const name = nearName(day, now)
  return (
    <View>
      <View className={styles.head} {...semantics({ role: 'heading', level: 2 })}>
        <View className={styles.name}>{name ?? dayText(day, now)}</View>
        {name && <View className={styles.date}>{dayText(day, now)}</View>}
      </View>
      <Card flush>
        {own.length === 0 && <View className={styles.nothing}>这天没有安排</View>}
        <View {...semantics({ role: 'list', label: '当天安排' })}>
          {own.map((entry) => (
            <View key={`${entry.kind}-${entry.id}`} {...semantics({ role: 'listitem' })}>
              <Entry entry={entry} />
            </View>
          ))}
        </View>
      </Card>
    </View>
  )
}

function Entry({ entry }: { entry: CalendarEntry }) {
  const { kind, title, place, statusName } = entry
  const { begin, end } = timesOf(entry)
  const word = KINDS.find((one) => one.kind === kind)?.word ?? ''
  const span = end === '' ? begin : `${begin} 至 ${end}`
  return (
    <View
      className={styles.entry}
      hoverClass={styles.pressed}
      {...pressable({
        label: [word, span, title, place, statusName].join('，'),
        onPress: () => goTo(pathOfEntry(entry)),
      })}
    >
      <View className={styles.time}>
        <View className={styles.begin}>{begin}</View>
        {end !== '' && <View className={styles.end}>{end}</View>}
      </View>
      <View className={styles.sign}>
        <KindMark kind={kind} />
      </View>
      <View className={styles.words}>
        <View className={styles.title}>
          <WrappedFacts>{title.split(' · ')}</WrappedFacts>
        </View>
        <View className={styles.place}>{place}</View>
      </View>
      <Tag kind={tagOfStatus(statusName)}>{statusName}</Tag>
    </View>
  )
}
