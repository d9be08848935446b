import { monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { monthText } from '../../../../ui/month-days'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { dayText } from '../../../../ui/time-format'
import { Windowed } from '../../../../ui/windowed'
import { byMonth } from '../schedule-data'
import styles from './class-rows.module.scss'
import { type CoachClass, factsOf, type StatusTag, scheduleTag, titleOf, unbroken } from './coach-class'

type Props = { rows: readonly CoachClass[]; now: Date }

/** Classes grouped by month. Future classes are separate from past ones. */
export function ClassesByMonth({ rows, now }: Props) {
  return (
    <>
      {byMonth(rows, now).map(({ month, isAhead, rows: ofMonth }) => (
        <View key={`${month} ${isAhead}`} className="in-0-12">
          <View className={classNames(styles.head, 't-label muted')} {...semantics({ role: 'heading', level: 2 })}>
            {isAhead ? monthText(month) : `${monthText(month)} 已结束或取消`}
          </View>
          <ClassRows rows={ofMonth} count={rows.length} tagOf={scheduleTag} now={now} />
        </View>
      ))}
    </>
  )
}

type RowsProps = Props & {
  tagOf: (row: CoachClass, now: Date) => StatusTag
  /** The size of the whole list, where this is only a part of it. */
  count?: number
}

/** Classes below each other on a card. */
export function ClassRows({ rows, count = rows.length, tagOf, now }: RowsProps) {
  return (
    <Card flush>
      <View {...semantics({ role: 'list', label: '约课' })}>
        <Windowed count={count} className={styles.piece}>
          {rows.map((row) => (
            <ClassRow key={row.invitation.id} row={row} tag={tagOf(row, now)} now={now} />
          ))}
        </Windowed>
      </View>
    </Card>
  )
}

const SKELETON_ROWS = [0, 1, 2, 3, 4] as const

/** The skeleton of the rows. */
export function ClassRowsSkeleton() {
  return (
    <SkeletonGroup>
      <View className="in-0-12">
        <Card flush>
          {SKELETON_ROWS.map((row) => (
            <View key={row} className={styles.box}>
              <Skeleton width={40} height={36} />
              <View className="col-8 fill">
                <Skeleton width={140} height={18} />
                <Skeleton width={90} />
                <Skeleton width={200} />
              </View>
            </View>
          ))}
        </Card>
      </View>
    </SkeletonGroup>
  )
}

/** A class in a list of the coach: its day, its students, when, where, and its status. */
function ClassRow({ row, tag, now }: { row: CoachClass; tag: StatusTag; now: Date }) {
  const { id, courseDate, beginTimeSlot, endTimeSlot } = row.invitation
  const { kind, text, icon } = tag
  const title = titleOf(row)
  const facts = factsOf(row)
  const span = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
  const label = [text, title, `${dayText(courseDate, now)} ${span}`, ...facts].join('，')
  return (
    <View className={styles.item} {...semantics({ role: 'listitem' })}>
      <View
        className={classNames(styles.row, 'beside-12 in-12-12')}
        hoverClass={styles.pressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(id)) })}
      >
        <View className={styles.day}>
          <View className={styles.date}>{monthDotDay(courseDate)}</View>
          <View className="t-caption muted">{WEEKDAY_NAMES[weekdayOf(courseDate)]}</View>
        </View>
        <View className="grow">
          <View className={styles.rowHead}>
            <View className="shrinks t-headline one-line">{unbroken(title)}</View>
            <Tag kind={kind} icon={icon}>
              {text}
            </Tag>
          </View>
          <View className={styles.when}>{whenOf(beginTimeSlot, endTimeSlot)}</View>
          <View className="t-caption muted one-line">
            <Facts>{facts.map(unbroken)}</Facts>
          </View>
        </View>
      </View>
    </View>
  )
}
