import { monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Facts } from '../../../../ui/dot'
import { pressable, semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { dayText } from '../../../../ui/time-format'
import styles from './class-row.module.scss'
import { type CoachClass, factsOf, type StatusTag, titleOf, unbroken } from './coach-class'

/** A class in a list of the coach: its day, its students, when, where, and its status. */
export function ClassRow({ row, tag, now }: { row: CoachClass; tag: StatusTag; now: Date }) {
  const { id, courseDate, beginTimeSlot, endTimeSlot } = row.invitation
  const { kind, text, icon } = tag
  const title = titleOf(row)
  const facts = factsOf(row)
  const span = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
  const label = [text, title, `${dayText(courseDate, now)} ${span}`, ...facts].join('，')
  return (
    <View className={styles.item} {...semantics({ role: 'listitem' })}>
      <View
        className={styles.row}
        hoverClass={styles.pressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(id)) })}
      >
        <View className={styles.day}>
          <View className={styles.date}>{monthDotDay(courseDate)}</View>
          <View className={styles.weekday}>{WEEKDAY_NAMES[weekdayOf(courseDate)]}</View>
        </View>
        <View className={styles.words}>
          <View className={styles.head}>
            <View className={styles.title}>{unbroken(title)}</View>
            <Tag kind={kind} icon={icon}>
              {text}
            </Tag>
          </View>
          <View className={styles.when}>{whenOf(beginTimeSlot, endTimeSlot)}</View>
          <View className={styles.facts}>
            <Facts>{facts.map(unbroken)}</Facts>
          </View>
        </View>
      </View>
    </View>
  )
}
