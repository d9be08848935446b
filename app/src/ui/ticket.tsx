import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { type KeyValue, KeyValues } from './key-values'
import { semantics } from './semantics'
import styles from './ticket.module.scss'

type Props = {
  title: string
  tag: ReactNode
  /** Date and place, as facts in one line. */
  place: ReactNode
  /** HH:MM */
  begin: string
  end: string
  minutes: number
  rows: readonly KeyValue[]
  /** Overlaps the lower edge of the hero above. */
  overlapsHero?: boolean
}

/** The head of an invitation, like a ticket: title, place and times, and the price below the perforation. */
export function Ticket({ title, tag, place, begin, end, minutes, rows, overlapsHero }: Props) {
  return (
    <View className={classNames(styles.ticket, overlapsHero && styles.overlaps)}>
      <View className={styles.head}>
        <View className={styles.titleRow}>
          <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          {tag}
        </View>
        <View className={styles.place}>{place}</View>
        <View className={styles.when} {...semantics({ role: 'img', label: `${begin} 至 ${end}，${minutes} 分钟` })}>
          <View className={styles.time}>{begin}</View>
          <View className={styles.span}>
            <View className={styles.rule} />
            {minutes} 分钟
            <View className={styles.rule} />
          </View>
          <View className={styles.time}>{end}</View>
        </View>
      </View>
      <View className={styles.perforation} />
      <View className={styles.rows}>
        <KeyValues rows={rows} />
      </View>
    </View>
  )
}
